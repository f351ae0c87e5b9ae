// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/number_text.h"

#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/kernel/slope_angle.h"

namespace plumb::kernel {

namespace {

/// The shortest decimal of the nearest double, and whether it is the value.
std::pair<std::string, bool> decimal(const mpq_class& value) {
  std::string text;
  append_decimal(text, nearest_double(value));
  const auto read = parse_rational(text);  // none: infinite
  return {std::move(text), read && *read == value};
}

}  // namespace

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

std::string point_text(const ExactPoint& p) {
  std::string text = "(";
  for (int k = 0; k < 3; ++k) text.append(decimal_text(p[k])).append(k < 2 ? ", " : ")");
  return text;
}

std::string interval_text(const RationalInterval& degrees) {
  if (degrees.low == degrees.high) return degrees.low.get_str();
  const DecimalInterval d = outward_decimals(degrees);
  return d.low + " to " + d.high;
}

}  // namespace plumb::kernel
