// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <string>

namespace plumb::pipeline {

/// An extended regular expression of POSIX, as `grep -E` has it; ^ and $ are the ends of lines.
class Pattern {
 public:
  /// Throws RefusedOption.
  explicit Pattern(const std::string& text);
  Pattern(const Pattern&) = delete;
  ~Pattern();
  bool matches(std::string text) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace plumb::pipeline
