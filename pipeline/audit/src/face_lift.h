// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>

#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// Places in plan as points of a floor's faces. Fastest face by face. Keeps a reference.
class FaceLift {
 public:
  explicit FaceLift(const FloorFaces& floor) : floor_(floor) {}

  ExactPoint operator()(FloorFaces::Index face, const kernel::PlanPoint& p) {
    const auto height = [&](FloorFaces::Index corner) -> const mpq_class& { return floor_.points[corner][2]; };
    const auto& corners = floor_.faces[face].corners;
    if (face != face_) {
      face_ = face;
      is_level_ = std::ranges::all_of(corners, [&](auto c) { return height(c) == height(corners[0]); });
      if (!is_level_) plane_ = floor_.plane(face);
    }
    return {p[0], p[1], is_level_ ? height(corners[0]) : plane_.height(p[0], p[1])};
  }
  std::vector<ExactPoint> operator()(FloorFaces::Index face, const kernel::PlanRing& ring) {
    std::vector<ExactPoint> out;
    for (const kernel::PlanPoint& p : ring) out.push_back((*this)(face, p));
    return out;
  }

 private:
  const FloorFaces& floor_;
  FloorFaces::Index face_ = static_cast<FloorFaces::Index>(-1);
  bool is_level_ = false;
  kernel::ExactPlane plane_;  // unless it is level
};

}  // namespace plumb::pipeline
