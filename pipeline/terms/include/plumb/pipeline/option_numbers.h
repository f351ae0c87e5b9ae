// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

// Values of options as text.
namespace plumb::pipeline {

/// What is wrong with an option, in one line: thrown, and returned by whoever makes options.
struct RefusedOption {
  std::string what;
};

/// A decimal or a fraction.
mpq_class number_option(const std::string& option, std::string_view text);
mpq_class not_negative_option(const std::string& option, std::string_view text);
mpq_class positive_option(const std::string& option, std::string_view text);

template <class Whole>
Whole whole_option(const std::string& option, std::string_view text) {
  Whole value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw RefusedOption{option + " '" + std::string(text) + "' is no whole number of 0 or more"};
  return value;
}

/// What stands between commas.
std::vector<std::string_view> list_entries(std::string_view list);

}  // namespace plumb::pipeline
