// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/plan_map.h"

namespace plumb::pipeline {

/// Of obstacles that are border of floors over one another: how high they are, and how far above or below a disc they
/// keep it away (docs/definitions.md, Radius).
struct ObstacleHeights {
  std::vector<std::array<mpq_class, 2>> ends;  ///< by segment, all of which are obstacles
  mpq_class window;                            ///< above 0: not from so far on
};

/// The obstacles of a map, to be asked how far they are. Keeps references. Exact; const members may be called from
/// several threads. Distances are those of the plane: an obstacle counts through another one. Where obstacles have
/// heights, heights of discs are asked for with them, and border does not count that is out of their window.
class Obstacles {
 public:
  using Index = PlanMap::Index;
  /// Of the two ends of a way.
  using Heights = std::array<mpq_class, 2>;

  explicit Obstacles(const PlanMap& map, const ObstacleHeights* heights = nullptr);

  const PlanMap& map() const { return map_; }
  /// Segments of the map.
  std::span<const Index> segments() const { return segments_; }
  const kernel::NearPoint& begin(Index segment) const { return map_.points[map_.segments[segment].from]; }
  const kernel::NearPoint& end(Index segment) const { return map_.points[map_.segments[segment].to]; }

  /// The first obstacle that keeps a disc from being somewhere: its centre is nearer than the radius. None: it fits;
  /// touching is allowed. Whether the centre is blocked is not looked at.
  std::optional<Index> stops_at(const kernel::PlanPoint& centre, const mpq_class& squared_radius) const;
  std::optional<Index> stops_at(const kernel::PlanPoint& centre, const mpq_class& height,
                                const mpq_class& squared_radius) const {
    return stops_along(centre, centre, {height, height}, squared_radius);
  }
  /// The first obstacle that keeps a disc from moving straight from one centre to another: the way is nearer than the
  /// radius, or crosses it. None: the way is clear.
  std::optional<Index> stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                   const mpq_class& squared_radius) const;
  std::optional<Index> stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const Heights& heights,
                                   const mpq_class& squared_radius) const;

  /// Whether one of them does.
  bool stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to,
             const mpq_class& squared_radius) const;
  bool stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to, const Heights& heights,
             const mpq_class& squared_radius) const;

  /// Calls visit(segment) for the obstacles within a distance of a segment, and perhaps for some near that; until it
  /// says true, which is the answer then.
  template <class Visit>
  bool any_near(const kernel::NearPoint& p, const kernel::NearPoint& q, double distance, Visit&& visit) const {
    return any_in(box(p, q, distance), visit);
  }
  /// Makes a box one of what discs that are so high are kept away by.
  void limit(kernel::Box& box, const kernel::Interval& heights) const;
  /// Whether all of an obstacle is certainly within the window of all these heights.
  bool is_in_window(Index segment, const kernel::Interval& heights) const;
  /// The same for those that touch a box in plan.
  template <class Visit>
  bool any_in(const kernel::Box& box, Visit&& visit) const {
    return tree_.any(box, [&](std::uint32_t i) { return visit(segments_[i]); });
  }

 private:
  bool stops(Index segment, const kernel::NearPoint& p, const kernel::NearPoint& q,
             const mpq_class& squared_radius) const;
  static kernel::Box box(const kernel::NearPoint& p, const kernel::NearPoint& q, double distance);
  std::vector<kernel::Box> boxes() const;

  const PlanMap& map_;
  const ObstacleHeights* heights_;
  std::vector<Index> segments_;
  kernel::BoxTree tree_;
};

/// A double that is not below the root of a number.
double root_above(const mpq_class& square);

}  // namespace plumb::pipeline
