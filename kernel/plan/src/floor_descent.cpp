// SPDX-License-Identifier: LGPL-3.0-or-later
// A route over floors made cheaper: its turns move along the edges that they are on (moved_along_edges).
// Problem. A search over points on edges bends a little at each edge, and refracts at borders where there happens to be
// a point. The triangles that a route passes stay as they are; the places on the edges between them are to be better.
// 1. The constructor notes the places between pieces, and on which edge each can move: one that leads from the triangle
//    before it to the one behind it. Corners, and ends of gaps, stay.
// 2. move() moves a place along its edge, by a step or not at all, and lays the places around it on straight lines from
//    there to the places `wide` before and behind it.
// 3. run() does that for all places and widths, with steps that are halved where none helps.
// Cost. Each trial costs the pieces that change, an integral in doubles each where several weights lie around; their
// number is limited.
// Exactness. Doubles steer; places are dyadic shares of edges, and whether the disc fits and passes is decided exactly.
// Source: ours.
#include "floor_descent.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;
using Piece = SteinerSearch::Piece;

constexpr kernel::Hint least_gain{0x1p-36};   // by what share of all the cost a change has to be cheaper
constexpr kernel::Hint first_step{0x1p-5};    // over the route's length
constexpr kernel::Hint finest_step{0x1p-22};  // the same
constexpr kernel::Hint nearest_end{0x1p-24};  // how near to an end of an edge a place may come, as a share
// How many pieces may be tried, and how often with one step.
constexpr std::size_t most_trials = 40'000, most_rounds = 8;
constexpr int share_bits = 32;

class FloorDescent {
 public:
  FloorDescent(const FloorPlan& plan, const Obstacles& obstacles, const RouteCost& cost, TriangleSurvey& survey,
               std::vector<Piece> route, const std::vector<double>& weights)
      : t_(plan.triangulation),
        obstacles_(obstacles),
        cost_(cost),
        survey_(survey),
        squared_radius_(cost.radius() * cost.radius()),
        route_(std::move(route)),
        weights_(weights) {
    places_.push_back({route_.front().p});
    for (std::size_t i = 1; i < route_.size(); ++i) places_.push_back({route_[i].p, edge_between(i)});
    places_.push_back({route_.back().q});
    for (Place& place : places_) place.near = to_doubles(place.at);
    for (std::size_t i = 0; i < route_.size(); ++i) {
      costs_.push_back(piece(i, places_[i].near, places_[i + 1].near));
      whole_ += costs_.back();
      length_ +=
          kernel::hypotenuse(places_[i + 1].near[0] - places_[i].near[0], places_[i + 1].near[1] - places_[i].near[1]);
    }
  }

  std::vector<Piece> run() {
    const auto sweep = [&](double step) {
      bool out = false;
      for (std::size_t wide = 1; wide < places_.size(); wide *= 2)
        for (std::size_t i = 1; i + 1 < places_.size() && trials_ < most_trials; i += (wide + 1) / 2)
          out = move(i, wide, step) || (step > 0 && move(i, wide, -step)) || out;
      return out;
    };
    for (std::size_t round = 0; round < most_rounds && sweep(0); ++round) continue;
    for (double step = length_ * first_step; step > length_ * finest_step; step /= 2)
      for (std::size_t round = 0; round < most_rounds && sweep(step); ++round) continue;
    for (std::size_t i = 0; i < route_.size(); ++i) route_[i].p = places_[i].at, route_[i].q = places_[i + 1].at;
    return std::move(route_);
  }

 private:
  struct Place {
    kernel::PlanPoint at;
    Index edge = PlanTriangulation::none;  // along which it can move; none: it stays
    DoublePoint near{};
  };

  // The edge over which a route gets from a piece to the next, within it.
  Index edge_between(std::size_t i) const {
    const RouteTriangles &before = route_[i - 1].in, &behind = route_[i].in;
    if (before.beyond != PlanTriangulation::none || behind.beyond != PlanTriangulation::none ||
        before.triangle == behind.triangle)
      return PlanTriangulation::none;
    const kernel::FilteredPoint at(route_[i].p);
    for (Index h = 3 * before.triangle; h < 3 * before.triangle + 3; ++h) {
      const kernel::FilteredPoint &a = t_.points[t_.from(h)], &b = t_.points[t_.to(h)];
      if (!t_.is_open(h) || a.at == at.at || b.at == at.at || kernel::orientation(a, b, at) != 0) continue;
      bool leads = false;
      t_.each_side(h, [&](Index side) { leads = leads || side / 3 == behind.triangle; });
      if (leads) return h;
    }
    return PlanTriangulation::none;
  }

