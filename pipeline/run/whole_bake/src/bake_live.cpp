// SPDX-License-Identifier: GPL-3.0-or-later
// A level in which obstacles come and go, by the settings of a bake.
#include "bake_level.h"
#include "plumb/pipeline/stage_settings.h"

namespace plumb::pipeline {

Result<LiveBake> bake_live(Scene scene, const BakeSettings& settings) {
  auto options = options_of(scene, settings);
  if (!options) return options.error();
  const BakeOptions& o = *options;
  if (o.method == Method::wedge)
    return Error{ErrorCode::bad_option, "--method wedge bakes whole levels, without obstacles; leave it out", "", 0};
  if (sgn(o.drop) > 0 || sgn(o.leap) > 0)
    return bad_option("--drop and --leap are for whole levels, without obstacles; leave them out");
  if (sgn(o.wedge.simplify) > 0) return bad_option("--simplify is for whole levels, without obstacles; leave it out");
  const std::string sha256 = scene.sha256;
  return LiveBake::make(std::move(scene),
                        {.info = nav_mesh_info(o, sha256),
                         .surfaces = surface_settings(o),
                         .link = link_settings(o),
                         .optimise = {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads},
                         .prune = prune_settings(o),
                         .clear = sgn(o.radius) > 0 ? std::optional(clear_options(o)) : std::nullopt});
}

}  // namespace plumb::pipeline
