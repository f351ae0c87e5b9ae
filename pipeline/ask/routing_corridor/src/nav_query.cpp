// SPDX-License-Identifier: LGPL-3.0-or-later
// Questions about a navmesh: which floor is below a point, what is next to a cell, and which way an agent without width
// takes.
//
// 1. locate() asks the index of facets for the first floor below a point.
// 2. route() finds both floors and searches the shortest path over cells (CellRoutes); make_route() (route_path.cpp)
//    makes exact points of the portals that it passes. path() does the same in doubles, without make_route().
// 3. Where welds are crossed that no isometry describes, A* searches instead: MoveGraph lists the moves out of each
//    cell, one for each portal and direction, those of higher stances first, so that what a stance may do is a
//    beginning of the list. MoveGraph::search() is A* (Boost.Graph) over moves: a move costs the distance between the
//    middles of portals. It ends at the first move into a cell of the goal, and loops that rounding makes are left out.
// Cost. Indices take N log N once; those of paths are made when a stance is first asked for. A search looks at the
// cells that it reaches.
// Exactness. Heights, neighbours and paths are exact. In 3 doubles choose which cells are passed, not whether there is
// a path.
#include "plumb/pipeline/nav_query.h"

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <cmath>
#include <limits>
#include <mutex>
#include <unordered_map>

#include "cell_routes.h"
#include "floor_locator.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/terms.h"
#include "route_path.h"

