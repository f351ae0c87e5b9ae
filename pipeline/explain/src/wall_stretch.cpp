// SPDX-License-Identifier: GPL-3.0-or-later
#include "wall_stretch.h"

#include <algorithm>

#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;

// A corner of the wall: its share of the trace, and its height over the floor's plane.
struct Corner {
  mpq_class t, over;
};

// The projection of the part of the wall between two heights, which is convex. Requires that the wall reaches strictly
// between them.
std::optional<ExactInterval> between(std::vector<Corner> wall, const mpq_class& low, const mpq_class& high) {
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over > low; })) return std::nullopt;
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over < high; })) return std::nullopt;
  const auto crossing = [](const Corner& p, const mpq_class& at_p, const Corner& q, const mpq_class& at_q) {
    const mpq_class part = at_p / (at_p - at_q);
    return Corner{p.t + part * (q.t - p.t), p.over + part * (q.over - p.over)};
  };
  kernel::clip_half_plane(
      wall, [&](const Corner& c) -> mpq_class { return c.over - low; }, crossing);
  kernel::clip_half_plane(
      wall, [&](const Corner& c) -> mpq_class { return high - c.over; }, crossing);
  const auto [first, last] = std::ranges::minmax_element(wall, {}, &Corner::t);
  return ExactInterval{first->t, last->t};
}

}  // namespace

std::optional<WallStretches> wall_stretches(const std::vector<ExactPoint>& wall, const std::vector<ExactPoint>& floor,
                                            const kernel::ExactPlane& plane, const std::vector<Stance>& stances,
                                            const mpq_class& step) {
  const auto [first, last] = std::ranges::minmax_element(
      wall, [](const ExactPoint& p, const ExactPoint& q) { return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1]; });
  WallStretches w{{(*first)[0], (*first)[1]}, {(*last)[0] - (*first)[0], (*last)[1] - (*first)[1]}, {}};
  const int axis = sgn(w.run[0]) != 0 ? 0 : 1;
  std::vector<Corner> corners;
  for (const ExactPoint& c : wall)
    corners.push_back({(c[axis] - w.base[axis]) / w.run[axis], c[2] - plane.height(c[0], c[1])});
  const auto counter_clockwise = [&](std::size_t i) -> const ExactPoint& { return floor[floor.size() - 1 - i]; };
  bool any = false;
  for (const Stance& s : stances) {
    auto stretch = between(corners, step, s.height);
    if (stretch && stretch->from < stretch->to)
      stretch = part_over(*stretch, w.base, w.run, floor.size(), counter_clockwise);
    else stretch.reset();
    any = any || stretch;
    w.of_stance.push_back(std::move(stretch));
  }
  if (!any) return std::nullopt;
  return w;
}

NearestOnWall nearest_on(const WallStretches& w, const kernel::PlanPoint& p) {
  const ExactInterval& longest = *w.of_stance.back();
  mpq_class t = kernel::formulas::dot2d(p[0] - w.base[0], p[1] - w.base[1], w.run[0], w.run[1]) /
                kernel::formulas::dot2d(w.run[0], w.run[1], w.run[0], w.run[1]);
  t = std::clamp(t, longest.from, longest.to);
  NearestOnWall out{{w.base[0] + t * w.run[0], w.base[1] + t * w.run[1]}, 0, 0};
  for (int k = 0; k < 2; ++k) out.squared_distance += (p[k] - out.point[k]) * (p[k] - out.point[k]);
  // The lowest stance that the wall stops at the point; lower ones may cross.
  while (!w.of_stance[static_cast<std::size_t>(out.may_cross)] ||
         t < w.of_stance[static_cast<std::size_t>(out.may_cross)]->from ||
         t > w.of_stance[static_cast<std::size_t>(out.may_cross)]->to)
    ++out.may_cross;
  return out;
}

}  // namespace plumb::pipeline
