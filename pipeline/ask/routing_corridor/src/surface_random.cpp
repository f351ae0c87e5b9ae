// SPDX-License-Identifier: LGPL-3.0-or-later
// Random places on a navmesh, and the nearest of several goals.
//
// 1. random() draws a cell by the sums of areas, in it a triangle, and in that a point by two fractions of 32 bits
//    (Triangles).
// 2. random_within() draws in what of the reached cells is in the square around the place, and keeps what a path
//    reaches: so it is uniform in what is within the distance, however that is formed.
// 3. route_to_nearest() asks for paths in the order of the distances in plan, and leaves out goals that are farther in
//    plan than the best path is long.
// Cost: see the header. Exact: points, and which goal is nearer. Areas are summed in doubles. Source: ours.
#include <cmath>
#include <numeric>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/int64.h"
#include "plumb/pipeline/lowest_terms.h"
#include "surface_state.h"

namespace plumb::pipeline {
namespace {

// A number from 0 to below 1, of as many bits as a double has.
double drawn_share(std::mt19937_64& engine) { return std::ldexp(static_cast<double>(engine() >> 11), -53); }

// Facets as triangles, of which one is drawn by its area.
class Triangles {
 public:
  template <class Corner>
  void add(NavMesh::CellIndex cell, std::size_t corners, const Corner& corner) {
    for (std::size_t i = 1; i + 1 < corners; ++i) {
      list_.push_back({cell, {corner(0), corner(i), corner(i + 1)}});
      const auto& c = list_.back().corners;
      sums_.push_back((sums_.empty() ? 0 : sums_.back()) + mpq_class(kernel::orient2d(c[0], c[1], c[2])).get_d());
    }
  }
  ExactPlace draw(std::mt19937_64& engine) const {
    const double at = drawn_share(engine) * sums_.back();
    const auto k = static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end() - 1, at) - sums_.begin());
    constexpr std::uint64_t whole = std::uint64_t{1} << 32;
    const std::uint64_t bits = engine();
    std::uint64_t u = bits >> 32, v = bits & (whole - 1);
    if (u + v > whole) u = whole - u, v = whole - v;
    const auto& [cell, c] = list_[k];
    ExactPlace out{cell, c[0]};
    for (std::size_t i = 0; i < 3; ++i) {
      const mpq_class sum =
          mpq_class(kernel::to_gmp(u)) * (c[1][i] - c[0][i]) + mpq_class(kernel::to_gmp(v)) * (c[2][i] - c[0][i]);
      out.point[i] += sum / mpq_class(kernel::to_gmp(whole));
    }
    return out;
  }

 private:
  struct Triangle {
    NavMesh::CellIndex cell;
    std::array<ExactPoint, 3> corners;
  };
  std::vector<Triangle> list_;
  std::vector<double> sums_;
};

}  // namespace

ExactPlace SurfaceQuery::random(std::mt19937_64& engine, std::uint32_t component) const {
  const State& s = *state_;
  const auto parts = s.parts();
  const std::vector<NavMesh::CellIndex>& cells = parts->cells;
  const std::vector<double>& areas = parts->areas;
  const auto position = [&](std::uint32_t c) {  // of the first cell of a component that is no lower
    return std::ranges::lower_bound(cells, c, {}, [&](NavMesh::CellIndex cell) { return parts->component[cell]; }) -
           cells.begin();
  };
  const bool all = component == no_component;
  const auto first = areas.begin() + (all ? 0 : position(component)),
             last = areas.begin() + (all ? std::ssize(cells) : position(component + 1));
  const double at = *first + drawn_share(engine) * (*last - *first);
  const NavMesh::CellIndex cell =
      cells[static_cast<std::size_t>(std::upper_bound(first + 1, last, at) - areas.begin()) - 1];
  Triangles triangles;
  for (const NavMesh::Facet& f : s.mesh.cells[cell].facets)
    triangles.add(cell, f.corners.size(),
                  [&](std::size_t i) -> const ExactPoint& { return s.mesh.points[f.corners[i]]; });
  return triangles.draw(engine);
}

