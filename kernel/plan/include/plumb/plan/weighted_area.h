// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/plan/floor_plan.h"

namespace plumb::plan {

/// Integrals of weights over lines and areas of a triangulation. Weights are zero where it is blocked. Keeps a
/// reference; const members may be called from several threads.
///
/// On floors over one another the area is that of the floor which is reached from the triangle `in` of the middle line,
/// over edges within the radius of it, without turning back (some direction leads over all of these edges). Where such
/// floors lie over one another the lightest counts. On maps all floor counts, and `in` is not looked at.
class WeightedArea {
 public:
  using Index = PlanTriangulation::Index;

  /// A triangle in doubles.
  struct Triangle {
    std::array<DoublePoint, 3> corners;
    double weight;  ///< rounded down
    kernel::Interval heights{0};
  };
  explicit WeightedArea(const PlanTriangulation& triangulation);
  explicit WeightedArea(const FloorPlan& plan);
  ~WeightedArea();

  const PlanTriangulation& triangulation() const { return triangulation_; }
  const Triangle& near(Index triangle) const { return near_[triangle]; }

  /// The integral over the capsule of a disc that moves straight from p to q; over the disc, if these are one point.
  kernel::RealInterval in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& radius,
                                  int bits, const RouteTriangles& in = {}) const;
  double in_capsule(const DoublePoint& p, const DoublePoint& q, double radius, const RouteTriangles& in = {}) const;

  /// A directed edge with a weight on its left: that of its triangle, less that of the one on its right.
  struct Edge {
    DoublePoint from, to;
    double weight;
  };
  /// The edges that stand for the weights of triangles, given ascending. Of maps.
  std::vector<Edge> edges_of(const std::vector<Index>& triangles) const;
  /// The integral over a capsule, all of which edges stand for.
  static double in_capsule(const DoublePoint& p, const DoublePoint& q, double radius, std::span<const Edge> edges);

  /// The integral along the segment from p to q, over its length; along an edge the smaller weight of the two beside it
  /// counts. Of maps.
  mpq_class mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const;

  /// The same in doubles, about, of triangles among which are all that the segment meets.
  double mean_weight_near(const DoublePoint& p, const DoublePoint& q, const std::vector<Index>& triangles) const;

  /// On floors: the integral, over the disc at p, over what counts both for a centre in one triangle and for a centre
  /// in another, with the lesser weight. On maps: over the disc.
  kernel::RealInterval in_both_discs(const kernel::PlanPoint& p, const mpq_class& radius, int bits, Index before,
                                     Index after) const;

  /// Of a map: the triangles that may be within a distance of a segment, ascending.
  std::vector<Index> triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                    const mpq_class& distance) const;
  /// The triangles that may be within a distance of a triangle; on floors only those joined to it within that distance.
  std::vector<Index> triangles_near(Index triangle, const mpq_class& distance) const;
  /// The triangles on which a disc of a radius may lie, about; on floors all that count for centres in a triangle.
  std::vector<Index> triangles_near(const DoublePoint& p, const DoublePoint& q, double radius,
                                    const RouteTriangles& in = {}) const;

  /// Of floors: the triangles that a place is in or on, at heights within a window.
  std::vector<Index> triangles_at(const kernel::PlanPoint& at, const mpq_class& height, const mpq_class& window) const;

  /// Whether every disc with its centre in a triangle, which no obstacle keeps away, lies all over on floor joined to
  /// the triangle. On floors false is returned where that is not certain; on maps it is always so.
  bool is_full_around(Index triangle, const mpq_class& radius) const;

 private:
  std::vector<Index> triangles_in(const kernel::Box& box) const;
  kernel::Interval slope(Index triangle) const;
  std::shared_ptr<const FloorCover> cover(const RouteTriangles& in, double reach) const;
  struct Covers;

  const PlanTriangulation& triangulation_;
  const FloorPlan* floors_ = nullptr;
  std::vector<Triangle> near_;
  std::unordered_map<Index, std::vector<Index>> over_gaps_;  // by half-edge: the half-edges beyond its gaps
  kernel::BoxTree tree_;
  std::unique_ptr<Covers> covers_;  // of floors, made when asked for
};

/// How the integral of weights over a capsule is estimated (Koutsoumpas, chapter 5).
enum class AreaEstimator : std::uint8_t {
  points,  ///< by random points in a polygon that stands for the capsule
  lines,   ///< by lines parallel to its segment, at equal angles of the disc: their cost over their length
  strips,  ///< by the same lines, each for the strip around it
  exact,   ///< in closed form
};

struct AreaSampling {
  AreaEstimator estimator = AreaEstimator::exact;
  std::size_t samples = 256;    ///< points, or lines: 3 or more of these
  std::size_t arc_points = 64;  ///< on each half circle of the polygon, 3 or more
};

/// An estimate of the integral over the capsule of a disc from p to q; the same from q to p.
double estimate_area(const WeightedArea& area, const AreaSampling& sampling, const DoublePoint& p, const DoublePoint& q,
                     double radius, const RouteTriangles& in = {});

/// The area of the capsule.
double capsule_size(const DoublePoint& p, const DoublePoint& q, double radius);

}  // namespace plumb::plan
