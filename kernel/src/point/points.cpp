// SPDX-License-Identifier: LGPL-3.0-or-later
// The points of a scene as integers over one denominator, the unit, with doubles beside them.
//
// 1. Tables are made of doubles (from_doubles: the unit is the greatest power of two, at most 1, that makes all
//    integers), of integers (from_integers), or of integers that are doubles already (from_scaled_doubles). approx_
//    holds each integer as the nearest double. exact_ holds it as a GMP integer, but only if some double is not exact:
//    most tables have none.
// 2. append(), push() and rescale() add points. A finer point than the unit multiplies all integers of the table. If
//    that took them out of the fixed stage, or if the table has long coordinates, it becomes long itself; with
//    append_long() always.
// 3. Long coordinates (set_long): fractions of the unit in a hash table by point, with their common denominator
//    (scale), so that one coordinate of 1e-45 does not lengthen the others. Their integer in the table is 0.
// 4. exact(), integer(), scaled(), scaled_point() and scaled_difference() read coordinates; common_scale() is what
//    makes those of several points integers.
//
// Cost: linear in the coordinates given; append() and rescale() linear in all points if the unit changes. Memory: 24
// bytes a point; with GMP integers about 72 and their limbs more; about 300 for a long point.
// Exact: all of it. fixed(), native() and doubles_are_exact() say which cheaper numbers hold all differences of whole
// coordinates, so that predicates need no test of single points.
// Source: our own.
#include "plumb/kernel/points.h"

#include <cmath>
#include <limits>
#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/int64.h"

