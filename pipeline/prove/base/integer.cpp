// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/integer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace plumb::checker {
namespace {

// So many limbs of GMP, of 32 or of 64 bits, are a number of the machine.
constexpr int small_limbs = 128 / GMP_NUMB_BITS;

std::size_t bits_of(WideBits v) {
  const auto high = static_cast<std::uint64_t>(v >> 64);
  return static_cast<std::size_t>(high != 0 ? 64 + std::bit_width(high)
                                            : std::bit_width(static_cast<std::uint64_t>(v)));
}

}  // namespace

class Integer::View {
 public:
  explicit View(const Integer& v) : at_(v.small_ ? small_ : v.large_) {
    if (!v.small_) return;
    const WideBits bits = magnitude(v.value());
    for (int i = 0; i < small_limbs; ++i) limbs_[i] = static_cast<mp_limb_t>(bits >> i * GMP_NUMB_BITS);
    mpz_roinit_n(small_, limbs_, sgn(v) < 0 ? -small_limbs : small_limbs);
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  operator mpz_srcptr() const { return at_; }

 private:
  mp_limb_t limbs_[small_limbs];
  mpz_t small_;
  mpz_srcptr at_;
};

Integer::Integer(mpz_class v) : Integer() {
  const mpz_ptr z = v.get_mpz_t();
  if (mpz_size(z) > small_limbs || mpz_sizeinbase(z, 2) > 127) {
    mpz_init(large_);
    mpz_swap(large_, z);
    small_ = false;
    return;
  }
  WideBits bits = 0;
  for (int i = 0; i < small_limbs; ++i) bits |= static_cast<WideBits>(mpz_getlimbn(z, i)) << i * GMP_NUMB_BITS;
  *this = mpz_sgn(z) < 0 ? -static_cast<Wide>(bits) : static_cast<Wide>(bits);
}

void Integer::become_large() {
  mpz_init_set_si(large_, -1);
  mpz_mul_2exp(large_, large_, 127);
  small_ = false;
}

mpz_class Integer::gmp() const { return mpz_class(View(*this)); }

// A whole number of 53 bits is a double, and so is such a number times a power of two.
double Integer::truncated() const {
  if (!small_) return mpz_get_d(large_);
  const WideBits bits = magnitude(value());
  const std::size_t shift = std::max(bits_of(bits), std::size_t{53}) - 53;
  const double at = std::bit_cast<double>((1023 + std::uint64_t{shift}) << 52) *
                    static_cast<double>(static_cast<std::int64_t>(bits >> shift));
  return words_.high < 0 ? -at : at;
}

double Integer::mantissa(std::int64_t& exponent) const {
  long power = 0;
  const double mantissa = mpz_get_d_2exp(&power, View(*this));
  exponent = power;
  return mantissa;
}

std::size_t Integer::bits() const {
  return small_ ? std::max(bits_of(magnitude(value())), std::size_t{1}) : mpz_sizeinbase(large_, 2);
}

bool Integer::is_power_of_two() const {
  return small_ ? (magnitude(value()) & (magnitude(value()) - 1)) == 0 : mpz_popcount(large_) == 1;
}

std::size_t Integer::hash() const {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t v) {
    hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  if (small_) {
    mix(words_.low);
    mix(static_cast<std::uint64_t>(words_.high));
  } else {
    for (std::size_t i = 0; i < mpz_size(large_); ++i) mix(mpz_getlimbn(large_, static_cast<mp_size_t>(i)));
  }
  return static_cast<std::size_t>(hash);
}

Integer Integer::by_gmp(const Integer& a, void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr), const Integer& b) {
  mpz_class result;
  operation(result.get_mpz_t(), View(a), View(b));
  return result;
}

int Integer::compare_by_gmp(const Integer& a, const Integer& b) { return mpz_cmp(View(a), View(b)); }

// Of numbers that have 64 bits, by the machine; the first step makes one of them as short as the other.
Integer gcd(const Integer& a, const Integer& b) {
  if (!a.small_ || !b.small_) return Integer::by_gmp(a, mpz_gcd, b);
  WideBits v = magnitude(a.value()), w = magnitude(b.value());
  if (v < w) std::swap(v, w);
  if (w == 0) return static_cast<Wide>(v);
  if (w >> 64 != 0) return Integer::by_gmp(a, mpz_gcd, b);
  if (v >> 64 != 0) v %= w;
  return std::gcd(static_cast<std::uint64_t>(v), static_cast<std::uint64_t>(w));
}

Integer exact_quotient(const Integer& a, const Integer& b) {
  if (b == 1) return a;
  if (a.small_ && b.small_) return a.value() / b.value();
  return Integer::by_gmp(a, mpz_divexact, b);
}

int sign_of_sum(const Integer& a, const Integer& x, const Integer& b, const Integer& y, const Integer& c,
                const Integer& w) {
  Wide p = 0, q = 0, r = 0;
  if (a.small_ && b.small_ && c.small_ && x.small_ && y.small_ && w.small_ && Integer::multiply(a, x, p) &&
      Integer::multiply(b, y, q) && Integer::multiply(c, w, r) && !__builtin_add_overflow(p, q, &p) &&
      !__builtin_add_overflow(p, r, &p))
    return sgn(p);
  thread_local mpz_class sum;  // kept: most of the time would go into asking for its memory
  mpz_mul(sum.get_mpz_t(), Integer::View(a), Integer::View(x));
  mpz_addmul(sum.get_mpz_t(), Integer::View(b), Integer::View(y));
  mpz_addmul(sum.get_mpz_t(), Integer::View(c), Integer::View(w));
  return sgn(sum);
}

}  // namespace plumb::checker
