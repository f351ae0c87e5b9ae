// SPDX-License-Identifier: GPL-3.0-or-later
#include "straight_way.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;
using kernel::PlanPoint;

class Walk {
 public:
  Walk(const FloorPlan& plan, const Obstacles& obstacles, TriangleSurvey& survey, const mpq_class& squared_radius,
       const RouteEnd& from, const RouteEnd& to)
      : plan_(plan),
        t_(plan.triangulation),
        obstacles_(obstacles),
        survey_(survey),
        squared_radius_(squared_radius),
        to_(to),
        p_(from.at),
        q_(to.at) {}

  // Continues from a place of a triangle to the goal. Where several floors are beyond an edge, they are tried in turn,
  // until one leads to the goal.
  bool go_on(Index first, const PlanPoint& at) {
    struct Entry {
      Index triangle;
      PlanPoint at;
      std::size_t before;  // pieces
    };
    std::vector<Entry> left{{first, at, 0}};
    while (!left.empty()) {
      const Entry entry = std::move(left.back());
      left.pop_back();
      pieces_.resize(entry.before);
      if (std::ranges::binary_search(to_.triangles, entry.triangle)) {
        if (add(entry.triangle, entry.at, to_.at)) return true;
        continue;
      }
      const Index out = exit(entry.triangle);
      if (out == PlanTriangulation::none || !t_.is_open(out)) continue;
      const PlanPoint place = kernel::crossing(t_.points[t_.from(out)].at, t_.points[t_.to(out)].at, p_.at, q_.at);
      const std::size_t k = p_.at[0] != q_.at[0] ? 0 : 1;
      if (sgn(mpq_class(q_.at[k] - place[k])) != sgn(mpq_class(q_.at[k] - p_.at[k]))) continue;
      if (!add(entry.triangle, entry.at, place)) continue;
      plan_.each_beyond(out, [&](Index other) { left.push_back({other / 3, place, pieces_.size()}); });
    }
    return false;
  }
  std::vector<SteinerSearch::Piece> take() { return std::move(pieces_); }

 private:
  // The side whose interior the way crosses when it leaves a triangle.
  Index exit(Index triangle) const {
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (kernel::orientation(p_, q_, t_.points[t_.from(h)]) < 0 &&
          kernel::orientation(p_, q_, t_.points[t_.to(h)]) > 0)
        return h;
    return PlanTriangulation::none;
  }
  bool add(Index triangle, const PlanPoint& from, const PlanPoint& to) {
    if (!survey_.is_clear(triangle) &&
        obstacles_.stops_along(from, to, {t_.height(triangle, from), t_.height(triangle, to)}, squared_radius_))
      return false;
    pieces_.push_back({from, to, {triangle}});
    return true;
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  TriangleSurvey& survey_;
  const mpq_class& squared_radius_;
  const RouteEnd& to_;
  const kernel::FilteredPoint p_, q_;
  std::vector<SteinerSearch::Piece> pieces_;
};

}  // namespace

std::vector<SteinerSearch::Piece> straight_way(const FloorPlan& plan, const Obstacles& obstacles,
                                               TriangleSurvey& survey, const mpq_class& squared_radius,
                                               const RouteEnd& from, const RouteEnd& to) {
  Walk walk(plan, obstacles, survey, squared_radius, from, to);
  for (const Index triangle : from.triangles)
    if (walk.go_on(triangle, from.at)) return walk.take();
  return {};
}

}  // namespace plumb::pipeline
