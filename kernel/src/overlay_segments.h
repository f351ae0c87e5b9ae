// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/plane_overlay.h"

namespace plumb::kernel {

/// The edges of rings, split where they meet into segments that have at most ends in common, and for each segment the
/// edges that run along it.
struct OverlaySegments {
  using Index = PlaneOverlay::Index;
  struct Segment {
    Index low, high;  // low < high
    Index first_source, end_source;
  };

  std::vector<FilteredPoint> points;  ///< at different places; the corners of rings first, in their order
  std::vector<Segment> segments;
  std::vector<PlaneOverlay::Source> sources;  ///< ascending by segment; `forward` is from low to high
};
OverlaySegments overlay_segments(std::span<const OverlayRing> rings);

}  // namespace plumb::kernel
