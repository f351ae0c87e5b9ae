// SPDX-License-Identifier: GPL-3.0-or-later
#include "edge_point.h"

#include <algorithm>

#include "plumb/kernel/segment_distance.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;

// The unit of shares.
constexpr long resolution = 1 << 20;

// The squared distance of a way from an obstacle; 0 if they cross.
mpq_class squared_between(const PlanPoint& p, const PlanPoint& q, const PlanPoint& a, const PlanPoint& b) {
  const auto sides = [](const PlanPoint& u, const PlanPoint& v, const PlanPoint& s, const PlanPoint& t) {
    return sgn(kernel::orient2d(u, v, s)) * sgn(kernel::orient2d(u, v, t));
  };
  if (sides(p, q, a, b) < 0 && sides(a, b, p, q) < 0) return 0;
  return std::min({kernel::squared_distance(p, a, b), kernel::squared_distance(q, a, b),
                   kernel::squared_distance(a, p, q), kernel::squared_distance(b, p, q)});
}

}  // namespace

PlanPoint place_on(const PlanTriangulation& t, PlanTriangulation::Index half_edge, const mpq_class& share) {
  const PlanPoint &p = t.points[t.from(half_edge)].at, &q = t.points[t.to(half_edge)].at;
  return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
}

std::optional<EdgePoint> move_point(const PlanTriangulation& t, PlanTriangulation::Index half_edge,
                                    const PlanPoint& from, const Obstacles& obstacles, const StoppedBy& stopped_by,
                                    const mpq_class& squared_radius) {
  EdgePoint out;
  long at = resolution / 2;
  const auto share = [](long steps) {
    mpq_class s(steps, resolution);
    s.canonicalize();
    return s;
  };
  for (;;) {
    const auto obstacle = stopped_by(from, place_on(t, half_edge, share(at)));
    if (!obstacle) break;
    const PlanPoint &a = obstacles.begin(*obstacle).at, &b = obstacles.end(*obstacle).at;
    const auto place = [&](long steps) { return place_on(t, half_edge, share(steps)); };
    const auto stops = [&](long steps) { return obstacles.stops(*obstacle, from, place(steps), squared_radius); };
    // Towards the side on which the way is farther from the obstacle.
    const long little = resolution / 64;
    const bool up = squared_between(from, place(std::min(at + little, resolution)), a, b) >=
                    squared_between(from, place(std::max(at - little, 0L)), a, b);
    const int away = up ? 1 : -1;
    if (out.moved != 0 && away != out.moved) return std::nullopt;
    out.moved = away;
    long near = at, far = away > 0 ? resolution : 0;
    if (stops(far)) return std::nullopt;
    while (std::abs(far - near) > 1) {
      const long middle = (near + far) / 2;
      (stops(middle) ? near : far) = middle;
    }
    at = far;
  }
  if (at == 0 || at == resolution) return std::nullopt;
  out.share = share(at);
  return out;
}

}  // namespace plumb::pipeline
