// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>

#include "plumb/kernel/face_outline.h"

// The regions that outlines wind around, in triangles, for faces that are not planar or whose outlines touch
// themselves.
namespace plumb::kernel {

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
  Sign sign = Sign::zero;  ///< of the triangles' turn along the axis; zero: there are none, as all edges cancel
  CornerLists triangles;   ///< in the outline's direction, each from its first corner by projected coordinates; sorted
  std::vector<std::uint32_t> left_out;  ///< corners that are on no edge, by their places in the outline, ascending
};

/// None if the outline winds around some point more than once, if it winds around some points one way and around others
/// the other way, or if two corners coincide in projection and not in space. Requires neighbouring corners at different
/// places; equal points of the table are one place. n log n for most outlines, quadratic at worst.
std::optional<FaceRegion> region_of(const PointTable& points, int axis, std::span<const PointId> corners);

/// Joins triangles of one plane, as region_of makes them, to convex polygons (Hertel & Mehlhorn): erases inner edges,
/// the longest first, where both ends stay convex. Polygons keep the triangles' direction; each starts at its lowest
/// point, by which they are sorted, then by the next one. Corners inside a side are allowed.
CornerLists join_triangles(const PointTable& points, int axis, const FaceRegion& region);

}  // namespace plumb::kernel
