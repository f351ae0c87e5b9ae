// SPDX-License-Identifier: LGPL-3.0-or-later
// What engines ask about places on a navmesh, in fractions and in doubles.
//
// 1. A place is a cell and a point; plan::CellWalk and plan::CellBorder answer in plan, on the map of NavQuery's paths
//    (CellRoutes), and their ends become places (State::place_of()): heights of fractions are those of facets, doubles
//    are rounded into the cell.
// 2. A component is a number by cell; reach() is a search for all cells that are near.
// Cost: see the header. Exact: all decisions. Source: ours.
#include "plumb/pipeline/surface_query.h"

#include <algorithm>
#include <cmath>

#include "surface_state.h"

namespace plumb::pipeline {

namespace {

bool is_finite(const mpq_class& x) { return sgn(x.get_den()) != 0; }
bool is_finite(double x) { return std::isfinite(x); }
template <class Range>
bool are_finite(const Range& numbers) {
  return std::ranges::all_of(numbers, [](const auto& x) { return is_finite(x); });
}
double middle_of(const kernel::Interval& x) { return x.low / 2 + x.high / 2; }

}  // namespace

SurfaceQuery::SurfaceQuery(const NavQuery& query, kernel::Label stance)
    : state_(std::make_unique<State>(query, stance)) {}
SurfaceQuery::SurfaceQuery(SurfaceQuery&&) noexcept = default;
SurfaceQuery::~SurfaceQuery() = default;

template <class Number>
std::optional<FloorPlace<Number>> SurfaceQuery::below(const Point<Number>& given) const {
  const Point<Number> point = reduced(given);
  if (!are_finite(point)) return std::nullopt;
  if constexpr (std::is_same_v<Number, double>) {
    CellRoutes::Borrowed work(state_->routes);
    const auto height = state_->floors.locate(point, state_->stance, work->starts);
    if (!height) return std::nullopt;
    return FloorPlace<double>{work->starts[0], {point[0], point[1], *height}};
  } else {
    const auto place = state_->query.locate(point, state_->stance);
    if (!place) return std::nullopt;
    return ExactPlace{place->cells[0], {point[0], point[1], place->height}};
  }
}

template <class Number>
std::optional<SurfaceQuery::Nearest<Number>> SurfaceQuery::nearest(const Point<Number>& over,
                                                                   const std::optional<Number>& most) const {
  const auto point = reduced(over);
  const auto reach = reduced(most);
  const State& s = *state_;
  if (!are_finite(point) || (reach && (!is_finite(*reach) || *reach < 0))) return std::nullopt;
  const auto found = s.floors.nearest(point, s.stance, reach);
  if (!found) return std::nullopt;
  Nearest<Number> out;
  if constexpr (std::is_same_v<Number, double>) {
    CellRoutes::Borrowed work(s.routes);
    const auto in = work->walk->rounded(found->cell, {found->near[0], found->near[1]});
    if (!in) {  // too thin a cell for doubles
      out.place = {found->cell, {middle_of(found->near[0]), middle_of(found->near[1]), middle_of(found->near[2])}};
    } else {
      out.place = s.place_at(in->cell, in->at);
    }
    out.squared_distance = middle_of(found->squared);
  } else {
    out.place = {found->cell, FloorLocator::nearest_on(s.mesh, s.mesh.cells[found->cell].facets[found->facet], point)};
    out.squared_distance = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const mpq_class d = point[k] - out.place.point[k];
      out.squared_distance += d * d;
    }
  }
  return out;
}

template <class Number>
std::optional<SurfaceQuery::Ray<Number>> SurfaceQuery::raycast(const FloorPlace<Number>& start,
                                                               const std::array<Number, 2>& goal) const {
  const auto from = reduced(start);
  const auto to = reduced(goal);
  const State& s = *state_;
  if (!s.has(from.cell) || !are_finite(from.point) || !are_finite(to)) return std::nullopt;
  CellRoutes::Borrowed work(s.routes);
  const auto end = work->walk->cast(std::array{from.point[0], from.point[1]}, from.cell, to);
  if (!end) return std::nullopt;
  Ray<Number> out;
  out.arrives = end->at == plan::CellWalk::End::At::goal;
  out.end = s.ended(*work->walk, *end, from);
  if (end->border != plan::CellMap::none) out.border = s.template side_of<Number>(end->border);
  return out;
}

template <class Number>
std::optional<FloorPlace<Number>> SurfaceQuery::move(const FloorPlace<Number>& start,
                                                     const std::array<Number, 2>& goal) const {
  const auto from = reduced(start);
  const auto to = reduced(goal);
  const State& s = *state_;
  if (!s.has(from.cell) || !are_finite(from.point) || !are_finite(to)) return std::nullopt;
  CellRoutes::Borrowed work(s.routes);
  const auto end = work->walk->move(std::array{from.point[0], from.point[1]}, from.cell, to);
  if (!end) return std::nullopt;
  return s.ended(*work->walk, *end, from);
}

