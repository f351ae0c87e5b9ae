// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plumb::checker {

/// The text of a regular file, mapped, so that it takes no memory of its own.
class MappedText {
 public:
  /// Throws Refused for what cannot be read.
  explicit MappedText(const std::string& path);
  MappedText(const MappedText&) = delete;
  ~MappedText();
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace plumb::checker
