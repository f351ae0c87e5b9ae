// SPDX-License-Identifier: LGPL-3.0-or-later
// Decimal numerals to numbers, exactly: to the nearest binary64 or binary32, to a decimal as it stands, or to a
// fraction.
//
// 1. scan_numeral() finds the longest numeral that a text starts with, and reads its 19 leading digits and its exponent
//    in one pass. It notes whether nonzero digits were left out.
// 2. to_binary64() and to_binary32(): if digits and power of ten are both exact in the type, one multiplication or
//    division rounds once (Clinger's fast path); else std::from_chars reads the text again, correctly rounded. What
//    is out of range is told apart by the exponent: too large is an error, too small is zero.
// 3. to_decimal(): the mantissa without trailing zeros and the exponent of ten. to_wide_decimal() reads mantissas
//    beyond 63 bits from the text with GMP.
// 4. parse_rational() also reads fractions of two integers, and returns lowest terms.
//
// Cost: linear in the text, but for a mantissa of more than 19 digits (at most max_decimal_digits), which GMP converts.
// Limits on digits and exponent (number.h) are checked before anything large is computed.
// Exact: values are rounded at most once, from the text; binary32 never through binary64. The locale plays no part.
// Source: Clinger (1990), How to read floating point numbers accurately.
#include "plumb/kernel/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "plumb/kernel/int64.h"

namespace plumb::kernel {
namespace {

constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// A mantissa below this takes one more digit without leaving 64 bits.
constexpr std::uint64_t room_for_a_digit = 1'000'000'000'000'000'000u;
// Exponents saturate here: larger than any text is long, small enough to add such a length.
constexpr std::int64_t saturated_exponent = 100'000'000'000'000'000;

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The nearest binary value of a numeral without a sign. @return false if that is 0 or beyond the range
template <class Float>
bool read_rounded(std::string_view text, Float& value) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
#else  // clang's library for WebAssembly; the C library there rounds correctly and has one locale
  const std::string copy(text);
  if constexpr (sizeof(Float) == sizeof(float)) value = std::strtof(copy.c_str(), nullptr);
  else value = std::strtod(copy.c_str(), nullptr);
  return value != 0 && std::isfinite(value);
#endif
}

// The nearest binary value of a numeral. The type has `digits` bits of mantissa, and its powers of ten up to
// 10^exact_power are exact. With both operands exact, IEEE division and multiplication round the true value once.
template <class Float, int exact_power>
NumberStatus to_binary(const Numeral& n, Float& value) {
  constexpr int digits = std::numeric_limits<Float>::digits;
  if (!n.truncated && n.mantissa <= (std::uint64_t{1} << digits) && std::abs(n.exponent10) <= exact_power) {
    const Float m = static_cast<Float>(n.mantissa);
    const Float power = static_cast<Float>(powers_of_ten[std::abs(n.exponent10)]);
    value = n.exponent10 < 0 ? m / power : m * power;
  } else if (n.mantissa == 0) {
    value = 0;
  } else {
    const std::size_t sign = n.text.front() == '-' || n.text.front() == '+';
    if (!read_rounded(n.text.substr(sign), value)) {
      // Zero is a valid result. With 1 <= mantissa < 10^19, a value that is too large has exponent10 > 0, and one that
      // is too small has exponent10 < 0.
      if (n.exponent10 > 0) return NumberStatus::out_of_range;
      value = 0;
    }
  }
  if (n.negative) value = -value;
  return NumberStatus::ok;
}

// The digits of the mantissa from the first to the last that is not 0, without the point; at most one more than
// `limit`.
std::string significant_digits(std::string_view text, std::size_t limit) {
  text = text.substr(0, text.find_first_of("eE"));
  const auto first = text.find_first_of("123456789");
  const auto last = text.find_last_of("123456789");
  std::string out;
  for (const char c : text.substr(first, last - first + 1)) {
    if (!is_digit(c)) continue;
    if (out.size() > limit) break;
    out += c;
  }
  return out;
}

// The power of ten that the last nonzero digit stands for, before the numeral's exponent is applied.
std::int64_t last_digit_power(std::string_view text) {
  text = text.substr(0, text.find_first_of("eE"));
  const auto last = text.find_last_of("123456789");
  const auto point = std::min(text.find('.'), text.size());
  return last < point ? static_cast<std::int64_t>(point - last) - 1 : -static_cast<std::int64_t>(last - point);
}

// The exponent field of a numeral, saturated.
std::int64_t exponent_field(std::string_view digits) {
  std::int64_t e = 0;
  for (const char c : digits)
    if (e < saturated_exponent) e = 10 * e + (c - '0');
  return std::min(e, saturated_exponent);
}

NumberStatus to_wide_decimal(const Numeral& n, Decimal& value, mpz_class& wide_mantissa) {
  const std::string digits = significant_digits(n.text, max_decimal_digits);
  if (digits.size() > static_cast<std::size_t>(max_decimal_digits)) return NumberStatus::out_of_range;
  std::int64_t e = last_digit_power(n.text);
  if (const auto mark = n.text.find_first_of("eE"); mark != n.text.npos) {
    const bool minus = n.text[mark + 1] == '-';
    const std::size_t sign = minus || n.text[mark + 1] == '+';
    const std::int64_t field = exponent_field(n.text.substr(mark + 1 + sign));
    e += minus ? -field : field;
  }
  if (std::abs(e) > max_decimal_exponent) return NumberStatus::out_of_range;
  mpz_class m(digits, 10);
  if (n.negative) m = -m;
  value.exponent10 = static_cast<std::int32_t>(e);
  value.wide = !fits_int64(m) || to_int64(m) == std::numeric_limits<std::int64_t>::min();
  value.mantissa = value.wide ? 0 : to_int64(m);
  if (value.wide) wide_mantissa = std::move(m);
  return NumberStatus::ok;
}

// One part of a fraction: digits only.
std::optional<mpz_class> parse_digits(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  const auto first = text.find_first_not_of('0');
  if (first == text.npos) return mpz_class(0);
  text.remove_prefix(first);
  if (text.size() > static_cast<std::size_t>(max_decimal_digits)) return std::nullopt;
  return mpz_class(std::string(text), 10);
}

template <class Convert>
NumberStatus parse_whole(std::string_view token, Convert convert) {
  Numeral n;
  const char* last = token.data() + token.size();
  if (token.empty() || scan_numeral(token.data(), last, n) != last) return NumberStatus::not_a_number;
  return convert(n);
}

}  // namespace

