// SPDX-License-Identifier: LGPL-3.0-or-later
// How long paths are at least that pass what is seen of a piece: in doubles with a derived bound on the way to a goal,
// in intervals on the way to all corners.
#pragma once
#include <utility>

#include "sight_points.h"

namespace plumb::plan {

/// What is taken from rest() and by_ends(), relative to the greatest |coordinate| M, in roundings of sqrt(2) M. Points
/// are rounded by one each. A length of rounded points is no greater than 2, and has three roundings.
/// - Over a place p + s (q - p) where a ray meets a piece: 4 of two roundings of s, 4 of q - p and the product, 1 of
///   the sum. A length from there has these 9, 2 of rounded points, and 6: 17. There are two, and two roundings of
///   their sum and what is taken from it, which is no greater than 4: 42, times sqrt(2) = 59.4.
/// - By the mirror image: four points, and eight roundings of a length of 4: 36.
/// - By the ends of a piece: the share of the nearest place is off by 9 roundings of 2, and the distance by as much;
///   the place has 5, the distance 2 and 6, half the length of the piece 1 and 3, two roundings of it 2: 37.
inline constexpr kernel::ErrorBound rest_bound{60};
/// What is taken from a length and the least rest of it, relative to their sum: one for what landmarks tell, four in
/// by_ends(), the sum, and taking it.
inline constexpr kernel::ErrorBound whole_bound{8};

struct SightBounds : SightPoints {
  using SightPoints::SightPoints;

  // The length from the root over the place where a ray meets a piece to the goal, and no less. The share of the piece
  // is off by the error of one turn, and twice as much of a difference of two.
  double over(Index root, const Ray& ray, Index a, Index b, Index end) const {
    const Near &r = near[root], &to = near[goal];
    double x = near[end].x, y = near[end].y, spread = 0;
    if (ray.through != end) {
      const Near &p = near[a], &q = near[b];
      const double of_a = turn(ray.from, ray.through, a), all = of_a - turn(ray.from, ray.through, b);
      const double share = all == 0 ? 0 : std::clamp(of_a / all, 0.0, 1.0), ex = q.x - p.x, ey = q.y - p.y;
      x = p.x + share * ex, y = p.y + share * ey;
      spread = std::min(1.0, 3 * turn_error / std::fabs(all)) * (std::fabs(ex) + std::fabs(ey));
    }
    return near_length(x - r.x, y - r.y) + near_length(to.x - x, to.y - y) - kernel::enlarged(2 * spread);
  }
  // The distance from the root to the image of the goal, which is behind the piece from a to b by a turn. Its square is
  // greater than that of the goal by four times the product of their distances from the line.
  double to_image(Index root, Index a, Index b, double behind, double straight) const {
    const Near &p = near[a], &q = near[b];
    const double ex = q.x - p.x, ey = q.y - p.y, apart = std::max(turn(a, b, root) - turn_error, 0.0);
    return std::sqrt(straight * straight + 4 * (behind - turn_error) * apart / kernel::formulas::dot2d(ex, ey, ex, ey));
  }

  // No path from the root over the part of a piece from a, on the right, to b that is between two rays, and on to the
  // goal, is shorter. Along the piece the length is convex. If the goal lies beyond the piece, to the right of the
  // right ray, it is least where that ray meets the piece. If the goal is on the side of the root, a straight line to
  // its mirror image is no longer; and a straight line to the goal never is.
  double rest(Index root, const Ray& right, const Ray& left, Index a, Index b) const {
    if (!is_safe) return distance_around(root, goal).low;
    const Near &r = near[root], &to = near[goal];
    double least = near_length(to.x - r.x, to.y - r.y);
    const double behind = turn(a, b, goal);
    if (behind > turn_error) least = to_image(root, a, b, behind, least);
    else if (behind < -turn_error && turn(right.from, right.through, goal) < -turn_error)
      least = std::max(least, over(root, right, a, b, a));
    else if (behind < -turn_error && turn(left.from, left.through, goal) > turn_error)
      least = std::max(least, over(root, left, a, b, b));
    return least - rest_error();
  }
  double rest_error() const { return rest_bound * greatest; }
  // No path from the root over a piece is shorter, if paths from its ends have so much to go: what is left from a place
  // of the piece is less by its distance from an end at most.
  double by_ends(Index root, Index a, Index b, double rest_a, double rest_b) const {
    const Near &p = near[a], &q = near[b], &r = near[root];
    const double ex = q.x - p.x, ey = q.y - p.y, square = kernel::formulas::dot2d(ex, ey, ex, ey);
    const double share = std::clamp(kernel::formulas::dot2d(r.x - p.x, r.y - p.y, ex, ey) / square, 0.0, 1.0);
    const double to_piece = near_length(p.x + share * ex - r.x, p.y + share * ey - r.y);
    return to_piece + (rest_a + rest_b - std::sqrt(square)) / 2 - rest_error();
  }
  // No path that has a length, and at least that rest to go, is shorter.
  static double whole(const Length& length, double rest) {
    const double all = length.at + rest;
    return all - kernel::enlarged(length.error + whole_bound * std::fabs(all));
  }

  // Around where a ray meets a piece.
  std::pair<Interval, Interval> meet_around(const Ray& ray, Index a, Index b, Index end) const {
    if (ray.through == end) return {at(end).ix, at(end).iy};
    const FilteredPoint &p = at(a), &q = at(b), &o = at(ray.from), &t = at(ray.through);
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
    const Interval &x = at(root).ix, &y = at(root).iy, ex = lx - rx, ey = ly - ry, ux = x - rx, uy = y - ry;
    const Interval along = kernel::formulas::dot2d(ex, ey, ux, uy), all = kernel::formulas::dot2d(ex, ey, ex, ey);
    if (along.high < 0) return length_of(ux, uy).low;
    if ((along - all).low > 0) return length_of(x - lx, y - ly).low;
    const Interval from_line = kernel::formulas::determinant(ex, ey, ux, uy) / length_of(ex, ey);
    return std::max({from_line.low, -from_line.high, 0.0});
  }

  Index goal = none;
};

}  // namespace plumb::plan
