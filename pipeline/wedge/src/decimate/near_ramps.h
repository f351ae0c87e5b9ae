// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// The triangles of ramps as add_ramps made them, and what is near them.
class NearRamps {
 public:
  /// squared_reach: how far in plan something may be from a ramp; step: and how far above or below it.
  NearRamps(const TriangleMesh& mesh, const mpq_class& squared_reach, const mpq_class& step);

  /// The least number whose root is a distance within which all of a triangle lies from one triangle of a ramp, in
  /// plan; none if that is beyond the reach for all ramps that it is no more than the step above or below.
  std::optional<mpq_class> squared_distance(const std::array<ExactPoint, 3>& corners) const;

 private:
  std::vector<std::array<ExactPoint, 3>> ramps_;
  mpq_class squared_reach_, step_;
  double reach_;  // more than that: it only finds candidates
  kernel::BoxTree boxes_;
};

}  // namespace plumb::pipeline
