// SPDX-License-Identifier: LGPL-3.0-or-later
// The questions of a Navmesh, which NavQuery and SurfaceQuery answer.
//
// Problem. A Navmesh has points in the scene's axes, and fractions of a light header; the queries have z up, and
// mpq_class or double.
// 1. own() and plan_of() bring what is asked into the frame and the numbers of the queries, scene() what is answered
//    back.
// 2. Each call asks the query of its stance (State::places()), or the one of routes.
// 3. What is answered by an error where a query has none gets the one of NavQuery::locate(), which names the point.
// Cost and exactness: those of the queries; fractions are copied. Source: ours.
#include <memory>
#include <random>
#include <span>
#include <type_traits>
#include <utility>

#include "navmesh_state.h"
#include "plumb/pipeline/scene_frame.h"

namespace plumb {
namespace {

using pipeline::SurfaceQuery;
using pipeline::UpAxis;

mpq_class own(const Fraction& number) { return mpq_class(number.get()); }
double own(double number) { return number; }
template <class Number>
using Own = decltype(own(Number()));
template <class Number>
std::optional<Own<Number>> own(const std::optional<Number>& number) {
  if (!number) return std::nullopt;
  return own(*number);
}

template <class Number>
pipeline::FloorPlace<Own<Number>> own(const Navmesh::Place<Number>& place, UpAxis up) {
  return {place.cell, pipeline::navmesh_point(place.point, up)};
}
// What a point is over or under.
template <class Number>
std::array<Own<Number>, 2> plan_of(const ScenePointOf<Number>& point, UpAxis up) {
  auto p = pipeline::navmesh_point(point, up);
  return {std::move(p[0]), std::move(p[1])};
}

template <class Number, class Inner>
Navmesh::Place<Number> scene(const pipeline::FloorPlace<Inner>& place, UpAxis up) {
  return {place.cell, pipeline::scene_point(place.point, up)};
}
template <class Number, class Points>
std::array<ScenePointOf<Number>, 2> scene(const Points& side, UpAxis up) {
  return {pipeline::scene_point(side[0], up), pipeline::scene_point(side[1], up)};
}

pipeline::ExactPoint exact(const ScenePoint& point, UpAxis up) { return pipeline::navmesh_point(point, up); }
pipeline::ExactPoint exact(const ScenePointF& p, UpAxis up) {
  return pipeline::navmesh_point(ScenePoint{p.x, p.y, p.z}, up);
}

pipeline::Error nothing(const char* what) { return {pipeline::ErrorCode::no_floor, what, "", 0}; }

template <class Draw>
Reply<std::vector<Navmesh::Place<Fraction>>> drawn(std::size_t count, UpAxis up, const Draw& draw) {
  std::vector<Navmesh::Place<Fraction>> out;
  while (out.size() < count) {
    const std::optional<pipeline::ExactPlace> place = draw();
    if (!place) return nothing("no place was found within the distance; give a greater one");
    out.push_back(scene<Fraction>(*place, up));
  }
  return out;
}

}  // namespace

template <class Number>
Reply<Navmesh::Place<Number>> Navmesh::locate(const ScenePointOf<Number>& point, int stance) const {
  if (const auto error = no_such_stance(state_->info(), stance)) return *error;
  if (const auto found = state_->places(stance).below(pipeline::navmesh_point(point, up())))
    return scene<Number>(*found, up());
  const auto exactly = state_->query().locate(exact(point, up()), stance);
  if (!exactly) return exactly.error();
  return nothing("the floor there is beyond the range of doubles; ask in fractions");
}

template <class Number>
std::optional<Navmesh::Nearest<Number>> Navmesh::nearest(const ScenePointOf<Number>& point, int stance,
                                                         const std::optional<Number>& reach) const {
  auto found = state_->places(stance).nearest(pipeline::navmesh_point(point, up()), own(reach));
  if (!found) return std::nullopt;
  return Nearest<Number>{scene<Number>(found->place, up()), std::move(found->squared_distance)};
}

std::optional<std::uint32_t> Navmesh::component_of(Cell cell, int stance) const {
  const SurfaceQuery& places = state_->places(stance);
  if (cell >= state_->mesh().cells.size()) return std::nullopt;
  const std::uint32_t number = places.component(cell);
  if (number == pipeline::no_component) return std::nullopt;
  return number;
}

Reply<bool> Navmesh::reachable(const ScenePoint& from, const ScenePoint& to, int stance) const {
  const auto a = locate(from, stance), b = locate(to, stance);
  if (!a) return a.error();
  if (!b) return b.error();
  return component_of(a->cell, stance) == component_of(b->cell, stance);
}

Reply<Navmesh::Route> Navmesh::route(const ScenePoint& from, const ScenePoint& to, int stance) const {
  return route(from, std::vector{to}, stance);
}

Reply<Navmesh::Route> Navmesh::route(const ScenePoint& from, const std::vector<ScenePoint>& goals, int stance) const {
  if (const auto error = no_such_stance(state_->info(), stance)) return *error;
  if (goals.empty()) return pipeline::bad_option("there is no goal; give one");
  std::vector<pipeline::ExactPoint> ends;
  for (const ScenePoint& goal : goals) ends.push_back(exact(goal, up()));
  pipeline::NavQuery::RouteOptions options;
  options.stance = stance;
  Route out;
  const auto start = exact(from, up());
  auto found = [&]() -> pipeline::Result<pipeline::Route> {
    if (ends.size() == 1) return state_->query().route(start, ends[0], options);
    auto nearest = state_->places(stance).route_to_nearest(start, ends, options);
    if (!nearest) return nearest.error();
    out.goal = nearest->first;
    return std::move(nearest->second);
  }();
  if (!found) return found.error();
  out.cells = std::move(found->cells);
  for (const std::uint32_t p : found->portals) out.kinds.push_back(state_->mesh().portals[p].kind);
  for (const auto& corner : found->corners)
    out.corners.push_back({pipeline::scene_point(corner.point, up()), corner.cell});
  for (const auto& point : found->line) out.points.push_back(pipeline::scene_point(point, up()));
  out.least = found->length.low, out.most = found->length.high;
  out.plan_least = found->plan_length.low, out.plan_most = found->plan_length.high;
  return out;
}

bool Navmesh::path(const ScenePointF& from, const ScenePointF& to, Path& out, int stance) const {
  thread_local pipeline::NavQuery::Path path;  // kept, so that nothing is allocated
  require_stance(state_->info(), stance);
  pipeline::NavQuery::RouteOptions options;
  options.stance = stance;
  const auto found =
      state_->query().path(pipeline::navmesh_point(from, up()), pipeline::navmesh_point(to, up()), options, path);
  if (found != pipeline::NavQuery::PathFound::found) return false;
  out.cells.assign(path.cells.begin(), path.cells.end());
  out.points.clear();
  for (const auto& p : path.points) out.points.push_back(pipeline::scene_point(p, up()));
  out.length = path.length;
  return true;
}

template <class Number>
std::optional<Navmesh::Ray<Number>> Navmesh::raycast(const Place<Number>& from, const ScenePointOf<Number>& to,
                                                     int stance) const {
  const auto ray = state_->places(stance).raycast(own(from, up()), plan_of(to, up()));
  if (!ray) return std::nullopt;
  Ray<Number> out{ray->arrives, scene<Number>(ray->end, up())};
  if (ray->border) out.border = scene<Number>(*ray->border, up());
  return out;
}

template <class Number>
std::optional<Navmesh::Place<Number>> Navmesh::move(const Place<Number>& from, const ScenePointOf<Number>& to,
                                                    int stance) const {
  const auto end = state_->places(stance).move(own(from, up()), plan_of(to, up()));
  if (!end) return std::nullopt;
  return scene<Number>(*end, up());
}

template <class Number>
std::optional<Navmesh::NearestBorder<Number>> Navmesh::border(const Place<Number>& from, int stance,
                                                              const std::optional<Number>& within) const {
  auto found = state_->places(stance).border_distance(own(from, up()), own(within));
  if (!found) return std::nullopt;
  return NearestBorder<Number>{scene<Number>(found->place, up()), std::move(found->squared_distance),
                               scene<Number>(found->border, up())};
}

template <class Number>
std::vector<Navmesh::Reached> Navmesh::within(const Place<Number>& from, const Number& distance, int stance) const {
  std::vector<Reached> out;
  for (const auto& r : state_->places(stance).reach(own(from, up()), own(distance)))
    out.push_back({r.cell, r.least, r.most});
  return out;
}

Reply<std::vector<Navmesh::Place<Fraction>>> Navmesh::random(std::uint64_t seed, std::size_t count, int stance,
                                                             const std::optional<std::uint32_t>& component) const {
  if (const auto error = no_such_stance(state_->info(), stance)) return *error;
  const SurfaceQuery& places = state_->places(stance);
  const auto all = places.components();
  if (all.empty() || (component && *component >= all.size()))
    return nothing("the navmesh has no such floor for this stance; give a lower one");
  std::mt19937_64 engine(seed);
  const std::uint32_t of = component.value_or(pipeline::no_component);
  return drawn(count, up(), [&] { return std::optional(places.random(engine, of)); });
}

Reply<std::vector<Navmesh::Place<Fraction>>> Navmesh::random_within(std::uint64_t seed, std::size_t count,
                                                                    const Place<Fraction>& from,
                                                                    const Fraction& distance, int stance) const {
  if (const auto error = no_such_stance(state_->info(), stance)) return *error;
  const SurfaceQuery& places = state_->places(stance);
  std::mt19937_64 engine(seed);
  const auto start = own(from, up());
  return drawn(count, up(), [&] { return places.random_within(engine, start, own(distance)); });
}

template Reply<Navmesh::Place<Fraction>> Navmesh::locate(const ScenePoint&, int) const;
template Reply<Navmesh::Place<double>> Navmesh::locate(const ScenePointF&, int) const;
template std::optional<Navmesh::Nearest<Fraction>> Navmesh::nearest(const ScenePoint&, int,
                                                                    const std::optional<Fraction>&) const;
template std::optional<Navmesh::Nearest<double>> Navmesh::nearest(const ScenePointF&, int,
                                                                  const std::optional<double>&) const;
template std::optional<Navmesh::Ray<Fraction>> Navmesh::raycast(const Place<Fraction>&, const ScenePoint&, int) const;
template std::optional<Navmesh::Ray<double>> Navmesh::raycast(const Place<double>&, const ScenePointF&, int) const;
template std::optional<Navmesh::Place<Fraction>> Navmesh::move(const Place<Fraction>&, const ScenePoint&, int) const;
template std::optional<Navmesh::Place<double>> Navmesh::move(const Place<double>&, const ScenePointF&, int) const;
template std::optional<Navmesh::NearestBorder<Fraction>> Navmesh::border(const Place<Fraction>&, int,
                                                                         const std::optional<Fraction>&) const;
template std::optional<Navmesh::NearestBorder<double>> Navmesh::border(const Place<double>&, int,
                                                                       const std::optional<double>&) const;
template std::vector<Navmesh::Reached> Navmesh::within(const Place<Fraction>&, const Fraction&, int) const;
template std::vector<Navmesh::Reached> Navmesh::within(const Place<double>&, const double&, int) const;

}  // namespace plumb
