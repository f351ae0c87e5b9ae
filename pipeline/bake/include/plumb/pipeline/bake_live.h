// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/live_bake.h"

namespace plumb::pipeline {

/// bake() of a level in which obstacles come and go. What a report says besides is not made. Errors: bad_option (also
/// Method::wedge, which bakes whole levels alone), bad_scene, bad_face, too_large.
Result<LiveBake> bake_live(Scene scene, const BakeSettings& settings = {});

}  // namespace plumb::pipeline
