// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/plan/plan_map.h"

namespace plumb::plan {

/// A box, in plan, around all places within a distance of a place; to query a tree of boxes with.
inline kernel::Box box_around(const kernel::Interval& x, const kernel::Interval& y, double distance) {
  const kernel::Interval around(-distance, distance), wide_x = x + around, wide_y = y + around;
  return {{wide_x.low, wide_y.low, 0}, {wide_x.high, wide_y.high, 0}};
}

/// The heights of obstacles, where these are the border of floors that may lie over one another. Such an obstacle keeps
/// a disc away only if the disc is less than `window` above or below it (docs/theory/definitions.md, Radius).
struct ObstacleHeights {
  std::vector<std::array<mpq_class, 2>> ends;  ///< by segment: the heights of its ends; all segments are obstacles
  mpq_class window;                            ///< above 0: an obstacle that is so far above or below does not count
};

/// The obstacles of a map, and exact tests of whether a disc touches them. Keeps references. Const members may be
/// called from several threads. Distances are measured in the plane, straight through other obstacles. If the obstacles
/// have heights, the heights of discs are given too, and an obstacle counts only within its window.
class Obstacles {
 public:
  using Index = PlanMap::Index;
  /// The heights of a disc at the two ends of a move.
  using Heights = std::array<mpq_class, 2>;

  explicit Obstacles(const PlanMap& map, const ObstacleHeights* heights = nullptr);

  const PlanMap& map() const { return map_; }
  /// Segments of the map.
  std::span<const Index> segments() const { return segments_; }
  const kernel::FilteredPoint& begin(Index segment) const { return map_.points[map_.segments[segment].from]; }
  const kernel::FilteredPoint& end(Index segment) const { return map_.points[map_.segments[segment].to]; }

  /// The first obstacle that a disc at this centre would touch: it is nearer to the centre than the radius. None: the
  /// disc fits; a distance of just the radius is allowed. Whether the centre lies in a blocked region is not tested.
  std::optional<Index> stops_at(const kernel::PlanPoint& centre, const mpq_class& squared_radius) const;
  std::optional<Index> stops_at(const kernel::PlanPoint& centre, const mpq_class& height,
                                const mpq_class& squared_radius) const {
    return stops_along(centre, centre, {height, height}, squared_radius);
  }
  /// The first obstacle that a disc would touch on the straight line from one centre to another: it crosses the line
  /// or is nearer to it than the radius. None: the line is clear.
  std::optional<Index> stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                   const mpq_class& squared_radius) const;
  std::optional<Index> stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const Heights& heights,
                                   const mpq_class& squared_radius) const;

  /// Whether one obstacle stops a disc on such a line.
  bool stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to,
             const mpq_class& squared_radius) const;
  bool stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to, const Heights& heights,
             const mpq_class& squared_radius) const;

  /// Calls visit(segment) for the obstacles within a distance of a segment, and perhaps for some that are slightly
  /// farther, until visit returns true. Returns whether it did.
  template <class Visit>
  bool any_near(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q, double distance, Visit&& visit) const {
    return any_in(box(p, q, distance), visit);
  }
  /// Limits a box to the heights at which obstacles count for discs at the given heights.
  void limit(kernel::Box& box, const kernel::Interval& heights) const;
  /// Whether all of an obstacle is certainly within the window of all the given heights.
  bool is_in_window(Index segment, const kernel::Interval& heights) const;
  /// Calls visit(segment) for the obstacles whose boxes touch a box, in height too if obstacles have heights (limit()),
  /// until visit returns true. Returns whether it did.
  template <class Visit>
  bool any_in(const kernel::Box& box, Visit&& visit) const {
    return tree_.any(box, [&](std::uint32_t i) { return visit(segments_[i]); });
  }

 private:
  bool stops(Index segment, const kernel::FilteredPoint& p, const kernel::FilteredPoint& q,
             const mpq_class& squared_radius) const;
  static kernel::Box box(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q, double distance);
  std::vector<kernel::Box> boxes() const;

  const PlanMap& map_;
  const ObstacleHeights* heights_;
  std::vector<Index> segments_;
  kernel::BoxTree tree_;
};

/// A double that is not below the root of a number.
double root_above(const mpq_class& square);

}  // namespace plumb::plan
