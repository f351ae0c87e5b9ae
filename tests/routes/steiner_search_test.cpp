// SPDX-License-Identifier: GPL-3.0-or-later
// Dijkstra's search with late evaluation against one that evaluates every arc.
#include "plumb/plan/steiner_search.h"

#include <catch2/catch.hpp>

#include <queue>

#include "plumb/plan/passability.h"
#include "steiner_arcs.h"
#include "support/plan_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using Index = SteinerArcs::Index;

// The least cost of the goal, from arcs that are all evaluated.
double least_cost(SteinerArcs& arcs) {
  std::vector<double> cost(arcs.size(), HUGE_VAL);
  std::vector<bool> settled(arcs.size());
  std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> queue;
  cost[arcs.start()] = 0;
  queue.push({0, arcs.start()});
  while (!queue.empty()) {
    const Index node = queue.top().second;
    queue.pop();
    if (settled[node]) continue;
    settled[node] = true;
    if (node == arcs.goal()) break;
    arcs.each_from(node, true, [&](const SteinerArcs::Arc& arc) {
      if (settled[arc.to] || (arc.to < arcs.start() && !arcs.graph().is_free(arc.to))) return;
      const auto along = arcs.cost(node, arc);
      if (!along || cost[node] + *along >= cost[arc.to]) return;
      cost[arc.to] = cost[node] + *along;
      queue.push({cost[arc.to], arc.to});
    });
  }
  return cost[arcs.goal()];
}

// What is wrong with the search on a map from one place to another, if anything is.
std::string fault(const PlanMap& map, const mpq_class& radius, const kernel::PlanPoint& from,
                  const kernel::PlanPoint& to) {
  PassabilityQuery passability(map);
  if (passability(from, to, radius * radius).answer != Passability::Answer::passable) return "";
  const PlanTriangulation triangulation = triangulate(map, KeptSegments::obstacles_and_borders);
  const WeightedArea area(triangulation);
  const RouteCost cost(area, radius, {});
  TriangleSurvey survey(cost, passability.obstacles());
  const auto middles = passage_middles(triangulation, passability.obstacles(), radius * radius);
  SteinerGraph graph(cost, passability.obstacles(), survey, middles, {.spacing = 0.5});
  OrientedWalk walk(triangulation);
  const auto end = [&](const kernel::PlanPoint& at) {
    return RouteEnd{at, walk.triangles_at(kernel::FilteredPoint(at))};
  };
  SearchCounts counts;
  SteinerArcs arcs(graph, end(from), end(to), counts);
  SteinerSearch search(graph);
  search.pieces(end(from), end(to), PointSearch::dijkstra);
  const double found = search.cost(), least = least_cost(arcs);
  if (found == least || std::abs(found - least) <= 1e-9 * least) return "";
  return "costs " + std::to_string(found) + ", not " + std::to_string(least);
}

TEST_CASE("steiner_search: late evaluation finds what evaluating every arc finds, on maps full of equal lengths") {
  std::mt19937 random(20261126);
  for (int trial = 0; trial < 150; ++trial) {
    const PlanMap map = trial % 2 == 0 ? random_regions(random) : random_walls(random);
    const mpq_class radius(static_cast<int>(random() % 3), 4);
    const auto place = [&] {
      return kernel::PlanPoint{random() % 11 + mpq_class(1, 2), random() % 11 + mpq_class(1, 2)};
    };
    const kernel::PlanPoint from = place(), to = place();
    if (from == to) continue;
    INFO("trial " << trial);
    CHECK(fault(map, radius, from, to) == "");
  }
}

}  // namespace
