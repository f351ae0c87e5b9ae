// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/points.h"

#include <cassert>
#include <cmath>
#include <limits>

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
  mpz_ui_pow_ui(t.denominator_.get_mpz_t(), 2, static_cast<unsigned long>(-low));
  t.approx_.resize(xyz.size());
  // In two factors, since 2^1074 is no double; both products are exact or overflow.
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
  mpz_class common = denominator_;
  for (const ExactPoint& p : points)
    for (const mpq_class& v : p) common = lcm(common, v.get_den());
  if (common != denominator_) rescale(common / denominator_);
  const auto first = static_cast<PointId>(size());
  for (const ExactPoint& p : points)
    for (const mpq_class& v : p) push(v.get_num() * (denominator_ / v.get_den()));
  return first;
}

void PointTable::rescale(const mpz_class& factor) {
  assert(factor > 0);
  PointTable scaled;
  scaled.denominator_ = denominator_ * factor;
  scaled.approx_.reserve(approx_.size());
  for (std::size_t i = 0; i < approx_.size(); ++i)
    scaled.push((exact_.empty() ? mpz_class(approx_[i]) : exact_[i]) * factor);
  *this = std::move(scaled);
}

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
  return out;
}

void PointTable::push(const mpz_class& v) {
  if (sgn(v) != 0) bits_ = std::max(bits_, static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)));
  const double d = nearest(v);
  const bool is_double = std::isfinite(d) && mpz_class(d) == v;
  if (!is_double && exact_.empty())
    exact_.assign(approx_.begin(), approx_.end());  // the first: it takes all others there
  if (!is_double || !exact_.empty()) exact_.push_back(v);
  approx_.push_back(d);
}

Coordinate PointTable::fixed(PointId p, int axis) const {
  assert(fixed());
  const std::size_t i = 3 * std::size_t{p} + axis;
  return exact_.empty() ? Coordinate::from_double(approx_[i]) : Coordinate::from_mpz(exact_[i]);
}

mpz_class PointTable::exact(PointId p, int axis) const {
  const std::size_t i = 3 * std::size_t{p} + axis;
  return exact_.empty() ? mpz_class(approx_[i]) : exact_[i];
}

}  // namespace plumb::kernel
