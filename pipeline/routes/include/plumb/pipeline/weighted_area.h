// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// A place in doubles, for estimates.
using DoublePoint = std::array<double, 2>;
inline DoublePoint to_doubles(const kernel::PlanPoint& p) { return {p[0].get_d(), p[1].get_d()}; }

/// What an integral of weights over lines and areas of a triangulation is. Where it is blocked weights are zero. Keeps
/// a reference; const members may be called from several threads.
class WeightedArea {
 public:
  using Index = PlanTriangulation::Index;

  /// A triangle in doubles.
  struct Triangle {
    std::array<DoublePoint, 3> corners;
    double weight;  ///< not above the weight
  };

  explicit WeightedArea(const PlanTriangulation& triangulation);

  const PlanTriangulation& triangulation() const { return triangulation_; }
  const Triangle& near(Index triangle) const { return near_[triangle]; }

  /// Over the capsule of a disc that moves straight from p to q: the disc, if these are one point.
  kernel::RealInterval in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& radius,
                                  int bits) const;
  double in_capsule(const DoublePoint& p, const DoublePoint& q, double radius) const;

  /// Along the way from p to q, over its length: along an edge the smaller weight of the two beside it counts.
  mpq_class mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const;

  /// Triangles that may be within a distance of a segment, ascending.
  std::vector<Index> triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                    const mpq_class& distance) const;
  /// Those that may be within a distance of a triangle.
  std::vector<Index> triangles_near(Index triangle, const mpq_class& distance) const;
  /// The first in doubles, from which roundings may keep a triangle that is just within.
  std::vector<Index> triangles_near(const DoublePoint& p, const DoublePoint& q, double distance) const;

 private:
  std::vector<Index> triangles_in(const kernel::Box& box) const;

  const PlanTriangulation& triangulation_;
  std::vector<Triangle> near_;
  kernel::BoxTree tree_;
};

}  // namespace plumb::pipeline
