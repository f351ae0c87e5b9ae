// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/floor_passability.h"
#include "plumb/pipeline/route_settings.h"

namespace plumb::pipeline {

/// A route of a disc over floors, what it costs, and what every route costs at least.
struct FloorRoute : RouteFacts {
  enum class Answer : std::uint8_t {
    found,
    start_touched,  ///< the disc does not fit there
    goal_touched,
    unreachable,  ///< not even for a point
    too_narrow,   ///< a smaller disc gets there; where other border leaves it no way, that is not always found out
    not_found,    ///< there is no way over the planner's points
  };
  Answer answer = Answer::not_found;
  std::optional<PlanMap::Index> obstacle;  ///< of a touched end: what it is too near to
  std::optional<FloorPassage> passage;     ///< where the widest way is narrowest, if that is too narrow

  struct Piece {
    kernel::PlanPoint p, q;
    mpq_class from_height, to_height;
    RouteTriangles in;
    /// The half-edge by which the triangle before is left, and that by which this one is entered; none where they are
    /// one, and of the first piece.
    std::array<PlanTriangulation::Index, 2> over{PlanTriangulation::none, PlanTriangulation::none};
  };
  /// Each is in the triangle of the one before it or in one that is joined with that directly: a route that passes
  /// several triangles at one place has pieces without length. Where one ends and the next begins on another height,
  /// there is a step. One with a triangle beyond crosses a gap.
  std::vector<Piece> pieces;
  kernel::RationalInterval length;  ///< in space, steps included
  kernel::RationalInterval plan_length;
};

/// Plans routes of a disc over floors, with points on all edges (Koutsoumpas, 4.2): PlannerKind::vicinity alone. Keeps
/// a reference to the plan.
class FloorPlanner {
 public:
  FloorPlanner(const FloorPlan& plan, const RouteSettings& settings);
  FloorPlanner(FloorPlanner&&) noexcept;
  ~FloorPlanner();

  /// Requires that each end is in a triangle, and all of its triangles are at one height there.
  FloorRoute operator()(const RouteEnd& from, const RouteEnd& to);

  const Obstacles& obstacles() const;
  /// Points that routes may turn at, those that the disc fits at, and a triangle each is on.
  struct Point {
    DoublePoint at;
    PlanTriangulation::Index triangle;
  };
  std::vector<Point> steiner_points();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
