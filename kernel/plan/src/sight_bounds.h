// SPDX-License-Identifier: LGPL-3.0-or-later
// How long paths are at least that pass what is seen of a piece: hint() in doubles, for the order of a search, and
// bounds in intervals, on which answers rest.
#pragma once
#include <iterator>
#include <utility>

#include "plumb/kernel/real_interval.h"
#include "sight_points.h"

namespace plumb::plan {

struct SightBounds : SightPoints {
  using SightPoints::SightPoints;

  // About how long a path is at least from the root over the part of a piece between two rays, from a on the right to
  // b, and on to the goal: the order in which nodes are expanded depends on it, and nothing else.
  double hint(Index root, const Ray& right, const Ray& left, Index a, Index b) const {
    const Near &r = near[root], &to = near[goal];
    double gx = to.x, gy = to.y;
    const auto [rx, ry] = meet(right, a, b, a);
    const auto [lx, ly] = meet(left, a, b, b);
    const double ex = lx - rx, ey = ly - ry, square = ex * ex + ey * ey;
    const double goal_side = kernel::formulas::determinant(ex, ey, gx - rx, gy - ry);
    if (kernel::formulas::determinant(ex, ey, r.x - rx, r.y - ry) * goal_side > 0 && square > 0) {
      const double twice = 2 * goal_side / square;
      gx += twice * ey, gy -= twice * ex;
    }
    if (kernel::formulas::determinant(rx - r.x, ry - r.y, gx - r.x, gy - r.y) < 0)
      return near_length(rx - r.x, ry - r.y) + near_length(gx - rx, gy - ry);
    if (kernel::formulas::determinant(lx - r.x, ly - r.y, gx - r.x, gy - r.y) > 0)
      return near_length(lx - r.x, ly - r.y) + near_length(gx - lx, gy - ly);
    return near_length(gx - r.x, gy - r.y);
  }
  static double near_length(double x, double y) { return std::sqrt(x * x + y * y); }
  // About where a ray meets a piece: at its end, if it leads there.
  std::pair<double, double> meet(const Ray& ray, Index a, Index b, Index end) const {
    const Near &p = near[a], &q = near[b];
    if (ray.through == end) return {near[end].x, near[end].y};
    const Near &o = near[ray.from], &t = near[ray.through];
    const double dx = t.x - o.x, dy = t.y - o.y;
    const double of_a = kernel::formulas::determinant(dx, dy, p.x - o.x, p.y - o.y),
                 of_b = kernel::formulas::determinant(dx, dy, q.x - o.x, q.y - o.y);
    const double share = of_a == of_b ? 0 : std::clamp(of_a / (of_a - of_b), 0.0, 1.0);
    return {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
  }

  // No path from the root over the part of a piece from a, on the right, to b that is between two rays, and on to the
  // goal, is shorter: straight, if that may pass there; else over the place where the nearer ray meets the piece. Where
  // the goal is on the side of the root, its mirror image stands for it.
  double rest(Index root, const Ray& right, const Ray& left, Index a, Index b) const {
    const Interval straight = distance(root, goal);
    if (side(a, b, goal) > 0) return std::max(straight.low, distance_to_image(root, a, b));
    if (side(right, goal) < 0) return std::max(straight.low, rest_over(root, right, a, b, a));
    if (side(left, goal) > 0) return std::max(straight.low, rest_over(root, left, a, b, b));
    return straight.low;
  }
  double distance_to_image(Index root, Index a, Index b) const {
    const FilteredPoint &p = at(a), &q = at(b), &g = at(goal), &r = at(root);
    const Interval ex = q.ix - p.ix, ey = q.iy - p.iy;
    const Interval far = kernel::formulas::determinant(ex, ey, g.ix - p.ix, g.iy - p.iy);
    const Interval twice = (far + far) / kernel::formulas::dot2d(ex, ey, ex, ey);
    return length_of(g.ix + twice * ey - r.ix, g.iy - twice * ex - r.iy).low;
  }
  double rest_over(Index root, const Ray& ray, Index a, Index b, Index end) const {
    if (ray.through == end) return (distance(root, end) + distance(end, goal)).low;
    const auto [x, y] = meet_around(ray, a, b, end);
    return (length_of(x - near[root].ix, y - near[root].iy) + length_of(near[goal].ix - x, near[goal].iy - y)).low;
  }
  // Around where a ray meets a piece.
  std::pair<Interval, Interval> meet_around(const Ray& ray, Index a, Index b, Index end) const {
    if (ray.through == end) return {near[end].ix, near[end].iy};
    const Near &p = near[a], &q = near[b], &o = near[ray.from], &t = near[ray.through];
    const Interval dx = t.ix - o.ix, dy = t.iy - o.iy;
    const Interval of_a = kernel::formulas::determinant(dx, dy, p.ix - o.ix, p.iy - o.iy),
                   of_b = kernel::formulas::determinant(dx, dy, q.ix - o.ix, q.iy - o.iy);
    Interval share = of_a / (of_a - of_b);
    share = {std::max(share.low, 0.0), std::min(share.high, 1.0)};
    return {p.ix + share * (q.ix - p.ix), p.iy + share * (q.iy - p.iy)};
  }
  // No point of the part of a piece between two rays is nearer to the root.
  double least_distance(Index root, const Ray& right, const Ray& left, Index a, Index b) const {
    const auto [rx, ry] = meet_around(right, a, b, a);
    const auto [lx, ly] = meet_around(left, a, b, b);
    const Interval &x = near[root].ix, &y = near[root].iy, ex = lx - rx, ey = ly - ry, ux = x - rx, uy = y - ry;
    const Interval along = kernel::formulas::dot2d(ex, ey, ux, uy), all = kernel::formulas::dot2d(ex, ey, ex, ey);
    if (along.high < 0) return length_of(ux, uy).low;
    if ((along - all).low > 0) return length_of(x - lx, y - ly).low;
    const Interval from_line = kernel::formulas::determinant(ex, ey, ux, uy) / length_of(ex, ey);
    return std::max({from_line.low, -from_line.high, 0.0});
  }

  // Two places are no nearer to each other, by their distances from a third one.
  static double apart(const Interval& a, const Interval& b) {
    return a.high < HUGE_VAL && b.high < HUGE_VAL ? std::max((a - b).low, (b - a).low) : 0;
  }

  // Compares sums of the roots of numbers in order of size, up to 2^-200.
  static Sign compare_roots(const std::vector<mpq_class>& a, const std::vector<mpq_class>& b) {
    std::vector<mpq_class> p, q;
    std::ranges::set_difference(a, b, std::back_inserter(p));
    std::ranges::set_difference(b, a, std::back_inserter(q));
    if (p.empty() && q.empty()) return Sign::zero;
    for (int precision = 128; precision <= 256; precision += 128) {
      kernel::RootSum l(precision), r(precision);
      for (const mpq_class& s : p) l.add_root(s);
      for (const mpq_class& s : q) r.add_root(s);
      const auto x = l.value(), y = r.value();
      if (x.high < y.low) return Sign::negative;
      if (y.high < x.low) return Sign::positive;
      if (x.low == x.high && y.low == y.high) return Sign::zero;
    }
    return Sign::zero;
  }

  Index goal = none;
};

}  // namespace plumb::plan
