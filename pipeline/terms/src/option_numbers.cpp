// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/option_numbers.h"

#include <algorithm>

#include "plumb/kernel/number.h"

namespace plumb::pipeline {

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

std::vector<std::string_view> list_entries(std::string_view list) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    out.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return out;
}

}  // namespace plumb::pipeline
