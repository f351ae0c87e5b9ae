// SPDX-License-Identifier: GPL-3.0-or-later
#include "flush/vertex_order.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {

using kernel::Interval;

VertexOrder::VertexOrder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                         const NavGraph& graph)
    : graph_(graph), exact_(points, set, map, graph) {}

Interval VertexOrder::near(VertexRef v, int axis) const { return graph_.vertices[v].near(axis); }

std::optional<int> VertexOrder::compare_near(VertexRef v, VertexRef w, int axis) const {
  if (v == w) return 0;
  const Interval a = near(v, axis), b = near(w, axis);
  if (a.low > b.high) return 1;
  if (a.high < b.low) return -1;
  if (a.low == a.high && b.low == b.high) return 0;
  return std::nullopt;
}

int VertexOrder::compare(VertexRef v, VertexRef w, int axis) {
  if (const auto sign = compare_near(v, w, axis)) return *sign;
  const kernel::PlanIntegers &p = exact_.plan(v), &q = exact_.plan(w);
  const int sign = axis == 0 ? cmp(p.x * q.w, q.x * p.w) : cmp(p.y * q.w, q.y * p.w);
  return (sign > 0) - (sign < 0);
}

int VertexOrder::longer_axis(VertexRef v, VertexRef w) const {
  const GraphVertex &a = graph_.vertices[v], &b = graph_.vertices[w];
  return std::fabs(a.x - b.x) < std::fabs(a.y - b.y) ? 1 : 0;
}

int VertexOrder::axis_between(VertexRef v, VertexRef w) {
  const int axis = longer_axis(v, w);
  return compare(v, w, axis) != 0 ? axis : 1 - axis;
}

bool VertexOrder::certainly_straight(std::array<VertexRef, 4> vertices) const {
  int constant = 0;
  for (int axis = 0; axis < 3; ++axis)
    constant += std::ranges::all_of(vertices, [&](VertexRef v) { return compare_near(vertices[0], v, axis) == 0; });
  return constant >= 2;
}

bool VertexOrder::certainly_bent(VertexRef p, VertexRef q, VertexRef r, VertexRef s) const {
  const auto from_p = [&](VertexRef v) {
    return std::array{near(v, 0) - near(p, 0), near(v, 1) - near(p, 1), near(v, 2) - near(p, 2)};
  };
  const auto d = from_p(q);
  for (const VertexRef v : {r, s}) {
    const auto e = from_p(v);
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
      if (const auto sign = kernel::formulas::determinant(d[i], d[j], e[i], e[j]).sign();
          sign && *sign != kernel::Sign::zero)
        return true;
  }
  return false;
}

// In integers, which nobody reduces, and by heights only if the places are in line. With the differences from v over
// their denominators, along the axis and in height: (d.r / w.r) (h.q / u.q) = (d.q / w.q) (h.r / u.r).
bool VertexOrder::collinear(VertexRef v, VertexRef w, VertexRef x) {
  const kernel::PlanIntegers &p = exact_.plan(v), &q = exact_.plan(w), &r = exact_.plan(x);
  if (orientation_(p, q, r) != 0) return false;
  const bool along_x = axis_between(v, w) == 0;
  const auto away = [&](const kernel::PlanIntegers& to) -> mpz_class {
    return along_x ? to.x * p.w - p.x * to.w : to.y * p.w - p.y * to.w;
  };
  const kernel::HeightIntegers base = exact_.height(v), end = exact_.height(w), at = exact_.height(x);
  const auto above = [&](const kernel::HeightIntegers& to) -> mpz_class { return to.z * base.w - base.z * to.w; };
  return away(r) * above(end) * q.w * at.w == away(q) * above(at) * r.w * end.w;
}

}  // namespace plumb::pipeline
