// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A part of the plane and what it is, as a number of the user's.
struct LabelledRing {
  PlanRing ring;
  std::uint32_t label;
};

/// A maximal connected region of one label.
struct LabelledRegion {
  std::uint32_t label;
  /// Counter-clockwise the outer one, which comes first, then the holes clockwise, ascending. Each from its least
  /// corner on, and of two ways from there the least; no corner goes straight on. A ring runs around the region's
  /// interior: where that touches itself in a point, the ring passes it more than once.
  std::vector<PlanRing> rings;
  bool operator==(const LabelledRegion&) const = default;
};

/// The normal form of convex pieces whose interiors do not meet: regions, ascending by their outer rings. Pieces hang
/// together if they have a stretch of boundary in common. Two sets of pieces that give every point one label, but for
/// boundaries, have one normal form.
std::vector<LabelledRegion> labelled_regions(std::span<const LabelledRing> pieces);

}  // namespace plumb::kernel
