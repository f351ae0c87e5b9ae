// SPDX-License-Identifier: GPL-3.0-or-later
#include "long_coordinates.h"

#include <algorithm>

#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

std::size_t bits(const mpz_class& v) { return sgn(v) == 0 ? 0 : mpz_sizeinbase(v.get_mpz_t(), 2); }

// The most bits of any, and a point that has as many.
struct Longest {
  std::size_t bits = 0;
  kernel::PointId point = 0;
  void take(std::size_t more, kernel::PointId p) {
    if (more > bits) bits = more, point = p;
  }
};

std::uint32_t first_face(const Scene& scene, kernel::PointId point) {
  const auto corner = std::ranges::find(scene.face_points, point) - scene.face_points.begin();
  return static_cast<std::uint32_t>(std::ranges::upper_bound(scene.face_begin, static_cast<std::uint32_t>(corner)) -
                                    scene.face_begin.begin() - 1);
}

// With what leads up to it; empty if nothing has a name.
std::string node_of(const Scene& scene, std::uint32_t face) {
  const auto next = std::ranges::upper_bound(scene.groups, face, {}, &FaceGroup::first_face);
  return next == scene.groups.begin() || std::prev(next)->object.empty()
             ? ""
             : ", here of '" + std::prev(next)->object + "',";
}

}  // namespace

std::string long_coordinates_text(const Scene& scene) {
  const kernel::PointTable& points = scene.points;
  Longest whole, fraction;
  for (kernel::PointId p = 0; p < points.size(); ++p)
    for (int axis = 0; axis < 3; ++axis) {
      const mpq_class at = points.exact(p, axis) / points.denominator();
      whole.take(bits(at.get_num() / at.get_den()), p);
      fraction.take(bits(at.get_den()) - 1, p);
    }
  const std::uint32_t widest = first_face(scene, whole.point), finest = first_face(scene, fraction.point);
  std::string out = "coordinates have " + std::to_string(points.common_bits()) +
                    " bits once they are integers: up to " + std::to_string(whole.bits) + " before the point (face " +
                    count_text(widest) + "), up to " + std::to_string(fraction.bits) + " behind it (face " +
                    count_text(finest);
  if (scene.transform_bits > 0)
    out +=
        ", where transforms of nodes" + node_of(scene, finest) + " make up to " + std::to_string(scene.transform_bits);
  return out + ")";
}

}  // namespace plumb::pipeline
