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

namespace plumb::checker {
namespace {

constexpr long exponent_limit = 10000;  // a short token must not ask for gigabytes

std::size_t digits_from(std::string_view token, std::size_t i) {
  std::size_t end = i;
  while (end < token.size() && '0' <= token[end] && token[end] <= '9') ++end;
  return end - i;
}
std::size_t sign_at(std::string_view token, std::size_t i) {
  return i < token.size() && (token[i] == '-' || token[i] == '+');
}

/// A sign, digits with at most one point among them, an exponent; nothing else.
struct Numeral {
  std::string_view whole, places;
  long exponent = 0;  // saturates far beyond the limit

  explicit Numeral(std::string_view token) {
    std::size_t i = sign_at(token, 0);
    whole = token.substr(i, digits_from(token, i));
    i += whole.size();
    if (i < token.size() && token[i] == '.') {
      places = token.substr(i + 1, digits_from(token, i + 1));
      exponent = -static_cast<long>(places.size());
      i += 1 + places.size();
    }
    bool good = !whole.empty() || !places.empty();
    if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
      const bool down = ++i < token.size() && token[i] == '-';
      i += sign_at(token, i);
      good = good && digits_from(token, i) > 0 && i + digits_from(token, i) == token.size();
      long written = 0;
      if (std::from_chars(token.data() + i, token.data() + token.size(), written).ec != std::errc())
        written = std::numeric_limits<int>::max();
      exponent += std::min<long>(written, std::numeric_limits<int>::max()) * (down ? -1 : 1);
      i = token.size();
    }
    if (!good || i != token.size()) throw Refused("'" + std::string(token) + "' is no number");
  }
};

Fraction decimal(std::string_view token) {
  const Numeral numeral(token);
  Integer mantissa(std::string(numeral.whole).append(numeral.places), 10), power;
  if (sgn(mantissa) == 0) return 0;
  if (std::labs(numeral.exponent) > exponent_limit)
    throw Refused("'" + std::string(token) + "' is beyond the numbers that can be read");
  if (token[0] == '-') mantissa = -mantissa;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(numeral.exponent)));
  Fraction value = numeral.exponent < 0 ? Fraction(mantissa, power) : Fraction(Integer(mantissa * power));
  value.canonicalize();
  return value;
}

// from_chars rounds to nearest, from the text itself. What is out of its range, 0 or too large, strtod and strtof tell.
template <class T>
double rounded(std::string_view token) {
  T value = 0;
  const std::string_view unsigned_token = token.substr(token.starts_with('+'));
  const auto end = unsigned_token.data() + unsigned_token.size();
  const auto [at, error] = std::from_chars(unsigned_token.data(), end, value);
  if (error == std::errc() && at == end) return value;
  const std::string text(token);
  return std::is_same_v<T, double> ? std::strtod(text.c_str(), nullptr) : std::strtof(text.c_str(), nullptr);
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
  if (!std::isfinite(at) || std::trunc(at) != at) return std::nullopt;
  return at;
}

Coordinate coordinate(std::string_view token, Numbers numbers) {
  if (numbers == Numbers::decimal) return Coordinate(decimal(token));
  const Numeral checked(token);
  const double value = numbers == Numbers::binary64 ? rounded<double>(token) : rounded<float>(token);
  if (!std::isfinite(value)) throw Refused("'" + std::string(token) + "' is beyond the numbers that can be read");
  return Coordinate(value);
}

void require_numeral(std::string_view token) { Numeral checked(token); }

}  // namespace plumb::checker
