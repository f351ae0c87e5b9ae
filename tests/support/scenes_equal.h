// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/scene.h"

namespace plumb::tests {

/// Equal in everything a reader may tell apart, numbers exactly.
inline bool same_scene(const pipeline::Scene& a, const pipeline::Scene& b) {
  if (a.face_begin != b.face_begin || a.face_points != b.face_points || a.vertex_records != b.vertex_records ||
      a.groups.size() != b.groups.size() || a.points.size() != b.points.size() ||
      a.points.denominator() != b.points.denominator() || a.points.bits() != b.points.bits())
    return false;
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    const pipeline::FaceGroup &g = a.groups[i], &h = b.groups[i];
    if (g.first_face != h.first_face || g.object != h.object || g.group != h.group || g.material != h.material)
      return false;
  }
  for (kernel::PointId p = 0; p < a.points.size(); ++p)
    for (int axis = 0; axis < 3; ++axis)
      if (a.points.exact(p, axis) != b.points.exact(p, axis)) return false;
  return true;
}

}  // namespace plumb::tests
