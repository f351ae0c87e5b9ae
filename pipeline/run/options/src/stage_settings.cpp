// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/stage_settings.h"

#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {

SurfaceSettings surface_settings(const BakeSettings& s) {
  return {
      .bad_faces = s.bad_faces, .solids = s.solids, .slope = slope_limit(s), .sides = s.sides, .threads = s.threads};
}

LinkSettings link_settings(const BakeSettings& s) {
  return {.stances = s.stances,
          .step = s.step,
          .weld = s.weld,
          .decomposition = s.decomposition,
          .solids = s.solids,
          .threads = s.threads};
}

ErodeOptions clear_options(const BakeSettings& s) {
  return {.radius = s.radius,
          .window = s.window,
          .disc_points = s.disc,
          .bound = s.clearance == ClearanceBound::outer ? kernel::DiscBound::hull : kernel::DiscBound::tangents,
          .threads = s.threads};
}

PruneSettings prune_settings(const BakeSettings& s) {
  return {.seed_points = s.seed_points, .min_area = s.min_area, .exact_digits = s.exact_digits};
}

OneWaySettings one_way_settings(const BakeSettings& s) {
  return {.drop = s.drop,
          .drop_reach = s.drop_reach,
          .leap = s.leap,
          .leap_height = s.leap_height,
          .radius = s.radius,
          .window = s.window,
          .disc_points = s.disc,
          .bound = s.clearance == ClearanceBound::outer ? kernel::DiscBound::hull : kernel::DiscBound::tangents,
          .threads = s.threads};
}

NavigationSettings navigation_settings(const BakeOptions& o, const std::string& sha256) {
  NavigationSettings out{.link = link_settings(o),
                         .clearance = o.clearance,
                         .optimise = {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads},
                         .simplify = {.tolerance = o.wedge.simplify,
                                      .goal = o.optimise,
                                      .position_bits = o.wedge.position_bits,
                                      .exact_digits = o.exact_digits},
                         .prune = prune_settings(o),
                         .one_way = one_way_settings(o),
                         .info = nav_mesh_info(o, sha256),
                         .mesh = o.mesh,
                         .mesh_later = o.mesh_later,
                         .unwalkable = o.unwalkable,
                         .certificate = o.certificate,
                         .advice = o.joining_weld};
  if (sgn(o.radius) > 0) {
    out.clear = clear_options(o);
    if (o.window == default_window(o.step, o.radius, slope_limit(o))) out.walk = slope_limit(o);
  }
  return out;
}

NavMeshInfo nav_mesh_info(const BakeOptions& o, const std::string& sha256) {
  return {.version = version(),
          .scene = o.scene,
          .sha256 = sha256,
          .up = o.up,
          .stances = o.stances,
          .step = o.step,
          .radius = o.radius,
          .options = json_text(options_json(o))};
}

}  // namespace plumb::pipeline
