// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/normal.h"

namespace plumb::kernel {

/// What the outline of a planar face is, by its corners in order (the last joins the first).
enum class FaceOutline {
  convex,  ///< simple, no reflex corner; corners inside a side are allowed
  simple,  ///< simple, some corner is reflex
  bad,     ///< it crosses or touches itself: edges meet otherwise than at their common corner (spikes included)
};

/// An outline's kind, and its sign: positive if it runs counterclockwise seen against the projection's axis (axis 2:
/// from above). The sign of a bad outline says nothing.
struct FaceShape {
  FaceOutline kind;
  Sign sign;
};

/// Requires at least three corners, all in one plane, cyclic neighbours different, not all on one line; the
/// projection along `axis` must keep the plane's area. n for a convex outline, else n log n.
FaceShape shape_of(const PointTable& points, int axis, std::span<const PointId> corners);

/// Polygons one after another.
struct CornerLists {
  std::vector<PointId> corners;
  std::vector<std::uint32_t> begin{0};  ///< polygon i is corners[begin[i], begin[i+1])
  std::size_t size() const { return begin.size() - 1; }
};

/// Cuts a simple outline into convex parts along diagonals, without new points (Hertel & Mehlhorn): at most four
/// times as many parts as are needed. Parts keep the outline's direction; each starts at its lowest corner index, by
/// which they are sorted (ties: by the next corner's index). Corners inside a side of a part are allowed.
///
/// Requires a simple outline of at most 2^29 corners and its shape's sign. n log n; memory linear in n; no recursion.
CornerLists convex_parts(const PointTable& points, int axis, Sign sign, std::span<const PointId> corners);

}  // namespace plumb::kernel
