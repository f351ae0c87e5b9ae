// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene.h"

#include <algorithm>

namespace plumb::pipeline {

bool is_valid(const Scene& scene) {
  if (scene.face_begin.empty()) return scene.face_points.empty();
  if (scene.face_begin.front() != 0 || scene.face_begin.back() != scene.face_points.size()) return false;
  for (std::size_t i = 0; i < scene.face_count(); ++i)
    if (scene.face_begin[i] + 3 > scene.face_begin[i + 1]) return false;
  return std::all_of(scene.face_points.begin(), scene.face_points.end(),
                     [&](kernel::PointId p) { return p < scene.points.size(); }) &&
         std::is_sorted(scene.groups.begin(), scene.groups.end(),
                        [](const FaceGroup& a, const FaceGroup& b) { return a.first_face < b.first_face; });
}

}  // namespace plumb::pipeline
