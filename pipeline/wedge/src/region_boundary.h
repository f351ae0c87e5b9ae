// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/plan_region.h"

// What is left of a convex polygon when others are taken away, by its boundary.
namespace plumb::pipeline {

/// A corner and what the edge from it to the next is, by a number of the user's.
struct TaggedCorner {
  static constexpr std::uint32_t no_tag = 0xffffffffu;

  kernel::PlanPoint at;
  std::uint32_t tag = no_tag;
};
/// Convex, counter-clockwise.
using TaggedRing = std::vector<TaggedCorner>;

kernel::PlanRing points_of(const TaggedRing& ring);

/// Cuts a ring to what is in a convex one. Edges that run along others than their own have no tag. False if no area is
/// left.
bool clip_to(TaggedRing& ring, const kernel::PlanRing& window);
/// The same where the ring is known to be beyond these sides of the window alone: by number, the corners they start at.
bool clip_to(TaggedRing& ring, const kernel::PlanRing& window, std::span<const std::size_t> sides);

/// The closure of what is in `whole` and in none of `taken`: closed rings with that on their left, without straight
/// corners between edges of one tag. An edge's tag is that of one of the edges along it, the least. Where there are
/// many, the polygon is halved first, again and again.
std::vector<TaggedRing> region_boundary(const TaggedRing& whole, const std::vector<TaggedRing>& taken);

}  // namespace plumb::pipeline