template <class Number>
std::optional<SurfaceQuery::NearestBorder<Number>> SurfaceQuery::border_distance(
    const FloorPlace<Number>& start, const std::optional<Number>& most) const {
  const auto from = reduced(start);
  const auto within = reduced(most);
  const State& s = *state_;
  if (!s.has(from.cell) || !are_finite(from.point) || (within && (!is_finite(*within) || *within < 0)))
    return std::nullopt;
  CellRoutes::Borrowed work(s.routes);
  const auto found = work->border->nearest(std::array{from.point[0], from.point[1]}, from.cell, within);
  if (!found) return std::nullopt;
  NearestBorder<Number> out;
  if constexpr (std::is_same_v<Number, double>) {
    const auto in = work->walk->rounded(found->cell, work->border->place_near(*found));
    out.place = in ? s.place_at(in->cell, in->at) : from;
    out.squared_distance = middle_of(found->squared);
  } else {
    out.place = s.place_at(found->cell, work->border->place(*found));
    out.squared_distance = work->border->squared_distance(*found);
  }
  out.border = s.template side_of<Number>(found->piece);
  return out;
}

std::uint32_t SurfaceQuery::component(NavMesh::CellIndex cell) const { return state_->parts()->component.at(cell); }

std::vector<SurfaceQuery::Component> SurfaceQuery::components() const {
  const State& s = *state_;
  const auto parts = s.parts();
  std::vector<Component> out;
  for (const NavMesh::CellIndex c : parts->cells) {
    const std::uint32_t number = parts->component[c];
    if (number >= out.size()) out.resize(number + 1);
    Component& to = out[number];
    to.cells.push_back(c);
    for (const NavMesh::Facet& f : s.mesh.cells[c].facets)
      to.area += kernel::formulas::doubled_area<mpq_class>(
          f.corners.size(), [&](std::size_t i) -> const ExactPoint& { return s.mesh.points[f.corners[i]]; });
  }
  for (Component& c : out) c.area /= 2;
  return out;
}

template <class Number>
std::vector<SurfaceQuery::Reached> SurfaceQuery::reach(const FloorPlace<Number>& start, const Number& most) const {
  const auto from = reduced(start);
  const Number distance = reduced(most);
  const State& s = *state_;
  std::vector<Reached> out;
  if (!s.has(from.cell) || !are_finite(from.point) || !is_finite(distance) || distance < 0) return out;
  CellRoutes::Borrowed work(s.routes);
  const std::array at{from.point[0], from.point[1]};
  if (!work->walk->cast(at, from.cell, at)) return out;
  const kernel::Interval farthest = kernel::interval_of(mpq_class(distance));
  const auto& known = work->search.reach(at, std::span(&from.cell, 1), farthest.high);
  for (NavMesh::CellIndex c = 0; c < known.size(); ++c)
    if (known[c].low <= farthest.high) out.push_back({c, known[c].low, known[c].high});
  return out;
}

template std::optional<FloorPlace<double>> SurfaceQuery::below(const Point<double>&) const;
template std::optional<FloorPlace<mpq_class>> SurfaceQuery::below(const Point<mpq_class>&) const;
template std::optional<SurfaceQuery::Nearest<double>> SurfaceQuery::nearest(const Point<double>&,
                                                                            const std::optional<double>&) const;
template std::optional<SurfaceQuery::Nearest<mpq_class>> SurfaceQuery::nearest(const Point<mpq_class>&,
                                                                               const std::optional<mpq_class>&) const;
template std::optional<SurfaceQuery::Ray<double>> SurfaceQuery::raycast(const FloorPlace<double>&,
                                                                        const std::array<double, 2>&) const;
template std::optional<SurfaceQuery::Ray<mpq_class>> SurfaceQuery::raycast(const FloorPlace<mpq_class>&,
                                                                           const std::array<mpq_class, 2>&) const;
template std::optional<FloorPlace<double>> SurfaceQuery::move(const FloorPlace<double>&,
                                                              const std::array<double, 2>&) const;
template std::optional<FloorPlace<mpq_class>> SurfaceQuery::move(const FloorPlace<mpq_class>&,
                                                                 const std::array<mpq_class, 2>&) const;
template std::optional<SurfaceQuery::NearestBorder<double>> SurfaceQuery::border_distance(
    const FloorPlace<double>&, const std::optional<double>&) const;
template std::optional<SurfaceQuery::NearestBorder<mpq_class>> SurfaceQuery::border_distance(
    const FloorPlace<mpq_class>&, const std::optional<mpq_class>&) const;
template std::vector<SurfaceQuery::Reached> SurfaceQuery::reach(const FloorPlace<double>&, const double&) const;
template std::vector<SurfaceQuery::Reached> SurfaceQuery::reach(const FloorPlace<mpq_class>&, const mpq_class&) const;

}  // namespace plumb::pipeline
