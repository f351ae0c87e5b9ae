// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/text_number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "plumb/kernel/number.h"

namespace plumb::pipeline {

std::optional<mpq_class> text_number(std::string_view numeral, Numbers numbers) {
  using kernel::NumberStatus;
  if (numbers == Numbers::binary64) {
    double value;
    if (kernel::parse_binary64(numeral, value) != NumberStatus::ok) return std::nullopt;
    return mpq_class(value);
  }
  if (numbers == Numbers::binary32) {
    float value;
    if (kernel::parse_binary32(numeral, value) != NumberStatus::ok) return std::nullopt;
    return mpq_class(value);
  }
  double in_range;
  if (kernel::parse_binary64(numeral, in_range) != NumberStatus::ok) return std::nullopt;
  return kernel::parse_rational(numeral);
}

std::optional<mpq_class> cell_size_of_inverse(float inverse) {
  const double size = 1 / static_cast<double>(inverse);
  if (!(inverse > 0) || !(size > 0) || !std::isfinite(size)) return std::nullopt;
  constexpr int most_digits = 9;  // all that binary32 has
  for (int digits = 1; digits <= most_digits; ++digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, size);
    float written = 0;
    if (kernel::parse_binary32(text, written) == kernel::NumberStatus::ok && 1 / written == inverse)
      return kernel::parse_rational(text);
  }
  return mpq_class(size);
}

mpq_class number_option(const std::string& option, std::string_view text) {
  const auto value = kernel::parse_rational(text);
  if (!value)
    throw RefusedOption{option + " '" + std::string(text) +
                        "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3"};
  return *value;
}
mpq_class not_negative_option(const std::string& option, std::string_view text) {
  mpq_class value = number_option(option, text);
  if (value < 0) throw RefusedOption{option + " '" + std::string(text) + "' is below 0; give 0 or more"};
  return value;
}
mpq_class positive_option(const std::string& option, std::string_view text) {
  mpq_class value = number_option(option, text);
  if (value <= 0) throw RefusedOption{option + " '" + std::string(text) + "' is not above 0; give more"};
  return value;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::vector<std::string_view> list_entries(std::string_view list) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    out.push_back(without_blanks(list.substr(at, comma - at)));
    at = comma + 1;
  }
  return out;
}

std::string read_limit(std::string_view text, std::string_view relations, LimitText& out) {
  const std::size_t at = text.find_first_of(relations);
  if (at == std::string_view::npos)
    return "has no '" + std::string(1, relations[0]) + "'" + (relations.size() > 1 ? " or '<'" : "");
  out.metric = without_blanks(text.substr(0, at));
  out.relation = text[at];
  std::string_view number = without_blanks(text.substr(at + 1));
  out.percent = number.ends_with('%');
  if (out.percent) number.remove_suffix(1);
  const auto limit = kernel::parse_rational(number);
  if (!limit || *limit < 0) return "has no number that is 0 or more";
  out.number = *limit;
  return {};
}

}  // namespace plumb::pipeline
