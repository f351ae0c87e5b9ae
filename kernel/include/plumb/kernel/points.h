// SPDX-License-Identifier: LGPL-3.0-or-later
// Points in space: ExactPoint and PlanPoint, which are fractions by themselves, and the PointTable, which has all
// points of a scene as integers of one unit.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/fixed_integer.h"
#include "plumb/kernel/interval.h"

namespace plumb::kernel {

/// A point in input units, z up, in lowest terms.
using ExactPoint = std::array<mpq_class, 3>;

/// A point in plan, likewise.
using PlanPoint = std::array<mpq_class, 2>;

/// The point at a share of the segment from p to q: p at 0, q at 1. In the plane or in space.
template <std::size_t dimensions>
std::array<mpq_class, dimensions> point_along(const std::array<mpq_class, dimensions>& p,
                                              const std::array<mpq_class, dimensions>& q, const mpq_class& share) {
  std::array<mpq_class, dimensions> at;
  for (std::size_t k = 0; k < dimensions; ++k) at[k] = p[k] + share * (q[k] - p[k]);
  return at;
}

/// The share of the segment from p to q at which a point of its line is: 0 at p, 1 at q. p and q differ.
template <std::size_t dimensions>
mpq_class share_along(const std::array<mpq_class, dimensions>& p, const std::array<mpq_class, dimensions>& q,
                      const std::array<mpq_class, dimensions>& at) {
  std::size_t k = 0;
  while (p[k] == q[k]) ++k;
  return (at[k] - p[k]) / (q[k] - p[k]);
}

using PointId = std::uint32_t;
inline constexpr PointId no_point = 0xffffffffu;

/// Coordinates in the fixed stage of the ladder: at most 126 bits and a sign.
using Coordinate = FixedInteger<2>;
inline constexpr int max_fixed_coordinate_bits = 126;

/// The points of a scene in integers over one denominator, its unit: point i is (x, y, z) / denominator(). z is up.
///
/// A few coordinates may be *long*: fractions of that unit, kept apart, so that their length lengthens no other number
/// (set_long). A point is *whole* if none of its coordinates is long. fixed(), native() and doubles_are_exact() hold
/// for whole points alone; code that relies on them must ask is_whole() of every point that it uses. A common multiple
/// of their scale() makes the coordinates of several points integers.
///
/// It can grow: points keep their numbers, but where a finer point is added, all integers are scaled. What was made
/// from integers of the table (frames, planes) holds as long as denominator(), fixed() and has_long() do not change. No
/// other thread may read the table while it grows.
///
/// Requirements: every value given is finite. Degenerate cases: equal points may occur more than once (the
/// predicates then fall back on arithmetic where equal ids would have answered at once).
class PointTable {
 public:
  /// From binary64 values x0 y0 z0 x1 ..., taken exactly; the denominator is a power of two.
  static PointTable from_doubles(const std::vector<double>& xyz);
  /// From integers x0 y0 z0 x1 ... over one positive denominator.
  static PointTable from_integers(std::vector<mpz_class> xyz, mpz_class denominator);
  /// The same where every integer is a double already: of magnitude at most 2^53. No -0.
  static PointTable from_scaled_doubles(std::vector<double> xyz, mpz_class denominator);

  /// Adds points, in input units and lowest terms. @return the number of the first; the others follow. Where all points
  /// over one denominator would leave the fixed stage of a table that is in it, coordinates that are no short integers
  /// of its unit become long. Linear in the new points, and in all where the unit becomes finer.
  PointId append(std::span<const ExactPoint> points);
  /// The same, but the unit stays as it is: coordinates that are no short integers of it become long, so that no other
  /// number becomes longer. A table that is out of the fixed stage and has no long coordinates gets none: there, this
  /// is append().
  PointId append_long(std::span<const ExactPoint> points);
  /// Whether the table is certain to be fixed() after rescale(factor), if it is now. Requires factor > 0.
  bool stays_fixed(const mpz_class& factor) const;
  /// Multiplies denominator and integers: no point moves. Requires factor > 0.
  void rescale(const mpz_class& factor);
  /// Moves a point to another place, in input units. Each coordinate that changes becomes long, even if it is an
  /// integer of the unit, so that it lengthens no other number.
  void set_long(PointId p, const ExactPoint& place);

  /// The same points with their coordinates rotated, so that axis 0 or 1 comes last: (y, z, x) or (z, x, y).
  PointTable turned(int axis) const;

  std::size_t size() const { return approx_.size() / 3; }
  const mpz_class& denominator() const { return denominator_; }
  /// The least b with |coordinate| < 2^b for every integer coordinate.
  int bits() const { return bits_; }
  /// The same bound, and the denominator, if all coordinates, long ones too, were over one denominator. Linear; for
  /// reports, not for arithmetic.
  int common_bits() const;
  mpz_class common_denominator() const;