namespace plumb::kernel {
namespace {

// The exponent of the lowest set bit of a finite nonzero double.
int lowest_bit(double v) {
  const auto bits = std::bit_cast<std::uint64_t>(v);
  const int e = static_cast<int>((bits >> 52) & 0x7ff);
  const std::uint64_t m = bits & ((std::uint64_t{1} << 52) - 1);
  return e == 0 ? std::countr_zero(m) - 1074 : std::countr_zero(m | (std::uint64_t{1} << 52)) + e - 1075;
}

// Nearest double, ties to even; infinite beyond its range.
double nearest(const mpz_class& v) {
  const auto bits = mpz_sizeinbase(v.get_mpz_t(), 2);
  if (bits <= 53) return v.get_d();
  if (bits > 1024) return sgn(v) < 0 ? -HUGE_VAL : HUGE_VAL;
  return FixedInteger<16>::from_mpz(v).to_double();
}

}  // namespace

PointTable PointTable::from_doubles(const std::vector<double>& xyz) {
  assert(xyz.size() % 3 == 0);
  PointTable t;
  int low = 0;
  double largest = 0;
  for (const double v : xyz) {
    assert(std::isfinite(v));
    if (v == 0) continue;
    low = std::min(low, lowest_bit(v));
    largest = std::max(largest, std::abs(v));
  }
  t.bits_ = largest == 0 ? 0 : std::ilogb(largest) + 1 - low;
  mpz_ui_pow_ui(t.denominator_.get_mpz_t(), 2, static_cast<unsigned>(-low));
  t.approx_.resize(xyz.size());
  // Scales by two factors, since 2^1074 is no double. Both products are exact, or overflow to infinity.
  const double half = std::ldexp(1.0, -low / 2), other_half = std::ldexp(1.0, -low - -low / 2);
  for (std::size_t i = 0; i < xyz.size(); ++i) t.approx_[i] = xyz[i] == 0 ? 0 : xyz[i] * half * other_half;
  if (t.bits_ > 1023) {  // the scaled values leave the range of double
    t.exact_.resize(xyz.size());
    for (std::size_t i = 0; i < xyz.size(); ++i) {
      int e;
      const double m = std::ldexp(std::frexp(xyz[i], &e), 53);
      t.exact_[i] = m;
      e -= 53 + low;
      if (e >= 0) t.exact_[i] <<= e;
      else t.exact_[i] >>= -e;
    }
  }
  return t;
}

PointTable PointTable::from_integers(std::vector<mpz_class> xyz, mpz_class denominator) {
  assert(xyz.size() % 3 == 0 && denominator > 0);
  PointTable t;
  t.denominator_ = std::move(denominator);
  t.approx_.resize(xyz.size());
  bool exact = true;
  for (std::size_t i = 0; i < xyz.size(); ++i) {
    if (sgn(xyz[i]) != 0) t.bits_ = std::max(t.bits_, static_cast<int>(mpz_sizeinbase(xyz[i].get_mpz_t(), 2)));
    t.approx_[i] = nearest(xyz[i]);
    exact = exact && std::isfinite(t.approx_[i]) && mpz_class(t.approx_[i]) == xyz[i];
  }
  if (!exact) t.exact_ = std::move(xyz);
  return t;
}

PointTable PointTable::from_scaled_doubles(std::vector<double> xyz, mpz_class denominator) {
  assert(xyz.size() % 3 == 0 && denominator > 0);
  PointTable t;
  t.denominator_ = std::move(denominator);
  double largest = 0;
  for (const double v : xyz) {
    assert(std::abs(v) <= 0x1p53 && v == std::trunc(v) && !(v == 0 && std::signbit(v)));
    largest = std::max(largest, std::abs(v));
  }
  t.bits_ = largest == 0 ? 0 : std::ilogb(largest) + 1;
  t.approx_ = std::move(xyz);
  return t;
}

PointId PointTable::append(std::span<const ExactPoint> points) {
  assert(size() + points.size() < no_point);
  // Coordinates become long in a table that has long ones already, and in a table that a finer unit would take out of
  // the fixed stage. In any other table the unit becomes finer.
  bool takes_long = has_long();
  if (!takes_long) {
    mpz_class common = denominator_;
    mpq_class greatest = 0;
    for (const ExactPoint& p : points)
      for (const mpq_class& v : p) {
        common = lcm(common, v.get_den());
        if (abs(v) > greatest) greatest = abs(v);
      }
    const mpz_class factor = common / denominator_;
    takes_long = fixed() && (!stays_fixed(factor) || becomes_long(greatest * common));
    if (!takes_long && factor != 1) rescale(factor);
  }
  const auto first = static_cast<PointId>(size());
  for (const ExactPoint& p : points) push_point(p, takes_long);
  return first;
}

PointId PointTable::append_long(std::span<const ExactPoint> points) {
  if (!fixed() && !has_long()) return append(points);
  assert(size() + points.size() < no_point);
  const auto first = static_cast<PointId>(size());
  for (const ExactPoint& p : points) push_point(p, true);
  return first;
}

bool PointTable::stays_fixed(const mpz_class& factor) const {
  return factor == 1 || bits_ == 0 ||
         static_cast<std::size_t>(bits_) + mpz_sizeinbase(factor.get_mpz_t(), 2) <
             static_cast<std::size_t>(max_fixed_coordinate_bits);
}

void PointTable::push_point(const ExactPoint& place, bool takes_long) {
  const auto p = static_cast<PointId>(size());
  bool any_long = false;
  if (has_long()) long_axes_.push_back(0);
  for (const mpq_class& v : place) {
    const mpq_class at = v * denominator_;
    const bool is_long = takes_long && becomes_long(at);
    any_long = any_long || is_long;
    push(is_long ? mpz_class(0) : at.get_num());
  }
  if (any_long) set_long(p, place);
}

void PointTable::rescale(const mpz_class& factor) {
  assert(factor > 0);
  PointTable scaled;
  scaled.denominator_ = denominator_ * factor;
  scaled.approx_.reserve(approx_.size());
  for (std::size_t i = 0; i < approx_.size(); ++i) {
    const bool is_long = !is_whole(static_cast<PointId>(i / 3), static_cast<int>(i % 3));
    scaled.push(is_long ? mpz_class(0) : (exact_.empty() ? mpz_class(approx_[i]) : exact_[i]) * factor);
  }
  for (auto& [p, known] : long_points_) {
    for (mpq_class& v : known.at) v *= factor;
    scaled.set_long_in_unit(p, std::move(known.at));
  }
  *this = std::move(scaled);
}

// --- Long coordinates

bool PointTable::becomes_long(const mpq_class& in_unit) const {
  return in_unit.get_den() != 1 ||
         mpz_sizeinbase(in_unit.get_num_mpz_t(), 2) >= static_cast<std::size_t>(max_fixed_coordinate_bits);
}

void PointTable::set_long(PointId p, const ExactPoint& place) {
  std::array<mpq_class, 3> at;
  for (std::size_t k = 0; k < 3; ++k) at[k] = place[k] * denominator_;
  set_long_in_unit(p, std::move(at));
}

void PointTable::set_long_in_unit(PointId p, std::array<mpq_class, 3> at) {
  std::uint8_t axes = 0;
  mpz_class scale = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    // A coordinate stays whole only if it does not change: another integer of the unit becomes long as well.
    const int axis = static_cast<int>(k);
    if (is_whole(p, axis) && at[k] == integer(p, axis)) continue;
    axes |= static_cast<std::uint8_t>(1u << k);
    scale = lcm(scale, at[k].get_den());
    const std::size_t i = 3 * std::size_t{p} + k;
    approx_[i] = nearest_double(at[k]);
    if (!exact_.empty()) exact_[i] = 0;
  }
  if (axes == 0) return;
  if (long_axes_.empty()) long_axes_.resize(size(), 0);
  long_axes_[p] = axes;
  long_points_.insert_or_assign(p, LongPoint{std::move(at), std::move(scale)});
}

