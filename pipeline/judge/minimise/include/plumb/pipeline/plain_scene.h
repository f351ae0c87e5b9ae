// SPDX-License-Identifier: GPL-3.0-or-later
// A scene as it is made smaller: points and faces, nothing else, in the axes of its file.
#pragma once
#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

struct PlainScene {
  std::vector<kernel::ExactPoint> points;  ///< every coordinate is a decimal: its denominator divides a power of ten
  std::vector<std::vector<std::uint32_t>> faces;  ///< numbers of points, from 0
};

/// Reads a file of any format that import_scene() reads. Numbers of text are kept as they are, to the last digit; those
/// of a glTF or a .tscn are rounded to doubles once its transforms are applied. Points in one place are one. Errors are
/// those of import_scene().
Result<PlainScene> read_plain_scene(const std::string& path);

/// The scene as an OBJ file, without points that no face has. Every number is exact.
std::string obj_text(const PlainScene& scene);

/// The digits behind the point that a decimal needs.
std::size_t fraction_digits(const mpq_class& decimal);
/// The nearest multiple of 10^-digits; of two the one farther from zero. `digits` may be negative.
mpq_class rounded(const mpq_class& value, int digits);

/// What makes one scene simpler than another, the weightiest first.
struct Complexity {
  std::size_t triangles = 0;  ///< those that its faces are cut into
  std::size_t faces = 0;
  std::size_t points = 0;   ///< of faces
  std::size_t digits = 0;   ///< behind the point, of all their coordinates
  int axes_off_origin = 0;  ///< whose least coordinate is not 0
  mpq_class size;           ///< the sum of the absolute coordinates
  bool operator<(const Complexity& other) const;
};
Complexity complexity_of(const PlainScene& scene);

/// These faces alone, by ascending numbers; points that none of them has are left out.
PlainScene with_faces(const PlainScene& scene, const std::vector<std::uint32_t>& faces);

/// The scene where point i is replaced by point `to[i]`. Corners of a face that come to lie on the one before are left
/// out, and so are faces of fewer than three; faces without a replaced point stay as they are.
PlainScene with_points_replaced(const PlainScene& scene, const std::vector<std::uint32_t>& to);

/// The scene with other coordinates for its points. Those that now lie in one place are replaced by the first of them.
PlainScene with_places(const PlainScene& scene, std::vector<kernel::ExactPoint> places);

/// Faces that have points in common, by way of others too: the numbers of the faces of each such component.
std::vector<std::vector<std::uint32_t>> connected_faces(const PlainScene& scene);

}  // namespace plumb::pipeline
