// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "plumb/kernel/exact_polygon.h"

// Rational points of the unit circle, and the convex polygons that they make: one inside the disc, one around it.
namespace plumb::kernel {

/// How many points a disc may have: a multiple of 4, so that those on the axes are among them.
inline constexpr std::uint32_t min_disc_points = 4, max_disc_points = 512;

/// N points of the unit circle, counter-clockwise from (1, 0), at angles near 2 pi j / N.
///
/// A point depends on j / N in lowest terms alone, so N's points are among 2 N's. Up to an eighth of a turn, point j is
/// that of the simplest fraction within 2^-9 of tan(pi j / N), the tangent of half its angle: each angle is within
/// 2^-8, and numerators and denominators have at most 17 bits. Points on the axes are exact. A quarter turn of a point
/// is a point. So is its mirror image, but for odd eighths of a turn: a point that is its own image at the diagonal
/// would have the root of 2 for a coordinate.
///
/// Requires a multiple of 4 from min_disc_points to max_disc_points.
std::vector<PlanPoint> disc_points(std::uint32_t count);

/// What stands for the disc: the hull of its points, which is inside of it, or the polygon of the tangents there, which
/// is around it.
enum class DiscBound : std::uint8_t { hull, tangents };

/// A convex polygon around the origin, counter-clockwise: edge k runs from corner k to corner k + 1.
struct DiscPolygon {
  /// normal . p <= offset; the normal points outward and is in integers.
  struct Edge {
    std::array<mpz_class, 2> normal;
    mpq_class offset;
  };
  std::vector<PlanPoint> corners;
  std::vector<Edge> edges;

  /// The corner farthest along a direction that lies between the normals of edge k and the next, these included.
  const PlanPoint& corner_after(std::size_t k) const { return corners[k + 1 == corners.size() ? 0 : k + 1]; }
};

/// The polygon of a disc of radius r > 0 around the origin.
DiscPolygon disc_polygon(std::uint32_t count, DiscBound bound, const mpq_class& radius);

mpq_class area(const DiscPolygon& polygon);

}  // namespace plumb::kernel
