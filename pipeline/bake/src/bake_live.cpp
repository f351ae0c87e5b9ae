// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake_live.h"

#include "plumb/pipeline/build_nav_graph.h"

namespace plumb::pipeline {

Result<LiveBake> bake_live(Scene scene, const BakeSettings& settings) {
  auto options = options_of(scene, settings);
  if (!options) return options.error();
  const BakeOptions& o = *options;
  if (o.method == Method::wedge)
    return Error{ErrorCode::bad_option, "--method wedge bakes whole levels, without obstacles; leave it out", "", 0};
  const std::string sha256 = scene.sha256;
  return LiveBake::make(
      std::move(scene),
      {.info = nav_mesh_info(o, sha256),
       .surfaces = surface_settings(o),
       .link = link_settings(o),
       .optimise = {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads},
       .prune = {.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits},
       .clear = sgn(o.radius) > 0 ? std::optional(clear_options(o)) : std::nullopt});
}

}  // namespace plumb::pipeline
