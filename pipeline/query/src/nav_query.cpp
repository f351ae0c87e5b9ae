// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/nav_query.h"

#include <algorithm>

#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/facet_index.h"
#include "route_path.h"
#include "route_search.h"

namespace plumb::pipeline {

struct NavQuery::State {
  explicit State(const NavMesh& m) : mesh(m), index(m, 1), moves(m) {}

  std::string text_of(const ExactPoint& point) const {
    const ExactPoint p = to_input_frame(point, mesh.info.up);
    return p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str();
  }
  const std::string& name_of(kernel::Label stance) const {
    return mesh.info.stances[static_cast<std::size_t>(stance - 1)].name;
  }

  Error no_floor(const char* which, const ExactPoint& point, const RouteOptions& o) const {
    std::string within = o.reach ? "within " + o.reach->get_str() + " below " : "at or below ";
    return {ErrorCode::no_floor,
            "no floor where '" + name_of(o.stance) + "' fits is " + within + "the " + which + " " + text_of(point) +
                "; give a point over such a floor",
            "", 0};
  }

  const NavMesh& mesh;
  FacetIndex index;
  MoveGraph moves;
};

NavQuery::NavQuery(const NavMesh& mesh) : state_(std::make_unique<State>(mesh)) {}
NavQuery::NavQuery(NavQuery&&) noexcept = default;
NavQuery::~NavQuery() = default;

std::optional<NavQuery::Place> NavQuery::locate(const ExactPoint& point, kernel::Label stance,
                                                const std::optional<mpq_class>& reach) const {
  const auto hits = state_->index.first_below(point, stance);
  if (hits.empty() || (reach && point[2] - hits[0].height > *reach)) return std::nullopt;
  Place place{hits[0].height, {}};
  for (const FacetIndex::Hit& h : hits)
    if (place.cells.empty() || place.cells.back() != h.cell) place.cells.push_back(h.cell);
  return place;
}

std::optional<mpq_class> NavQuery::height(NavMesh::CellIndex cell, const mpq_class& x, const mpq_class& y) const {
  return cell_height(state_->mesh, cell, x, y);
}

std::vector<NavQuery::Neighbour> NavQuery::neighbours(NavMesh::CellIndex cell, kernel::Label stance) const {
  std::vector<Neighbour> out;
  for (const Move m : state_->moves.moves_from(cell, stance)) out.push_back({state_->moves.to(m), m / 2});
  std::ranges::sort(out, {}, &Neighbour::portal);
  return out;
}

Result<Route> NavQuery::route(const ExactPoint& from, const ExactPoint& to, const RouteOptions& o) const {
  const State& s = *state_;
  const std::size_t stances = s.mesh.info.stances.size();
  if (o.stance < 1 || static_cast<std::size_t>(o.stance) > stances)
    return Error{ErrorCode::bad_option,
                 "there is no stance " + std::to_string(o.stance) + "; give 1 to " + std::to_string(stances), "", 0};
  const auto start = locate(from, o.stance, o.reach), goal = locate(to, o.stance, o.reach);
  if (!start) return s.no_floor("start", from, o);
  if (!goal) return s.no_floor("goal", to, o);
  const ExactPoint start_point = {from[0], from[1], start->height}, goal_point = {to[0], to[1], goal->height};

  std::vector<NavMesh::CellIndex> both;
  std::ranges::set_intersection(start->cells, goal->cells, std::back_inserter(both));
  if (!both.empty()) return make_route(s.mesh, s.moves, both[0], {}, start_point, goal_point, o.precision);
  const auto moves = s.moves.search(start_point, start->cells, goal_point, goal->cells, o.stance);
  if (!moves)
    return Error{ErrorCode::unreachable,
                 "'" + s.name_of(o.stance) + "' cannot get from " + s.text_of(start_point) + " to " +
                     s.text_of(goal_point) + ": they lie in different components; ask for a way that a portal opens",
                 "", 0};
  return make_route(s.mesh, s.moves, s.moves.from(moves->front()), *moves, start_point, goal_point, o.precision);
}

}  // namespace plumb::pipeline
