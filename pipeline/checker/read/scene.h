// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.h"

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

/// A level: distinct points, z up, only those that faces use and in the order of the first such `v` record; faces in
/// file order.
struct Scene {
  std::vector<Point> points;
  Integer scale = 1;  ///< the level's unit is 1 / scale; points are whole in it, but for a few that would make it tiny
  std::vector<Index> face_begin{0}, face_points;  ///< face f is face_points[face_begin[f], face_begin[f + 1])

  /// A coordinate of a point.
  template <class T>
  T at(Index p, int axis) const {
    return coordinate<T>(points[p], axis);
  }
  /// Calls formula(T()), so that a formula is written once: T is the cheapest of Wide, Integer and Fraction that all
  /// these points have coordinates in.
  template <class Range, class Formula>
  auto in_numbers_of(const Range& numbers, Formula&& formula) const {
    bool all_short = true, all_whole = true;
    for (const Index p : numbers) {
      all_short = all_short && points[p].is_short;
      all_whole = all_whole && (all_short || points[p].is_whole());
    }
    return all_short ? formula(Wide()) : all_whole ? formula(Integer()) : formula(Fraction());
  }

  std::size_t face_count() const { return face_begin.size() - 1; }
};

/// Reads the text of an OBJ file. Throws Refused, also for records that may hold surfaces and are not understood.
Scene read_scene(std::string_view text, Numbers numbers, bool y_up);

}  // namespace plumb::checker
