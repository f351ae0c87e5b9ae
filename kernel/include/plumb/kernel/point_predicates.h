// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

/// Predicates on the points of a scene, each by the filter ladder: doubles with a derived error bound, then
/// FixedInteger where the table is fixed(), then GMP. All answers are exact. Where a point has long coordinates,
/// intervals stand in place of the doubles and their bounds, and GMP behind them.

/// Component `axis` of (b - a) x (c - a). `Difference` maps (point, point, axis) to the difference of that coordinate.
/// Degree 2, 2b + 3 bits.
template <class Difference, class Point>
auto turn_formula(const Difference& d, int axis, Point a, Point b, Point c) {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis == 1 ? 0 : 1;
  return formulas::determinant(d(b, a, i), d(b, a, j), d(c, a, i), d(c, a, j));
}

/// The error bounds of the double stage.
///
/// Exact table (PointTable::doubles_are_exact), relative to the computed magnitudes of the terms. A difference carries
/// one rounding, a product of two 1+1+1 = 3; their difference is rounded too, but rounding keeps order, so that it
/// counts for nothing in the comparison with the bound: |computed - true| <= ((1+u)^3 - 1) * (|t1| + |t2|), true terms
/// t. The sum of the computed terms loses at most another factor (1-u)^-4, and scaling it by the constant rounds once
/// more; all of it stays below 4 u. For the volume: minor 4, times a difference 6, two sums 8: below 9 u. Coordinates
/// are integers, so a nonzero difference is at least 1 and no product underflows.
///
/// Rounded table, relative to products of the largest |coordinate| M on each axis. A coordinate is within u M of the
/// truth, a difference, at most 2 M, within 4 u M; a product of two, at most 4 M M, within 2 * 2 * 4 + 4 = 20 u M M;
/// the turn within 2 * 20 + 8 = 48. For the volume: minor 8 and 48, times a difference 16 and 8 * 4 + 2 * 48 + 16 =
/// 144, two sums 3 * 144 + 32 + 48 = 512. Terms in u u are below one more.
inline constexpr ErrorBound turn_bound{4};
inline constexpr ErrorBound volume_bound{9};
inline constexpr ErrorBound rounded_turn_bound{49};
inline constexpr ErrorBound rounded_volume_bound{513};

/// A sign that an error bound certifies. None where the value overflowed, even if the bound did not: one product may
/// have, and the other, almost as great, would have turned the sign.
inline std::optional<Sign> certified_sign(double value, double error) {
  if (!std::isfinite(value)) return std::nullopt;
  if (value > error) return Sign::positive;
  if (value < -error) return Sign::negative;
  return std::nullopt;
}

/// The stages in place of the double stages, where some point has long coordinates.
std::optional<Sign> orientation_in_intervals(const PointTable& points, int axis, PointId a, PointId b, PointId c);
std::optional<Sign> volume_in_intervals(const PointTable& points, PointId a, PointId b, PointId c, PointId d);

template <class... Point>
bool are_whole(const PointTable& points, Point... p) {
  return (points.is_whole(p) && ...);
}

/// The double stage of orientation().
inline std::optional<Sign> orientation_filtered(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  if (points.has_long() && !are_whole(points, a, b, c)) return orientation_in_intervals(points, axis, a, b, c);
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis == 1 ? 0 : 1;
  const double ai = points.approx(a, i), bi = points.approx(b, i), ci = points.approx(c, i);
  const double aj = points.approx(a, j), bj = points.approx(b, j), cj = points.approx(c, j);
  const double bia = bi - ai, bja = bj - aj, cia = ci - ai, cja = cj - aj,
               value = formulas::determinant(bia, bja, cia, cja);
  if (points.doubles_are_exact()) {
    const double size = formulas::determinant_size(bia, bja, cia, cja);
    // A product is zero only if a difference is, exactly. Aligned walls are full of the second kind of zero.
    if (size == 0 || (bi == ci && bj == cj)) return Sign::zero;
    return certified_sign(value, turn_bound * size);
  }
  const double mi = std::max({std::fabs(ai), std::fabs(bi), std::fabs(ci)});
  const double mj = std::max({std::fabs(aj), std::fabs(bj), std::fabs(cj)});
  return certified_sign(value, rounded_turn_bound * (mi * mj));
}

