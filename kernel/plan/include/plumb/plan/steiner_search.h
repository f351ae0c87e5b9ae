// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/plan/plan_triangulation.h"
#include "plumb/plan/steiner_graph.h"

namespace plumb::plan {

/// The search for the cheapest way over points.
enum class PointSearch : std::uint8_t {
  dijkstra,   ///< every arc from a point is looked at
  bushwhack,  ///< between two edges of a triangle, those to points that no other point has cheaper ways to (Sun & Reif
              ///< 2001)
};

class EuclidPlanner;

/// Finds cheapest routes over a graph's points, with straight pieces to and from the points that share a triangle with
/// an end.
///
/// BUSHWHACK takes for granted that cheapest ways from one edge to the next do not cross, so that each point of the one
/// owns an interval of points of the other. That holds for a point without width, whose cost is proportional to the
/// length. What a disc sweeps, and pieces that it cannot take, may break the order; then the route found may cost more.
class SteinerSearch {
 public:
  /// Keeps references. With a planner of shortest paths on the same triangulation fewer points are looked at.
  explicit SteinerSearch(SteinerGraph& graph, const EuclidPlanner* euclid = nullptr)
      : graph_(graph), euclid_(euclid), walk_(graph.triangulation()) {}

  /// The route: start, turns, goal; none if no way leads over these points. Requires that the disc fits at both ends.
  std::optional<std::vector<kernel::PlanPoint>> route(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                                      PointSearch search);
  struct Piece {
    kernel::PlanPoint p, q;
    RouteTriangles in;
  };
  /// The same route piece by piece, on maps or floors, between ends with given triangles; empty if there is no way.
  std::vector<Piece> pieces(const RouteEnd& from, const RouteEnd& to, PointSearch search);
  const SearchCounts& counts() const { return counts_; }  ///< of the last search
  double cost() const { return cost_; }                   ///< of the route that it found; infinite: it found none

 private:
  SteinerGraph& graph_;
  const EuclidPlanner* euclid_;
  OrientedWalk walk_;
  SearchCounts counts_;
  double cost_ = 0;
};

}  // namespace plumb::plan
