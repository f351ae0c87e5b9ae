// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimate/near_ramps.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

constexpr TriangleMesh::Index none = TriangleMesh::none;

std::vector<std::array<ExactPoint, 3>> ramps_of(const TriangleMesh& mesh) {
  std::vector<std::array<ExactPoint, 3>> out;
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    if (t.ramp != none)
      out.push_back({mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]});
  return out;
}
kernel::BoxTree tree_of(const std::vector<std::array<ExactPoint, 3>>& triangles) {
  std::vector<kernel::Box> boxes;
  for (const auto& t : triangles) boxes.push_back(kernel::box_of(t));
  return kernel::BoxTree(boxes);
}

mpq_class squared(const mpq_class& x, const mpq_class& y) { return x * x + y * y; }

// From a point to a segment, in plan.
mpq_class squared_distance(const ExactPoint& p, const ExactPoint& a, const ExactPoint& b) {
  const mpq_class x = b[0] - a[0], y = b[1] - a[1], u = p[0] - a[0], v = p[1] - a[1];
  const mpq_class along = kernel::formulas::dot2d(x, y, u, v), length = squared(x, y);
  if (sgn(along) <= 0) return squared(u, v);
  if (along >= length) return squared(p[0] - b[0], p[1] - b[1]);
  const mpq_class off = kernel::formulas::determinant(x, y, u, v);
  return off * off / length;
}
// From a point to a triangle, counter-clockwise, in plan.
mpq_class squared_distance(const ExactPoint& p, const std::array<ExactPoint, 3>& t) {
  bool inside = true;
  for (std::size_t i = 0; i < 3 && inside; ++i) inside = sgn(kernel::formulas::orient2d(t[i], t[(i + 1) % 3], p)) >= 0;
  if (inside) return 0;
  return std::min({squared_distance(p, t[0], t[1]), squared_distance(p, t[1], t[2]), squared_distance(p, t[2], t[0])});
}

}  // namespace

NearRamps::NearRamps(const TriangleMesh& mesh, const mpq_class& squared_reach, const mpq_class& step)
    : ramps_(ramps_of(mesh)),
      squared_reach_(squared_reach),
      step_(step),
      reach_(2 * std::sqrt(kernel::interval_of(squared_reach).high)),
      boxes_(tree_of(ramps_)) {}

std::optional<mpq_class> NearRamps::squared_distance(const std::array<ExactPoint, 3>& corners) const {
  // Within the reach of one triangle are all three corners, so each is: the box of one of them is enough.
  kernel::Box near = kernel::box_of(std::span(corners).first(1));
  const kernel::Box all = kernel::box_of(corners);
  near.low[2] = all.low[2];
  near.high[2] = all.high[2];
  const std::array by{reach_, reach_, kernel::interval_of(step_).high};
  for (std::size_t k = 0; k < 3; ++k) {
    near.low[k] = (kernel::Interval(near.low[k]) - kernel::Interval(by[k])).low;
    near.high[k] = (kernel::Interval(near.high[k]) + kernel::Interval(by[k])).high;
  }
  std::optional<mpq_class> best;
  boxes_.query(near, [&](std::uint32_t i) {
    const auto& ramp = ramps_[i];
    const auto [low, high] = std::minmax({corners[0][2], corners[1][2], corners[2][2]});
    const auto [foot, top] = std::minmax({ramp[0][2], ramp[1][2], ramp[2][2]});
    if (low - step_ > top || high + step_ < foot) return;
    mpq_class farthest = 0;
    for (const ExactPoint& p : corners) {
      farthest = std::max(farthest, pipeline::squared_distance(p, ramp));
      if (farthest > squared_reach_ || (best && farthest >= *best)) return;
    }
    best = farthest;
  });
  return best;
}

}  // namespace plumb::pipeline
