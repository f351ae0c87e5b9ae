// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/text_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"

namespace plumb::pipeline {

void refuse_option(std::string what) { throw RefusedOption{std::move(what)}; }

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

namespace {

// Units of length, in tenths of a millimetre.
constexpr std::array<Word<int>, 5> units{{{"m", 10000}, {"cm", 100}, {"mm", 10}, {"in", 254}, {"ft", 12 * 254}}};
mpq_class in_metres(int tenths) { return mpq_class(tenths) / units[0].value; }

// The unit at the end of a text, in metres, which is taken away from it; none if it ends in none.
std::optional<mpq_class> take_unit(std::string_view& text) {
  const std::size_t number = text.find_last_not_of("cfimnt") + 1;
  const auto unit = std::ranges::find(units, text.substr(number), &Word<int>::text);
  if (unit == units.end()) return std::nullopt;
  text = text.substr(0, number);
  return in_metres(unit->value);
}

}  // namespace

LevelUnit unit_option(const std::string& option, std::string_view text) {
  std::string_view number = text;
  const auto unit = take_unit(number);
  const auto count = number.empty() ? mpq_class(1) : kernel::parse_rational(number);
  if (!unit || !count || sgn(*count) <= 0)
    throw RefusedOption{option + " '" + std::string(text) +
                        "' is no unit; give m, cm, mm, in, ft, or a length above 0 such as 0.0254m"};
  return {*count * *unit};
}

std::string unit_text(const mpq_class& metres) {
  for (const auto& unit : units)
    if (in_metres(unit.value) == metres) return unit.text;
  return kernel::exact_text(metres) + "m";
}

mpq_class number_option(const std::string& option, std::string_view text, const LevelUnit* unit) {
  std::string_view number = text;
  const auto metres = unit ? take_unit(number) : std::nullopt;
  const auto value = kernel::parse_rational(number);
  if (!value)
    throw RefusedOption{option + " '" + std::string(text) +
                        "' is not a number; give a decimal or a fraction, such as 1.8 or 9/5" +
                        (unit ? ", or a length with its unit, such as 40cm" : "")};
  if (!metres) return *value;
  if (!unit->metres)
    throw RefusedOption{option + " '" + std::string(text) +
                        "' has a unit, and what a unit of the level is, is not known; say it with --unit: m, cm, mm, "
                        "in, ft, or a length such as 0.0254m"};
  return *value * *metres / *unit->metres;
}
mpq_class not_negative_option(const std::string& option, std::string_view text, const LevelUnit* unit) {
  mpq_class value = number_option(option, text, unit);
  if (value < 0) throw RefusedOption{option + " '" + std::string(text) + "' is below 0; give 0 or more"};
  return value;
}
mpq_class positive_option(const std::string& option, std::string_view text, const LevelUnit* unit) {
  mpq_class value = number_option(option, text, unit);
  if (value <= 0) throw RefusedOption{option + " '" + std::string(text) + "' is not above 0; give more"};
  return value;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
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
