// SPDX-License-Identifier: LGPL-3.0-or-later
// Words and tables for people, and the version that files and people are told.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::pipeline {

/// 1234567 -> "1,234,567"
std::string count_text(std::uint64_t n);
/// "1 polygon", "2 polygons"
std::string counted_text(std::uint64_t n, const std::string& noun);

/// "FILE: ", as a text about a file begins; empty for what has no name, such as arrays.
std::string file_prefix(const std::string& file);
/// A text in the words of the command line, "--bad-faces drop", in those of a program: "bad_faces = drop", by the names
/// of the members of the settings, which are those of Python's keywords.
std::string program_words(std::string_view text);

/// " (did you mean NAME?)", of the name that was probably meant: that takes fewest letters changed, left out, put in or
/// swapped with the next, and at most one in three; the first of several. Empty if none is that near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);

/// Columns, each as wide as its widest entry.
class TextTable {
 public:
  using Row = std::vector<std::string>;
  /// One letter a column: l flush left, r flush right.
  explicit TextTable(std::string flush) : flush_(std::move(flush)) {}
  void add(Row row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::string flush_;
  std::vector<Row> rows_;
};

/// The version of this library and of the `plumb` command, such as "0.1.0".
const char* version();

}  // namespace plumb::pipeline
