// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "reach/trial_level.h"

namespace plumb::pipeline {

/// Where a way that is there in one trial ends in a stricter one.
struct WayEnd {
  ExactPoint place;                         ///< z up, about: within 2^-30 of the way from one portal to the next
  std::vector<kernel::PolygonId> polygons;  ///< what ends it: obstacles first, else the floors on both sides
  std::vector<kernel::PolygonId> floors;    ///< the polygon stood upon, and the one beyond a portal that is lost
};

/// Requires that `open` joins the places and `shut` does not. Follows a way of fewest cells through `open` as far as it
/// stays with the first place in `shut`.
WayEnd find_way_end(TrialLevel& level, TrialGraph& open, TrialGraph& shut);

}  // namespace plumb::pipeline
