// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_table.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/decimal.h"

namespace plumb::pipeline {

namespace {

/// The shortest decimal of the nearest double, and whether it is the value.
std::pair<std::string, bool> decimal(const mpq_class& value) {
  std::string text;
  append_decimal(text, nearest_double(value));
  const auto read = kernel::parse_rational(text);  // none: infinite
  return {std::move(text), read && *read == value};
}

}  // namespace

std::string decimal_text(const mpq_class& value) {
  auto [text, exact] = decimal(value);
  return exact ? text : text + "...";
}

std::string exact_text(const mpq_class& value) {
  auto [text, exact] = decimal(value);
  return exact ? text : value.get_str();
}

std::string short_fraction(const mpq_class& value, std::size_t longest) {
  const std::string whole = value.get_str();
  return whole.size() <= longest ? whole : decimal_text(value);
}

std::string fraction_text(const mpq_class& value) {
  const std::string text = short_fraction(value);
  return text.find('/') == std::string::npos ? text : text + " (" + decimal_text(value) + ")";
}

std::string point_text(const ExactPoint& p) {
  return "(" + decimal_text(p[0]) + ", " + decimal_text(p[1]) + ", " + decimal_text(p[2]) + ")";
}

std::string degrees_text(const kernel::RationalInterval& degrees) {
  if (degrees.low == degrees.high) return degrees.low.get_str();
  const DecimalInterval d = outward_decimals(degrees);
  return d.low + " to " + d.high;
}

std::string count_text(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted_text(std::uint64_t n, const std::string& noun) { return count_text(n) + " " + noun + (n == 1 ? "" : "s"); }

std::string TextTable::text() const {
  std::vector<std::size_t> width(flush_.size());
  for (const Row& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string out;
  for (const Row& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(width[i] - row[i].size(), ' ');
      line += (i == 0 ? "  " : "   ") + (flush_[i] == 'l' ? row[i] + space : space + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace plumb::pipeline
