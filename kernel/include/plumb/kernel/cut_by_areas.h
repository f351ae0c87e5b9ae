// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A convex area with a name: the part of a strictly convex, counter-clockwise ring that lies within some half-planes.
/// It refers to the ring, the half-planes and the corners, which must outlive the call of cut_by_areas().
struct NamedArea {
  std::uint32_t name;
  const PlanRing* ring = nullptr;  ///< the ring; null if it is to be made when it is needed (MakeArea)
  /// sides_of() the ring and the unit of the call, if they are known. They save time if the ring is not on the grid.
  std::span<const HalfPlane> sides = {};
  /// The half-planes that limit the area, made with the unit of the call (half_plane()).
  std::span<const HalfPlane> limits = {};
  /// The ring's corners, perhaps with others that lie straight between them. They are required if `ring` is null.
  std::span<const PlanRef> near = {};
};
/// Puts the ring into an area that has none, and the ring's sides if they are known.
using MakeArea = std::function<void(NamedArea&)>;

/// A polygon that more areas cross than these is split before it is cut. If there are no more, leaving out some of
/// those that have no point inside the polygon has no effect on the pieces.
inline constexpr std::size_t few_areas = 12;

/// A convex piece of a polygon. No side of an area that cuts it (AreaCuts) runs through it.
struct AreaPiece {
  PlanRing ring;  ///< the corners, counter-clockwise; the ring is strictly convex
  /// The names of the areas that it is in, ascending. With AreaCuts::first this is only the first of them.
  std::vector<std::uint32_t> areas;
};

/// How areas cut a polygon, in particular where they overlap.
enum class AreaCuts : std::uint8_t {
  all,    ///< each area cuts along all its sides
  first,  ///< each area cuts only what is in no area before it, and gets what it cuts out; later areas do not cut that
  outside,  ///< areas cut as with `first`, but only the pieces that are in no area are returned
};

/// Cuts a convex polygon by convex areas. The interiors of the pieces do not meet, and their union is the polygon, or
/// with AreaCuts::outside the part of it that is in no area. Where more than few_areas areas cross the polygon, it is
/// split recursively along axis-parallel lines at medians, so that n scattered areas cost about n log n. In each part,
/// decompose_traversable() cuts along lines of the polygon, of the areas and of the splits, so that predicates are
/// about three of these lines and no number is longer. CellSubdivision does the same for areas that are inserted and
/// erased.
///
/// Requires a strictly convex ring, counter-clockwise, and names that ascend. `unit` should be such that most lines run
/// through multiples of 1 / unit: it keeps numbers short and has no effect on the pieces. `make` is called once, by the
/// calling thread, for each area without a ring that may cut a part. It must not be empty if there is an area without a
/// ring.
std::vector<AreaPiece> cut_by_areas(const PlanRing& ring, std::span<const NamedArea> areas, const mpz_class& unit,
                                    AreaCuts cuts, const MakeArea& make = {});

}  // namespace plumb::kernel
