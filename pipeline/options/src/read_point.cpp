// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/read_point.h"

#include <algorithm>

#include "plumb/kernel/number.h"

namespace plumb::pipeline {
namespace {

std::string coordinates_text(std::size_t n) {
  constexpr const char* words[] = {"no", "one", "two"};
  return (n < 3 ? words[n] : std::to_string(n)) + std::string(n == 1 ? " coordinate" : " coordinates");
}

}  // namespace

Result<ExactPoint> read_point(const std::string& option, const std::string& text) {
  const std::size_t given = text.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
  if (given != 3)
    return bad_option(option + " '" + text + "' has " + coordinates_text(given) +
                      "; give three: x,y,z, such as 1.5,0,-7/3");
  ExactPoint point;
  std::size_t begin = 0;
  for (mpq_class& coordinate : point) {
    const std::size_t end = text.find(',', begin);
    const std::string token = text.substr(begin, end - begin);
    const auto value = kernel::parse_rational(token);
    if (!value)
      return bad_option(option + " '" + text + "': '" + token +
                        "' is not a number; give decimals or fractions, such as 1.5,0,-7/3");
    coordinate = *value;
    begin = end + 1;
  }
  return point;
}

}  // namespace plumb::pipeline
