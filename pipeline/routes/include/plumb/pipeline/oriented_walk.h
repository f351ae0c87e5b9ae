// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// Finds the triangle of a point by walking there from a side drawn at random (Lawson 1977), without an index: on from
/// each triangle over a side that has the point beyond it. Where two have, chance decides; and one that leads to a
/// triangle not seen before is preferred, since in a constrained triangulation a walk may run in a circle.
///
/// The walk goes through blocked triangles too: the hull of a map is convex, what is free in it is not.
/// The same seed gives the same walks. Keeps a reference.
class OrientedWalk {
 public:
  using Index = PlanTriangulation::Index;

  explicit OrientedWalk(const PlanTriangulation& triangulation, std::uint32_t seed = 1)
      : triangulation_(triangulation), state_(seed), seen_(triangulation.half_edges.size() / 3, 0) {}

  /// A triangle that the point is in or on the boundary of, blocked or not; none beyond the hull.
  std::optional<Index> locate(const kernel::NearPoint& point);
  /// All of them that are not blocked, ascending: several where the point is on a side or a vertex.
  std::vector<Index> triangles_at(const kernel::NearPoint& point);

  /// How many triangles were passed since the walks began.
  std::size_t steps() const { return steps_; }

 private:
  std::uint32_t draw(std::uint32_t count);

  const PlanTriangulation& triangulation_;
  std::uint32_t state_;
  std::vector<std::uint32_t> seen_;  // by triangle, the walk that was there last
  std::uint32_t walk_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace plumb::pipeline
