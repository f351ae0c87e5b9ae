// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/number.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::kernel {
namespace {

// 64 bits of |n|, from bit `low` on.
std::uint64_t bits_from(const mpz_class& n, std::size_t low) {
  const auto word = [&](std::size_t i) { return word_of(n.get_mpz_t(), i); };
  const std::size_t at = low / 64, shift = low % 64;
  return shift == 0 ? word(at) : word(at) >> shift | word(at + 1) << (64 - shift);
}

// n * 2^exponent rounded to `digits` bits, or to fewer where the last of them would be below 2^least: what a
// binary format of so many digits, whose least positive number is 2^least, holds, but for its upper end.
double nearest(const mpz_class& n, std::int64_t exponent, std::int64_t digits, std::int64_t least) {
  if (sgn(n) == 0) return 0;
  const auto bits = static_cast<std::int64_t>(mpz_sizeinbase(n.get_mpz_t(), 2));
  const std::int64_t unit = std::max(bits + exponent - digits, least);  // log2 of the last digit's place
  std::uint64_t magnitude;
  if (unit <= exponent) {
    magnitude = bits_from(n, 0) << (exponent - unit);  // exact: at most `digits` bits
  } else if (unit - exponent > bits) {
    return 0;  // less than half of the last place
  } else {
    const auto dropped = static_cast<std::size_t>(unit - exponent);
    magnitude = bits_from(n, dropped);
    const bool half = bits_from(n, dropped - 1) & 1, more = mpz_scan1(n.get_mpz_t(), 0) < dropped - 1;
    magnitude += half && (more || magnitude % 2 == 1);
  }
  constexpr std::int64_t beyond = 1 << 16;
  const double size = std::ldexp(static_cast<double>(magnitude), static_cast<int>(std::min(unit, beyond)));
  return sgn(n) < 0 ? -size : size;
}

}  // namespace

double nearest_double(const mpq_class& value) {
  const mpz_class& p = value.get_num();
  const mpz_class& q = value.get_den();
  if (sgn(p) == 0) return 0;
  const auto p_bits = static_cast<std::int64_t>(mpz_sizeinbase(p.get_mpz_t(), 2));
  const auto q_bits = static_cast<std::int64_t>(mpz_sizeinbase(q.get_mpz_t(), 2));
  // Both exact as doubles: one IEEE division rounds to nearest (and cannot leave the range).
  if (p_bits <= 53 && q_bits <= 53) return p.get_d() / q.get_d();

  // |p/q| lies in (2^(d-1), 2^(d+1)) for d = p_bits - q_bits. In units of 2^(d-53) it has 53 or 54 bits (fewer
  // where doubles are subnormal); if 54, the next unit it is.
  const std::int64_t d = p_bits - q_bits;
  for (std::int64_t unit = std::max<std::int64_t>(d - 53, -1074);; ++unit) {
    mpz_class n = abs(p), m = q, quotient, rest;
    if (unit < 0) n <<= static_cast<mp_bitcnt_t>(-unit);
    else m <<= static_cast<mp_bitcnt_t>(unit);
    mpz_fdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), n.get_mpz_t(), m.get_mpz_t());
    if (mpz_sizeinbase(quotient.get_mpz_t(), 2) > 53) continue;
    rest <<= 1;
    const int half = cmp(rest, m);
    if (half > 0 || (half == 0 && mpz_odd_p(quotient.get_mpz_t()))) ++quotient;
    if (unit > 1024) return sgn(p) < 0 ? -HUGE_VAL : HUGE_VAL;
    const double size = std::ldexp(quotient.get_d(), static_cast<int>(unit));
    return sgn(p) < 0 ? -size : size;
  }
}

float nearest_float(const mpq_class& value) {
  const double d = nearest_double(value);
  const float f = static_cast<float>(d);
  if (static_cast<double>(f) == d || !std::isfinite(d)) return f;
  // Rounding twice errs only where d lies midway between two floats and the value does not: then the value's own side
  // decides. Beyond the range, midway means midway to 2^128, the float that would come next.
  const float other = d > f ? step_up(f) : step_down(f);
  const auto wide = [](float v) {
    return std::isfinite(v) ? static_cast<double>(v) : std::copysign(0x1p128, static_cast<double>(v));
  };
  if (wide(f) / 2 + wide(other) / 2 != d) return f;
  const int side = cmp(value, mpq_class(d));
  return side == 0 ? f : (side > 0) == (f > other) ? f : other;
}

