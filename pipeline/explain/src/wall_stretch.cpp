// SPDX-License-Identifier: GPL-3.0-or-later
#include "wall_stretch.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using Stretch = WallStretches::Stretch;

// A corner of the wall: how far along the trace, how high over the floor's plane.
struct Corner {
  mpq_class t, over;
};

// The projection of the part between two heights. That part must reach strictly between them; it is convex.
std::optional<Stretch> between(const std::vector<Corner>& wall, const mpq_class& low, const mpq_class& high) {
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over > low; })) return std::nullopt;
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over < high; })) return std::nullopt;
  std::optional<Stretch> out;
  const auto add = [&](const mpq_class& t) {
    if (!out) out = Stretch{t, t};
    out->from = std::min(out->from, t);
    out->to = std::max(out->to, t);
  };
  for (std::size_t i = 0; i < wall.size(); ++i) {
    const Corner &p = wall[i], &q = wall[i + 1 == wall.size() ? 0 : i + 1];
    if (p.over >= low && p.over <= high) add(p.t);
    for (const mpq_class* level : {&low, &high})
      if ((p.over < *level && *level < q.over) || (q.over < *level && *level < p.over))
        add(p.t + (q.t - p.t) * (*level - p.over) / (q.over - p.over));
  }
  return out;
}

// The part over a convex floor; none if it is a point or nothing.
std::optional<Stretch> clipped(Stretch s, const WallStretches& w, const std::vector<ExactPoint>& floor) {
  for (std::size_t i = 0; i < floor.size() && s.from < s.to; ++i) {
    const ExactPoint &p = floor[i], &q = floor[i + 1 == floor.size() ? 0 : i + 1];
    // Inside where at + rise * t <= 0.
    const mpq_class ex = q[0] - p[0], ey = q[1] - p[1];
    const mpq_class at = ex * (w.base[1] - p[1]) - ey * (w.base[0] - p[0]), rise = ex * w.run[1] - ey * w.run[0];
    if (sgn(rise) == 0 && sgn(at) > 0) return std::nullopt;
    if (sgn(rise) > 0) s.to = std::min(s.to, mpq_class(-at / rise));
    if (sgn(rise) < 0) s.from = std::max(s.from, mpq_class(-at / rise));
  }
  if (s.from >= s.to) return std::nullopt;
  return s;
}

}  // namespace

std::optional<WallStretches> wall_stretches(const std::vector<ExactPoint>& wall, const std::vector<ExactPoint>& floor,
                                            const kernel::ExactPlane& plane, const std::vector<Stance>& stances, const mpq_class& step) {
  const auto [first, last] = std::ranges::minmax_element(
      wall, [](const ExactPoint& p, const ExactPoint& q) { return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1]; });
  WallStretches w{{(*first)[0], (*first)[1]}, {(*last)[0] - (*first)[0], (*last)[1] - (*first)[1]}, {}};
  const int axis = sgn(w.run[0]) != 0 ? 0 : 1;
  std::vector<Corner> corners;
  for (const ExactPoint& c : wall) corners.push_back({(c[axis] - w.base[axis]) / w.run[axis], c[2] - plane.height(c[0], c[1])});
  bool any = false;
  for (const Stance& s : stances) {
    auto stretch = between(corners, step, s.height);
    if (stretch) stretch = clipped(*stretch, w, floor);
    any = any || stretch;
    w.of_stance.push_back(std::move(stretch));
  }
  if (!any) return std::nullopt;
  return w;
}

NearestOnWall nearest_on(const WallStretches& w, const kernel::PlanPoint& p) {
  const Stretch& longest = *w.of_stance.back();
  const mpq_class length = w.run[0] * w.run[0] + w.run[1] * w.run[1];
  mpq_class t = ((p[0] - w.base[0]) * w.run[0] + (p[1] - w.base[1]) * w.run[1]) / length;
  t = std::clamp(t, longest.from, longest.to);
  NearestOnWall out{{w.base[0] + t * w.run[0], w.base[1] + t * w.run[1]}, 0, 0};
  for (int k = 0; k < 2; ++k) out.squared_distance += (p[k] - out.point[k]) * (p[k] - out.point[k]);
  while (!w.of_stance[static_cast<std::size_t>(out.may_cross)] || t < w.of_stance[static_cast<std::size_t>(out.may_cross)]->from ||
         t > w.of_stance[static_cast<std::size_t>(out.may_cross)]->to)
    ++out.may_cross;
  return out;
}

}  // namespace plumb::pipeline
