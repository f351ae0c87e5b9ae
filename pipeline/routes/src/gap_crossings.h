// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/steiner_graph.h"

namespace plumb::pipeline {

/// Gives each point and vertex on a side of a gap a partner: the point at the same share of the other side. Adds places
/// to edges, which get numbers later.
class GapCrossings {
 public:
  using Index = SteinerGraph::Index;
  using Place = SteinerGraph::Place;

  GapCrossings(SteinerGraph& graph, std::vector<std::vector<Place>>& on)
      : g_(graph), t_(graph.triangulation_), on_(on), series_(on) {}

  void add(const FloorGap& gap);
  /// The crossings, in both directions. Call it when the points have numbers.
  std::vector<SteinerGraph::Crossing> take() const;

 private:
  // Two places on half-edges that are partners.
  struct Pair {
    Index from, to;
    kernel::PlanPoint p, q;
  };

  void cross(const FloorGap::Side& near, Index h, const kernel::PlanPoint& p, const FloorGap::Side& far);
  Index number(Index h, const kernel::PlanPoint& p) const;

  SteinerGraph& g_;
  const PlanTriangulation& t_;
  std::vector<std::vector<Place>>& on_;           // by edge
  const std::vector<std::vector<Place>> series_;  // the same without what crossings add
  std::vector<Pair> pairs_;
};

}  // namespace plumb::pipeline
