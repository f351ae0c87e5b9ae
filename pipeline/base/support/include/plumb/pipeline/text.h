// SPDX-License-Identifier: GPL-3.0-or-later
// Words and tables for people, and the version that files and people are told.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace plumb::pipeline {

/// 1234567 -> "1,234,567"
std::string count_text(std::uint64_t n);
/// "1 polygon", "2 polygons"
std::string counted_text(std::uint64_t n, const std::string& noun);

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
