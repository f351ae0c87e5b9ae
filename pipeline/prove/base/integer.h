// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <compare>
#include <concepts>
#include <cstdint>

namespace plumb::checker {

/// An integer of the machine, for formulas whose values are known to fit.
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 WideBits;

constexpr int sgn(Wide v) { return (v > 0) - (v < 0); }
constexpr WideBits magnitude(Wide v) { return v < 0 ? -static_cast<WideBits>(v) : static_cast<WideBits>(v); }

/// A whole number of any length. One of magnitude below 2^127 is small: it is kept in place, and sums and products that
/// are small too are computed by the machine. GMP has all others. A number is kept in one way only.
class Integer {
 public:
  Integer() : words_{0, 0}, small_(true) {}
  Integer(Wide v) : words_{static_cast<std::uint64_t>(v), static_cast<std::int64_t>(v >> 64)}, small_(true) {
    if (v == least) become_large();
  }
  template <std::integral T>
    requires(sizeof(T) <= 8)
  Integer(T v) : Integer(static_cast<Wide>(v)) {}
  Integer(mpz_class v);
  template <class T>
  Integer(const __gmp_expr<mpz_t, T>& v) : Integer(mpz_class(v)) {}
  Integer(const Integer& o) : small_(o.small_) {
    if (small_) words_ = o.words_;
    else mpz_init_set(large_, o.large_);
  }
  Integer(Integer&& o) noexcept { take(o); }
  Integer& operator=(const Integer& o) { return *this = Integer(o); }
  Integer& operator=(Integer&& o) noexcept {
    if (this == &o) return *this;
    if (!small_) mpz_clear(large_);
    take(o);
    return *this;
  }
  ~Integer() {
    if (!small_) mpz_clear(large_);
  }

  bool is_small() const { return small_; }
  /// Of a number that 64 bits hold with its sign.
  std::int64_t low() const { return static_cast<std::int64_t>(words_.low); }
  mpz_class gmp() const;
  /// The next double toward zero; infinite if it is beyond them.
  double truncated() const;
  /// A double of magnitude 1/2 to 1, truncated, that times 2^exponent is about the number; 0 for 0.
  double mantissa(std::int64_t& exponent) const;
  /// How many digits it has in base 2; of 0, 1.
  std::size_t bits() const;
  std::size_t hash() const;
  bool is_odd() const { return ((small_ ? words_.low : mpz_getlimbn(large_, 0)) & 1) != 0; }
  bool is_power_of_two() const;  ///< of a number above 0

  friend int sgn(const Integer& v) { return v.small_ ? checker::sgn(v.value()) : mpz_sgn(v.large_); }
  friend Integer operator-(const Integer& v) { return v.small_ ? Integer(-v.value()) : Integer(mpz_class(-v.gmp())); }
  friend Integer abs(const Integer& v) { return sgn(v) < 0 ? -v : v; }
  friend Integer operator+(const Integer& a, const Integer& b) {
    Wide sum = 0;
    if (a.small_ && b.small_ && !__builtin_add_overflow(a.value(), b.value(), &sum)) return sum;
    return by_gmp(a, mpz_add, b);
  }
  friend Integer operator-(const Integer& a, const Integer& b) {
    Wide difference = 0;
    if (a.small_ && b.small_ && !__builtin_sub_overflow(a.value(), b.value(), &difference)) return difference;
    return by_gmp(a, mpz_sub, b);
  }
  friend Integer operator*(const Integer& a, const Integer& b) {
    Wide product = 0;
    if (a.small_ && b.small_ && multiply(a, b, product)) return product;
    return by_gmp(a, mpz_mul, b);
  }
  Integer& operator+=(const Integer& o) { return *this = *this + o; }
  Integer& operator*=(const Integer& o) { return *this = *this * o; }

  friend bool operator==(const Integer& a, const Integer& b) {
    return a.small_ == b.small_ && (a.small_ ? a.value() == b.value() : mpz_cmp(a.large_, b.large_) == 0);
  }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.small_ && b.small_ ? a.value() <=> b.value() : compare_by_gmp(a, b) <=> 0;
  }

  /// -1, 0 or 1.
  friend int order(const Integer& a, const Integer& b) { return (a > b) - (a < b); }

  /// The greatest common divisor; not negative.
  friend Integer gcd(const Integer& a, const Integer& b);
  /// a / b, if that is a whole number.
  friend Integer exact_quotient(const Integer& a, const Integer& b);
  /// The sign of a x + b y + c w.
  friend int sign_of_sum(const Integer& a, const Integer& x, const Integer& b, const Integer& y, const Integer& c,
                         const Integer& w);

 private:
  static constexpr Wide least = static_cast<Wide>(static_cast<WideBits>(1) << 127);  // -2^127: it is not small

  struct Words {
    std::uint64_t low;
    std::int64_t high;
  };
  class View;  // of a number, as GMP reads it

  Wide value() const { return static_cast<Wide>(static_cast<WideBits>(words_.high) << 64 | words_.low); }
  void become_large();
  // Leaves 0 there.
  void take(Integer& o) {
    small_ = o.small_;
    if (small_) words_ = o.words_;
    else large_[0] = o.large_[0];
    o.words_ = {0, 0};
    o.small_ = true;
  }
  static bool multiply(const Integer& a, const Integer& b, Wide& product);
  static Integer by_gmp(const Integer& a, void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr), const Integer& b);
  static int compare_by_gmp(const Integer& a, const Integer& b);

  union {
    Words words_;  // of a small number
    mpz_t large_;
  };
  bool small_;
};

// The product of two small numbers; false if it may not fit. One of them must have 64 bits with its sign. If the other
// one has more, it is h 2^64 + l with 0 <= l < 2^64, so the product with l is less than 2^127.
inline bool Integer::multiply(const Integer& a, const Integer& b, Wide& product) {
  const bool a_short = a.words_.high == static_cast<std::int64_t>(a.words_.low) >> 63,
             b_short = b.words_.high == static_cast<std::int64_t>(b.words_.low) >> 63;
  if (!a_short && !b_short) return false;
  if (a_short && b_short) {
    product = static_cast<Wide>(static_cast<std::int64_t>(a.words_.low)) * static_cast<std::int64_t>(b.words_.low);
    return true;
  }
  const auto factor = static_cast<std::int64_t>(a_short ? a.words_.low : b.words_.low);
  const Words& other = a_short ? b.words_ : a.words_;
  std::int64_t high = 0;
  if (__builtin_mul_overflow(factor, other.high, &high)) return false;
  const Wide low = static_cast<Wide>(factor) * static_cast<Wide>(other.low);
  return !__builtin_add_overflow(low, static_cast<Wide>(static_cast<WideBits>(static_cast<Wide>(high)) << 64),
                                 &product);
}

}  // namespace plumb::checker
