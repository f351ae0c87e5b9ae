// SPDX-License-Identifier: GPL-3.0-or-later
#include "mesh_number.h"

#include <cmath>
#include <cstdio>

#include "plumb/kernel/number.h"

namespace plumb::pipeline {

std::optional<mpq_class> mesh_number(std::string_view numeral, Numbers numbers) {
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

}  // namespace plumb::pipeline