double nearest_double(const mpz_class& n, std::int64_t exponent) { return nearest(n, exponent, 53, -1074); }

float nearest_float(const mpz_class& n, std::int64_t exponent) {
  const double d = nearest(n, exponent, 24, -149);
  // A binary32, or at least 2^128, which is where the rounded ones leave its range.
  return std::abs(d) < 0x1p128 ? static_cast<float>(d) : std::copysign(HUGE_VALF, static_cast<float>(sgn(n)));
}

void append_decimal(std::string& out, double value) {
  if (value == 0) {
    out += '0';
    return;
  }
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  out.append(text, end);
}

namespace {

/// The shortest decimal of the nearest double, or seventeen digits where that is infinite or 0 and the value is not;
/// and whether the text is the value.
std::pair<std::string, bool> decimal(const mpq_class& value) {
  std::string text;
  const double nearest = nearest_double(value);
  if (std::isfinite(nearest) && (nearest != 0) == (value != 0)) {
    append_decimal(text, nearest);
  } else {
    Real x(160);
    mpfr_set_q(x, value.get_mpq_t(), MPFR_RNDN);
    char digits[64];
    mpfr_snprintf(digits, sizeof digits, "%.17RNg", static_cast<mpfr_ptr>(x));
    text = digits;
  }
  const auto read = parse_rational(text);  // none: an exponent that no number is read with
  return {std::move(text), read && *read == value};
}

std::string outward_decimal(const mpq_class& q, mpfr_rnd_t way) {
  Real x(160);
  mpfr_set_q(x, q.get_mpq_t(), way);
  char text[64];
  mpfr_snprintf(text, sizeof text, way == MPFR_RNDD ? "%.15RDg" : "%.15RUg", static_cast<mpfr_ptr>(x));
  return text;
}

}  // namespace

std::optional<std::string> complete_decimal(const mpq_class& value) {
  mpz_class rest = value.get_den();
  const mp_bitcnt_t twos = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(2).get_mpz_t()),
                    fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t());
  if (rest != 1) return std::nullopt;
  const std::size_t digits = std::max(twos, fives);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, digits);
  const mpq_class scaled = abs(value) * power;
  std::string text = scaled.get_num().get_str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) text.insert(text.size() - digits, 1, '.');
  return (sgn(value) < 0 ? "-" : "") + text;
}

std::string decimal_text(const mpq_class& value) {
  auto [text, exact] = decimal(value);
  return exact ? text : text + "...";
}

std::string exact_text(const mpq_class& value) {
  auto [text, exact] = decimal(value);
  return exact ? text : value.get_str();
}

std::string short_fraction(const mpq_class& value, std::size_t longest) {
  const std::string whole = value.get_str();
  return whole.size() <= longest ? whole : decimal_text(value);
}

std::string fraction_text(const mpq_class& value) {
  const std::string text = short_fraction(value), decimals = decimal_text(value);
  if (text.find('/') == std::string::npos) return text;
  return decimals + " (" + text + ")";
}

std::string six_digits(const mpq_class& value) {
  const mpf_class rounded(value, 64);
  char text[64];
  gmp_snprintf(text, sizeof text, "%.6Fg", rounded.get_mpf_t());
  return text;
}

std::string point_text(const std::array<mpq_class, 3>& p) {
  std::string text = "(";
  for (int k = 0; k < 3; ++k) text.append(decimal_text(p[k])).append(k < 2 ? ", " : ")");
  return text;
}

DecimalInterval outward_decimals(const RationalInterval& i) {
  return {outward_decimal(i.low, MPFR_RNDD), outward_decimal(i.high, MPFR_RNDU)};
}

std::string interval_text(const RationalInterval& degrees) {
  if (degrees.low == degrees.high) return degrees.low.get_str();
  const DecimalInterval d = outward_decimals(degrees);
  return d.low + " to " + d.high;
}

}  // namespace plumb::kernel
