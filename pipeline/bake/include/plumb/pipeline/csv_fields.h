// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <string>

#include "plumb/kernel/decimal.h"

// Fields of tables (RFC 4180).
namespace plumb::pipeline {

/// Text, in quotes where it has to be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

/// Empty beyond the range of a double.
inline std::string csv_decimal(double value) {
  std::string out;
  if (std::isfinite(value)) kernel::append_decimal(out, value);
  return out;
}

}  // namespace plumb::pipeline
