// SPDX-License-Identifier: LGPL-3.0-or-later
// Signed integers of bounded length on the stack: the stage of the filter ladder between intervals of doubles and GMP.
//
// The bits that a predicate needs are known from the bits of the input, so a type can be chosen that holds every
// result:
// - a value is a sign and a magnitude of `size_` 64-bit limbs, the lowest first, without leading zero limbs;
// - sums return a type of one limb more than the longer operand's, products one of as many limbs as both together, so
//   no operation overflows (add(), multiply(), add_magnitudes(), subtract_magnitudes(): the methods of schoolbooks);
// - narrow() returns a shorter type; an assertion checks that the value fits;
// - from_double(), from_mpz() and from_limbs() read a value; to_mpz() writes one; to_double() rounds to nearest, ties
//   to even, after a division by a power of two.
//
// Cost: in the limbs in use, not in the capacity: linear for sums and comparisons, quadratic for products. No heap.
// Exact: all but to_double(), which rounds once.
// Source: textbook (Knuth, The Art of Computer Programming, 4.3.1).
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <compare>
#include <cstdint>

#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

/// A signed integer of at most `Capacity` 64-bit limbs.
template <int Capacity>
class FixedInteger {
 public:
  static constexpr int capacity = Capacity;

  FixedInteger() : size_(0), negative_(false) {}
  FixedInteger(std::int64_t v) : size_(v != 0), negative_(v < 0) {
    limbs_[0] = v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
  }
  /// Widening.
  template <int C>
    requires(C < Capacity)
  FixedInteger(const FixedInteger<C>& o) { assign(o, o.negative()); }
  FixedInteger(const FixedInteger& o) { assign(o, o.negative_); }
  FixedInteger& operator=(const FixedInteger& o) {
    assign(o, o.negative_);
    return *this;
  }

