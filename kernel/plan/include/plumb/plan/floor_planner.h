// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/plan/floor_passability.h"
#include "plumb/plan/route_settings.h"

namespace plumb::plan {

/// A route of a disc over floors, what it costs, and what every route costs at least.
struct FloorRoute : RouteFacts {
  enum class Answer : std::uint8_t {
    found,
    start_touched,  ///< the disc does not fit there
    goal_touched,
    unreachable,  ///< not even for a point
    too_narrow,   ///< a smaller disc gets there; not always recognised
    not_found,    ///< no way over the planner's points was found
  };
  Answer answer = Answer::not_found;
  std::optional<PlanMap::Index> obstacle;  ///< the obstacle that is too near to a touched end
  std::optional<FloorPassage> passage;     ///< the narrowest place of the widest way, if that is too narrow

  struct Piece {
    kernel::PlanPoint p, q;
    mpq_class from_height, to_height;
    RouteTriangles in;
    /// The half-edge by which the previous triangle is left, and that by which this one is entered; none where both are
    /// one triangle, and for the first piece.
    std::array<PlanTriangulation::Index, 2> over{PlanTriangulation::none, PlanTriangulation::none};
  };
  /// Each piece is in the triangle of the previous piece, or in one that is joined to it directly: where a route passes
  /// several triangles at one place, it has pieces without length. Where a piece ends at another height than the next
  /// begins, there is a step. A piece with a triangle beyond crosses a gap.
  std::vector<Piece> pieces;
  kernel::RationalInterval length;  ///< in space, steps included
  kernel::RationalInterval plan_length;
};

/// Plans routes of discs over floors, with points on all edges (Koutsoumpas, 4.2): PlannerKind::vicinity only. What
/// does not depend on the radius is made once; what does, for the first question about a radius, and the last few radii
/// are kept. Keeps a reference to the plan, whose window may change between questions about different radii.
class FloorPlanner {
 public:
  FloorPlanner(const FloorPlan& plan, const RouteSettings& settings);
  FloorPlanner(FloorPlanner&&) noexcept;
  ~FloorPlanner();

  /// Requires that each end has a triangle, and that all triangles of an end are at one height there.
  FloorRoute operator()(const RouteEnd& from, const RouteEnd& to);
  /// The same for a disc of another radius.
  FloorRoute operator()(const RouteEnd& from, const RouteEnd& to, const mpq_class& radius);

  const Obstacles& obstacles() const;
  /// The points at which routes of the last radius may turn and the disc fits, on the edges to which a search came,
  /// each with a triangle that it is on.
  struct Point {
    DoublePoint at;
    PlanTriangulation::Index triangle;
  };
  std::vector<Point> steiner_points();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