  double piece(std::size_t i, const DoublePoint& p, const DoublePoint& q) {
    ++trials_;
    const RouteTriangles& in = route_[i].in;
    return survey_.piece(in, p, q, weights_[i] * kernel::hypotenuse(q[0] - p[0], q[1] - p[1]),
                         [&] { return cost_.disc(p, in); });
  }

  Place place_on(Index edge, double share) const {
    share = std::clamp<double>(share, nearest_end, 1 - nearest_end);
    const mpq_class exact(std::ldexp(std::nearbyint(std::ldexp(share, share_bits)), -share_bits));
    Place out{kernel::point_along(t_.points[t_.from(edge)].at, t_.points[t_.to(edge)].at, exact), edge};
    out.near = to_doubles(out.at);
    return out;
  }
  // Where the line from p to q crosses the edge of a place.
  Place on_line(const Place& place, const DoublePoint& p, const DoublePoint& q) const {
    const double a = kernel::formulas::orient2d(p, q, to_doubles(t_.points[t_.from(place.edge)].at)),
                 b = kernel::formulas::orient2d(p, q, to_doubles(t_.points[t_.to(place.edge)].at));
    return a == b ? place : place_on(place.edge, a / (a - b));
  }

  bool move(std::size_t i, std::size_t wide, double step) {
    if (places_[i].edge == PlanTriangulation::none) return false;
    std::size_t first = i, last = i;
    do --first;
    while (first > 0 && i - first < wide && places_[first].edge != PlanTriangulation::none);
    do ++last;
    while (last + 1 < places_.size() && last - i < wide && places_[last].edge != PlanTriangulation::none);
    std::vector<Place> by(places_.begin() + static_cast<std::ptrdiff_t>(first),
                          places_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    const auto lay = [&](std::size_t from, std::size_t to) {
      for (std::size_t k = from + 1; k < to; ++k)
        by[k - first] = on_line(by[k - first], by[from - first].near, by[to - first].near);
    };
    if (step == 0) {
      lay(first, last);
    } else {
      const DoublePoint a = to_doubles(t_.points[t_.from(places_[i].edge)].at),
                        b = to_doubles(t_.points[t_.to(places_[i].edge)].at);
      const double x = b[0] - a[0], y = b[1] - a[1], whole = kernel::hypotenuse(x, y);
      const DoublePoint& at = by[i - first].near;
      const double share = kernel::formulas::dot2d(at[0] - a[0], at[1] - a[1], x, y) / (whole * whole);
      by[i - first] = place_on(places_[i].edge, share + step / whole);
      lay(first, i), lay(i, last);
    }
    return replace(first, by);
  }

  bool replace(std::size_t first, std::vector<Place>& by) {
    double gain = 0;
    std::vector<double> costs;
    for (std::size_t k = 0; k + 1 < by.size(); ++k) {
      costs.push_back(piece(first + k, by[k].near, by[k + 1].near));
      gain += costs_[first + k] - costs.back();
    }
    if (gain < least_gain * whole_) return false;
    for (std::size_t k = 0; k + 1 < by.size(); ++k)
      if (!is_clear(first + k, by[k], by[k + 1])) return false;
    for (std::size_t k = 1; k + 1 < by.size(); ++k) places_[first + k] = std::move(by[k]);
    std::ranges::copy(costs, costs_.begin() + static_cast<std::ptrdiff_t>(first));
    return true;
  }
  // Whether the disc passes, and fits at the end on all floors that meet there.
  bool is_clear(std::size_t i, const Place& p, const Place& q) const {
    const Index triangle = route_[i].in.triangle;
    if (!survey_.is_clear(triangle) &&
        obstacles_.stops_along(p.at, q.at, {t_.height(triangle, p.at), t_.height(triangle, q.at)}, squared_radius_))
      return false;
    bool out = true;
    if (q.edge != PlanTriangulation::none)
      t_.each_side(q.edge, [&](Index side) {
        out = out &&
              (survey_.is_clear(side / 3) || !obstacles_.stops_at(q.at, t_.height(side / 3, q.at), squared_radius_));
      });
    return out;
  }

  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  const RouteCost& cost_;
  TriangleSurvey& survey_;
  const mpq_class squared_radius_;
  std::vector<Piece> route_;
  const std::vector<double>& weights_;
  std::vector<Place> places_;
  std::vector<double> costs_;
  double whole_ = 0, length_ = 0;
  std::size_t trials_ = 0;
};

}  // namespace

std::vector<Piece> moved_along_edges(const FloorPlan& plan, const Obstacles& obstacles, const RouteCost& cost,
                                     TriangleSurvey& survey, const std::vector<Piece>& route,
                                     const std::vector<double>& weights) {
  return FloorDescent(plan, obstacles, cost, survey, route, weights).run();
}

}  // namespace plumb::plan
