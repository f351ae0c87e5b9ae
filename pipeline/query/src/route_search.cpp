// SPDX-License-Identifier: GPL-3.0-or-later
#include "route_search.h"

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {
namespace {

using Place = std::array<double, 3>;

Place place_of(const ExactPoint& p) {
  return {kernel::order_key(p[0]), kernel::order_key(p[1]), kernel::order_key(p[2])};
}
double distance(const Place& a, const Place& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

struct Edge {
  Move from = 0, to = 0;
  bool operator==(const Edge&) const = default;
};
struct MakeEdge {
  Move from = 0;
  Edge operator()(Move to) const { return {from, to}; }
};

// The graph that Boost sees: its vertices are moves, and one more stands for the start.
struct SearchGraph {
  using vertex_descriptor = Move;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = boost::transform_iterator<MakeEdge, const Move*, Edge, Edge>;
  using degree_size_type = std::size_t;

  const MoveGraph& moves;
  kernel::Label stance;
  Move start;
  std::vector<Move> first_moves;

  std::span<const Move> next(Move m) const {
    return m == start ? std::span<const Move>(first_moves) : moves.moves_from(moves.to(m), stance);
  }
};

Move source(const Edge& e, const SearchGraph&) { return e.from; }
Move target(const Edge& e, const SearchGraph&) { return e.to; }
std::pair<SearchGraph::out_edge_iterator, SearchGraph::out_edge_iterator> out_edges(Move m, const SearchGraph& g) {
  const auto next = g.next(m);
  const MakeEdge make{m};
  return {{next.data(), make}, {next.data() + next.size(), make}};
}
std::size_t out_degree(Move m, const SearchGraph& g) { return g.next(m).size(); }

struct Found {
  Move last;
};

}  // namespace

MoveGraph::MoveGraph(const NavMesh& mesh) : mesh_(mesh), first_(mesh.cells.size() + 1) {
  std::vector<Place> places;
  places.reserve(mesh.points.size());
  for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) places.push_back(place_of(mesh.points[i]));
  const auto middle = [&](const std::array<NavMesh::PointIndex, 2>& s) {
    Place m;
    for (int k = 0; k < 3; ++k) m[k] = places[s[0]][k] / 2 + places[s[1]][k] / 2;
    return m;
  };
  const auto count = static_cast<Move>(2 * mesh.portals.size());
  for (Move m = 0; m < count; ++m) ++first_[from(m) + 1];
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  moves_.resize(count);
  auto next = first_;
  for (Move m = 0; m < count; ++m) moves_[next[from(m)]++] = m;
  for (std::size_t c = 0; c + 1 < first_.size(); ++c)
    std::stable_sort(moves_.begin() + first_[c], moves_.begin() + first_[c + 1],
                     [&](Move m, Move n) { return mesh.portals[m / 2].stance > mesh.portals[n / 2].stance; });
  left_at_.reserve(count);
  for (const NavMesh::Portal& p : mesh.portals) {
    left_at_.push_back(middle(p.on_a));
    left_at_.push_back(middle(p.on_b));
  }
}

std::span<const Move> MoveGraph::moves_from(NavMesh::CellIndex cell, kernel::Label stance) const {
  const std::span<const Move> all(moves_.data() + first_[cell], moves_.data() + first_[cell + 1]);
  const auto admits = [&](Move m) { return mesh_.portals[m / 2].stance >= stance; };
  return all.first(static_cast<std::size_t>(std::ranges::partition_point(all, admits) - all.begin()));
}

std::optional<std::vector<Move>> MoveGraph::search(const ExactPoint& start,
                                                   const std::vector<NavMesh::CellIndex>& starts,
                                                   const ExactPoint& goal, const std::vector<NavMesh::CellIndex>& goals,
                                                   kernel::Label stance) const {
  SearchGraph graph{*this, stance, static_cast<Move>(moves_.size()), {}};
  for (const NavMesh::CellIndex c : starts) {
    const auto out = moves_from(c, stance);
    graph.first_moves.insert(graph.first_moves.end(), out.begin(), out.end());
  }

  // The moves looked at; Boost asks by vertex.
  struct Visit {
    double distance = std::numeric_limits<double>::infinity(), cost = distance;
    Move previous = 0;
    boost::two_bit_color_type color = boost::two_bit_white;
  };
  std::unordered_map<Move, Visit> visits;
  const auto map_of = [&](auto member) {
    using Value = std::remove_reference_t<decltype(std::declval<Visit&>().*member)>;
    return boost::make_function_property_map<Move, Value&>(
        [&visits, member](Move m) -> Value& { return visits[m].*member; });
  };

  const Place from_place = place_of(start), goal_place = place_of(goal);
  const auto reached_at = [&](Move m) -> const Place& { return m == graph.start ? from_place : left_at_[m ^ 1]; };
  const auto weight = boost::make_function_property_map<Edge>([&](const Edge& e) {
    return distance(reached_at(e.from), left_at_[e.to]) + distance(left_at_[e.to], left_at_[e.to ^ 1]);
  });
  const auto to_goal = [&](Move m) { return distance(reached_at(m), goal_place); };

  struct Visitor : boost::default_astar_visitor {
    const SearchGraph& graph;
    const std::vector<NavMesh::CellIndex>& goals;
    Visitor(const SearchGraph& g, const std::vector<NavMesh::CellIndex>& c) : graph(g), goals(c) {}
    // What is left from the first move into a goal's cell is a straight line: its cost is known.
    void examine_vertex(Move m, const SearchGraph&) const {
      if (m != graph.start && std::ranges::binary_search(goals, graph.moves.to(m))) throw Found{m};
    }
  };
  visits[graph.start].distance = 0;
  visits[graph.start].cost = to_goal(graph.start);
  std::vector<Move> path;
  try {
    boost::astar_search_no_init(graph, graph.start, to_goal, Visitor(graph, goals), map_of(&Visit::previous),
                                map_of(&Visit::cost), map_of(&Visit::distance), weight, map_of(&Visit::color),
                                boost::typed_identity_property_map<Move>(), std::less<double>(), std::plus<double>(),
                                std::numeric_limits<double>::infinity(), 0.0);
    return std::nullopt;
  } catch (const Found& found) {  // the way that Boost offers to end a search early
    for (Move m = found.last; m != graph.start; m = visits[m].previous) path.push_back(m);
    std::ranges::reverse(path);
  }

  // Rounded costs may tie a path with one that enters a cell twice: such loops are left out.
  std::vector<Move> simple;
  std::unordered_map<NavMesh::CellIndex, std::size_t> entered;  // a cell and how many moves lead to it
  entered[from(path.front())] = 0;
  for (const Move m : path) {
    const auto again = entered.find(to(m));
    if (again == entered.end()) {
      simple.push_back(m);
      entered[to(m)] = simple.size();
      continue;
    }
    for (std::size_t i = again->second; i < simple.size(); ++i) entered.erase(to(simple[i]));
    simple.resize(again->second);
  }
  return simple;
}

}  // namespace plumb::pipeline
