// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/slope_angle.h"

// Words and tables for people.
namespace plumb::pipeline {

/// Longest fraction that a text shows; beyond, its decimal followed by "...".
inline constexpr std::size_t longest_fraction = 40;

/// The nearest double as the shortest decimal, followed by "..." where that is not the value itself.
std::string decimal_text(const mpq_class& value);
/// The value and nothing else: "1.8", or "1/3" where no decimal of a double is the value.
std::string exact_text(const mpq_class& value);
/// "9/5 (1.8)"; "1/3 (0.3333333333333333...)"; "2"; "1.7999999999999998..." where the fraction is too long to show.
std::string fraction_text(const mpq_class& value);
/// The fraction alone: "9/5", or its decimal where it is longer.
std::string short_fraction(const mpq_class& value, std::size_t longest = longest_fraction);
/// "(1.5, 0, -2.25)", decimals, as decimal_text.
std::string point_text(const ExactPoint& p);
/// "45" or "33.6900675259797 to 33.6900675259798", rounded outward.
std::string degrees_text(const kernel::RationalInterval& degrees);
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

}  // namespace plumb::pipeline
