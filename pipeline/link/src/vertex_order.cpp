// SPDX-License-Identifier: GPL-3.0-or-later
#include "vertex_order.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_segment.h"

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
  const int sign = cmp(exact_[v][axis], exact_[w][axis]);
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

bool VertexOrder::can_order(std::array<VertexRef, 4> vertices) const {
  const int axis = longer_axis(vertices[0], vertices[1]);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      if (!compare_near(vertices[i], vertices[j], axis)) return false;
  return true;
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

bool VertexOrder::collinear(VertexRef v, VertexRef w, VertexRef x) {
  const ExactPoint &p = exact_[v], &q = exact_[w], &r = exact_[x];
  const auto from_p = [&](const ExactPoint& to) { return ExactPoint{to[0] - p[0], to[1] - p[1], to[2] - p[2]}; };
  return kernel::formulas::parallel(from_p(q), from_p(r));
}

}  // namespace plumb::pipeline
