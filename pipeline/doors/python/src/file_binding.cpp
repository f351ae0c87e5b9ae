// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that read and write files of their own: a route on a flat map, a bake in tiles and an audit by it, and a scene
// made smaller.
#include <pybind11/stl.h>

#include <atomic>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/minimise.h"
#include "plumb/tiles.h"

namespace plumb::python {
namespace {

using namespace pipeline;

std::string route_on_map(const py::dict& options, const py::object& progress) {
  const MapRouteOptions query = value_of(make_map_route_options(map_route_arguments(options)));
  return map_route_json(value_of(run_job(progress, [&](Progress& p) { return find_map_route(query, p); })));
}

// index.json of the folder lists the files.
void bake_tiles(const std::vector<std::string>& levels, const std::string& folder, const std::string& size,
                const std::optional<std::string>& origin, const std::optional<std::string>& memory,
                const std::vector<std::string>& formats, const std::string& stance, const py::dict& options,
                const py::object& progress) {
  BakeArguments arguments = tile_arguments(options);
  arguments.scene = levels.empty() ? "" : levels.front();
  const CutArguments cut{levels, folder, size, origin, memory, false, arguments};
  const auto settings = value_of(tile_options(cut.bake));
  value_of(run_job(progress, [&](Progress& p) { return bake_in_tiles(cut, {formats, stance}, settings.threads, p); }));
}

std::string audit_tiles(const std::string& store, const std::string& level, const std::string& navmesh,
                        const std::vector<std::string>& drawings, const py::dict& options, const py::object& progress) {
  AuditArguments arguments = audit_arguments(options);
  arguments.level.scene = level;
  arguments.navmesh = navmesh;
  arguments.outputs = drawings;
  return audit_json(value_of(run_job(progress, [&](Progress& p) { return audit_store(store, arguments, p); })));
}

// Asks a function of Python whether a scene is interesting; what it raises ends the work.
class AskedFunction : public Progress {
 public:
  AskedFunction(py::function ask, JobProgress& job) : ask_(std::move(ask)), job_(job) {}
  bool operator()(std::string_view obj) {
    const py::gil_scoped_acquire locked;
    if (ended_) return false;
    JobChain::of_this_thread() = chain_;
    try {
      return py::bool_(ask_(py::bytes(obj.data(), obj.size())));
    } catch (...) {
      raised_ = std::current_exception();
      ended_ = true;
      return false;
    }
  }
  bool cancelled() override { return ended_ || job_.cancelled(); }
  void rethrow() {
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  }

 private:
  py::function ask_;
  JobProgress& job_;
  const JobChain chain_ = JobChain::of_this_thread();
  std::exception_ptr raised_;
  std::atomic<bool> ended_{false};  // any thread asks
};

// The text of the simplest scene that was found.
py::bytes minimise_file(const std::string& path, const py::function& ask, const std::optional<double>& seconds,
                        const py::object& progress) {
  PlainScene scene = value_of(read_plain_scene(path));
  const NestedJob nested;
  JobProgress job(progress);
  AskedFunction asked(ask, job);
  MinimiseSettings settings;
  if (seconds)
    settings.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                            std::chrono::duration<double>(std::min(*seconds, 1e9)));
  settings.told = [&](const MinimiseStep& step) { job.stage({step.stage, 1, 1, 0, 1}); };
  const MinimisedScene found = [&] {
    const py::gil_scoped_release unlocked;
    return minimise(
        std::move(scene), [&](const PlainScene&, std::string_view obj) { return asked(obj); }, settings, asked);
  }();
  asked.rethrow();
  job.rethrow();
  if (found.end == MinimiseEnd::cancelled) raise({ErrorCode::cancelled, "it was cancelled", "", 0});
  return py::bytes(obj_text(found.scene));
}

}  // namespace

void bind_files(py::module_& module) {
  module.def("route_on_map", &route_on_map);
  module.def("bake_tiles", &bake_tiles);
  module.def("audit_tiles", &audit_tiles);
  module.def("minimise", &minimise_file);
}

}  // namespace plumb::python
