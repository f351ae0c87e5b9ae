// SPDX-License-Identifier: LGPL-3.0-or-later
#include "numerals.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "verdict.h"

namespace checker {
namespace {

constexpr long exponent_limit = 10000;  // a short token must not ask for gigabytes

std::size_t digits_from(const std::string& token, std::size_t i) {
  return std::min(token.find_first_not_of("0123456789", i), token.size()) - i;
}
std::size_t sign_at(const std::string& token, std::size_t i) {
  return i < token.size() && (token[i] == '-' || token[i] == '+');
}

/// A sign, digits with at most one point among them, an exponent; nothing else.
struct Numeral {
  std::string digits;
  long exponent = 0;  // saturates far beyond the limit

  explicit Numeral(const std::string& token) {
    std::size_t i = sign_at(token, 0);
    const std::size_t whole = digits_from(token, i);
    digits = token.substr(i, whole);
    i += whole;
    if (i < token.size() && token[i] == '.') {
      const std::size_t places = digits_from(token, ++i);
      digits += token.substr(i, places);
      exponent = -static_cast<long>(places);
      i += places;
    }
    bool good = !digits.empty();
    if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
      const bool down = token[++i] == '-';
      i += sign_at(token, i);
      good = good && digits_from(token, i) > 0 && i + digits_from(token, i) == token.size();
      long written = 0;
      if (std::from_chars(token.data() + i, token.data() + token.size(), written).ec != std::errc())
        written = std::numeric_limits<int>::max();
      exponent += std::min<long>(written, std::numeric_limits<int>::max()) * (down ? -1 : 1);
      i = token.size();
    }
    if (!good || i != token.size()) throw Refused("'" + token + "' is no number");
  }
};

Fraction decimal(const std::string& token) {
  const Numeral numeral(token);
  Integer mantissa(numeral.digits, 10), power;
  if (sgn(mantissa) == 0) return 0;
  if (std::labs(numeral.exponent) > exponent_limit)
    throw Refused("'" + token + "' is beyond the numbers that can be read");
  if (token[0] == '-') mantissa = -mantissa;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(numeral.exponent)));
  Fraction value = numeral.exponent < 0 ? Fraction(mantissa, power) : Fraction(Integer(mantissa * power));
  value.canonicalize();
  return value;
}

}  // namespace

// Truncation keeps order.
int Coordinate::compare(const Coordinate& o) const {
  if (near_ != o.near_) return near_ < o.near_ ? -1 : 1;
  if (!fraction_) return 0;
  const int c = cmp(*fraction_, *o.fraction_);
  return (c > 0) - (c < 0);
}

// A double is a whole number of 53 bits times a power of two.
std::size_t Coordinate::denominator_bits() const {
  if (fraction_) return mpz_sizeinbase(fraction_->get_den_mpz_t(), 2);
  int exponent = 0;
  const double mantissa = std::frexp(near_, &exponent);
  if (mantissa == 0) return 1;
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::fabs(mantissa), 53));
  return static_cast<std::size_t>(std::max(0, 53 - exponent - std::countr_zero(digits)) + 1);
}

Fraction Coordinate::times(const Integer& scale) const {
  if (fraction_) return *fraction_ * scale;
  return Fraction(near_) * scale;
}

// A double times a power of two is exact, unless it leaves the range of doubles.
std::optional<double> Coordinate::whole_times_two_to(int power) const {
  const double at = fraction_ ? 0.5 : std::ldexp(near_, power);
  if (std::fabs(at) > 0x1p53 || std::trunc(at) != at) return std::nullopt;
  return at;
}

// strtod and strtof round to nearest, from the text itself.
Coordinate coordinate(const std::string& token, Numbers numbers) {
  if (numbers == Numbers::decimal) return Coordinate(decimal(token));
  const Numeral checked(token);
  const double value =
      numbers == Numbers::binary64 ? std::strtod(token.c_str(), nullptr) : std::strtof(token.c_str(), nullptr);
  if (!std::isfinite(value)) throw Refused("'" + token + "' is beyond the numbers that can be read");
  return Coordinate(value);
}

void require_numeral(const std::string& token) { Numeral checked(token); }

}  // namespace checker
