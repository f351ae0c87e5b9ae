// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/result.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

// Settings with another name than their option.
constexpr std::array<std::array<std::string_view, 2>, 6> renamed{{{"stance", "stances"},
                                                                  {"seed-point", "seed_points"},
                                                                  {"at-stance", "stance"},
                                                                  {"navmesh-transform", "transform"},
                                                                  {"navmesh-up", "up"},
                                                                  {"range", "between"}}};
// Values that messages give behind an option.
constexpr std::array<std::string_view, 18> values{"drop",   "double", "decimal", "float", "up",    "both",
                                                  "closed", "exact",  "none",    "seed",  "count", "regular",
                                                  "inner",  "outer",  "vcd",     "wedge", "y",     "z"};

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz", numerals = "0123456789.,/";

std::string setting(std::string_view option) {
  for (const auto& [from, to] : renamed)
    if (option == from) return std::string(to);
  std::string out(option);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// The word that a text begins with.
std::string_view word(std::string_view text, bool with_hyphens) {
  const auto ends = [&](char c) { return letters.find(c) == letters.npos && !(with_hyphens && c == '-'); };
  return text.substr(0, static_cast<std::size_t>(std::find_if(text.begin(), text.end(), ends) - text.begin()));
}

// The value that a text begins with, behind an option: one of the words, or a number.
std::string_view value_at(std::string_view text) {
  if (const auto value = word(text, true); std::find(values.begin(), values.end(), value) != values.end()) return value;
  const auto ends = [](char c) { return numerals.find(c) == numerals.npos; };
  auto number = text.substr(0, static_cast<std::size_t>(std::find_if(text.begin(), text.end(), ends) - text.begin()));
  while (!number.empty() && (number.back() == '.' || number.back() == ',')) number.remove_suffix(1);
  return number;
}

// In front of a message, without the parts that do not apply: "FILE:LINE: ".
std::string place_of(const Error& error) {
  if (error.file.empty()) return "";
  return error.file + (error.line ? ":" + std::to_string(error.line) : "") + ": ";
}

}  // namespace

void not_there(const std::string& what) { throw NotThere(what); }
void not_there(const Error& error) { not_there(error.text()); }

std::string Error::command_text() const { return place_of(*this) + message; }

std::string Error::text() const { return place_of(*this) + program_words(message); }

std::string program_words(std::string_view rest) {
  std::string out;
  for (std::size_t at; (at = rest.find("--")) != rest.npos;) {
    const bool begins = at == 0 || rest[at - 1] == ' ' || rest[at - 1] == '(';
    const std::string_view option = word(rest.substr(at + 2), true);
    out += rest.substr(0, at);
    rest.remove_prefix(at + 2);
    if (!begins || option.empty()) {
      out += "--";
      continue;
    }
    out += setting(option);
    rest.remove_prefix(option.size());
    const std::string_view value = rest.starts_with(' ') ? value_at(rest.substr(1)) : "";
    if (value.empty()) continue;
    out.append(" = ").append(value);
    rest.remove_prefix(1 + value.size());
    if (rest.starts_with(" --")) out += ',';
  }
  return out.append(rest);
}

}  // namespace plumb::pipeline
