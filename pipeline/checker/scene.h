// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "numerals.h"

namespace checker {

/// A level: distinct points, scaled to integers by their common denominator, z up, only those that faces use and in the
/// order of the first such `v` record; faces in file order.
struct Scene {
  struct Point {
    Integer x, y, z;
  };
  std::vector<Point> points;
  Integer scale = 1;
  std::vector<Index> face_begin{0}, face_points;  ///< face f is face_points[face_begin[f], face_begin[f + 1])

  std::size_t face_count() const { return face_begin.size() - 1; }
};

/// Reads the text of an OBJ file. Throws Refused, also for records that may hold surfaces and are not understood.
Scene read_scene(std::string_view text, Numbers numbers, bool y_up);

}  // namespace checker
