// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/steiner_points.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

std::vector<double> steiner_positions(double length, const SteinerSeries& from_begin, const SteinerSeries& from_end) {
  // An interval is (ratio - 1) times the distance from its end of the edge; at `middle` those of both series are equal.
  const double a = from_begin.ratio - 1, b = from_end.ratio - 1, middle = length * b / (a + b);
  std::vector<double> out, others;
  const double nearest = length * shortest_vicinity;
  const double first = std::max(from_begin.first, nearest), last = std::max(from_end.first, nearest);
  if (first + last > length) return out;
  double at = first;
  for (; at <= middle; at *= from_begin.ratio) out.push_back(at);
  if (out.empty()) out.push_back(first);
  for (double x = last; x < length - out.back(); x *= from_end.ratio) others.push_back(length - x);
  // Where the series meet the interval must not be larger than the one beside it.
  if (!others.empty() && others.back() - out.back() > a * out.back() && at < others.back()) out.push_back(at);
  out.insert(out.end(), others.rbegin(), others.rend());
  return out;
}

SteinerShape::SteinerShape(const WeightedArea& area)
    : triangulation_(area.triangulation()), heights_(triangulation_.points.size(), HUGE_VAL) {
  const PlanTriangulation& t = triangulation_;
  for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
    const auto corner = [&](Index k) { return area.near(h / 3).corners[k % 3]; };
    const DoublePoint p = corner(h % 3), q = corner(h % 3 + 1), r = corner(h % 3 + 2);
    const double cross = kernel::formulas::orient2d(p, q, r), opposite = std::hypot(r[0] - q[0], r[1] - q[1]);
    const double side = std::hypot(q[0] - p[0], q[1] - p[1]), other = std::hypot(r[0] - p[0], r[1] - p[1]);
    heights_[t.from(h)] = std::min(heights_[t.from(h)], cross / opposite);
    const double dot = (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1]);
    sines_.push_back(dot <= 0 ? 1 : cross / (side * other));
  }
}

double SteinerShape::least_sine(Index h, Index end) const {
  double out = 1;
  triangulation_.each_side(h, [&](Index side) {
    if (triangulation_.is_blocked(side / 3)) return;
    out = std::min(out, sines_[triangulation_.from(side) == end ? side : PlanTriangulation::next(side)]);
  });
  return out;
}

SteinerSeries SteinerShape::series(Index h, Index end, double spacing) const {
  return {spacing * heights_[end], 1 + spacing * std::max(least_sine(h, end), flattest_sine)};
}

}  // namespace plumb::pipeline
