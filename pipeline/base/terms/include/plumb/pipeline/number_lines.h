// SPDX-License-Identifier: LGPL-3.0-or-later
// Questions of a file: lines of numbers with commas between.
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// The numbers of a line.
struct NumberLine {
  std::uint64_t line = 0;  ///< from 1
  std::vector<mpq_class> numbers;
};

/// Reads lines of `least` to `most` decimals or fractions. A first line without any number is a header; empty lines do
/// not count. `wanted`: what the numbers are, as the end of a message: "where 3 coordinates are wanted".
/// Errors: cannot_open; and, with the number of the line, bad_number (what is no number) and syntax (too few or too
/// many of them; no question at all).
Result<std::vector<NumberLine>> read_number_lines(const std::string& file, std::size_t least, std::size_t most,
                                                  const std::string& wanted);

}  // namespace plumb::pipeline
