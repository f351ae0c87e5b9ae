// SPDX-License-Identifier: GPL-3.0-or-later
// Levels that change: a finished navmesh under updates, or a level in which obstacles come and go besides. Both are an
// UpdatedLevel, and what changes them are the entries of the list of `plumb update`, as text.
#include <pybind11/stl.h>

#include <sstream>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/update.h"

namespace plumb::python {
namespace {

using namespace pipeline;

struct LiveLevel {
  UpdatedLevel level;
  std::vector<Stance> stances;
  ImportOptions reading;  // of the files of obstacles
  unsigned threads;
  std::mutex calls = {};

  kernel::Label label_of(const std::string& stance) const {
    for (std::size_t s = 0; s < stances.size(); ++s)
      if (stance.empty() || stances[s].name == stance) return static_cast<kernel::Label>(s + 1);
    raise(bad_option("--at-stance '" + stance + "' is none of the stances; the lowest is '" + stances.front().name +
                     "'"));
  }
};
using Live = std::shared_ptr<LiveLevel>;

// Runs a job without the interpreter's lock, one at a time.
template <class Job>
auto alone(const Live& level, const Job& job) {
  const py::gil_scoped_release unlocked;
  const std::lock_guard one(level->calls);
  return job();
}

kernel::Decomposition decomposition_of(const std::string& name) {
  return name.empty() ? kernel::Decomposition::bounded : word<kernel::Decomposition>("decomposition", name);
}

Live live_level(const LoadedScene& scene, const py::dict& options) {
  BakeArguments arguments = bake_arguments(options);
  arguments.up = text_of(scene.scene->up);
  arguments.numbers = text_of(scene.scene->numbers);
  const BakeOptions settings = value_of(make_bake_options(arguments));
  auto level = [&]() -> Result<UpdatedLevel> {
    const py::gil_scoped_release unlocked;
    auto live = bake_live(*scene.scene, settings);
    if (!live) return live.error();
    return UpdatedLevel::make(std::move(*live), settings.decomposition);
  }();
  return Live(new LiveLevel{value_of(std::move(level)),
                            settings.stances,
                            {.numbers = settings.numbers, .up = settings.up},
                            settings.threads});
}

Live updates_of(NavMesh mesh, const std::string& file, const std::string& decomposition, unsigned threads) {
  if (const auto why = unfit_for_updates(mesh)) raise({ErrorCode::bad_option, *why, file, 0});
  const kernel::Decomposition how = decomposition_of(decomposition);
  auto stances = mesh.info.stances;
  const UpAxis up = mesh.info.up;
  const py::gil_scoped_release unlocked;
  return Live(new LiveLevel{UpdatedLevel(std::move(mesh), how), std::move(stances), {.up = up}, threads});
}

Live updates_of_bake(const std::shared_ptr<BakedLevel>& baked, const std::string& decomposition) {
  NavMesh mesh = value_of(run_job(py::none(), [&](Progress& p) {
    return with_mesh(*baked, p, [&]() -> Result<NavMesh> {
      baked->baked.mesh().points.make_exact(baked->baked.options.threads);
      return baked->baked.mesh();
    });
  }));
  return updates_of(std::move(mesh), "", decomposition, baked->baked.options.threads);
}

Live updates_of_file(const std::string& path, const std::string& decomposition) {
  auto mesh = [&] {
    const py::gil_scoped_release unlocked;
    return read_nav_mesh_json(path);
  }();
  return updates_of(value_of(std::move(mesh)), path, decomposition, 0);
}

std::uint32_t add_obstacle(const Live& level, const LoadedScene& obstacle) {
  UpdateEntry entry;
  entry.kind = UpdateEntry::Kind::obstacle;
  entry.obstacle = *obstacle.scene;
  require_none(alone(level, [&] { return level->level.carry_out(entry); }));
  return level->level.id();
}

// Carries out a list; the numbers of its entries. What comes behind an entry that is refused is left out.
std::vector<std::uint32_t> carry_out(const Live& level, const std::string& text, const std::string& file) {
  std::vector<std::uint32_t> out;
  require_none(alone(level, [&]() -> std::optional<Error> {
    const auto entries =
        file.empty() ? read_update_script_text(text, "", level->reading) : read_update_script(file, level->reading);
    if (!entries) return entries.error();
    for (const UpdateEntry& entry : *entries) {
      if (auto error = level->level.carry_out(entry)) {
        if (error->file.empty()) error->file = file;
        return error;
      }
      out.push_back(level->level.id());
    }
    return std::nullopt;
  }));
  return out;
}

// Calls use(navmesh), which returns a Result.
template <class Use>
auto with_mesh(const Live& level, const Use& use) {
  return value_of(alone(level, [&]() -> decltype(use(std::declval<const NavMesh&>())) {
    const auto mesh = level->level.mesh();
    if (!mesh) return mesh.error();
    return use(*mesh);
  }));
}

SharedMesh live_mesh(const Live& level, const std::string& stance, const std::array<double, 3>& origin,
                     std::optional<std::size_t> most_corners) {
  const FloatMeshSettings settings{.stance = level->label_of(stance),
                                   .most_corners = most_corners.value_or(any_number),
                                   .origin = origin,
                                   .threads = level->threads};
  FloatMesh mesh = with_mesh(level, [&](const NavMesh& exact) -> Result<FloatMesh> {
    DerivedMesh derived(exact, level->threads);
    return float_mesh(derived, settings);
  });
  return {std::make_shared<FloatMesh>(std::move(mesh)), level->reading.up};
}

py::bytes live_json(const Live& level) {
  return py::bytes(with_mesh(level, [&](const NavMesh& mesh) -> Result<std::string> {
    std::ostringstream out;
    StreamOutput stream(out);
    Progress silent;
    mesh.points.make_exact(level->threads);
    export_json(stream, mesh, silent);
    return std::move(out).str();
  }));
}

}  // namespace

void bind_live(py::module_& module) {
  py::class_<LiveLevel, Live>(module, "LiveLevel")
      .def_static("of_scene", &live_level)
      .def_static("of_bake", &updates_of_bake)
      .def_static("of_file", &updates_of_file)
      .def("add_obstacle", &add_obstacle)
      .def("carry_out", &carry_out)
      .def("mesh", &live_mesh)
      .def("json", &live_json);
}

}  // namespace plumb::python
