// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>

namespace plumb::checker {

/// The text of a regular file, read where it is asked for, so that it takes no memory of its own. It is not mapped:
/// whoever makes a mapped file shorter ends the process by a signal.
class TextFile {
 public:
  /// Throws Refused for what is no regular file or cannot be read.
  explicit TextFile(const std::string& path);
  TextFile(const TextFile&) = delete;
  ~TextFile();

  /// When it was opened.
  std::uint64_t size() const { return size_; }
  /// Appends so many characters from a place on, or those up to the end. Throws Refused if the file has got shorter.
  void append(std::string& out, std::uint64_t place, std::size_t count) const;
  /// All of it.
  std::string text() const;
  /// The SHA-256 digest of all of it.
  std::string sha256() const;

  static constexpr std::size_t usual_block = 1 << 16;

 private:
  int file_;
  std::uint64_t size_ = 0;
};

/// The same as a stream from its beginning, which throws Refused, too, where it is read.
class FileStream : private std::streambuf, public std::istream {
 public:
  explicit FileStream(const std::string& path) : std::istream(this), file_(path) { exceptions(badbit); }
  std::uint64_t size() const { return file_.size(); }

 private:
  std::streambuf::int_type underflow() override;

  TextFile file_;
  std::string block_;
  std::uint64_t place_ = 0;  // behind the block
};

}  // namespace plumb::checker