namespace plumb::pipeline {
namespace {

using Place = std::array<double, 3>;

Place place_of(const ExactPoint& p) {
  return {kernel::order_key(p[0]), kernel::order_key(p[1]), kernel::order_key(p[2])};
}
double distance(const Place& a, const Place& b) { return kernel::hypotenuse(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// An edge of the graph that Boost sees: two moves, one after the other.
struct MoveEdge {
  Move from = 0, to = 0;
  bool operator==(const MoveEdge&) const = default;
};
struct MakeEdge {
  Move from = 0;
  MoveEdge operator()(Move to) const { return {from, to}; }
};

// The graph that Boost sees: its vertices are moves, and one more stands for the start.
struct SearchGraph {
  using vertex_descriptor = Move;
  using edge_descriptor = MoveEdge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = boost::transform_iterator<MakeEdge, const Move*, MoveEdge, MoveEdge>;
  using degree_size_type = std::size_t;

  const MoveGraph& moves;
  kernel::Label stance;
  Move start;
  std::vector<Move> first_moves;

  std::span<const Move> next(Move m) const {
    return m == start ? std::span<const Move>(first_moves) : moves.moves_from(moves.to(m), stance);
  }
};

Move source(const MoveEdge& e, const SearchGraph&) { return e.from; }
Move target(const MoveEdge& e, const SearchGraph&) { return e.to; }
std::pair<SearchGraph::out_edge_iterator, SearchGraph::out_edge_iterator> out_edges(Move m, const SearchGraph& g) {
  const auto next = g.next(m);
  const MakeEdge make{m};
  return {{next.data(), make}, {next.data() + next.size(), make}};
}
std::size_t out_degree(Move m, const SearchGraph& g) { return g.next(m).size(); }

// Thrown to end the search.
struct ReachedGoal {
  Move last;
};

}  // namespace

MoveGraph::MoveGraph(const NavMesh& mesh, const std::vector<char>& closed) : mesh_(mesh), closed_(closed) {
  follow({});
}

void MoveGraph::follow(std::span<const std::uint32_t> portals_gone) {
  moves_.resize(mesh_.cells.size());
  for (const std::uint32_t p : portals_gone)
    for (const Move m : {2 * p, 2 * p + 1}) std::erase(moves_[from(m)], m);
  const auto middle = [&](const std::array<NavMesh::PointIndex, 2>& s) {
    const Place p = place_of(mesh_.points[s[0]]), q = place_of(mesh_.points[s[1]]);
    Place m;
    for (int k = 0; k < 3; ++k) m[k] = p[k] / 2 + q[k] / 2;
    return m;
  };
  std::vector<NavMesh::CellIndex> changed;
  for (auto m = static_cast<Move>(left_at_.size()); m < 2 * mesh_.portals.size(); ++m) {
    const NavMesh::Portal& p = mesh_.portals[m / 2];
    left_at_.push_back(middle(m % 2 == 0 ? p.on_a : p.on_b));
    moves_[from(m)].push_back(m);
    changed.push_back(from(m));
  }
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const NavMesh::CellIndex c : changed) sort_moves(c);
}

void MoveGraph::sort_moves(NavMesh::CellIndex cell) {
  std::ranges::sort(moves_[cell],
                    [&](Move m, Move n) { return std::pair(stance_of(n), m) < std::pair(stance_of(m), n); });
}

void MoveGraph::update(NavMesh::CellIndex cell) {
  for (const Move m : moves_[cell]) sort_moves(to(m));
  sort_moves(cell);
}

std::span<const Move> MoveGraph::moves_from(NavMesh::CellIndex cell, kernel::Label stance) const {
  const std::span<const Move> all = moves_[cell];
  const auto admits = [&](Move m) { return stance_of(m) >= stance; };
  return all.first(static_cast<std::size_t>(std::ranges::partition_point(all, admits) - all.begin()));
}

std::optional<std::vector<Move>> MoveGraph::search(const ExactPoint& start,
                                                   const std::vector<NavMesh::CellIndex>& starts,
                                                   const ExactPoint& goal, const std::vector<NavMesh::CellIndex>& goals,
                                                   kernel::Label stance) const {
  SearchGraph graph{*this, stance, static_cast<Move>(left_at_.size()), {}};
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
  const auto weight = boost::make_function_property_map<MoveEdge>([&](const MoveEdge& e) {
    return distance(reached_at(e.from), left_at_[e.to]) + distance(left_at_[e.to], left_at_[e.to ^ 1]);
  });
  const auto to_goal = [&](Move m) { return distance(reached_at(m), goal_place); };

  struct Visitor : boost::default_astar_visitor {
    const SearchGraph& graph;
    const std::vector<NavMesh::CellIndex>& goals;
    Visitor(const SearchGraph& g, const std::vector<NavMesh::CellIndex>& c) : graph(g), goals(c) {}
    // What is left from the first move into a goal's cell is a straight line: its cost is known.
    void examine_vertex(Move m, const SearchGraph&) const {
      if (m != graph.start && std::ranges::binary_search(goals, graph.moves.to(m))) throw ReachedGoal{m};
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
  } catch (const ReachedGoal& found) {  // the way that Boost offers to end a search early
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

struct NavQuery::State {
  explicit State(const NavMesh& m)
      : mesh(m), closed(m.cells.size(), 0), index(m, 1, &closed), moves(m, closed), by_stance(m.info.stances.size()) {}

  std::string text_of(const ExactPoint& point) const { return kernel::point_text(to_input_frame(point, mesh.info.up)); }
  // As an option takes it, without a loss.
  std::string option_of(const ExactPoint& point) const {
    const ExactPoint p = to_input_frame(point, mesh.info.up);
    return kernel::exact_text(p[0]) + "," + kernel::exact_text(p[1]) + "," + kernel::exact_text(p[2]);
  }
  const std::string& name_of(kernel::Label stance) const {
    return mesh.info.stances[static_cast<std::size_t>(stance - 1)].name;
  }

  Error no_floor(const char* which, const ExactPoint& point, const RouteOptions& o) const {
    std::string within = o.reach ? "within " + o.reach->get_str() + " below " : "at or below ";
    return {ErrorCode::no_floor,
            "no floor where '" + name_of(o.stance) + "' fits is " + within + "the " + which + " " + text_of(point) +
                "; " +
                axes_advice(
                    point, mesh.info.up, [&](const ExactPoint& p) { return floor_below(p, o).has_value(); },
                    "give a point over such a floor"),
            "", 0};
  }

  // What locate() finds.
  std::optional<Place> floor_below(const ExactPoint& point, const RouteOptions& o) const {
    const auto hits = index.first_below(point, o.stance);
    if (hits.empty() || (o.reach && point[2] - hits[0].height > *o.reach)) return std::nullopt;
    Place place{hits[0].height, {}};
    for (const FacetIndex::Hit& h : hits)
      if (place.cells.empty() || place.cells.back() != h.cell) place.cells.push_back(h.cell);
    return place;
  }

  // Made when a path is first asked for.
  const FloorLocator& floors() const {
    std::call_once(floors_once, [&] { made_floors.emplace(mesh, closed); });
    return *made_floors;
  }
  // Made when a stance is first asked for.
  CellRoutes& routes(kernel::Label stance) const {
    auto& slot = by_stance[static_cast<std::size_t>(stance) - 1];
    std::call_once(slot.once, [&] {
      slot.routes.emplace(mesh, stance);
      for (NavMesh::CellIndex c = 0; c < closed.size(); ++c)
        if (closed[c]) slot.routes->set_closed(c, true);
    });
    return *slot.routes;
  }

  const NavMesh& mesh;
  std::vector<char> closed;  // by cell
  std::uint64_t changes = 0;
  FacetIndex index;
  MoveGraph moves;
  mutable std::once_flag floors_once;
  mutable std::optional<FloorLocator> made_floors;
  struct Slot {
    std::once_flag once;
    std::optional<CellRoutes> routes;
  };
  mutable std::vector<Slot> by_stance;
};

NavQuery::NavQuery(const NavMesh& mesh) : state_(std::make_unique<State>(mesh)) {}
NavQuery::NavQuery(NavQuery&&) noexcept = default;
NavQuery::~NavQuery() = default;
const NavMesh& NavQuery::mesh() const { return state_->mesh; }
const FloorLocator& NavQuery::floors() const { return state_->floors(); }
const CellRoutes& NavQuery::cell_routes(kernel::Label stance) const {
  require_stance(state_->mesh.info, stance);
  return state_->routes(stance);
}

Result<NavQuery::Place> NavQuery::locate(const ExactPoint& point, kernel::Label stance,
                                         const std::optional<mpq_class>& reach) const {
  const State& s = *state_;
  if (auto error = no_such_stance(s.mesh.info, stance)) return *error;
  ExactPoint at = point;
  RouteOptions o{.stance = stance, .reach = reach};
  if (const auto refused = LowestTerms()("the point", at)("the reach", o.reach).refused()) return *refused;
  auto place = s.floor_below(at, o);
  if (!place) return s.no_floor("point", at, o);
  return std::move(*place);
}

std::optional<mpq_class> NavQuery::height(NavMesh::CellIndex cell, const mpq_class& x, const mpq_class& y) const {
  std::array at{x, y};
  if (LowestTerms()("the point", at).refused()) return std::nullopt;
  return cell_height(state_->mesh, cell, at[0], at[1]);
}

std::vector<NavQuery::Neighbour> NavQuery::neighbours(NavMesh::CellIndex cell, kernel::Label stance) const {
  require_stance(state_->mesh.info, stance);
  std::vector<Neighbour> out;
  for (const Move m : state_->moves.moves_from(cell, stance)) out.push_back({state_->moves.to(m), m / 2});
  std::ranges::sort(out, {}, &Neighbour::portal);
  return out;
}

Result<Route> NavQuery::route(const ExactPoint& start_over, const ExactPoint& goal_over,
                              const RouteOptions& options) const {
  const State& s = *state_;
  ExactPoint from = start_over, to = goal_over;
  RouteOptions o = options;
  if (auto error = no_such_stance(s.mesh.info, o.stance)) return *error;
  LowestTerms lowest;
  if (lowest("the start", from)("the goal", to)("the reach", o.reach).refused()) return *lowest.refused();
  const auto start = s.floor_below(from, o), goal = s.floor_below(to, o);
  if (!start) return s.no_floor("start", from, o);
  if (!goal) return s.no_floor("goal", to, o);
  const ExactPoint start_point = {from[0], from[1], start->height}, goal_point = {to[0], to[1], goal->height};

  std::vector<NavMesh::CellIndex> both;
  std::ranges::set_intersection(start->cells, goal->cells, std::back_inserter(both));
  if (!both.empty()) return make_route(s.mesh, s.moves, both[0], {}, start_point, goal_point, o.precision);
  const CellRoutes& routes = s.routes(o.stance);
  const bool rigid = routes.are_rigid(start->cells);
  if (rigid) {
    CellRoutes::Borrowed work(routes);
    if (const plan::CellPath* path =
            work->search.find(plan_of(start_point), start->cells, plan_of(goal_point), goal->cells)) {
      std::vector<Move> moves;
      for (const auto& passed : path->passed) moves.push_back(routes.move_of(passed));
      return make_route(s.mesh, s.moves, path->first_cell, moves, start_point, goal_point, o.precision);
    }
  }
  const auto moves =
      rigid ? std::nullopt : s.moves.search(start_point, start->cells, goal_point, goal->cells, o.stance);
  if (!moves)
    return Error{ErrorCode::unreachable,
                 "'" + s.name_of(o.stance) + "' cannot get from " + s.text_of(start_point) + " to " +
                     s.text_of(goal_point) + ": they lie in different components; plumb explain " +
                     (s.mesh.info.scene.empty() ? "SCENE" : s.mesh.info.scene) + " --from " + s.option_of(from) +
                     " --to " + s.option_of(to) + ", with the options of the bake, says what would join them",
                 "", 0};
  return make_route(s.mesh, s.moves, s.moves.from(moves->front()), *moves, start_point, goal_point, o.precision);
}

void NavQuery::follow(const Replaced& replaced) {
  State& s = *state_;
  ++s.changes;
  s.closed.resize(s.mesh.cells.size(), 0);
  for (const NavMesh::CellIndex c : replaced.cells_gone) s.closed[c] = 1;
  s.index.follow();
  s.moves.follow(replaced.portals_gone);
  if (s.made_floors) s.made_floors->follow();
  for (State::Slot& slot : s.by_stance)
    if (slot.routes) slot.routes->follow(s.mesh, replaced);
}

void NavQuery::set_closed(NavMesh::CellIndex cell, bool closed) {
  State& s = *state_;
  if (s.closed[cell] == static_cast<char>(closed)) return;
  s.closed[cell] = closed;
  ++s.changes;
  s.moves.update(cell);
  for (State::Slot& slot : s.by_stance)
    if (slot.routes) slot.routes->set_closed(cell, closed);
}
bool NavQuery::is_closed(NavMesh::CellIndex cell) const { return state_->closed[cell]; }
std::uint64_t NavQuery::changes() const { return state_->changes; }

void NavQuery::prepare(kernel::Label stance) {
  require_stance(state_->mesh.info, stance);
  state_->floors();
  state_->routes(stance).find_landmarks();
}
bool NavQuery::is_prepared(kernel::Label stance) const {
  const auto& routes = state_->by_stance[static_cast<std::size_t>(stance) - 1].routes;
  return routes && routes->has_landmarks();
}

NavQuery::PathFound NavQuery::path(const std::array<double, 3>& from, const std::array<double, 3>& to,
                                   const RouteOptions& o, Path& out) const {
  const State& s = *state_;
  require_stance(s.mesh.info, o.stance);
  const CellRoutes& routes = s.routes(o.stance);
  CellRoutes::Borrowed work(routes);
  const auto is_deeper = [&](const std::array<double, 3>& at, const std::vector<NavMesh::CellIndex>& cells) {
    return o.reach && mpq_class(at[2]) - *cell_height(s.mesh, cells[0], at[0], at[1]) > *o.reach;
  };
  const auto start = s.floors().locate(from, o.stance, work->starts);
  if (!start || is_deeper(from, work->starts)) return PathFound::no_start_floor;
  const auto goal = s.floors().locate(to, o.stance, work->goals);
  if (!goal || is_deeper(to, work->goals)) return PathFound::no_goal_floor;
  const bool rigid = routes.are_rigid(work->starts);
  const plan::CellPath* path = nullptr;
  if (rigid) {
    path = work->search.find(std::array{from[0], from[1]}, work->starts, std::array{to[0], to[1]}, work->goals);
    if (!path) return PathFound::unreachable;
  }
  // Where the path crosses gaps, or turns back at a side, the places are points of it, too.
  if (!rigid || path->unfolded) {
    const auto route = this->route({from[0], from[1], from[2]}, {to[0], to[1], to[2]}, o);
    if (!route) return PathFound::unreachable;
    out.cells = route->cells;
    out.portals = route->portals;
    out.points.clear();
    for (const Route::Corner& c : route->corners)
      out.points.push_back({c.point[0].get_d(), c.point[1].get_d(), c.point[2].get_d()});
    out.length = route->plan_length.low.get_d();
    return PathFound::found;
  }
  out.cells.assign(1, path->first_cell);
  out.portals.clear();
  for (const auto& passed : path->passed) {
    out.cells.push_back(passed.cell);
    out.portals.push_back(routes.move_of(passed) / 2);
  }
  out.points.assign(1, {from[0], from[1], *start});
  for (const plan::CellMap::Index corner : path->corners) out.points.push_back(routes.corner(corner));
  out.points.push_back({to[0], to[1], *goal});
  out.length = path->length;
  return PathFound::found;
}

}  // namespace plumb::pipeline
