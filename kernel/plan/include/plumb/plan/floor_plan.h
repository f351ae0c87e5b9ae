// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "plumb/plan/obstacles.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// A gap between floors. Routes cross it straight from a point of one side to the point at the same share of the other
/// side, in both directions.
struct FloorGap {
  struct Side {
    std::array<kernel::PlanPoint, 2> ends;             ///< in two different places
    std::vector<PlanTriangulation::Index> half_edges;  ///< the half-edges that the side consists of
  };
  std::array<Side, 2> sides;
};

/// Floors that may lie over one another, seen from above. Where a route gets from one floor to the next, flush or by a
/// step, their triangles share an edge and its ends; gaps are listed apart. All other edges are border.
struct FloorPlan {
  using Index = PlanTriangulation::Index;

  PlanTriangulation triangulation;  ///< with heights; it need not be Delaunay
  /// By half-edge, where more than two floors meet: the half-edges on the other side to which routes get from it
  /// directly, ascending. From any other half-edge that is the twin.
  std::map<Index, std::vector<Index>> joined;
  std::vector<FloorGap> gaps;
  PlanMap border;  ///< obstacles alone; there may be more of them than edges without a twin
  ObstacleHeights heights;

  /// Calls visit(half-edge) for the half-edges on the other side to which routes get directly; for none over gaps.
  template <class Visit>
  void each_beyond(Index h, Visit&& visit) const {
    if (const auto several = joined.find(h); several != joined.end()) {
      for (const Index other : several->second) visit(other);
    } else if (const Index twin = triangulation.twin(h); twin != PlanTriangulation::none && twin != h) {
      visit(twin);
    }
  }
};

/// A way over edges: for each the half-edge that is left, and the one beyond it that is entered.
using FloorSteps = std::vector<std::array<PlanTriangulation::Index, 2>>;

/// The way from one triangle to another at one place, which is on the boundary of both, or in them if they are one:
/// over edges on which the place lies, flush or by steps, with the least sum of rises and falls, then over the fewest
/// edges. None: they are not joined there.
std::optional<FloorSteps> steps_at(const FloorPlan& plan, const kernel::PlanPoint& at, PlanTriangulation::Index from,
                                   PlanTriangulation::Index to);

/// Half-edges fit together, triangles turn left, joined edges lie in one place, and each obstacle has heights.
bool is_valid(const FloorPlan& plan);

/// The triangle in which a piece of a route is; of a piece over a gap, the triangles before and beyond it.
struct RouteTriangles {
  PlanTriangulation::Index triangle = PlanTriangulation::none, beyond = PlanTriangulation::none;
};

/// The floor on which a disc may lie whose centre is in a triangle, or in a gap between two: floor that is reached from
/// there over edges within the radius of the triangle, without turning back. Where such floors lie over one another,
/// the lightest counts. It depends on the triangle only, so a piece of a route within the triangle sweeps the same
/// however it is cut.
struct FloorCover {
  using Index = PlanTriangulation::Index;
  struct Polygon {
    std::vector<kernel::PlanPoint> corners;  ///< convex, counter-clockwise
    std::vector<DoublePoint> near;
    Index triangle;  ///< the triangle of which it is all or some
    bool whole;      ///< it is all of its triangle
    DoublePoint low, high;
  };
  std::vector<Index> triangles;   ///< ascending; they may lie over one another
  std::vector<Polygon> polygons;  ///< their interiors do not meet in plan
};

/// @param over_gaps by half-edge: the half-edges beyond its gaps
FloorCover floor_cover(
    const FloorPlan& plan,
    const std::unordered_map<PlanTriangulation::Index, std::vector<PlanTriangulation::Index>>& over_gaps,
    const RouteTriangles& in, double radius);

/// The intersection of two convex polygons; empty if it has no area.
std::vector<kernel::PlanPoint> intersection_of(std::vector<kernel::PlanPoint> a,
                                               const std::vector<kernel::PlanPoint>& b);

}  // namespace plumb::plan
