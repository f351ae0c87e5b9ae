// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// Finds the triangle of a point by walking there, without an index (Lawson 1977): from a triangle over a side drawn at
/// random that has the point beyond it, and so on. Where two sides have it beyond them chance decides, but a triangle
/// that was not seen before is preferred, since in a constrained triangulation a walk may run in a circle.
///
/// The walk goes through blocked triangles too: the hull of a map is convex, its free part is not. The same seed gives
/// the same walks. Keeps a reference.
class OrientedWalk {
 public:
  using Index = PlanTriangulation::Index;

  explicit OrientedWalk(const PlanTriangulation& triangulation, std::uint32_t seed = 1)
      : triangulation_(triangulation), state_(seed), seen_(triangulation.half_edges.size() / 3, 0) {}

  /// A triangle that the point is in or on the boundary of, blocked or not; none beyond the hull.
  std::optional<Index> locate(const kernel::FilteredPoint& point);
  /// All such triangles that are not blocked, ascending: several where the point is on a side or a vertex.
  std::vector<Index> triangles_at(const kernel::FilteredPoint& point);

  /// How many triangles were passed since the walks began.
  std::size_t steps() const { return steps_; }

 private:
  std::uint32_t draw(std::uint32_t count);

  const PlanTriangulation& triangulation_;
  std::uint32_t state_;
  std::vector<std::uint32_t> seen_;  // by triangle: the last walk that was there
  std::uint32_t walk_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace plumb::pipeline
