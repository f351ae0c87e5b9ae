// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// How the interiors of two convex polygons lie to one another.
enum class ConvexRelation : std::uint8_t {
  apart,     ///< they do not meet; the boundaries may touch
  within,    ///< the first has no point outside of the second; they may be equal
  around,    ///< the second lies in the first, and is not equal to it
  crossing,  ///< everything else
};

/// Requires counter-clockwise rings of positive area; corners may lie straight between their neighbours.
ConvexRelation convex_relation(std::span<const PlanRef> a, std::span<const PlanRef> b);

/// The corners with intervals of doubles around them. They refer to the ring.
std::vector<PlanRef> plan_refs(const PlanRing& ring);
std::vector<PlanRef> plan_refs(PlanRing&& ring) = delete;

/// The normal form of a convex polygon: counter-clockwise, from its lowest corner by x, then y, without repeated and
/// straight corners. Empty if the polygon has no area or is not convex.
PlanRing normal_convex_ring(PlanRing ring);

}  // namespace plumb::kernel
