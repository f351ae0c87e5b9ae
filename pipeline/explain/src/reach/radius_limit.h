// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "reach/trial_level.h"

namespace plumb::pipeline {

/// The greatest radius of a true disc by which the level joins the places, as the other values are given. `reached`:
/// whether the radius given does, by the bound of the disc given.
ReachLimit find_radius_limit(TrialLevel& level, bool reached, unsigned threads);

}  // namespace plumb::pipeline
