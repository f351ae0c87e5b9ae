// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_points.h"

#include <cmath>

namespace plumb::pipeline {
namespace {

// Integers whose differences, and these times one another, fit 128 bits.
bool small_integer(const GraphVertex& v) {
  return v.error == 0 && std::abs(v.x) < 0x1p61 && std::abs(v.y) < 0x1p61 && v.x == std::trunc(v.x) && v.y == std::trunc(v.y);
}

constexpr std::uint32_t absent = 0xffffffffu;

int sign(double v) { return (v > 0) - (v < 0); }

}  // namespace

PlanPoints::PlanPoints(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph)
    : points_(points), map_(map), graph_(graph), geometry_(points, set, map) {}

// Differences d of the doubles carry one rounding, products three in all, their difference one more: det_error covers (1 + u)^4 - 1
// but for terms of u^2, which the factor 1.01 takes. A coordinate difference is off by at most E = the sum of the vertices' errors,
// so a product by E (|d| + |d'|) + E^2. What underflows is far below the last term.
int PlanPoints::side(VertexRef a, VertexRef b, VertexRef c) {
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b], &r = graph_.vertices[c];
  const double ux = q.x - p.x, uy = q.y - p.y, vx = r.x - p.x, vy = r.y - p.y;
  const double left = ux * vy, right = uy * vx, det = left - right;
  const double e = p.error + q.error + r.error;
  const double bound = 1.01 * (det_error * (std::abs(left) + std::abs(right)) + e * (std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy) + 2 * e)) + 0x1p-1000;
  if (std::abs(det) > bound) return sign(det);
  if (a == c || b == c) return 0;
  return side_exact(a, b, c);
}

int PlanPoints::side_exact(VertexRef a, VertexRef b, VertexRef c) {
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b], &r = graph_.vertices[c];
  if (small_integer(p) && small_integer(q) && small_integer(r)) {
    using Wide = __int128;
    const auto px = static_cast<std::int64_t>(p.x), py = static_cast<std::int64_t>(p.y);
    const Wide left = Wide(static_cast<std::int64_t>(q.x) - px) * (static_cast<std::int64_t>(r.y) - py);
    const Wide right = Wide(static_cast<std::int64_t>(q.y) - py) * (static_cast<std::int64_t>(r.x) - px);
    return (left > right) - (left < right);
  }
  if (p.exact_x && q.exact_x && r.exact_x && p.x == q.x && p.x == r.x) return 0;
  if (p.exact_y && q.exact_y && r.exact_y && p.y == q.y && p.y == r.y) return 0;
  const Homogeneous &s = exact(a), &t = exact(b), &u = exact(c);
  // Differences from a, times the denominators, which are positive.
  const auto difference = [&](mpz_class& out, const mpz_class& q1, const mpz_class& w1, const mpz_class& q0) {
    out = q1 * s.w;
    scratch_[4] = q0 * w1;
    out -= scratch_[4];
  };
  difference(scratch_[0], t.x, t.w, s.x);
  difference(scratch_[1], t.y, t.w, s.y);
  difference(scratch_[2], u.x, u.w, s.x);
  difference(scratch_[3], u.y, u.w, s.y);
  scratch_[4] = scratch_[0] * scratch_[3];
  scratch_[5] = scratch_[1] * scratch_[2];
  return cmp(scratch_[4], scratch_[5]);
}

int PlanPoints::compare(VertexRef a, VertexRef b) {
  if (a == b) return 0;
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b];
  const double e = 1.01 * (p.error + q.error);
  // A difference of doubles has the sign of the exact difference, and is within half a unit in its last place of it.
  if (std::abs(p.x - q.x) > e + std::abs(p.x - q.x) * 0x1p-52) return sign(p.x - q.x);
  if (e == 0 && p.x == q.x) return sign(p.y - q.y);
  const Homogeneous &s = exact(a), &t = exact(b);
  if (const int x = cmp(s.x * t.w, t.x * s.w); x != 0) return x;
  return cmp(s.y * t.w, t.y * s.w);
}

Turn PlanPoints::turn(VertexRef a, VertexRef b, VertexRef c) {
  const int s = side(a, b, c);
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // Three points of one line: straight on if b lies between the others.
  return (compare(a, b) < 0) == (compare(b, c) < 0) ? Turn::straight : Turn::back;
}

const PlanPoints::Homogeneous& PlanPoints::exact(VertexRef v) {
  if (index_.empty()) index_.assign(graph_.vertices.size(), absent);
  if (index_[v] != absent) return exact_[index_[v]];
  const GraphVertex& g = graph_.vertices[v];
  index_[v] = static_cast<std::uint32_t>(exact_.size());
  if (g.cell != GraphVertex::no_cell) {
    auto [x, y, w] = geometry_.vertex_in_plan(map_.table.cells[g.cell], g.corner);
    return exact_.emplace_back(Homogeneous{std::move(x), std::move(y), std::move(w)});
  }
  const ExactPoint& p = graph_.points[g.corner];
  const mpz_class w = lcm(p[0].get_den(), p[1].get_den()), &unit = points_.denominator();
  return exact_.emplace_back(Homogeneous{p[0].get_num() * (w / p[0].get_den()) * unit, p[1].get_num() * (w / p[1].get_den()) * unit, w});
}

}  // namespace plumb::pipeline
