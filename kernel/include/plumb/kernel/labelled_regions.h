// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A part of the plane with a label, a number of the user's.
struct LabelledRing {
  PlanRing ring;
  std::uint32_t label;
};

/// A maximal connected region of one label.
struct LabelledRegion {
  std::uint32_t label;
  /// The outer ring first, counter-clockwise, then the holes, clockwise and ascending. Each ring is the
  /// lexicographically least of its rotations and has no straight corner. A ring runs around the region's interior, so
  /// it passes a point where the interior touches itself more than once.
  std::vector<PlanRing> rings;
  bool operator==(const LabelledRegion&) const = default;
};

/// The normal form of convex pieces whose interiors do not meet: regions, ascending by their outer rings. Pieces are
/// connected if they have a stretch of boundary in common. Two sets of pieces that give every point the same label,
/// boundaries aside, have the same normal form.
std::vector<LabelledRegion> labelled_regions(std::span<const LabelledRing> pieces);

}  // namespace plumb::kernel
