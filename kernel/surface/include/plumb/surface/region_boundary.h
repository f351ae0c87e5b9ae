// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plumb/kernel/plan_region.h"

// What is left of a convex polygon when convex polygons are subtracted from it, by its boundary.
namespace plumb::surface {

/// A corner, and a tag of the caller's for the edge from it to the next corner.
struct TaggedCorner {
  static constexpr std::uint32_t no_tag = 0xffffffffu;

  kernel::PlanPoint at;
  std::uint32_t tag = no_tag;
};
/// Convex, counter-clockwise.
using TaggedRing = std::vector<TaggedCorner>;

kernel::PlanRing points_of(const TaggedRing& ring);

/// Clips a ring to a convex window. An edge along the window's boundary has no tag, unless it was an edge of the ring.
/// Returns false if no area is left.
bool clip_to(TaggedRing& ring, const kernel::PlanRing& window);
/// The same where the ring is known to reach beyond these sides of the window only. A side is named by the corner at
/// which it starts.
bool clip_to(TaggedRing& ring, const kernel::PlanRing& window, std::span<const std::size_t> sides);

/// The closure of `whole` minus all of `taken`: closed rings with the region on their left, without straight corners
/// between edges of one tag. The tag of an edge is the least tag of the edges that run along it. Requires that `taken`
/// lie within `whole` (clip_to() cuts off what does not), and that each edge has a tag, except those that clip_to()
/// made along the window. Where many polygons are taken, the polygon is halved first, again and again. `interrupt` is
/// called before each part, and may throw to end the work.
std::vector<TaggedRing> region_boundary(const TaggedRing& whole, const std::vector<TaggedRing>& taken,
                                        const std::function<void()>& interrupt = {});

}  // namespace plumb::surface
