// SPDX-License-Identifier: LGPL-3.0-or-later
// Numbers of an ImplicitPlan: sizes, roundings and enclosures of integers, fixed-width and GMP alike.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/fixed_integer.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/interval.h"

namespace plumb::kernel {

constexpr SafeRange coefficient_range{200};  // products of three stay far inside 2^-1022 .. 2^1023

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

inline Sign sign_of_mpz(const mpz_class& v) { return sign_of(sgn(v)); }
inline int bits_of(const mpz_class& v) { return sgn(v) == 0 ? 0 : static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }
template <int C>
int bits_of(const FixedInteger<C>& v) {
  return v.bit_length();
}

inline int bits_of(Int128 v) {
  const auto m = static_cast<Uint128>(v < 0 ? -v : v);
  const auto high = static_cast<std::uint64_t>(m >> 64);
  return high ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(m));
}

// Whether all determinants of two lines fit Int128.
inline bool meet_natively(const Coefficients<Int128>& l, const Coefficients<Int128>& m) {
  const auto size = [](const Coefficients<Int128>& k) {
    return bits_of((k.a < 0 ? -k.a : k.a) | (k.b < 0 ? -k.b : k.b));
  };
  return size(l) + std::max(size(m), bits_of(m.c)) < 127 && size(m) + bits_of(l.c) < 127;
}

// v * 2^-shift, rounded to nearest. Requires a result in the normal range; beyond that range the result is infinite.
template <int C>
double scaled(const FixedInteger<C>& v, int shift) {
  return v.to_double(shift);
}
inline double scaled(const mpz_class& v, int shift) {
  if (sgn(v) == 0) return 0;
  // The leading 64 bits with a sticky last one round like the whole.
  const int drop = bits_of(v) - 64;
  mpz_class top = abs(v);
  if (drop > 0) {
    const bool sticky = mpz_scan1(v.get_mpz_t(), 0) < static_cast<mp_bitcnt_t>(drop);
    top >>= drop;
    if (sticky) top |= 1;
  }
  const double r = FixedInteger<1>::from_mpz(top).to_double(shift - std::max(drop, 0));
  return sgn(v) < 0 ? -r : r;
}

// n / d, d > 0, rounded to nearest; unknown outside the filter's safe range.
inline double rounded_quotient(const mpz_class& n, const mpz_class& d) {
  if (sgn(n) == 0) return 0;
  if (std::abs(bits_of(n) - bits_of(d)) >= coefficient_range) return unknown;
  mpq_class q(n, d);
  q.canonicalize();
  return nearest_double(q);
}

// An interval around v * 2^-shift, whatever its size.
template <class N>
Interval enclosed(const N& v, int shift) {
  const int exponent = bits_of(v) - shift;
  if (bits_of(v) == 0) return Interval(0.0);
  const bool negative = [&] {
    if constexpr (std::is_same_v<N, mpz_class>) return sgn(v) < 0;
    else return v.negative();
  }();
  Interval magnitude;
  if (exponent > 1024) {
    magnitude = {std::numeric_limits<double>::max(), HUGE_VAL};
  } else if (exponent < -1021) {
    magnitude = {0, std::numeric_limits<double>::min()};
  } else {
    const double d = std::fabs(scaled(v, shift));
    magnitude = {step_down(d), step_up(d)};
  }
  return negative ? -magnitude : magnitude;
}

template <class N>
Coefficients<Interval> enclosed(const Coefficients<N>& l) {
  const int shift = std::max(bits_of(l.a), bits_of(l.b));
  return {enclosed(l.a, shift), enclosed(l.b, shift), enclosed(l.c, shift)};
}

}  // namespace plumb::kernel
