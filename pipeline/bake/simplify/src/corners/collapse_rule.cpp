// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/collapse_rule.h"

#include <array>

namespace plumb::pipeline {

const char* text_of(CollapseRule rule) {
  static constexpr std::array<const char*, collapse_rule_count> names{"inward",     "link",  "flip",  "corner",
                                                                      "edge_class", "cone",  "reach", "parts",
                                                                      "error",      "steep", "far",   "position_bits"};
  return names[static_cast<std::size_t>(rule)];
}

}  // namespace plumb::pipeline
