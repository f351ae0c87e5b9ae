// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// The triangles of ramps as add_ramps made them, and what is near them. A triangle is near a ramp's triangle if it is
/// no more than a step above or below it and all of it lies within the reach of it, in plan. Exact: intervals of
/// doubles decide most questions, fractions the rest.
class NearRamps {
 public:
  using Index = TriangleMesh::Index;
  using Corners = std::array<Index, 3>;  ///< points of the mesh

  /// squared_reach: how far in plan something may be from a ramp; step: and how far above or below it. Keeps a
  /// reference to the mesh.
  NearRamps(const TriangleMesh& mesh, const mpq_class& squared_reach, const mpq_class& step);

  /// Whether a triangle is near a triangle of a ramp.
  bool reach(const Corners& corners) const;

  /// The least number whose root is a distance within which all of a triangle lies from one triangle of a ramp, in
  /// plan, or `least` if that is more. Requires that the triangle is near a ramp.
  mpq_class squared_distance(const Corners& corners, const mpq_class& least) const;

 private:
  struct Ramp {
    Corners corners;
    mpq_class floor, ceiling;  // a step below its foot, and above its top
    kernel::Interval near_floor, near_ceiling;
  };

  template <class Visit>
  bool any_in_height(const Corners& corners, Visit&& visit) const;
  bool is_in_height(const Corners& corners, const Ramp& ramp) const;
  bool is_within(const Corners& corners, const Ramp& ramp, const mpq_class& limit,
                 const kernel::Interval& near_limit) const;

  const TriangleMesh& mesh_;
  std::vector<kernel::IntervalPoint> near_;  // the mesh's points
  std::vector<Ramp> ramps_;
  mpq_class squared_reach_, step_;
  kernel::Interval near_squared_reach_;
  double reach_;  // more than that: it only finds candidates
  kernel::BoxTree boxes_;
};

}  // namespace plumb::pipeline
