// SPDX-License-Identifier: GPL-3.0-or-later
// How often the faces of a scene wind around a point, counted over all faces.
#pragma once
#include <gmpxx.h>

#include <array>
#include <optional>
#include <vector>

#include "plumb/pipeline/scene.h"

namespace plumb::tests {

using FaceCorners = std::vector<pipeline::ExactPoint>;

inline std::vector<FaceCorners> faces_of(const pipeline::Scene& scene) {
  std::vector<FaceCorners> out(scene.face_count());
  for (std::size_t f = 0; f < out.size(); ++f)
    for (std::uint32_t i = scene.face_begin[f]; i < scene.face_begin[f + 1]; ++i) {
      pipeline::ExactPoint p;
      for (int k = 0; k < 3; ++k) {
        p[k] = scene.points.exact(scene.face_points[i], k) / scene.points.denominator();
        p[k].canonicalize();
      }
      out[f].push_back(p);
    }
  return out;
}

/// The winding number around p of those faces that counts(face) says, by the triangles above it; none if p is under an
/// edge.
template <class Counts>
std::optional<int> winding(const std::vector<FaceCorners>& faces, Counts&& counts, const pipeline::ExactPoint& p) {
  int sum = 0;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!counts(f)) continue;
    for (std::size_t i = 1; i + 1 < faces[f].size(); ++i) {
      const pipeline::ExactPoint* t[] = {&faces[f][0], &faces[f][i], &faces[f][i + 1]};
      mpq_class part[3];
      for (int k = 0; k < 3; ++k) {
        const pipeline::ExactPoint &a = *t[(k + 1) % 3], &b = *t[(k + 2) % 3];
        part[k] = (a[0] - p[0]) * (b[1] - p[1]) - (a[1] - p[1]) * (b[0] - p[0]);
      }
      const int s = sgn(part[0]);
      const mpq_class all = part[0] + part[1] + part[2];
      if (all == 0) continue;
      if (sgn(part[0]) * sgn(all) < 0 || sgn(part[1]) * sgn(all) < 0 || sgn(part[2]) * sgn(all) < 0) continue;
      if (s == 0 || sgn(part[1]) == 0 || sgn(part[2]) == 0) return std::nullopt;
      if ((part[0] * (*t[0])[2] + part[1] * (*t[1])[2] + part[2] * (*t[2])[2]) / all > p[2]) sum += sgn(all);
    }
  }
  return sum;
}

}  // namespace plumb::tests
