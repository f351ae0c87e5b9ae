// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>

#include "plumb/plan/passages.h"
#include "plumb/plan/route_settings.h"

namespace plumb::plan {

struct BlockageOptions {
  SteinerOptions points;
  PointSearch search = PointSearch::dijkstra;
  ChannelReference reference = ChannelReference::midpoint;
  bool hierarchical = true;  ///< false: A* without an estimate of what is left
};

/// Routes of a disc within a channel of triangles (Koutsoumpas, 4.1).
///
/// The triangulation has a barrier wherever a passage is too narrow for the disc. A channel is searched in it over the
/// midpoints of open edges. A midpoint where the disc does not fit, or which it does not reach straight from the edge
/// before, is moved along its edge, away from the obstacle, as little as shares of 2^-20 allow; if the edge runs out
/// first, it is rejected. A point is moved when it is first reached, and later arrivals have to reach the same place.
/// The route is the cheapest way over Steiner points in the channel found, on the side of each edge to which its point
/// was moved.
class BlockagePlanner {
 public:
  using Index = PlanTriangulation::Index;

  /// @param cost of a triangulation with barriers. Keeps references.
  /// @param middles on its edges
  BlockagePlanner(const RouteCost& cost, const Obstacles& obstacles, TriangleSurvey& survey, const SteinerShape& shape,
                  std::vector<PassageMiddle> middles, const BlockageOptions& options);
  ~BlockagePlanner();

  /// The route: start, turns, goal; none if no channel was found. Requires that the disc fits at both ends.
  std::optional<std::vector<kernel::PlanPoint>> route(const kernel::PlanPoint& from, const kernel::PlanPoint& to);

  /// Of the last search: the channel, its cost over the edges' points, and how much was looked at.
  const std::vector<Index>& channel() const { return channel_; }
  double channel_cost() const { return channel_cost_; }
  const SearchCounts& counts() const { return counts_; }

 private:
  friend class ChannelSearch;
  class Hierarchy;

  const RouteCost& cost_;
  const Obstacles& obstacles_;
  TriangleSurvey& survey_;
  const SteinerShape& shape_;
  const BlockageOptions options_;
  const PlanTriangulation& t_;
  OrientedWalk walk_;
  const mpq_class squared_radius_;
  const std::vector<PassageMiddle> middles_;
  std::unique_ptr<Hierarchy> hierarchy_;  // made for the first route
  std::vector<Index> channel_;
  double channel_cost_ = 0;
  SearchCounts counts_;
};

}  // namespace plumb::plan
