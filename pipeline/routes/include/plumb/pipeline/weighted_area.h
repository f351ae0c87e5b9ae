// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/floor_plan.h"

namespace plumb::pipeline {

struct FloorCover;

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
/// Of floors over one another an area is that of the floor which is reached from the triangle of its middle line, `in`,
/// over edges within the radius of it, without turning back (that is, some direction leads over all of them); where
/// such floors lie over one another, the lightest counts. On maps it is all that is there, and `in` is not looked at.
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
  ~WeightedArea();

  const PlanTriangulation& triangulation() const { return triangulation_; }
  const Triangle& near(Index triangle) const { return near_[triangle]; }

  /// Over the capsule of a disc that moves straight from p to q: the disc, if these are one point.
  kernel::RealInterval in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& radius,
                                  int bits, const RouteTriangles& in = {}) const;
  double in_capsule(const DoublePoint& p, const DoublePoint& q, double radius, const RouteTriangles& in = {}) const;

  /// Along the way from p to q, over its length: along an edge the smaller weight of the two beside it counts. Of maps.
  mpq_class mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const;

  /// Of floors: over the disc at p, of what counts for a centre in a triangle and for one in another, the lighter. Of
  /// maps: the disc.
  kernel::RealInterval in_both_discs(const kernel::PlanPoint& p, const mpq_class& radius, int bits, Index before,
                                     Index after) const;

  /// Of a map: triangles that may be within a distance of a segment, ascending.
  std::vector<Index> triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                    const mpq_class& distance) const;
  /// Those that may be within a distance of a triangle; of floors those of them that are joined with it within it.
  std::vector<Index> triangles_near(Index triangle, const mpq_class& distance) const;
  /// Those that a disc of a radius may lie on, about; of floors all that count for centres in a triangle.
  std::vector<Index> triangles_near(const DoublePoint& p, const DoublePoint& q, double radius,
                                    const RouteTriangles& in = {}) const;

  /// Of floors: those that a place is in or on, at heights within a window.
  std::vector<Index> triangles_at(const kernel::PlanPoint& at, const mpq_class& height, const mpq_class& window) const;

  /// Whether every disc with its centre in a triangle that no obstacle keeps away is full of floor that is joined with
  /// the triangle. Of floors no is said where it is not certain; on maps it is so.
  bool is_full_around(Index triangle, const mpq_class& radius) const;

 private:
  std::vector<Index> triangles_in(const kernel::Box& box) const;
  kernel::Interval slope(Index triangle) const;
  std::shared_ptr<const FloorCover> cover(const RouteTriangles& in, double reach) const;
  struct Covers;

  const PlanTriangulation& triangulation_;
  const FloorPlan* floors_ = nullptr;
  std::vector<Triangle> near_;
  std::unordered_map<Index, std::vector<Index>> over_gaps_;  // by half-edge: those beyond its gaps
  kernel::BoxTree tree_;
  std::unique_ptr<Covers> covers_;  // of floors, made when asked for
};

}  // namespace plumb::pipeline
