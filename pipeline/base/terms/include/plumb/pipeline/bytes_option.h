// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {

/// The value of an option that is a number of bytes above 0, such as 2G: K, M and G are powers of 1024. Throws
/// RefusedOption.
inline std::uint64_t bytes_option(const std::string& option, std::string text) {
  std::uint64_t unit = 1;
  if (!text.empty()) {
    constexpr std::string_view units = "KMG";
    if (const std::size_t at = units.find(text.back()); at != std::string_view::npos) {
      for (std::size_t i = 0; i <= at; ++i) unit *= 1024;
      text.pop_back();
    }
  }
  const auto number = whole_option<std::uint64_t>(option, text);
  constexpr std::uint64_t most = std::uint64_t{1} << 50;
  if (number == 0 || number > most / unit) throw RefusedOption{option + " '" + text + "' is none; give such as 2G"};
  return number * unit;
}

}  // namespace plumb::pipeline