mpz_class PointTable::common_denominator() const {
  mpz_class common = 1;
  for (const auto& [p, known] : long_points_) common = lcm(common, known.scale);
  return common * denominator_;
}

int PointTable::common_bits() const {
  if (!has_long()) return bits_;
  const mpz_class factor = common_denominator() / denominator_;
  // Rounding is monotone, so the greatest whole coordinate is among those that round to the greatest double.
  double greatest = 0;
  for (PointId p = 0; p < size(); ++p)
    for (int k = 0; k < 3; ++k)
      if (is_whole(p, k)) greatest = std::max(greatest, std::abs(approx(p, k)));
  std::size_t bits = 0;
  for (PointId p = 0; p < size(); ++p)
    for (int k = 0; k < 3; ++k) {
      if (is_whole(p, k) && std::abs(approx(p, k)) < greatest) continue;
      const mpz_class v = scaled(p, k, factor);
      if (sgn(v) != 0) bits = std::max(bits, mpz_sizeinbase(v.get_mpz_t(), 2));
    }
  return static_cast<int>(bits);
}

mpq_class PointTable::exact(PointId p, int axis) const {
  if (is_whole(p, axis)) return integer(p, axis);
  return long_points_.at(p).at[static_cast<std::size_t>(axis)];
}

const mpz_class& PointTable::scale(PointId p) const {
  static const mpz_class one = 1;
  return is_whole(p) ? one : long_points_.at(p).scale;
}

mpz_class PointTable::scaled(PointId p, int axis, const mpz_class& multiple) const {
  if (is_whole(p, axis)) return integer(p, axis) * multiple;
  const mpq_class& at = long_points_.at(p).at[static_cast<std::size_t>(axis)];
  return at.get_num() * (multiple / at.get_den());
}

mpz_class common_scale(const PointTable& points, std::span<const PointId> list) {
  mpz_class common = 1;
  for (const PointId p : list)
    if (!points.is_whole(p)) common = lcm(common, points.scale(p));
  return common;
}

ScaledVector scaled_point(const PointTable& points, PointId p) {
  ScaledVector out{{}, points.scale(p)};
  for (int k = 0; k < 3; ++k) out.d[static_cast<std::size_t>(k)] = points.scaled(p, k, out.scale);
  return out;
}

ScaledVector scaled_difference(const PointTable& points, PointId to, PointId from) {
  ScaledVector out{{}, common_scale(points, std::array{to, from})};
  const bool whole = points.is_whole(to) && points.is_whole(from);
  for (int k = 0; k < 3; ++k) {
    mpz_class& d = out.d[static_cast<std::size_t>(k)];
    d = whole ? mpz_class(points.integer(to, k) - points.integer(from, k))
              : mpz_class(points.scaled(to, k, out.scale) - points.scaled(from, k, out.scale));
  }
  return out;
}

