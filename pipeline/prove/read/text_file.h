// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>

namespace plumb::checker {

/// The text of a regular file, read where it is asked for, so that it takes no memory of its own. It is not mapped:
/// whoever makes a mapped file shorter ends the process by a signal.
class TextFile {
 public:
  /// Throws Refused for what cannot be read.
  explicit TextFile(const std::string& path);
  TextFile(const TextFile&) = delete;
  ~TextFile();

  /// When it was opened.
  std::size_t size() const { return size_; }
  /// Appends so many characters from a place on, or those up to the end. Throws Refused if the file has got shorter.
  void append(std::string& out, std::size_t place, std::size_t count) const;
  /// The SHA-256 digest of all of it.
  std::string sha256() const;

  static constexpr std::size_t usual_block = 1 << 16;

 private:
  int file_;
  std::size_t size_ = 0;
};

}  // namespace plumb::checker
