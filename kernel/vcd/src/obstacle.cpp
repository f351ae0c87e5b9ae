// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/obstacle.h"

#include "plumb/kernel/point_predicates.h"
#include "plumb/vcd/levels.h"

namespace plumb::vcd {
using namespace kernel;

namespace {

// By what it answers obstacles are left out, and by those that stay a surface is parted: it is less sharp than
// turn_filtered, so that cells stay what they are. Bounds are those of exact points.
std::optional<Sign> orientation_filtered(const PointTable& t, PointId p, PointId q, PointId r) {
  if (r == p || r == q) return Sign::zero;
  const double px = t.approx(p, 0), py = t.approx(p, 1);
  const double qx = t.approx(q, 0) - px, qy = t.approx(q, 1) - py, rx = t.approx(r, 0) - px, ry = t.approx(r, 1) - py;
  const double bound = turn_bound * formulas::determinant_size(qx, qy, rx, ry);
  return bound == 0 ? Sign::zero : certified_sign(formulas::determinant(qx, qy, rx, ry), bound);
}

struct Tally {
  unsigned negative = 0, zero = 0, positive = 0, unknown = 0;
  void add(std::optional<Sign> s) {
    if (!s) ++unknown;
    else if (*s == Sign::negative) ++negative;
    else if (*s == Sign::positive) ++positive;
    else ++zero;
  }
};

}  // namespace

ObstacleFilter::ObstacleFilter(const PointTable& points, const Polygon& surface, const Plane& plane, double top,
                               double step)
    : points_(points), surface_(surface), plane_(plane), top_(top), step_(step) {}

bool ObstacleFilter::certainly_harmless(const Obstacle& obstacle, Reach& reach) const {
  reach.known = false;
  return points_.approx_is_exact() && (out_of_reach(obstacle, reach) || apart(obstacle));
}

bool ObstacleFilter::out_of_reach(const Obstacle& obstacle, Reach& reach) const {
  const auto& corners = obstacle.polygon.corners;
  const double bottom = obstacle.vertical ? step_ : 0;
  reach.bottom.resize(corners.size());
  reach.top.resize(corners.size());
  Tally low, high;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto l = rise_filtered(points_, plane_, corners[i], bottom),
               h = rise_filtered(points_, plane_, corners[i], top_);
    low.add(l);
    high.add(h);
    if (l) reach.bottom[i] = *l;
    if (h) reach.top[i] = *h;
  }
  reach.known = low.unknown + high.unknown == 0;
  // Whatever does not rise over the step may still end cells where it rises over the surface.
  if (low.positive == 0 && low.unknown == 0 && (low.negative > 0 || !obstacle.owner))
    return bottom == 0 || !obstacle.counts || certainly_beneath(obstacle.polygon);
  return high.negative == 0 && high.unknown == 0;
}

bool ObstacleFilter::certainly_beneath(const Polygon& polygon) const {
  for (const PointId p : polygon.corners) {
    const auto s = rise_filtered(points_, plane_, p, 0);
    if (!s || *s == Sign::positive) return false;
  }
  return true;
}

bool ObstacleFilter::apart(const Obstacle& obstacle) const {
  const auto& t = surface_.corners;
  const auto& b = obstacle.polygon.corners;
  // Clockwise: outside is on the left. A wall that runs along an edge stays, whichever side it is on.
  for (std::size_t i = 0; i < t.size(); ++i) {
    Tally side;
    for (const PointId p : b) {
      side.add(orientation_filtered(points_, t[i], t[i + 1 == t.size() ? 0 : i + 1], p));
      if (side.negative || side.unknown) break;
    }
    if (side.negative == 0 && side.unknown == 0 && (!obstacle.vertical || side.positive > 0)) return true;
  }
  if (obstacle.vertical) {
    // The trace's line must pass through the surface or along it.
    for (std::size_t i = 0; i < b.size(); ++i) {
      Tally side;
      for (const PointId p : t) {
        side.add(orientation_filtered(points_, b[i], b[i + 1 == b.size() ? 0 : i + 1], p));
        if (side.zero || side.unknown || (side.negative && side.positive)) break;
      }
      if (side.zero == 0 && side.unknown == 0 && !(side.negative && side.positive)) return true;
    }
    return false;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    Tally side;
    for (const PointId p : t) {
      side.add(orientation_filtered(points_, b[i], b[i + 1 == b.size() ? 0 : i + 1], p));
      if (side.negative || side.unknown) break;
    }
    if (side.negative == 0 && side.unknown == 0) return true;
  }
  return false;
}

}  // namespace plumb::vcd
