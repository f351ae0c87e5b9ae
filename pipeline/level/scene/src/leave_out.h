// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// What ImportOptions::leave_out leaves out of a scene, counted while a reader reads it.
class LeaveOut {
 public:
  explicit LeaveOut(const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) counts_.push_back({pattern, 0});
  }

  /// Whether a part of the scene that has these names is left out. The part counts for each pattern that matches one of
  /// them; an empty name is none. `path`: the part's path from the root, which patterns with "./" before it match, too.
  bool takes(std::initializer_list<std::string_view> names, std::string_view path = {});
  bool is_empty() const { return counts_.empty(); }
  /// Whether anything has been left out so far.
  bool took_any() const;
  const std::vector<LeftOut>& counts() const { return counts_; }

 private:
  std::vector<LeftOut> counts_;
};

/// Whether a name is as a pattern says, in which '*' stands for any characters, none included, and '?' for one.
bool matches(std::string_view pattern, std::string_view name);

/// Whether a name can stand in a message as a pattern that means itself: short, printable ASCII, without a quotation
/// mark and the characters that a pattern has for others.
bool is_plain_pattern(std::string_view name);

/// What a message says behind a part that is refused: ", or leave it out (--leave-out 'Hero')". `name`: what the part
/// can be called by, and nothing else is.
std::string or_leave_out(std::string_view name);

}  // namespace plumb::pipeline
