// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// Places in plan as points of a floor's faces. Fastest face by face. Keeps a reference.
class FaceLift {
 public:
  explicit FaceLift(const FloorFaces& floor) : floor_(floor) {}

  ExactPoint operator()(FloorFaces::Index face, const kernel::PlanPoint& p) {
    if (face != face_) {
      plane_ = floor_.plane(face);
      face_ = face;
    }
    return {p[0], p[1], plane_.height(p[0], p[1])};
  }

 private:
  const FloorFaces& floor_;
  FloorFaces::Index face_ = static_cast<FloorFaces::Index>(-1);
  kernel::ExactPlane plane_;
};

}  // namespace plumb::pipeline
