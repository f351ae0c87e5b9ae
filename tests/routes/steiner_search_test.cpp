// SPDX-License-Identifier: GPL-3.0-or-later
// Dijkstra's search with late evaluation, with both estimates of what is left, against one that evaluates every arc.
#include "plumb/plan/steiner_search.h"

#include <catch2/catch.hpp>

#include <map>
#include <queue>
#include <set>

#include "plumb/plan/euclid.h"
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
  std::map<Index, double> cost;
  std::set<Index> settled;
  std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> queue;
  cost[arcs.start()] = 0;
  queue.push({0, arcs.start()});
  while (!queue.empty()) {
    const Index node = queue.top().second;
    queue.pop();
    if (!settled.insert(node).second) continue;
    if (node == arcs.goal()) break;
    arcs.each_from(node, true, [&](const SteinerArcs::Arc& arc) {
      if (settled.contains(arc.to) || (!arcs.is_end(arc.to) && !arcs.graph().is_free(arc.to))) return;
      const auto along = arcs.cost(node, arc);
      const double least = along ? cost[node] + *along : HUGE_VAL;
      if (least >= cost.try_emplace(arc.to, HUGE_VAL).first->second) return;
      cost[arc.to] = least;
      queue.push({least, arc.to});
    });
  }
  return settled.contains(arcs.goal()) ? cost[arcs.goal()] : HUGE_VAL;
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
  const auto middles = passage_middles(triangulation, passability.hardly_wider(radius * radius));
  const SteinerShape shape(area);
  SteinerGraph graph(cost, passability.obstacles(), survey, shape, middles, {.spacing = 0.5});
  const EuclidPlanner euclid(triangulation);
  OrientedWalk walk(triangulation);
  const auto end = [&](const kernel::PlanPoint& at) {
    return RouteEnd{at, walk.triangles_at(kernel::FilteredPoint(at))};
  };
  SearchCounts counts;
  SteinerArcs arcs(graph, end(from), end(to), counts);
  const double least = least_cost(arcs);
  SteinerSearch straight(graph), estimated(graph, &euclid);
  for (SteinerSearch* search : {&straight, &estimated}) {
    search->pieces(end(from), end(to), PointSearch::dijkstra);
    const double found = search->cost();
    if (found != least && !(std::abs(found - least) <= 1e-9 * least))
      return "costs " + std::to_string(found) + ", not " + std::to_string(least);
  }
  if (estimated.counts().settled > straight.counts().settled) return "the better estimate settles more points";
  return "";
}

TEST_CASE("steiner_search: late evaluation finds what evaluating every arc finds, on maps full of equal lengths") {
  std::mt19937 random(20261126);
  for (int trial = 0; trial < 150; ++trial) {
    const PlanMap map = trial % 2 == 0 ? random_regions(random) : random_walls(random);
    const mpq_class radius = mpq_class(static_cast<int>(random() % 3)) / 4;
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
