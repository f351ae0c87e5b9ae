// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A convex area by name: what of a ring, which runs counter-clockwise and is strictly convex, is in some half-planes.
/// Refers to these.
struct NamedArea {
  std::uint32_t name;
  const PlanRing* ring;
  std::span<const HalfPlane> sides = {};  ///< the ring's, where they are known: if it is not on the grid, it saves time
  std::span<const HalfPlane> limits = {};
};

/// A convex part of a polygon that no area's side runs through.
struct AreaPiece {
  PlanRing ring;                     ///< counter-clockwise, strictly convex
  std::vector<std::uint32_t> areas;  ///< the names of those that it is in, ascending
};

/// How areas cut, where they overlap too.
enum class AreaCuts : std::uint8_t {
  all,      ///< each along all its sides
  first,    ///< only what no area before it has: a piece is in one area at most
  outside,  ///< as `first`, and only pieces in no area are wanted
};

/// Cuts a convex polygon by convex areas. Interiors of pieces do not meet; together they are the polygon, or what of it
/// is wanted. Where many areas meet, the polygon is parted along axis-parallel lines at medians, again and again, so
/// that n scattered areas cost about n log n; in each part pieces are cut by decompose_traversable() along lines of the
/// polygon, of areas and of parts: no number is longer than three of these make it. CellSubdivision does the same for
/// areas that come and go.
///
/// Requires a strictly convex ring, counter-clockwise, and names that ascend. `unit`: most lines run through multiples
/// of 1 / unit; it keeps numbers short, and decides nothing.
std::vector<AreaPiece> cut_by_areas(const PlanRing& ring, std::span<const NamedArea> areas, const mpz_class& unit,
                                    AreaCuts cuts);

}  // namespace plumb::kernel