  static FixedInteger from_int128(Int128 v) requires(Capacity >= 2) {
    FixedInteger r;
    r.negative_ = v < 0;
    const Uint128 m = v < 0 ? -static_cast<Uint128>(v) : static_cast<Uint128>(v);
    r.limbs_[0] = static_cast<std::uint64_t>(m);
    r.limbs_[1] = static_cast<std::uint64_t>(m >> 64);
    r.size_ = r.limbs_[1] ? 2 : r.limbs_[0] ? 1 : 0;
    return r;
  }
  /// From a double that is an integer of at most 64 * Capacity bits.
  static FixedInteger from_double(double v) {
    FixedInteger r;
    const auto bits = std::bit_cast<std::uint64_t>(v);
    const int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
    if (exponent == -1075) return r;  // zero: no integer is subnormal
    std::uint64_t m = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{1} << 52);
    r.negative_ = v < 0;
    if (exponent <= 0) {
      assert(exponent > -53 && (m & ((std::uint64_t{1} << -exponent) - 1)) == 0);
      r.limbs_[0] = m >> -exponent;
      r.size_ = 1;
      return r;
    }
    const int limb = exponent / 64, shift = exponent % 64;
    assert(limb + (shift > 11) < Capacity);
    std::fill_n(r.limbs_, limb, 0);
    r.limbs_[limb] = m << shift;
    r.size_ = limb + 1;
    if (shift > 11) r.limbs_[r.size_++] = m >> (64 - shift);
    return r;
  }
  static bool fits(const mpz_class& v) { return word_count(v.get_mpz_t()) <= std::size_t{Capacity}; }
  /// From a GMP integer that fits().
  static FixedInteger from_mpz(const mpz_class& v) {
    assert(fits(v));
    FixedInteger r;
    r.size_ = static_cast<int>(word_count(v.get_mpz_t()));
    r.negative_ = sgn(v) < 0;
    copy_words(v.get_mpz_t(), r.limbs_);
    return r;
  }
  /// From a magnitude, its lowest limb first and its highest not 0.
  static FixedInteger from_limbs(const std::uint64_t* limbs, int size, bool negative) {
    assert(size <= Capacity && (size == 0 || limbs[size - 1] != 0));
    FixedInteger r;
    r.size_ = size;
    r.negative_ = negative;
    std::copy_n(limbs, size, r.limbs_);
    return r;
  }
  /// A narrower copy; the value must fit.
  template <int C>
  FixedInteger<C> narrow() const {
    assert(size_ <= C);
    FixedInteger<C> r;
    r.assign(*this, negative_);
    return r;
  }

  mpz_class to_mpz() const {
    mpz_class r;
    to_mpz(r);
    return r;
  }
  /// The same, into a GMP integer whose memory is used again.
  void to_mpz(mpz_class& r) const {
    if (size_ == 0) mpz_set_ui(r.get_mpz_t(), 0);
    else set_words(r.get_mpz_t(), limbs_, static_cast<std::size_t>(size_), negative_);
  }

  /// The value times 2^-shift, rounded to nearest, ties to even. Requires a result in the normal range of double.
  double to_double(int shift = 0) const {
    if (size_ == 0) return 0;
    const int length = bit_length();
    std::uint64_t top;  // the leading 64 bits; sticky: anything below them
    bool sticky = false;
    const int low = length - 64;
    if (low <= 0) {
      top = limbs_[0] << -low;
    } else {
      const int limb = low / 64, s = low % 64;
      top = limbs_[limb] >> s;
      if (s) {
        if constexpr (Capacity > 1) top |= limbs_[limb + 1] << (64 - s);
        sticky = (limbs_[limb] << (64 - s)) != 0;
      }
      for (int i = 0; i < limb && !sticky; ++i) sticky = limbs_[i] != 0;
    }
    std::uint64_t m = top >> 11;
    const std::uint64_t rest = top & 0x7ff;
    if (rest > 0x400 || (rest == 0x400 && (sticky || (m & 1)))) ++m;
    const int exponent = low + 11 - shift;  // the value is m * 2^exponent, 2^52 <= m <= 2^53
    const int biased = exponent + 52 + 1023;
    const double r =
        biased > 0 && biased < 2046
            ? std::bit_cast<double>((static_cast<std::uint64_t>(biased) << 52) + (m - (std::uint64_t{1} << 52)))
            : std::ldexp(static_cast<double>(m), exponent);
    return negative_ ? -r : r;
  }

  /// The least n with |value| < 2^n.
  int bit_length() const { return size_ == 0 ? 0 : 64 * size_ - std::countl_zero(limbs_[size_ - 1]); }
  Sign sign() const { return size_ == 0 ? Sign::zero : negative_ ? Sign::negative : Sign::positive; }

  int size() const { return size_; }
  bool negative() const { return negative_; }
  const std::uint64_t* limbs() const { return limbs_; }

  FixedInteger operator-() const {
    FixedInteger r = *this;
    r.negative_ = size_ != 0 && !negative_;
    return r;
  }

  template <int C>
  auto operator+(const FixedInteger<C>& o) const {
    return add(o, o.negative());
  }
  template <int C>
  auto operator-(const FixedInteger<C>& o) const {
    return add(o, !o.negative());
  }

  template <int C>
  FixedInteger<Capacity + C> operator*(const FixedInteger<C>& o) const {
    FixedInteger<Capacity + C> r;
    r.multiply(limbs_, size_, o.limbs(), o.size(), negative_ != o.negative());
    return r;
  }

  template <int C>
  std::strong_ordering operator<=>(const FixedInteger<C>& o) const {
    if (sign() != o.sign()) return sign() <=> o.sign();
    const int c = compare_magnitude(limbs_, size_, o.limbs(), o.size());
    return (negative_ ? -c : c) <=> 0;
  }
  template <int C>
  bool operator==(const FixedInteger<C>& o) const {
    return size_ == o.size() && (size_ == 0 || negative_ == o.negative()) &&
           std::equal(limbs_, limbs_ + size_, o.limbs());
  }

  // The operators of other capacities build their results with these.
  /// The magnitude of a value that fits, with a sign. Nearly all have one limb or two, which are copied one by one: a
  /// call for so few costs more.
  template <int C>
  void assign(const FixedInteger<C>& o, bool negative) {
    const int size = size_ = o.size();
    negative_ = size != 0 && negative;
    const std::uint64_t* const limbs = o.limbs();
    constexpr int most = std::min(C, Capacity);
    if (size == 1) {
      limbs_[0] = limbs[0];
    } else if constexpr (most > 1) {
      if (size == 2) {
        limbs_[0] = limbs[0];
        limbs_[1] = limbs[1];
      } else if constexpr (most > 2) {
        std::copy_n(limbs, size, limbs_);
      }
    }
  }
  void multiply(const std::uint64_t* a, int na, const std::uint64_t* b, int nb, bool negative) {
    if (na == 0 || nb == 0) return;
    using Wide = Uint128;
    std::uint64_t carry = 0;
    for (int i = 0; i < na; ++i) {
      const Wide t = static_cast<Wide>(a[i]) * b[0] + carry;
      limbs_[i] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
    limbs_[na] = carry;
    for (int j = 1; j < nb; ++j) {
      carry = 0;
      for (int i = 0; i < na; ++i) {
        const Wide t = static_cast<Wide>(a[i]) * b[j] + limbs_[i + j] + carry;
        limbs_[i + j] = static_cast<std::uint64_t>(t);
        carry = static_cast<std::uint64_t>(t >> 64);
      }
      limbs_[na + j] = carry;
    }
    size_ = na + nb - (limbs_[na + nb - 1] == 0);
    negative_ = negative;
  }
  void add_magnitudes(const std::uint64_t* a, int na, const std::uint64_t* b, int nb, bool negative) {
    if (na < nb) std::swap(a, b), std::swap(na, nb);
    Uint128 carry = 0;
    for (int i = 0; i < na; ++i) {
      carry += a[i];
      if (i < nb) carry += b[i];
      limbs_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    size_ = na;
    if (carry) limbs_[size_++] = static_cast<std::uint64_t>(carry);
    negative_ = size_ != 0 && negative;
  }
  /// |a| - |b|, where |a| >= |b|.
  void subtract_magnitudes(const std::uint64_t* a, int na, const std::uint64_t* b, int nb, bool negative) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < na; ++i) {
      const std::uint64_t y = i < nb ? b[i] : 0;
      const Uint128 d = static_cast<Uint128>(a[i]) - y - borrow;
      limbs_[i] = static_cast<std::uint64_t>(d);
      borrow = static_cast<std::uint64_t>(d >> 64) & 1;
    }
    while (na > 0 && limbs_[na - 1] == 0) --na;
    size_ = na;
    negative_ = na != 0 && negative;
  }

 private:
  static int compare_magnitude(const std::uint64_t* a, int na, const std::uint64_t* b, int nb) {
    if (na != nb) return na < nb ? -1 : 1;
    for (int i = na; i-- > 0;)
      if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
  }

  template <int C>
  FixedInteger<std::max(Capacity, C) + 1> add(const FixedInteger<C>& o, bool o_negative) const {
    FixedInteger<std::max(Capacity, C) + 1> r;
    if (o.size() == 0) {
      r.assign(*this, negative_);
    } else if (size_ == 0) {
      r.assign(o, o_negative);
    } else if (negative_ == o_negative) {
      r.add_magnitudes(limbs_, size_, o.limbs(), o.size(), negative_);
    } else if (compare_magnitude(limbs_, size_, o.limbs(), o.size()) >= 0) {
      r.subtract_magnitudes(limbs_, size_, o.limbs(), o.size(), negative_);
    } else {
      r.subtract_magnitudes(o.limbs(), o.size(), limbs_, size_, o_negative);
    }
    return r;
  }

  int size_;
  bool negative_;
  std::uint64_t limbs_[static_cast<std::size_t>(Capacity)];
};

}  // namespace plumb::kernel
