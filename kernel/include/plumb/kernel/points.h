// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/fixed_integer.h"

namespace plumb::kernel {

using PointId = std::uint32_t;
inline constexpr PointId no_point = 0xffffffffu;

/// Coordinates in the fixed stage of the ladder: at most 126 bits and a sign.
using Coordinate = FixedInteger<2>;
inline constexpr int max_fixed_coordinate_bits = 126;

/// The points of a scene, scaled to integers by their common denominator: point i is (x, y, z) / denominator(). z is
/// up.
///
/// It can grow: points keep their numbers, but where a finer one comes, all integers are scaled anew. What was made
/// from integers of the table (frames, planes) holds as long as denominator() and fixed() do not change. Not to be read
/// by other threads meanwhile.
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

  /// Points more, in input units and lowest terms. @return the number of the first; the others follow. Linear in the
  /// new ones, and in all if they do not lie on the grid of 1 / denominator().
  PointId append(std::span<const ExactPoint> points);
  /// Multiplies denominator and integers: no point moves. Requires factor > 0.
  void rescale(const mpz_class& factor);

  /// The same points seen along axis 0 or 1: that one comes last, the others before it as they follow it in turn, (y,
  /// z, x) or (z, x, y).
  PointTable turned(int axis) const;

  std::size_t size() const { return approx_.size() / 3; }
  const mpz_class& denominator() const { return denominator_; }
  /// The least b with |coordinate| < 2^b for every integer coordinate.
  int bits() const { return bits_; }
  /// True if every coordinate difference fits the fixed stage.
  bool fixed() const { return bits_ < max_fixed_coordinate_bits; }
  /// True if approx() is every integer coordinate exactly.
  bool approx_is_exact() const { return exact_.empty(); }

  /// The integer coordinate rounded to nearest (infinite beyond the range of double).
  double approx(PointId p, int axis) const { return approx_[3 * std::size_t{p} + axis]; }
  /// The integer coordinate. fixed(p, axis) requires fixed().
  Coordinate fixed(PointId p, int axis) const;
  /// The coordinate of p minus that of q. Requires fixed().
  Coordinate difference(PointId p, PointId q, int axis) const {
    if (native()) return native_difference(p, q, axis);
    return (fixed(p, axis) - fixed(q, axis)).narrow<2>();
  }
  mpz_class exact(PointId p, int axis) const;

  /// True if coordinate differences fit 62 bits and a sign: a product of two fits __int128, twice over.
  bool native() const { return bits_ <= 61 && exact_.empty(); }
  std::int64_t native_difference(PointId p, PointId q, int axis) const {
    return static_cast<std::int64_t>(approx(p, axis)) - static_cast<std::int64_t>(approx(q, axis));
  }

 private:
  void push(const mpz_class& coordinate);

  std::vector<double> approx_;
  std::vector<mpz_class> exact_;  // empty when approx_ is exact
  mpz_class denominator_ = 1;
  int bits_ = 0;
};

/// The coordinates of one point minus those of another. The first requires fixed().
inline std::array<Coordinate, 3> fixed_difference(const PointTable& points, PointId to, PointId from) {
  return {points.difference(to, from, 0), points.difference(to, from, 1), points.difference(to, from, 2)};
}
inline std::array<mpz_class, 3> exact_coordinates(const PointTable& points, PointId p) {
  return {points.exact(p, 0), points.exact(p, 1), points.exact(p, 2)};
}
inline std::array<mpz_class, 3> exact_difference(const PointTable& points, PointId to, PointId from) {
  std::array<mpz_class, 3> d;
  for (int k = 0; k < 3; ++k) d[k] = points.exact(to, k) - points.exact(from, k);
  return d;
}

}  // namespace plumb::kernel
