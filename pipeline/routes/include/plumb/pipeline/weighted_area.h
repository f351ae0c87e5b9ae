// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/floor_plan.h"

namespace plumb::pipeline {

/// A place in doubles, for estimates.
using DoublePoint = std::array<double, 2>;
inline DoublePoint to_doubles(const kernel::PlanPoint& p) { return {p[0].get_d(), p[1].get_d()}; }

/// The triangle that a piece of a route is in; of one over a gap, those before and beyond it.
struct RouteTriangles {
  PlanTriangulation::Index triangle = PlanTriangulation::none, beyond = PlanTriangulation::none;
};

/// What an integral of weights over lines and areas of a triangulation is. Where it is blocked weights are zero. Keeps
/// a reference; const members may be called from several threads.
///
/// Of floors over one another an area is that of the floor that is joined, within it, with the triangles of its
/// middle line, `in`; on maps it is all that is there, and `in` is not looked at.
class WeightedArea {
 public:
  using Index = PlanTriangulation::Index;

  /// A triangle in doubles.
  struct Triangle {
    std::array<DoublePoint, 3> corners;
    double weight;  ///< not above the weight
    kernel::Interval heights{0};
  };
  explicit WeightedArea(const PlanTriangulation& triangulation);
  explicit WeightedArea(const FloorPlan& plan);

  const PlanTriangulation& triangulation() const { return triangulation_; }
  const Triangle& near(Index triangle) const { return near_[triangle]; }

  /// Over the capsule of a disc that moves straight from p to q: the disc, if these are one point.
  kernel::RealInterval in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& radius,
                                  int bits, const RouteTriangles& in = {}) const;
  double in_capsule(const DoublePoint& p, const DoublePoint& q, double radius, const RouteTriangles& in = {}) const;

  /// Along the way from p to q, over its length: along an edge the smaller weight of the two beside it counts. Of maps.
  mpq_class mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const;

  /// Triangles that may be within a distance of a segment, ascending.
  std::vector<Index> triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& distance,
                                    const RouteTriangles& in = {}) const;
  /// Those that may be within a distance of a triangle.
  std::vector<Index> triangles_near(Index triangle, const mpq_class& distance) const;
  /// The first in doubles, from which roundings may keep a triangle that is just within.
  std::vector<Index> triangles_near(const DoublePoint& p, const DoublePoint& q, double distance,
                                    const RouteTriangles& in = {}) const;

  /// Of floors: those that a place is in or on, at heights within a window.
  std::vector<Index> triangles_at(const kernel::PlanPoint& at, const mpq_class& height, const mpq_class& window) const;

  /// Whether every disc with its centre in a triangle that no obstacle keeps away is full of floor that is joined with
  /// the triangle. Of floors no is said where it is not certain; on maps it is so.
  bool is_full_around(Index triangle, const mpq_class& radius) const;

  /// Triangles joined with one over edges that is_near(half-edge) says, and over gaps both sides of which are near.
  template <class IsNear>
  std::vector<Index> joined(const RouteTriangles& in, IsNear&& is_near) const;

 private:
  std::vector<Index> triangles_in(const kernel::Box& box) const;
  kernel::Interval slope(Index triangle) const;

  const PlanTriangulation& triangulation_;
  const FloorPlan* floors_ = nullptr;
  std::vector<Triangle> near_;
  std::unordered_map<Index, std::vector<Index>> over_gaps_;  // by half-edge: those beyond its gaps
  kernel::BoxTree tree_;
};

template <class IsNear>
std::vector<PlanTriangulation::Index> WeightedArea::joined(const RouteTriangles& in, IsNear&& is_near) const {
  const PlanTriangulation& t = triangulation_;
  std::vector<Index> out{in.triangle};
  const auto add = [&](Index triangle) {
    if (std::ranges::find(out, triangle) == out.end()) out.push_back(triangle);
  };
  if (in.beyond != PlanTriangulation::none) add(in.beyond);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (Index h = 3 * out[i]; h < 3 * out[i] + 3; ++h) {
      if (!t.is_open(h) || !is_near(h)) continue;
      t.each_side(h, [&](Index side) { add(side / 3); });
      if (const auto gaps = over_gaps_.find(h); gaps != over_gaps_.end())
        for (const Index other : gaps->second)
          if (is_near(other)) add(other / 3);
    }
  std::ranges::sort(out);
  return out;
}

}  // namespace plumb::pipeline
