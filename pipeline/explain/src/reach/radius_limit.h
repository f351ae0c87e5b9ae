// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "reach/trial_level.h"

namespace plumb::pipeline {

/// The greatest radius of a true disc with which the level joins the places, with the other values as given. `reached`:
/// whether the level joins them with the given radius, by the polygon of the options.
ReachLimit find_radius_limit(TrialLevel& level, bool reached, unsigned threads);

}  // namespace plumb::pipeline
