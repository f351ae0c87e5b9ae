// SPDX-License-Identifier: GPL-3.0-or-later
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
  LiveBake live;
  std::vector<Stance> stances;
  unsigned threads;
  UpAxis up;
  std::mutex calls = {};

  kernel::Label label_of(const std::string& stance) const {
    for (std::size_t s = 0; s < stances.size(); ++s)
      if (stance.empty() || stances[s].name == stance) return static_cast<kernel::Label>(s + 1);
    raise(bad_option("--at-stance '" + stance + "' is none of the stances; the lowest is '" + stances.front().name +
                     "'"));
  }
};
using Level = std::shared_ptr<LiveLevel>;

Level bake_live_scene(const LoadedScene& scene, const py::dict& options) {
  BakeArguments arguments = bake_arguments(options);
  arguments.up = text_of(scene.scene->up);
  arguments.numbers = text_of(scene.scene->numbers);
  const BakeOptions settings = value_of(make_bake_options(arguments));
  auto live = [&] {
    const py::gil_scoped_release unlocked;
    return bake_live(*scene.scene, settings);
  }();
  return Level(new LiveLevel{value_of(std::move(live)), settings.stances, settings.threads, settings.up});
}

ObstacleId add(const Level& level, const LoadedScene& obstacle) {
  auto id = [&] {
    const py::gil_scoped_release unlocked;
    const std::lock_guard one(level->calls);
    return level->live.add_obstacle(*obstacle.scene);
  }();
  return value_of(std::move(id));
}

bool remove(const Level& level, ObstacleId id) {
  const py::gil_scoped_release unlocked;
  const std::lock_guard one(level->calls);
  return level->live.remove_obstacle(id);
}

// Calls use(navmesh), which returns a Result.
template <class Use>
auto with_mesh(const Level& level, const Use& use) {
  auto found = [&]() -> decltype(use(std::declval<const NavMesh&>())) {
    const py::gil_scoped_release unlocked;
    const std::lock_guard one(level->calls);
    const auto mesh = level->live.mesh();
    if (!mesh) return mesh.error();
    return use(*mesh);
  }();
  return value_of(std::move(found));
}

SharedMesh mesh_of(const Level& level, const std::string& stance, const std::array<double, 3>& origin,
                   std::optional<std::size_t> most_corners) {
  const FloatMeshSettings settings{.stance = level->label_of(stance),
                                   .most_corners = most_corners.value_or(any_number),
                                   .origin = origin,
                                   .threads = level->threads};
  FloatMesh mesh = with_mesh(level, [&](const NavMesh& exact) -> Result<FloatMesh> {
    DerivedMesh derived(exact, level->threads);
    return float_mesh(derived, settings);
  });
  return {std::make_shared<FloatMesh>(std::move(mesh)), level->up};
}

py::bytes json_of(const Level& level) {
  return py::bytes(with_mesh(level, [&](const NavMesh& mesh) -> Result<std::string> {
    std::ostringstream out;
    StreamOutput stream(out);
    Progress silent;
    export_json(stream, mesh, silent);
    return std::move(out).str();
  }));
}

}  // namespace

void bind_live(py::module_& module) {
  py::class_<LiveLevel, Level>(module, "LiveBake")
      .def(py::init(&bake_live_scene))
      .def("add", &add)
      .def("remove", &remove)
      .def("__contains__",
           [](const Level& level, ObstacleId id) {
             const std::lock_guard one(level->calls);
             return level->live.has(id);
           })
      .def("mesh", &mesh_of)
      .def("json", &json_of);
}

}  // namespace plumb::python
