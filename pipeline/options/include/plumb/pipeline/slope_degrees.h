// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_settings.h"

namespace plumb::pipeline {

/// About the steepest angle that is walked, in degrees, however it was set. For what rounds anyway.
double slope_degrees(const BakeSettings& settings);

}  // namespace plumb::pipeline
