// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "near_plane.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// A floor with doubles around its corners. Keeps a reference.
class NearFloor {
 public:
  using Index = FloorFaces::Index;

  explicit NearFloor(const FloorFaces& floor);

  const FloorFaces& exact() const { return floor_; }
  kernel::Box box(Index face) const;
  std::span<const kernel::PlanRef> plan(Index face) const {
    return std::span(plan_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  std::span<const kernel::Interval> heights(Index face) const {
    return std::span(heights_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  NearPlane plane(Index face) const { return {plan(face), heights(face)}; }

 private:
  const FloorFaces& floor_;
  // By corner of a face, face after face.
  std::vector<kernel::PlanRef> plan_;
  std::vector<kernel::Interval> heights_;
  std::vector<std::size_t> first_;  // by face, and the end
};

}  // namespace plumb::pipeline
