// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval.h"

#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace plumb::kernel {
namespace {

using Wide = Uint128;

// Of an exponent: a power of two within it, and a number of 53 bits times one, are normal doubles.
constexpr SafeRange power_range{900};

constexpr int word_bits = 64, mantissa_bits = std::numeric_limits<double>::digits;

// Requires an exponent within the range above.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << (mantissa_bits - 1));
}

// From the next double towards zero, which is infinite beyond the range.
Interval beyond(double towards_zero, int sign) {
  constexpr double most = std::numeric_limits<double>::max();
  if (sign > 0) return {std::min(towards_zero, most), step_up(towards_zero)};
  return {step_down(towards_zero), std::max(towards_zero, -most)};
}

// The bits of a number from the first one that is set, and how many are behind them. Requires a number that is not 0.
struct Leading {
  std::uint64_t bits, next;  // the first 64, and 64 more
  int behind;                // those from `next` on, negative if the number is shorter than 64 bits
  bool is_all;               // no bit is set behind these
};
Leading leading(mpz_srcptr v) {
  const std::size_t n = word_count(v);
  const auto word = [&](std::size_t k) { return k <= n ? word_of(v, n - k) : 0; };
  const std::uint64_t first = word(1), second = word(2), third = word(3);
  const int shift = std::countl_zero(first);
  const int behind = static_cast<int>(n - 1) * word_bits - shift;
  if (shift == 0) return {first, second, behind, n <= 2};
  return {first << shift | second >> (word_bits - shift), second << shift | third >> (word_bits - shift), behind,
          n <= 2 || (n == 3 && third << shift == 0)};
}

// The same, if a quotient of leading bits tells the first 53 bits of a fraction; none if it does not. Requires a
// fraction that is not 0, and is not known to be a double.
//
// With A the leading 128 bits of the numerator, but for the last where it is shifted, and B the leading 64 of the
// denominator, the fraction is (A + e) / (B + d) times a power of two, 0 <= e, d < 1. As 2^63 <= B and A < 2^64 B, it
// is less than (A + 1) / B, and at least A / (B + 1) > A / B - A / B^2 > A / B - 2. So with q = floor(A / B), of 64
// bits, it is from q - 2 to below q + 1, and if d = 0 it is at least q.
std::optional<Interval> from_leading_bits(const mpq_class& number) {
  constexpr int rest = word_bits - mantissa_bits;
  constexpr std::uint64_t rest_mask = (std::uint64_t{1} << rest) - 1, least_rest = 2;
  const Leading n = leading(number.get_num_mpz_t()), d = leading(number.get_den_mpz_t());
  Wide a = Wide{n.bits} << word_bits | n.next;
  int exponent = n.behind - word_bits - d.behind;
  if (n.bits >= d.bits) a >>= 1, ++exponent;
  const auto q = static_cast<std::uint64_t>(a / d.bits);
  const bool is_denominator = d.next == 0 && d.is_all;
  if (!is_denominator && (q & rest_mask) < least_rest) return std::nullopt;
  exponent += rest;
  if (exponent <= -power_range || exponent >= power_range - word_bits) return std::nullopt;
  const double towards_zero = static_cast<double>(q >> rest) * power_of_two(exponent);
  const double next = std::bit_cast<double>(std::bit_cast<std::uint64_t>(towards_zero) + 1);
  return sgn(number) > 0 ? Interval(towards_zero, next) : Interval(-next, -towards_zero);
}

}  // namespace

Interval interval_of(const mpq_class& number) {
  const mpz_srcptr n = number.get_num_mpz_t(), d = number.get_den_mpz_t();
  const std::size_t words = word_count(n), denominator_words = word_count(d);
  if (words <= 1) {
    const std::uint64_t numerator = word_of(n, 0), last = word_of(d, denominator_words - 1);
    const int exponent = static_cast<int>(denominator_words) * word_bits - 1 - std::countl_zero(last);
    const bool is_power =
        (last & (last - 1)) == 0 && (denominator_words == 1 || mpz_scan1(d, 0) == static_cast<mp_bitcnt_t>(exponent));
    if (is_power && std::bit_width(numerator) <= mantissa_bits && exponent < power_range - 1) {
      const double magnitude = static_cast<double>(numerator) * power_of_two(-exponent);
      return Interval(sgn(number) < 0 ? -magnitude : magnitude);
    }
  }
  if (const auto known = from_leading_bits(number)) return *known;
  return beyond(mpq_get_d(number.get_mpq_t()), mpz_sgn(n));
}

Interval interval_of(const mpz_class& number) {
  const double towards_zero = number.get_d();
  return number == towards_zero ? Interval(towards_zero) : beyond(towards_zero, sgn(number));
}

}  // namespace plumb::kernel