std::optional<ExactPlace> SurfaceQuery::random_within(std::mt19937_64& engine, const ExactPlace& start,
                                                      const mpq_class& most_way) const {
  const State& s = *state_;
  const ExactPlace from = reduced(start);
  const mpq_class distance = reduced(most_way);
  if (sgn(distance) <= 0) return std::nullopt;
  Triangles triangles;
  bool some = false;
  for (const Reached& r : reach(from, distance))
    for (const NavMesh::Facet& f : s.mesh.cells[r.cell].facets) {
      std::vector<ExactPoint> ring;
      for (const NavMesh::PointIndex p : f.corners) ring.push_back(s.mesh.points[p]);
      for (std::size_t axis = 0; axis < 2; ++axis)
        for (const int sign : {-1, 1})
          kernel::clip_half_plane(
              ring, [&](const ExactPoint& p) -> mpq_class { return distance + sign * (from.point[axis] - p[axis]); },
              [](const ExactPoint& p, const mpq_class& a, const ExactPoint& q, const mpq_class& b) {
                return kernel::point_along(p, q, mpq_class(a / (a - b)));
              });
      triangles.add(r.cell, ring.size(), [&](std::size_t i) -> const ExactPoint& { return ring[i]; });
      some = some || ring.size() > 2;
    }
  if (!some) return std::nullopt;
  const double most = distance.get_d();
  CellRoutes::Borrowed work(s.routes);
  for (int draw = 0; draw < 1000000; ++draw) {
    ExactPlace place = triangles.draw(engine);
    const plan::CellPath* path = work->search.find(plan_of(from.point), std::span(&from.cell, 1), plan_of(place.point),
                                                   std::span(&place.cell, 1));
    if (path && path->length <= most) return place;
  }
  return std::nullopt;
}

Result<std::pair<std::size_t, Route>> SurfaceQuery::route_to_nearest(const ExactPoint& start,
                                                                     std::span<const ExactPoint> ends,
                                                                     const NavQuery::RouteOptions& options) const {
  ExactPoint from = start;
  std::vector<ExactPoint> goals(ends.begin(), ends.end());
  LowestTerms lowest;
  if (lowest("the start", from)("a goal", goals).refused()) return *lowest.refused();
  const NavQuery& query = state_->query;
  NavQuery::RouteOptions o = options;
  o.stance = state_->stance;
  std::vector<mpq_class> straight;
  for (const ExactPoint& g : goals) straight.push_back(kernel::squared_distance(plan_of(from), plan_of(g)));
  std::vector<std::size_t> order(goals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t g) -> const mpq_class& { return straight[g]; });
  std::optional<std::pair<std::size_t, Route>> best;
  std::optional<Error> error;
  const auto is_nearer = [&](std::size_t goal, const LengthInterval& a, const LengthInterval& b) {
    if (a.high < b.low || b.high < a.low) return a.high < b.low;
    NavQuery::RouteOptions close = o;
    close.precision = std::max(o.precision, 256);
    const LengthInterval p = query.route(from, goals[goal], close)->plan_length,
                         q = query.route(from, goals[best->first], close)->plan_length;
    return p.high < q.low || (p.low <= q.high && goal < best->first);
  };
  for (const std::size_t g : order) {
    if (best && straight[g] > best->second.plan_length.high * best->second.plan_length.high) break;
    auto route = query.route(from, goals[g], o);
    if (!route) {
      if (!error || route.error().code == ErrorCode::unreachable) error = route.error();
      continue;
    }
    if (!best || is_nearer(g, route->plan_length, best->second.plan_length)) best.emplace(g, std::move(*route));
  }
  if (best) return std::move(*best);
  if (error) return *error;
  return Error{ErrorCode::bad_option, "there is no goal; give one or more", "", 0};
}

}  // namespace plumb::pipeline
