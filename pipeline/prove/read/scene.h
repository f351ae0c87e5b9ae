// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.h"
#include "read/obj_records.h"

namespace plumb::checker {

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
