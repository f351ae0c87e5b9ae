// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "reach/trial_level.h"

namespace plumb::pipeline {

/// The place where a way that is open in one trial ends in a stricter one.
struct WayEnd {
  ExactPoint place;                         ///< z up, to 2^-30 of the way between two portals
  std::vector<kernel::PolygonId> polygons;  ///< what ends it: obstacles or, if there are none, the floors on both sides
  std::vector<kernel::PolygonId> floors;    ///< the polygon stood upon, and the one beyond a portal that is shut
};

/// Follows a way of fewest cells through `open` as far as it stays joined with the first place in `shut`. Requires that
/// `open` joins the places and `shut` does not.
WayEnd find_way_end(TrialLevel& level, TrialGraph& open, TrialGraph& shut);

}  // namespace plumb::pipeline
