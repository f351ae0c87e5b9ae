// SPDX-License-Identifier: GPL-3.0-or-later
#include "side_length.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

std::uint32_t class_of(double square) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(square) >> 48); }

}  // namespace

SideLengths::SideLengths(const kernel::PointTable& points)
    // Differences of at most 63 bits: three squares of such fit.
    : points_(points), native_(points.bits() <= 62 && points.approx_is_exact()) {
  const mpz_class& denominator = points.denominator();
  if (mpz_popcount(denominator.get_mpz_t()) == 1)
    unit_bits_ = static_cast<int>(mpz_sizeinbase(denominator.get_mpz_t(), 2)) - 1;
  const Interval unit = kernel::interval_of(denominator);
  squared_unit_ = unit * unit;
}

unsigned __int128 SideLengths::native(const Side& side) const {
  unsigned __int128 sum = 0;
  for (int k = 0; k < 3; ++k) {
    const std::int64_t d = points_.native_difference(side.from, side.to, k);
    sum += static_cast<unsigned __int128>(static_cast<__int128>(d) * d);
  }
  return sum;
}

Interval SideLengths::near(const Side& side) const {
  Interval sum(0.0);
  for (int k = 0; k < 3; ++k) {
    const Interval d = kernel::interval_of(points_, side.from, k) - kernel::interval_of(points_, side.to, k);
    sum = sum + d * d;
  }
  return {std::max(sum.low, 0.0), sum.high};  // a product of two equal intervals does not know that they are one
}

mpq_class SideLengths::exact(const Side& side) const {
  mpq_class sum = 0;
  for (int k = 0; k < 3; ++k) {
    const mpq_class d = points_.exact(side.from, k) - points_.exact(side.to, k);
    sum += d * d;
  }
  return sum;
}

bool SideLengths::longest(const Side& a, const Side& b, const Side& c) const {
  if (!native_) return no_longer(b, a) && no_longer(c, a);
  const unsigned __int128 most = native(a);
  return native(b) <= most && native(c) <= most;
}

bool SideLengths::no_longer(const Side& a, const Side& b) const {
  const Interval p = near(a), q = near(b);
  if (p.high <= q.low) return true;
  if (p.low > q.high) return false;
  return exact(a) <= exact(b);
}

std::uint32_t SideLengths::size_class(const Side& side) const {
  if (native_ && unit_bits_ >= 0) {
    const unsigned __int128 sum = native(side);
    const auto high = static_cast<std::uint64_t>(sum >> 64);
    const int bits = high ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(sum));
    const int beyond = std::max(bits - 53, 0);                                            // of a double's digits
    const auto leading = static_cast<double>(static_cast<std::uint64_t>(sum >> beyond));  // rounds down
    return class_of(std::ldexp(leading, beyond - 2 * unit_bits_));
  }
  const Interval square = near(side) / squared_unit_;
  if (square.high < HUGE_VAL && class_of(std::max(square.low, 0.0)) == class_of(square.high))
    return class_of(square.high);
  const mpz_class& unit = points_.denominator();
  const double rounded = mpq_class(exact(side) / (unit * unit)).get_d();  // towards zero
  return class_of(rounded < HUGE_VAL ? rounded : HUGE_VAL);
}

}  // namespace plumb::pipeline
