// SPDX-License-Identifier: LGPL-3.0-or-later
// Faces of a level, whose outlines need not be convex, as convex polygons.
// shape_of() says what an outline is. convex_parts() cuts a simple one; region_of() finds the region of an outline that
// touches itself, or of a face that is not planar, in triangles, which join_triangles() joins; crossed_region_of()
// finds that of an outline that crosses itself in points that are no corners.
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/plane.h"

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

// --- The regions that outlines wind around, for faces that are not planar or whose outlines touch themselves

/// The axis in which the area vector of an outline (half the sum of the cross products of consecutive corners) is
/// greatest in absolute value, z before y before x among equals, and the sign of that component; none if the vector is
/// zero. Exact; linear in the corners, which need not be in one plane.
std::optional<Projection> area_projection(const PointTable& points, std::span<const PointId> corners);

/// In projection along `axis`: twice the sum of the absolute areas of the triangles that fan from the first corner,
/// less twice the absolute area of the outline. In the table's squared units; 0 if all triangles turn one way.
mpq_class doubled_fan_excess(const PointTable& points, int axis, std::span<const PointId> corners);

/// The region that an outline winds around, in projection along an axis, as its constrained Delaunay triangulation. The
/// segments are the outline's edges, split at the corners that lie on them; stretches that the outline runs equally
/// often in both directions cancel. Where more than three corners lie on one circle with none within it, the triangles
/// are the fan from the first of them by projected coordinates, in the order x, y, z of those that the axis leaves. So
/// the triangles depend on the places of the corners alone.
struct FaceRegion {
  /// A point of the table that is no corner of the outline, and two edges that cross in it, each by the place of its
  /// first corner in the outline: the first two on different lines.
  struct Crossing {
    PointId point;
    std::array<std::uint32_t, 2> edges;
  };
  Sign sign = Sign::zero;  ///< of the triangles' turn along the axis; zero: there are none, as all edges cancel
  CornerLists triangles;   ///< in the outline's direction, each from its first corner by projected coordinates; sorted
  std::vector<std::uint32_t> left_out;  ///< corners that are on no edge, by their places in the outline, ascending
  std::vector<Crossing> crossings;      ///< by projected coordinates; none of region_of()
};

/// None if the outline winds around some point more than once, if it winds around some points one way and around others
/// the other way, if two corners coincide in projection and not in space, or if edges cross in a point that is no
/// corner. Requires neighbouring corners at different places; equal points of the table are one place. n log n for most
/// outlines, quadratic at worst.
std::optional<FaceRegion> region_of(const PointTable& points, int axis, std::span<const PointId> corners);

/// The same for an outline in one plane in which edges cross in points that are no corners. These points are appended
/// to the table, and the triangles have them as corners. None if no edges cross so, if the outline winds otherwise than
/// once, or if four edges, or any even number of them, cross in such a point, which comes to the same. Also takes n for
/// each such point.
std::optional<FaceRegion> crossed_region_of(PointTable& points, int axis, std::span<const PointId> corners);

/// Joins triangles of one plane, as region_of makes them, to convex polygons (Hertel & Mehlhorn): erases inner edges,
/// the longest first, where both ends stay convex. Polygons keep the triangles' direction; each starts at its lowest
/// point, by which they are sorted, then by the next one. Corners inside a side are allowed.
CornerLists join_triangles(const PointTable& points, int axis, const FaceRegion& region);

}  // namespace plumb::kernel
