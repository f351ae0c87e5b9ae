// SPDX-License-Identifier: LGPL-3.0-or-later
// Doubles for figures that are approximate and yet the same in every build. The doubles at hand around a point depend
// on which of several equal lines meet in it, and so on the order of equal things; these depend on the point alone.
#pragma once
#include <bit>
#include <cstdint>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/mesh_points.h"

namespace plumb::pipeline {

/// The nearest number of 48 binary digits, away from zero between two. It keeps order; 0 and infinities stay.
inline double rounded_to_48_digits(double value) {
  constexpr int dropped = 53 - 48;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) + (std::uint64_t{1} << (dropped - 1));
  return std::bit_cast<double>(bits >> dropped << dropped);
}

/// kernel::nearest_double() of a number that lies in an interval, rounded to 48 digits. exact(): the number; asked for
/// where the interval leaves two answers.
template <class Exact>
double short_double_in(const kernel::Interval& at, Exact&& exact) {
  const double low = rounded_to_48_digits(at.low);
  return low == rounded_to_48_digits(at.high) ? low : rounded_to_48_digits(kernel::nearest_double(exact()));
}

/// The same of a coordinate, in units of 1 / points.unit().
inline double short_double(const MeshPoints& points, MeshPoints::Index point, std::size_t axis) {
  return short_double_in(points.near(point)[axis], [&] { return mpq_class(points[point][axis] * points.unit()); });
}

}  // namespace plumb::pipeline
