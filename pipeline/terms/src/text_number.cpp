// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/text_number.h"

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

}  // namespace plumb::pipeline
