// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plane.h"

#include "plumb/kernel/int128.h"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cassert>
#include <cmath>
#include <limits>

#include "implicit_plan_numbers.h"

namespace plumb::kernel {

template <>
FixedNormal normal_of<FixedInteger<5>>(const PointTable& points, PointId a, PointId b, PointId c) {
  const auto [x, y, z] = formulas::cross(fixed_difference(points, b, a), fixed_difference(points, c, a));
  return {x, y, z};
}

template <>
ExactNormal normal_of<mpz_class>(const PointTable& points, PointId a, PointId b, PointId c) {
  auto [x, y, z] = formulas::cross(scaled_difference(points, b, a).d, scaled_difference(points, c, a).d);
  return {std::move(x), std::move(y), std::move(z)};
}

FilteredNormal filtered_normal(const PointTable& points, PointId a, PointId b, PointId c) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (!points.doubles_are_exact() || !are_whole(points, a, b, c)) return {0, 0, 0, inf, inf, inf};
  double u[3], v[3], e[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = points.approx(b, k) - points.approx(a, k);
    v[k] = points.approx(c, k) - points.approx(a, k);
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    e[k] = normal_error * formulas::determinant_size(u[i], u[j], v[i], v[j]);
  }
  const auto n = formulas::cross(u, v);
  return {n[0], n[1], n[2], e[0], e[1], e[2]};
}

std::array<PointId, 3> spanning_corners(const PointTable& points, std::span<const PointId> corners) {
  assert(corners.size() >= 3);
  std::size_t k = 2;
  while (k + 1 < corners.size() && collinear(points, corners[0], corners[1], corners[k])) ++k;
  return {corners[0], corners[1], corners[k]};
}

Projection projection_of(const PointTable& points, PointId a, PointId b, PointId c) {
  for (const int axis : {2, 0})
    if (const Sign s = orientation(points, axis, a, b, c); s != Sign::zero) return {axis, s};
  return {1, orientation(points, 1, a, b, c)};
}

namespace {

using Vector = std::array<Coordinate, 3>;
using BigVector = std::array<mpz_class, 3>;

std::array<FixedInteger<4>, 3> narrow_cross(const Vector& u, const Vector& v) {
  const auto n = formulas::cross(u, v);
  return {n[0].narrow<4>(), n[1].narrow<4>(), n[2].narrow<4>()};
}

void reduce(BigVector& n) {
  const mpz_class common = gcd(gcd(n[0], n[1]), n[2]);
  if (common != 0 && common != 1)
    for (mpz_class& c : n) mpz_divexact(c.get_mpz_t(), c.get_mpz_t(), common.get_mpz_t());
}

// Unknown unless all components are 0 or of a size that filters can bear.
std::array<double, 3> rounded_normal(const BigVector& n) {
  int length = 0;
  for (const mpz_class& c : n) length = std::max(length, bits_of(c));
  std::array<double, 3> out;
  for (std::size_t k = 0; k < 3; ++k) {
    if (n[k] != 0 && length - bits_of(n[k]) >= coefficient_range) return {unknown, unknown, unknown};
    out[k] = scaled(n[k], length);
  }
  return out;
}

}  // namespace

// Whole corners first, for what the plane decides is short if they span it.
void Plane::choose_whole(const PointTable& points, std::span<const PointId> corners) {
  boost::container::small_vector<PointId, 16> order(corners.begin(), corners.end());
  std::stable_partition(order.begin(), order.end(), [&](PointId p) { return points.is_whole(p); });
  const auto [a, b, c] = spanning_corners(points, {order.data(), order.size()});
  anchor_ = a;
  second_ = b;
  third_ = c;
  whole_ = are_whole(points, a, b, c);
}

Plane::Plane(const PointTable& points, std::span<const PointId> corners)
    : anchor_(corners[0]), second_(corners[1]), third_(corners[2]) {
  if (!points.are_whole(corners)) {
    choose_whole(points, corners);
    if (whole_) {
      *this = Plane(points, std::array{anchor_, second_, third_});
      return;
    }
    BigVector n =
        formulas::cross(scaled_difference(points, second_, anchor_).d, scaled_difference(points, third_, anchor_).d);
    flipped_ = n[2] < 0;
    assert(n[2] != 0);
    if (flipped_)
      for (mpz_class& c : n) c = -c;
    reduce(n);
    approx_ = rounded_normal(n);
    return;
  }
  // The first corner after the second that is not in line with both; two equal corners never follow each other. As the
  // plane is not upright, corners are in line where they are so in plan: where the height of the product is 0.
  const auto choose = [&](auto zero) {
    for (std::size_t k = 2; k < corners.size(); ++k) {
      third_ = corners[k];
      if (!zero()) return;
    }
    assert(!"three non-collinear corners");
  };
  if (points.native()) {  // the same in machine integers
    std::array<Int128, 3> n{};
    const auto d = [&](PointId to, int k) { return static_cast<Int128>(points.native_difference(to, anchor_, k)); };
    const std::array<Int128, 3> u = {d(second_, 0), d(second_, 1), d(second_, 2)};
    choose([&] {
      const std::array<Int128, 3> v = {d(third_, 0), d(third_, 1), d(third_, 2)};
      n = formulas::cross(u, v);
      return n[2] == 0;
    });
    flipped_ = n[2] < 0;
    // Coordinates of floats end in many zeros.
    const int shared = std::countr_zero(static_cast<std::uint64_t>(n[0] | n[1] | n[2]));
    for (int k = 0; k < 3; ++k) {
      const Int128 upward = flipped_ ? -n[k] : n[k];
      fixed_[k] = FixedInteger<4>::from_int128(upward >> shared);
      approx_[k] = static_cast<double>(upward);
    }
    assert(fixed_[2].sign() == Sign::positive);
  } else if (points.fixed()) {
    const Vector u = fixed_difference(points, second_, anchor_);
    choose([&] {
      fixed_ = narrow_cross(u, fixed_difference(points, third_, anchor_));
      return fixed_[2].size() == 0;
    });
    flipped_ = fixed_[2].sign() == Sign::negative;
    if (flipped_)
      for (auto& c : fixed_) c = -c;
    int length = 0;
    for (const auto& c : fixed_) length = std::max(length, c.bit_length());
    for (int k = 0; k < 3; ++k) approx_[k] = fixed_[k].to_double(length);
    assert(fixed_[2].sign() == Sign::positive);
  } else {
    BigVector n;
    const BigVector u = scaled_difference(points, second_, anchor_).d;
    choose([&] {
      n = formulas::cross(u, scaled_difference(points, third_, anchor_).d);
      return n[2] == 0;
    });
    flipped_ = n[2] < 0;
    assert(n[2] != 0);
    approx_.fill(unknown);  // beyond the fixed stage nothing is gained by a filter
  }
}

std::array<mpz_class, 3> Plane::exact(const PointTable& points) const {
  if (whole_ && points.fixed()) return {fixed_[0].to_mpz(), fixed_[1].to_mpz(), fixed_[2].to_mpz()};
  BigVector n =
      formulas::cross(scaled_difference(points, second_, anchor_).d, scaled_difference(points, third_, anchor_).d);
  if (flipped_)
    for (auto& c : n) c = -c;
  if (!whole_) reduce(n);
  return n;
}

}  // namespace plumb::kernel