const char* scan_numeral(const char* first, const char* last, Numeral& out) {
  const char* p = first;
  out.negative = p != last && *p == '-';
  if (p != last && (*p == '-' || *p == '+')) ++p;
  std::uint64_t m = 0;
  std::int64_t e = 0;
  bool truncated = false;
  const char* digits = p;
  for (; p != last && is_digit(*p); ++p) {
    if (m < room_for_a_digit) {
      m = 10 * m + static_cast<unsigned>(*p - '0');
    } else {
      ++e;
      truncated |= *p != '0';
    }
  }
  std::ptrdiff_t count = p - digits;
  if (p != last && *p == '.') {
    const char* point = p++;
    for (; p != last && is_digit(*p); ++p) {
      if (m < room_for_a_digit) {
        m = 10 * m + static_cast<unsigned>(*p - '0');
        --e;
      } else {
        truncated |= *p != '0';
      }
    }
    count += p - point - 1;
  }
  if (count == 0) return nullptr;
  if (p != last && (*p == 'e' || *p == 'E')) {
    const char* q = p + 1;
    const bool minus = q != last && *q == '-';
    if (q != last && (*q == '-' || *q == '+')) ++q;
    const char* field = q;
    while (q != last && is_digit(*q)) ++q;
    if (q != field) {
      const std::int64_t value = exponent_field({field, static_cast<std::size_t>(q - field)});
      e += minus ? -value : value;
      p = q;
    }
  }
  out.text = {first, static_cast<std::size_t>(p - first)};
  out.mantissa = m;
  out.exponent10 = e;
  out.truncated = truncated;
  return p;
}

NumberStatus to_binary64(const Numeral& numeral, double& value) { return to_binary<double, 22>(numeral, value); }
NumberStatus to_binary32(const Numeral& numeral, float& value) { return to_binary<float, 10>(numeral, value); }

NumberStatus to_decimal(const Numeral& n, Decimal& value, mpz_class& wide_mantissa) {
  value = {};
  if (n.mantissa == 0) return NumberStatus::ok;
  std::uint64_t m = n.mantissa;
  std::int64_t e = n.exponent10;
  if (!n.truncated)
    for (; m % 10 == 0; m /= 10) ++e;
  if (n.truncated || m > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return to_wide_decimal(n, value, wide_mantissa);
  if (std::abs(e) > max_decimal_exponent) return NumberStatus::out_of_range;
  value.mantissa = n.negative ? -static_cast<std::int64_t>(m) : static_cast<std::int64_t>(m);
  value.exponent10 = static_cast<std::int32_t>(e);
  return NumberStatus::ok;
}

NumberStatus parse_binary64(std::string_view token, double& value) {
  return parse_whole(token, [&](const Numeral& n) { return to_binary64(n, value); });
}

NumberStatus parse_binary32(std::string_view token, float& value) {
  return parse_whole(token, [&](const Numeral& n) { return to_binary32(n, value); });
}

NumberStatus parse_decimal(std::string_view token, Decimal& value, mpz_class& wide_mantissa) {
  return parse_whole(token, [&](const Numeral& n) { return to_decimal(n, value, wide_mantissa); });
}

std::optional<mpq_class> parse_rational(std::string_view token) {
  if (const auto bar = token.find('/'); bar != token.npos) {
    std::string_view top = token.substr(0, bar);
    const bool negative = !top.empty() && top.front() == '-';
    if (!top.empty() && (top.front() == '-' || top.front() == '+')) top.remove_prefix(1);
    const auto numerator = parse_digits(top), denominator = parse_digits(token.substr(bar + 1));
    if (!numerator || !denominator || *denominator == 0) return std::nullopt;
    mpq_class value(*numerator, *denominator);
    value.canonicalize();
    return negative ? mpq_class(-value) : value;
  }
  Decimal decimal;
  mpz_class wide;
  if (parse_decimal(token, decimal, wide) != NumberStatus::ok) return std::nullopt;
  mpq_class value(decimal.wide ? wide : mpz_class(to_gmp(decimal.mantissa)));
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(decimal.exponent10)));
  if (decimal.exponent10 < 0) value /= power;
  else value *= power;
  return value;
}

}  // namespace plumb::kernel
