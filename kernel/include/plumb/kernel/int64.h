// SPDX-License-Identifier: LGPL-3.0-or-later
// Integers of 64 bits, and words of 64 bits, to numbers of GMP and back. GMP takes the type `long`, which has 32 bits
// on Windows and on WebAssembly, and its limbs may have as few: nothing else in the kernel depends on either.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace plumb::kernel {

static_assert(GMP_NUMB_BITS == 64 || GMP_NUMB_BITS == 32);

/// An integer as gmpxx takes it: as `long`, signed or not, where that is long enough, otherwise as a number of GMP.
template <std::integral T>
auto to_gmp(T value) {
  if constexpr (sizeof(T) > sizeof(long)) {
    const bool negative = value < 0;
    const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : value;
    mpz_class number;
    mpz_import(number.get_mpz_t(), 1, -1, sizeof magnitude, 0, 0, &magnitude);
    if (negative) mpz_neg(number.get_mpz_t(), number.get_mpz_t());
    return number;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<long>(value);
  } else {
    return static_cast<unsigned long>(value);
  }
}

/// Word i of a number's magnitude, the lowest first; 0 beyond its end.
inline std::uint64_t word_of(mpz_srcptr number, std::size_t i) {
  if constexpr (GMP_NUMB_BITS == 64) return mpz_getlimbn(number, static_cast<mp_size_t>(i));
  const auto limb = [&](std::size_t k) -> std::uint64_t { return mpz_getlimbn(number, static_cast<mp_size_t>(k)); };
  return limb(2 * i) | limb(2 * i + 1) << 32;
}
/// How many words a number's magnitude has, none above its highest bit.
inline std::size_t word_count(mpz_srcptr number) {
  return (mpz_size(number) + 64 / GMP_NUMB_BITS - 1) / (64 / GMP_NUMB_BITS);
}
/// Copies all words of a number's magnitude.
inline void copy_words(mpz_srcptr number, std::uint64_t* words) {
  if constexpr (GMP_NUMB_BITS == 64) std::copy_n(mpz_limbs_read(number), mpz_size(number), words);
  else mpz_export(words, nullptr, -1, sizeof *words, 0, 0, number);
}
/// Makes a number of `count` words, the highest of which is not 0, and a sign.
inline void set_words(mpz_ptr number, const std::uint64_t* words, std::size_t count, bool negative) {
  if constexpr (GMP_NUMB_BITS == 64) {
    std::copy_n(words, count, mpz_limbs_write(number, static_cast<mp_size_t>(count)));
    const auto size = static_cast<mp_size_t>(count);
    mpz_limbs_finish(number, negative ? -size : size);
  } else {
    mpz_import(number, count, -1, sizeof *words, 0, 0, words);
    if (negative) mpz_neg(number, number);
  }
}

inline bool fits_int64(const mpz_class& number) {
  if constexpr (sizeof(long) == sizeof(std::int64_t)) return number.fits_slong_p();
  const std::size_t bits = mpz_sizeinbase(number.get_mpz_t(), 2);
  return bits < 64 || (bits == 64 && sgn(number) < 0 && mpz_scan1(number.get_mpz_t(), 0) == 63);
}
/// Of a number that fits; of another, any integer.
inline std::int64_t to_int64(const mpz_class& number) {
  if constexpr (sizeof(long) == sizeof(std::int64_t)) return number.get_si();
  const std::uint64_t word = word_of(number.get_mpz_t(), 0);
  return static_cast<std::int64_t>(sgn(number) < 0 ? 0 - word : word);
}
/// The lowest word of the magnitude.
inline std::uint64_t to_uint64(const mpz_class& number) { return word_of(number.get_mpz_t(), 0); }

/// A double of magnitude 1/2 to 1, truncated, that times 2^exponent is about a number; 0 for 0.
inline double mantissa_of(const mpz_class& number, std::int64_t& exponent) {
  long power = 0;
  const double mantissa = mpz_get_d_2exp(&power, number.get_mpz_t());
  exponent = power;
  return mantissa;
}
/// Replaces a number by its greatest common divisor with another.
inline void take_gcd(mpz_class& number, std::uint64_t other) {
  if constexpr (sizeof(long) == sizeof other) mpz_gcd_ui(number.get_mpz_t(), number.get_mpz_t(), other);
  else number = gcd(number, mpz_class(to_gmp(other)));
}

}  // namespace plumb::kernel
