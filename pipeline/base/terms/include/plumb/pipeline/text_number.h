// SPDX-License-Identifier: LGPL-3.0-or-later
// Numbers that are given as text, in files and as values of options.
#pragma once
#include <gmpxx.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A numeral of a text format, taken by --numbers; none if it is none, or out of range.
std::optional<mpq_class> text_number(std::string_view numeral, Numbers numbers);

/// The size of cells that Detour keeps the inverse of, in binary32: the shortest decimal that makes it, if one does.
/// None where that is no number above 0.
std::optional<mpq_class> cell_size_of_inverse(float inverse);

/// What is wrong with an option, in one line: thrown, and returned by whoever makes options.
struct RefusedOption {
  std::string what;
};
[[noreturn]] void refuse_option(std::string what);

/// What one unit of the level is, in metres, above 0; none: that is not known.
struct LevelUnit {
  std::optional<mpq_class> metres;
};
/// The unit that a text names: m, cm, mm, in (0.0254 m), ft (12 in), or a length in one of them, such as 2.54cm. Throws
/// RefusedOption.
LevelUnit unit_option(const std::string& option, std::string_view text);
/// The word for a unit, or its length: "cm", "0.03m".
std::string unit_text(const mpq_class& metres);

/// A decimal or a fraction. Of a length, `unit` is given: then one of the words above may stand behind the number,
/// "40cm", and the value is in units of the level, exactly. A length with a unit is refused where `unit` is not known.
/// Throws RefusedOption.
mpq_class number_option(const std::string& option, std::string_view text, const LevelUnit* unit = nullptr);
mpq_class not_negative_option(const std::string& option, std::string_view text, const LevelUnit* unit = nullptr);
mpq_class positive_option(const std::string& option, std::string_view text, const LevelUnit* unit = nullptr);

template <class Whole>
Whole whole_option(const std::string& option, std::string_view text) {
  Whole value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    refuse_option(option + " '" + std::string(text) + "' is no whole number of 0 or more");
  return value;
}

/// The value that a word stands for (words_of). Whoever refuses it names the words.
template <class Value>
Value word_option(const std::string& option, std::string_view text) {
  if (const auto value = value_of<Value>(text)) return *value;
  std::string known;
  for (const auto& w : words_of(Value{})) known.append(known.empty() ? "" : " or ").append(w.text);
  refuse_option(option + " '" + std::string(text) + "' is unknown; give " + known);
}

/// A text without the blanks before and behind it.
std::string_view without_blanks(std::string_view text);
/// What stands between commas, without blanks.
std::vector<std::string_view> list_entries(std::string_view list);

/// A threshold of --fail-if as text: "missing>1%".
struct LimitText {
  std::string_view metric;
  char relation = '>';
  mpq_class number = 0;  ///< 0 or more
  bool percent = false;  ///< "%" follows the number
};
/// Reads one, whose relation is one of those. What is wrong with it, as the end of a sentence; empty if nothing is.
std::string read_limit(std::string_view text, std::string_view relations, LimitText& out);
/// What is wrong with a limit of what is no area, if it is a share.
inline constexpr const char* limit_is_no_share = "is a share of what is no area";

}  // namespace plumb::pipeline
