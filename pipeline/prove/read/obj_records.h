// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "base/verdict.h"
#include "read/text_file.h"

namespace plumb::checker {

enum class Numbers { binary64, binary32, decimal };

/// A number of the level's file: a double, or a fraction.
class Coordinate {
 public:
  explicit Coordinate(double value) : near_(value) {}
  explicit Coordinate(Fraction value) : near_(value.get_d()), fraction_(std::move(value)) {}

  /// Of numbers of one kind.
  bool equals(const Coordinate& o) const { return near_ == o.near_ && fraction_ == o.fraction_; }
  Coordinate negated() const { return fraction_ ? Coordinate(Fraction(-*fraction_)) : Coordinate(-near_); }
  double near() const { return near_; }
  std::size_t denominator_bits() const;
  /// None if it is a double.
  const Fraction* fraction() const { return fraction_ ? &*fraction_ : nullptr; }
  Fraction exact() const { return fraction_ ? *fraction_ : Fraction(near_); }
  Fraction times(const Integer& scale) const;
  /// The same, 2^power times, if it is a double, and that is a whole number.
  std::optional<double> whole_times_two_to(int power) const;

 private:
  double near_;  // truncated, if it is no double
  std::optional<Fraction> fraction_;
};

/// The number that a coordinate's text stands for (definitions, "Numbers"). Throws Refused for what is no finite
/// number.
Coordinate coordinate(std::string_view token, Numbers numbers);

/// Throws Refused unless the text is a number, however large.
void require_numeral(std::string_view token);

/// A face names a vertex, by its number from 0, that the file does not have.
Refused no_such_vertex(std::uint64_t vertex);

/// The records of an OBJ's text that a level is made of, one by one. Everything here throws Refused, with the line, for
/// a record that may hold a surface and is not understood.
class ObjRecords {
 public:
  explicit ObjRecords(std::string_view text) : text_(text) {}
  /// Of a file, which has to outlive this.
  explicit ObjRecords(const TextFile& file) : file_(&file) {}
  ObjRecords(const ObjRecords&) = delete;

  enum class Kind { vertex, face, end };
  /// Goes to the next vertex or face; there are no more at the end.
  Kind next();
  /// Where in the text the present record begins. Another reader of the same text goes on there.
  std::size_t place() const { return begin_; }
  void go_to(std::size_t place);

  /// Of a vertex: its coordinates, z up.
  std::array<Coordinate, 3> vertex(Numbers numbers, bool y_up) const;
  /// Of a face, behind so many vertices: calls take(number) for each corner, with the vertex's number from 0. A vertex
  /// may come later in the file.
  template <std::invocable<std::uint64_t> Take>
  void corners(std::uint64_t vertices, const Take& take) const {
    if (words_.size() < 4) throw refused("a face of fewer than three vertices");
    for (std::size_t i = 1; i < words_.size(); ++i) take(corner(words_[i], vertices));
  }
  /// What is wrong with the present record.
  Refused refused(const std::string& what) const { return Refused(what + "; correct this line", line_); }

 private:
  void hold_record();
  bool read_on();
  bool next_line();
  bool split_simple_line();
  void split(std::string_view line);
  std::uint64_t corner(std::string_view word, std::uint64_t vertices) const;

  const TextFile* file_ = nullptr;  // none: the text is in memory
  std::string buffer_;              // what of the file was read and is still wanted
  std::string_view text_;           // all of the text, or the buffer
  std::size_t base_ = 0, at_ = 0;   // where it begins in the file; where in it the next record begins
  std::size_t begin_ = 0;           // in the file
  std::uint64_t line_ = 0;
  std::string joined_;  // lines of one record, if these are several
  std::vector<std::string_view> words_;
};

}  // namespace plumb::checker
