// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake_method.h"

#include "plumb/pipeline/stage_files.h"
#include "plumb/pipeline/stage_settings.h"
#ifndef PLUMB_WITHOUT_WEDGE
#include "plumb/pipeline/wedge_method.h"
#endif

namespace plumb::pipeline {

#ifdef PLUMB_WITHOUT_WEDGE
// checked() refuses the method of that wing.
NavigationMethod bake_method(const BakeOptions& o, const std::string& sha256) {
  return standard_method(navigation_settings(o, sha256));
}
#else
namespace {

WedgeMethodSettings wedge_settings(const BakeOptions& o, const std::string& sha256) {
  const kernel::SlopeLimit slope = slope_limit(o);
  WedgeMethodSettings out{.stages = {.until = o.wedge.until,
                                     .cut = {.height = o.stances.front().height,
                                             .wall_foot = o.wedge.wall_foot.value_or(o.step),
                                             .wall_thickness = o.wedge.wall_thickness,
                                             .threads = o.threads},
                                     .step = o.step,
                                     .gaps = {.gap = o.wedge.gap,
                                              .min_altitude = o.wedge.min_altitude,
                                              .position_bits = o.wedge.position_bits},
                                     .cone = kernel::SlopeLimit::from_degrees(o.wedge.cone).value(),
                                     .slope = slope,
                                     .ramp_slope = ramp_limit(o),
                                     .miter = o.wedge.miter,
                                     .min_area = o.min_area,
                                     .flatten = o.wedge.flatten,
                                     .simplify = o.wedge.simplify,
                                     .clear = {.radius = o.radius,
                                               .window = o.window,
                                               .disc_points = o.disc,
                                               .bound = clear_options(o).bound,
                                               .threads = o.threads},
                                     .exact_digits = o.exact_digits},
                          .solids = o.solids,
                          .optimise = o.optimise,
                          .prune = prune_settings(o),
                          .info = nav_mesh_info(o, sha256)};
  if (!o.stages.empty())
    out.look = [folder = o.stages](WedgeStage which, const TriangleMesh& mesh, const Scene& scene) {
      return write_stage_files(folder, static_cast<std::size_t>(which) + 1, text_of(which), mesh, scene);
    };
  return out;
}

}  // namespace

NavigationMethod bake_method(const BakeOptions& o, const std::string& sha256) {
  return o.method == Method::wedge ? wedge_method(wedge_settings(o, sha256))
                                   : standard_method(navigation_settings(o, sha256));
}
#endif

std::vector<Stage> nav_graph_stages(const BakeOptions& o) { return bake_method(o).stages; }

Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& o, const SceneSurfaces& level,
                                                    SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic) {
  return bake_method(o, level.scene.sha256).run(level, std::move(index), stage, arithmetic);
}

}  // namespace plumb::pipeline
