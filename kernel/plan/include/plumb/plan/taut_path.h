// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/plan/passability.h"

namespace plumb::plan {

/// The shortest path of a disc's centre: straight from circle to circle of the disc's radius around corners, and along
/// arcs of these.
struct TautPath {
  struct Turn {
    PlanMap::Index corner;  ///< point of the map
    bool left;              ///< the corner is on the left: the path turns left, counter-clockwise
  };
  std::vector<Turn> turns;          ///< some of which it may touch without turning
  kernel::RationalInterval length;  ///< narrower than 2^-60, and than 2^-60 of it
};

/// The ends of straight pieces from start to goal, on which the disc is clear, decided exactly: tangents around the
/// arcs, on the outside of its turns. Most points are dyadic; where a gap is as wide as the disc they are fractions.
/// Requires a path of that radius among these obstacles, as TautSearch finds it.
/// @param least_gain arcs get so many pieces that one more would gain no more than about this share of the length; but
/// no angle between two pieces is over a quarter (of a radian, about)
std::vector<kernel::PlanPoint> clear_points(const TautPath& path, const kernel::PlanPoint& from,
                                            const kernel::PlanPoint& to, const mpq_class& radius,
                                            const Obstacles& obstacles, double least_gain = 1);

/// Finds shortest paths of discs among obstacles, all ways around them at once, without regard to weights. The centre
/// keeps a distance of the radius or more from every obstacle, so a disc passes a gap as wide as itself. All decisions
/// are exact but one: paths whose lengths agree to 2^-200 count as equal, and the one found first is returned.
///
/// What does not depend on the radius is made once. Radius 0 gives the path of a point, which does not slip through
/// where two obstacles touch.
///
/// Source: ours, after Polyanya (Cui, Harabor and Grastien 2017) and Kallmann's clearances (2014).
class TautSearch {
 public:
  /// Keeps references. The obstacles are those of the triangulation, and have no heights.
  TautSearch(const ClearanceTriangulation& triangulation, const Obstacles& obstacles);
  TautSearch(TautSearch&&) noexcept;
  ~TautSearch();

  /// None: an end is blocked, an obstacle is nearer to it than the radius, or the disc does not get there. Memory is
  /// kept for the next question; one for the same radius also keeps what was found out about corners.
  /// @param radius 0 or more
  std::optional<TautPath> find(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const mpq_class& radius);

  /// Of the last search.
  struct Counts {
    std::size_t turns = 0;   ///< corners reached, more than once if by more than one place
    std::size_t cones = 0;   ///< expanded
    std::size_t tested = 0;  ///< straight ways held against the obstacles
  };
  const Counts& counts() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
