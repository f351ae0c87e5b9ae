// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/obstacle.h"

#include "plumb/kernel/point_predicates.h"
#include "rise_filter.h"

namespace plumb::vcd {
using namespace kernel;

namespace {

// The side of an edge in plan, in doubles. Its answers decide which obstacles are rejected, and the others decide how a
// surface is split. So it stays less precise than turn_filtered(): a better filter would change the cells of levels.
// Bounds are those for points whose doubles are exact.
class EdgeInPlan {
 public:
  EdgeInPlan(const PointTable& t, PointId p, PointId q)
      : t_(t),
        p_(p),
        q_(q),
        px_(t.approx(p, 0)),
        py_(t.approx(p, 1)),
        qx_(t.approx(q, 0) - px_),
        qy_(t.approx(q, 1) - py_) {}
  [[gnu::always_inline]] std::optional<Sign> side_of(PointId r) const {
    if (r == p_ || r == q_) return Sign::zero;
    const double rx = t_.approx(r, 0) - px_, ry = t_.approx(r, 1) - py_;
    const double bound = turn_bound * formulas::determinant_size(qx_, qy_, rx, ry);
    return bound == 0 ? Sign::zero : certified_sign(formulas::determinant(qx_, qy_, rx, ry), bound);
  }

 private:
  const PointTable& t_;
  PointId p_, q_;
  double px_, py_, qx_, qy_;
};

struct Tally {
  unsigned negative = 0, zero = 0, positive = 0, unknown = 0;
  void add(std::optional<Sign> s) {
    if (!s) ++unknown;
    else if (*s == Sign::negative) ++negative;
    else if (*s == Sign::positive) ++positive;
    else ++zero;
  }
};

// Which sides of a plane there are points on.
struct Sides {
  bool negative = false, positive = false, unknown = false;
  [[gnu::always_inline]] Sign add(RiseFilter::Rise rise) {
    negative |= rise.sign == Sign::negative;
    positive |= rise.sign == Sign::positive;
    unknown |= !rise.known;
    return rise.sign;
  }
};

}  // namespace

ObstacleFilter::ObstacleFilter(const PointTable& points, const Polygon& surface, const Plane& plane, double top,
                               double step)
    : points_(points),
      surface_(surface),
      plane_(plane),
      top_(top),
      step_(step),
      whole_(plane.is_whole() && points.are_whole(surface.corners)) {}

bool ObstacleFilter::certainly_harmless(const Obstacle& obstacle, Reach& reach) const {
  reach.known = false;
  if (!points_.doubles_are_exact()) return false;
  if (points_.has_long() && !(whole_ && points_.are_whole(obstacle.polygon.corners)))
    return certainly_harmless_long(obstacle);
  // First what is cheaper, of what is there most: neighbours for polygons, walls of other floors.
  if (obstacle.vertical) return out_of_reach(obstacle, reach) || apart(obstacle);
  return apart(obstacle) || out_of_reach(obstacle, reach);
}

// The same where coordinates are long, by signs that are certain one by one: all together they are not known.
bool ObstacleFilter::certainly_harmless_long(const Obstacle& obstacle) const {
  const auto& corners = obstacle.polygon.corners;
  const auto rises = [&](double height) {
    Tally tally;
    for (const PointId p : corners) tally.add(rise_filtered(points_, plane_, p, height));
    return tally;
  };
  const Tally low = rises(0), high = rises(top_);
  if (low.positive + low.unknown == 0 && (low.negative > 0 || !obstacle.owner)) return true;
  if (high.negative + high.unknown == 0) return true;
  // Beyond one of the other's sides: corners run clockwise, so outside is on the left.
  const auto beyond_side = [&](std::span<const PointId> sides, std::span<const PointId> others) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      Tally side;
      for (const PointId p : others)
        side.add(turn_filtered(points_, 2, sides[i], sides[i + 1 == sides.size() ? 0 : i + 1], p));
      if (side.negative + side.unknown == 0 && (!obstacle.vertical || side.positive > 0)) return true;
    }
    return false;
  };
  return beyond_side(surface_.corners, corners) || (!obstacle.vertical && beyond_side(corners, surface_.corners));
}

bool ObstacleFilter::out_of_reach(const Obstacle& obstacle, Reach& reach) const {
  const auto& corners = obstacle.polygon.corners;
  const double bottom = obstacle.vertical ? step_ : 0;
  reach.bottom.resize(corners.size(), boost::container::default_init);
  reach.top.resize(corners.size(), boost::container::default_init);
  const RiseFilter filter(points_, plane_);
  const RiseFilter::Term at_bottom = filter.height(bottom), at_top = filter.height(top_);
  Sides low, high;
  Sign *const over_bottom = reach.bottom.data(), *const over_top = reach.top.data();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const RiseFilter::Term corner = filter.point(corners[i]);
    over_bottom[i] = low.add(RiseFilter::rise(corner, at_bottom));
    over_top[i] = high.add(RiseFilter::rise(corner, at_top));
  }
  reach.known = !low.unknown && !high.unknown;
  // Whatever does not rise over the step may still end cells where it rises over the surface.
  if (!low.positive && !low.unknown && (low.negative || !obstacle.owner))
    return bottom == 0 || !obstacle.counts || certainly_beneath(obstacle.polygon);
  return !high.negative && !high.unknown;
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
    const EdgeInPlan edge(points_, t[i], t[i + 1 == t.size() ? 0 : i + 1]);
    for (const PointId p : b) {
      side.add(edge.side_of(p));
      if (side.negative || side.unknown) break;
    }
    if (side.negative == 0 && side.unknown == 0 && (!obstacle.vertical || side.positive > 0)) return true;
  }
  if (obstacle.vertical) {
    // The trace's line must pass through the surface or along it.
    for (std::size_t i = 0; i < b.size(); ++i) {
      Tally side;
      const EdgeInPlan edge(points_, b[i], b[i + 1 == b.size() ? 0 : i + 1]);
      for (const PointId p : t) {
        side.add(edge.side_of(p));
        if (side.zero || side.unknown || (side.negative && side.positive)) break;
      }
      if (side.zero == 0 && side.unknown == 0 && !(side.negative && side.positive)) return true;
    }
    return false;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    Tally side;
    const EdgeInPlan edge(points_, b[i], b[i + 1 == b.size() ? 0 : i + 1]);
    for (const PointId p : t) {
      side.add(edge.side_of(p));
      if (side.negative || side.unknown) break;
    }
    if (side.negative == 0 && side.unknown == 0) return true;
  }
  return false;
}

}  // namespace plumb::vcd