PointId origin_corner(const PointTable& points, std::span<const PointId> corners) {
  if (!points.has_long()) return corners[0];
  const auto whole = std::ranges::find_if(corners, [&](PointId p) { return points.is_whole_in_plan(p); });
  return whole == corners.end() ? corners[0] : *whole;
}

// --- What all tables share

PointTable PointTable::turned(int axis) const {
  PointTable out;
  out.denominator_ = denominator_;
  out.bits_ = bits_;
  const auto turn = [axis](const auto& from, auto& to) {
    to.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); i += 3)
      for (int k = 1; k <= 3; ++k) to.push_back(from[i + static_cast<std::size_t>((axis + k) % 3)]);
  };
  turn(approx_, out.approx_);
  turn(exact_, out.exact_);
  // The doubles that were turned are those of long coordinates, too: which ones are long is not found out again.
  out.long_axes_.resize(long_axes_.size(), 0);
  for (const auto& [p, known] : long_points_) {
    LongPoint& at = out.long_points_[p];
    at.scale = known.scale;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = (static_cast<std::size_t>(axis) + k + 1) % 3;
      at.at[k] = known.at[from];
      out.long_axes_[p] |= static_cast<std::uint8_t>((long_axes_[p] >> from & 1) << k);
    }
  }
  return out;
}

void PointTable::push(const mpz_class& v) {
  if (sgn(v) != 0) bits_ = std::max(bits_, static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)));
  const double d = nearest(v);
  const bool is_double = std::isfinite(d) && mpz_class(d) == v;
  if (!is_double && exact_.empty()) {  // the first integer that is no double: all get GMP integers
    exact_.reserve(approx_.size() + 1);
    for (std::size_t i = 0; i < approx_.size(); ++i)
      exact_.emplace_back(is_whole(static_cast<PointId>(i / 3), static_cast<int>(i % 3)) ? approx_[i] : 0.0);
  }
  if (!is_double || !exact_.empty()) exact_.push_back(v);
  approx_.push_back(d);
}

Coordinate PointTable::fixed(PointId p, int axis) const {
  assert(fixed() && is_whole(p, axis));
  const std::size_t i = 3 * std::size_t{p} + axis;
  return exact_.empty() ? Coordinate::from_double(approx_[i]) : Coordinate::from_mpz(exact_[i]);
}

mpz_class PointTable::integer(PointId p, int axis) const {
  assert(is_whole(p, axis));
  const std::size_t i = 3 * std::size_t{p} + axis;
  if (native()) return mpz_class(to_gmp(static_cast<std::int64_t>(approx_[i])));
  return exact_.empty() ? mpz_class(approx_[i]) : exact_[i];
}

ExactPoint exact_point(const PointTable& points, PointId point) {
  ExactPoint e;
  for (int k = 0; k < 3; ++k) {
    if (points.is_whole(point, k)) {
      e[k] = mpq_class(points.integer(point, k), points.denominator());
      e[k].canonicalize();
    } else {
      e[k] = points.exact(point, k) / points.denominator();
    }
  }
  return e;
}

std::vector<ExactPoint> exact_corners(const PointTable& points, std::span<const PointId> corners) {
  std::vector<ExactPoint> out;
  for (const PointId p : corners) out.push_back(exact_point(points, p));
  return out;
}

double nearest_double(const PointTable& points, PointId point, int axis) {
  const mpz_class& d = points.denominator();
  const auto bits = mpz_sizeinbase(d.get_mpz_t(), 2);
  // Both exact as doubles: one IEEE division rounds to nearest.
  if (points.approx_is_exact(point, axis) && bits <= 1023 && bits - mpz_scan1(d.get_mpz_t(), 0) <= 53)
    return points.approx(point, axis) / d.get_d();
  return nearest_double(mpq_class(points.exact(point, axis) / d));
}

}  // namespace plumb::kernel
