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

/// A convex area with a name: the part of a strictly convex, counter-clockwise ring within some half-planes. Refers to
/// the ring and the half-planes.
struct NamedArea {
  std::uint32_t name;
  const PlanRing* ring = nullptr;         ///< null: made on demand (MakeArea)
  std::span<const HalfPlane> sides = {};  ///< sides_of() the ring, if known: they save time if it is not on the grid
  std::span<const HalfPlane> limits = {};
  /// The ring's corners, perhaps with others that lie straight between them; required where it is made on demand.
  std::span<const PlanRef> near = {};
};
/// Puts the ring into an area, and its sides if they are known.
using MakeArea = std::function<void(NamedArea&)>;

/// More areas than this, and a polygon that they cut is split. Of no more than this, those that have no point inside
/// the polygon may be left out without an effect on the pieces.
inline constexpr std::size_t few_areas = 12;

/// A convex part of a polygon that no area's side runs through.
struct AreaPiece {
  PlanRing ring;                     ///< counter-clockwise, strictly convex
  std::vector<std::uint32_t> areas;  ///< the names of those that it is in, ascending
};

/// How areas cut a polygon, in particular where they overlap.
enum class AreaCuts : std::uint8_t {
  all,      ///< each area cuts along all its sides
  first,    ///< each area cuts only what no area before it has, so a piece is in one area at most
  outside,  ///< as `first`, but only pieces in no area are returned
};

/// Cuts a convex polygon by convex areas. The interiors of pieces do not meet, and their union is the polygon, or the
/// part of it that AreaCuts asks for. Where many areas overlap, the polygon is split recursively along axis-parallel
/// lines at medians, so that n scattered areas cost about n log n. In each part, decompose_traversable() cuts along
/// lines of the polygon, of areas and of splits, so predicates are about three of these lines and no number is longer.
/// CellSubdivision does the same for areas that are inserted and erased.
///
/// Requires a strictly convex ring, counter-clockwise, and names that ascend. `unit`: most lines run through multiples
/// of 1 / unit. The unit keeps numbers short and has no effect on the pieces. `make` is called, once, for those areas
/// without a ring that are cut by.
std::vector<AreaPiece> cut_by_areas(const PlanRing& ring, std::span<const NamedArea> areas, const mpz_class& unit,
                                    AreaCuts cuts, const MakeArea& make = {});

}  // namespace plumb::kernel