  bool has_long() const { return !long_axes_.empty(); }
  bool is_whole(PointId p) const { return long_axes_.empty() || long_axes_[p] == 0; }
  bool is_whole(PointId p, int axis) const { return long_axes_.empty() || (long_axes_[p] >> axis & 1) == 0; }
  bool is_whole_in_plan(PointId p) const { return long_axes_.empty() || (long_axes_[p] & 3) == 0; }
  bool are_whole(std::span<const PointId> list) const {
    return long_axes_.empty() || std::ranges::all_of(list, [this](PointId p) { return is_whole(p); });
  }

  /// True if every coordinate difference of whole points fits the fixed stage.
  bool fixed() const { return bits_ < max_fixed_coordinate_bits; }
  /// True if approx() is every integer coordinate exactly.
  bool doubles_are_exact() const { return exact_.empty(); }
  /// True if approx() is this coordinate exactly.
  bool approx_is_exact(PointId p, int axis) const { return exact_.empty() && is_whole(p, axis); }
  /// True if approx() is every coordinate of the point exactly.
  bool approx_is_exact(PointId p) const { return exact_.empty() && is_whole(p); }
  /// True if approx() is every coordinate of the table exactly.
  bool approx_is_exact() const { return exact_.empty() && !has_long(); }

  /// The coordinate in the table's unit, rounded to nearest (infinite beyond the range of double).
  double approx(PointId p, int axis) const { return approx_[3 * std::size_t{p} + static_cast<std::size_t>(axis)]; }
  /// The integer coordinate. Requires fixed() and a whole one.
  Coordinate fixed(PointId p, int axis) const;
  /// The coordinate of p minus that of q. Requires fixed() and whole ones.
  Coordinate difference(PointId p, PointId q, int axis) const {
    if (native()) return native_difference(p, q, axis);
    return (fixed(p, axis) - fixed(q, axis)).narrow<2>();
  }
  /// The coordinate in the table's unit.
  mpq_class exact(PointId p, int axis) const;
  /// The integer coordinate. Requires a whole one.
  mpz_class integer(PointId p, int axis) const;
  /// The least positive number that makes all coordinates of the point integers: 1 of a whole point.
  const mpz_class& scale(PointId p) const;
  /// The coordinate times a multiple of scale(p).
  mpz_class scaled(PointId p, int axis, const mpz_class& multiple) const;

  /// True if differences of whole coordinates fit 62 bits and a sign, so that sums of two of their products fit
  /// Int128.
  bool native() const { return bits_ <= 61 && exact_.empty(); }
  std::int64_t native_difference(PointId p, PointId q, int axis) const {
    return static_cast<std::int64_t>(approx(p, axis)) - static_cast<std::int64_t>(approx(q, axis));
  }

 private:
  struct LongPoint {
    std::array<mpq_class, 3> at;  // in the table's unit
    mpz_class scale;
  };
  void push(const mpz_class& coordinate);
  void push_point(const ExactPoint& place, bool takes_long);
  void set_long_in_unit(PointId p, std::array<mpq_class, 3> at);
  bool becomes_long(const mpq_class& in_unit) const;

  std::vector<double> approx_;
  std::vector<mpz_class> exact_;         // empty when approx_ is exact; 0 in place of a long coordinate
  std::vector<std::uint8_t> long_axes_;  // by point, a bit for each axis; empty if nothing is long
  std::unordered_map<PointId, LongPoint> long_points_;
  mpz_class denominator_ = 1;
  int bits_ = 0;
};

/// The coordinates of one whole point minus those of another. The first requires fixed().
inline std::array<Coordinate, 3> fixed_difference(const PointTable& points, PointId to, PointId from) {
  return {points.difference(to, from, 0), points.difference(to, from, 1), points.difference(to, from, 2)};
}

/// The least common multiple of what makes each point's coordinates integers.
mpz_class common_scale(const PointTable& points, std::span<const PointId> list);
/// A point, or the difference of two, in integers over a positive scale: 1 for whole points.
struct ScaledVector {
  std::array<mpz_class, 3> d;
  mpz_class scale;
};
ScaledVector scaled_point(const PointTable& points, PointId p);
ScaledVector scaled_difference(const PointTable& points, PointId to, PointId from);

/// The corner that serves as the origin of a polygon's frame: the first that is whole in plan, else the first.
PointId origin_corner(const PointTable& points, std::span<const PointId> corners);

/// Doubles around a coordinate of a table that approx() gives, of whichever point, in the table's integer units.
inline Interval interval_of(const PointTable& points, double coordinate) {
  if (points.approx_is_exact()) return Interval(coordinate);
  return {step_down(coordinate), step_up(coordinate)};
}
/// Doubles around the coordinate of a point: that itself, if it is a double and not long.
inline Interval interval_of(const PointTable& points, PointId p, int axis) {
  const double coordinate = points.approx(p, axis);
  if (points.approx_is_exact(p, axis)) return Interval(coordinate);
  return {step_down(coordinate), step_up(coordinate)};
}

/// Points of a table in input units.
ExactPoint exact_point(const PointTable& points, PointId point);
std::vector<ExactPoint> exact_corners(const PointTable& points, std::span<const PointId> corners);

/// nearest_double for a coordinate of a table's point, in input units.
double nearest_double(const PointTable& points, PointId point, int axis);

}  // namespace plumb::kernel