/// Whether the points stand on two lines parallel to an axis, as the corners of walls do, so in one plane.
/// Requires an exact table.
inline bool two_columns(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  for (const int axis : {2, 0, 1}) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const auto same = [&](PointId p, PointId q) {
      return points.approx(p, i) == points.approx(q, i) && points.approx(p, j) == points.approx(q, j);
    };
    const PointId other = !same(a, b) ? b : !same(a, c) ? c : d;
    if ((same(c, a) || same(c, other)) && (same(d, a) || same(d, other))) return true;
  }
  return false;
}

/// The double stage of volume().
inline std::optional<Sign> volume_filtered(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  if (points.has_long() && !are_whole(points, a, b, c, d)) return volume_in_intervals(points, a, b, c, d);
  double u[3], v[3], w[3];
  for (int k = 0; k < 3; ++k) {
    const double o = points.approx(a, k);
    u[k] = points.approx(b, k) - o;
    v[k] = points.approx(c, k) - o;
    w[k] = points.approx(d, k) - o;
  }
  const double value = formulas::orient3d(u, v, w);
  if (points.doubles_are_exact()) {
    const auto size_of = [&](int i, int j) { return formulas::determinant_size(u[i], u[j], v[i], v[j]); };
    const double size =
        (size_of(1, 2) * std::fabs(w[0]) + size_of(2, 0) * std::fabs(w[1])) + size_of(0, 1) * std::fabs(w[2]);
    if (size == 0) return Sign::zero;
    const auto sign = certified_sign(value, volume_bound * size);
    return sign || !two_columns(points, a, b, c, d) ? sign : Sign::zero;
  }
  double size = rounded_volume_bound;
  for (int k = 0; k < 3; ++k)
    size *= std::max(std::max(std::fabs(points.approx(a, k)), std::fabs(points.approx(b, k))),
                     std::max(std::fabs(points.approx(c, k)), std::fabs(points.approx(d, k))));
  return certified_sign(value, size);
}

/// The stages behind the doubles.
Sign orientation_exact(const PointTable& points, int axis, PointId a, PointId b, PointId c);
Sign volume_exact(const PointTable& points, PointId a, PointId b, PointId c, PointId d);
std::strong_ordering compare_exact(const PointTable& points, int axis, PointId a, PointId b);

/// Sign of component `axis` of (b - a) x (c - a). Positive for axis 2: a, b, c turn left seen from above.
/// Zero: the projections along that axis are collinear (equal points included).
inline Sign orientation(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  const auto s = orientation_filtered(points, axis, a, b, c);
  return s ? *s : orientation_exact(points, axis, a, b, c);
}

/// Sign of (b - a) x (c - a) . (d - a). Zero: the four points lie in one plane. Degree 3, 3b + 6 bits.
inline Sign volume(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  const auto s = volume_filtered(points, a, b, c, d);
  return s ? *s : volume_exact(points, a, b, c, d);
}

/// The three points lie on one line (equal points included).
inline bool collinear(const PointTable& points, PointId a, PointId b, PointId c) {
  return orientation(points, 2, a, b, c) == Sign::zero && orientation(points, 0, a, b, c) == Sign::zero &&
         orientation(points, 1, a, b, c) == Sign::zero;
}

/// Order of one coordinate.
inline std::strong_ordering compare(const PointTable& points, int axis, PointId a, PointId b) {
  const double x = points.approx(a, axis), y = points.approx(b, axis);
  // Rounding is monotone: different roundings order the exact values.
  if (x < y) return std::strong_ordering::less;
  if (x > y) return std::strong_ordering::greater;
  const bool exact = points.approx_is_exact(a, axis) && points.approx_is_exact(b, axis);
  return exact ? std::strong_ordering::equal : compare_exact(points, axis, a, b);
}

/// Order of the projections along `axis`, by the next axis and then the one after it. Equal only for equal projections.
inline std::strong_ordering compare_projected(const PointTable& points, int axis, PointId a, PointId b) {
  const auto first = compare(points, (axis + 1) % 3, a, b);
  return first != 0 ? first : compare(points, (axis + 2) % 3, a, b);
}

}  // namespace plumb::kernel
