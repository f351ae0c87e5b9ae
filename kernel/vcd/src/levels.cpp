// SPDX-License-Identifier: LGPL-3.0-or-later
// Heights over a surface, and the obstacles that certainly have no effect there.
//
// 1. Levels holds every height as a fraction, as fixed integers where they fit, and as a double.
// 2. rise() is the sign of how high a point is over a plane, less a level: by RiseFilter in doubles, in intervals where
//    coordinates are long, in fixed integers, and in GMP (rise_formula).
// 3. slab_line() is the line in which a blocker's plane is as high over the surface as a level, and crossing_line() the
//    axis-parallel line through the place where an edge passes a level.
// 4. ObstacleFilter rejects obstacles by doubles alone: out_of_reach() those under the surface or over the highest
//    stance, apart() those that an edge of either separates from the surface in plan (EdgeInPlan).
//
// Cost: constant for a point; the filter takes the product of the corners of obstacle and surface at most.
// Exact: rise() and lines. The filter rejects what doubles are certain of and accepts the rest.
// Source: Budde & Kausch (2012), 5 and 6; the filter is ours. The bound on RiseFilter stands beside it.
#include "plumb/vcd/levels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/point_predicates.h"

namespace plumb::vcd {
using namespace kernel;

Levels::Levels(const PointTable& points, const std::vector<mpq_class>& stances, const mpq_class& step) {
  assert(!stances.empty() && stances.size() + 2 <= max_levels);
  const auto add = [&](mpq_class h) {
    h *= points.denominator();
    Level l{h.get_num(), h.get_den(), {}, {}, std::numeric_limits<double>::quiet_NaN()};
    const auto bits = [](const mpz_class& v) { return mpz_sizeinbase(v.get_mpz_t(), 2); };
    if (bits(l.numerator) <= 126 && bits(l.denominator) <= 60) {
      l.fixed_numerator = FixedInteger<2>::from_mpz(l.numerator);
      l.fixed_denominator = FixedInteger<1>::from_mpz(l.denominator);
    } else {
      fixed_ = false;
    }
    // Within one rounding of exact: a quotient rounded down from 80 bits, then to nearest.
    if (sgn(h) == 0) {
      l.approx = 0;
    } else if (bits(l.numerator) < 200 && bits(l.denominator) < 200) {
      const int shift = 80 + static_cast<int>(bits(l.denominator)) - static_cast<int>(bits(l.numerator));
      mpz_class q = shift >= 0 ? mpz_class((l.numerator << shift) / l.denominator)
                               : mpz_class(l.numerator / (l.denominator << -shift));
      q |= 1;  // sticky
      l.approx = FixedInteger<2>::from_mpz(q).to_double(shift);
    }
    levels_.push_back(std::move(l));
  };
  add(0);
  for (const mpq_class& h : stances) add(h);
  add(step);
}

namespace {

// The double stage of rise(), inlined where many corners are looked at.
//
// n . d - n.z h in doubles. A term n.x d.x has a rounded normal (u), a rounded difference (u), a product (u) and three
// sums (3u): (1 + u)^6, likewise n.z h. The bound is computed with as many roundings: 7u of the computed magnitudes
// suffices. A component of the normal has 255 bits at most and differences are integers: nothing underflows.
class RiseFilter {
 public:
  // Requires points.doubles_are_exact(), and a plane and points that are whole.
  [[gnu::always_inline]] RiseFilter(const PointTable& points, const Plane& plane)
      : points_(points), n_(plane.approx()) {
    for (int axis = 0; axis < 3; ++axis) anchor_[axis] = points.approx(plane.anchor(), axis);
  }
  // n . d of a point, n.z h of a height, and the magnitudes of their terms.
  struct Term {
    double value, size;
  };
  [[gnu::always_inline]] Term point(PointId p) const {
    const std::array d = {points_.approx(p, 0) - anchor_[0], points_.approx(p, 1) - anchor_[1],
                          points_.approx(p, 2) - anchor_[2]};
    return {formulas::side_of_plane(n_, d),
            std::fabs(n_[0] * d[0]) + std::fabs(n_[1] * d[1]) + std::fabs(n_[2] * d[2])};
  }
  [[gnu::always_inline]] Term height(double h) const { return {n_[2] * h, std::fabs(n_[2] * h)}; }
  // A sign, and whether it is certain. An uncertain sign is zero.
  struct Rise {
    Sign sign;
    bool known;
  };
  [[gnu::always_inline]] static Rise rise(const Term& point, const Term& height) {
    const double s = point.value - height.value, bound = rise_error * (point.size + height.size);
    if (s > bound) return {Sign::positive, true};
    if (s < -bound) return {Sign::negative, true};
    return {Sign::zero, bound == 0};
  }

 private:
  const PointTable& points_;
  const std::array<double, 3> n_;
  std::array<double, 3> anchor_;
};

bool is_whole(const PointTable& points, const Plane& plane, PointId p) {
  return plane.is_whole() && points.is_whole(p);
}

// The double stage where long coordinates are part of it: in intervals around what is rounded.
std::optional<Sign> rise_in_intervals(const PointTable& points, const Plane& plane, PointId p, double height) {
  // A normal and a height are rounded once; all numbers, where nothing is known of them.
  const auto near = [](double at) { return at == 0 ? Interval(0.0) : around(at, enlarged(rounded(at).error)); };
  std::array<Interval, 3> n, d;
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    n[k] = near(plane.approx()[k]);
    d[k] = interval_of(points, p, axis) - interval_of(points, plane.anchor(), axis);
  }
  return (formulas::side_of_plane(n, d) - n[2] * near(height)).sign();
}

// n . d * denominator - n.z * numerator over a scale of d.
mpz_class exact_rise(const PointTable& points, const Plane& plane, const std::array<mpz_class, 3>& n, PointId p,
                     const mpz_class& numerator, const mpz_class& denominator) {
  const auto [d, scale] = scaled_difference(points, p, plane.anchor());
  if (scale == 1) return rise_formula(n, d, numerator, denominator);
  return rise_formula(n, d, mpz_class(numerator * scale), denominator);
}

}  // namespace

std::optional<Sign> rise_filtered(const PointTable& points, const Plane& plane, PointId p, double height) {
  if (points.has_long() && !is_whole(points, plane, p)) return rise_in_intervals(points, plane, p, height);
  if (!points.doubles_are_exact()) return std::nullopt;
  const RiseFilter filter(points, plane);
  const auto rise = RiseFilter::rise(filter.point(p), filter.height(height));
  return rise.known ? std::optional(rise.sign) : std::nullopt;
}

Sign rise(const PointTable& points, const Plane& plane, PointId p, const Levels& levels, std::uint32_t level,
          bool below, LadderCounts& counts) {
  if (level == 0 && p == plane.anchor()) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  const Levels::Level& h = levels[level];
  if (const auto s = rise_filtered(points, plane, p, below ? -h.approx : h.approx)) {
    ++counts.filtered;
    return *s;
  }
  if (points.fixed() && levels.fixed() && is_whole(points, plane, p)) {
    ++counts.fixed;
    const auto numerator = below ? -h.fixed_numerator : h.fixed_numerator;
    const auto s =
        rise_formula(plane.fixed(), fixed_difference(points, p, plane.anchor()), numerator, h.fixed_denominator);
    counts.max_bits = std::max(counts.max_bits, s.bit_length());
    return s.sign();
  }
  ++counts.exact;
  const mpz_class numerator = below ? mpz_class(-h.numerator) : h.numerator;
  const mpz_class s = exact_rise(points, plane, plane.exact(points), p, numerator, h.denominator);
  counts.max_bits = std::max(counts.max_bits, static_cast<int>(mpz_sizeinbase(s.get_mpz_t(), 2)));
  return sign_of(sgn(s));
}

namespace {

// z_B - z_T - h over the plan's origin, times n.z m.z and the height's denominator.
template <class C, class N, class D, class H>
Coefficients<C> slab(const N& n, const N& m, const D& q, const H& numerator, const auto& denominator) {
  const auto a = formulas::value(formulas::determinant(n[0], m[0], n[2], m[2]) * denominator);
  const auto b = formulas::value(formulas::determinant(n[1], m[1], n[2], m[2]) * denominator);
  const auto c = formulas::value(formulas::side_of_plane(m, q) * n[2] * denominator - n[2] * m[2] * numerator);
  if constexpr (std::is_same_v<C, mpz_class>) return {a, b, c};
  else return {a.template narrow<C::capacity>(), b.template narrow<C::capacity>(), c.template narrow<C::capacity>()};
}

}  // namespace

std::optional<LineId> slab_line(ImplicitPlan& plan, const Plane& surface, const Plane& blocker, const Levels& levels,
                                std::uint32_t level, LineSource source) {
  const PointTable& points = plan.points();
  const Levels::Level& h = levels[level];
  const bool whole = surface.is_whole() && blocker.is_whole() && points.is_whole(plan.origin());
  if (whole && points.fixed() && levels.fixed()) {
    const auto q = fixed_difference(points, blocker.anchor(), plan.origin());
    const auto l = slab<LineInteger>(surface.fixed(), blocker.fixed(), q, h.fixed_numerator, h.fixed_denominator);
    if (l.a.sign() == Sign::zero && l.b.sign() == Sign::zero) return std::nullopt;
    return plan.line(l, source);
  }
  const auto n = surface.exact(points), m = blocker.exact(points);
  const auto [q, scale] = scaled_difference(points, blocker.anchor(), plan.origin());
  Coefficients<mpz_class> l = slab<mpz_class>(n, m, q, mpz_class(h.numerator * scale), h.denominator);
  l.a *= scale;
  l.b *= scale;
  if (l.a == 0 && l.b == 0) return std::nullopt;
  return plan.line(l, source);
}

LineId crossing_line(ImplicitPlan& plan, const Plane& surface, PointId p, PointId q, const Levels& levels,
                     std::uint32_t level, bool along_x, LineSource source) {
  const PointTable& points = plan.points();
  const Levels::Level& h = levels[level];
  const int axis = along_x ? 0 : 1;
  // At heights g over the level, the edge passes it at x = (x_q g_p - x_p g_q) / (g_p - g_q).
  if (points.fixed() && levels.fixed() && points.is_whole(plan.origin()) && is_whole(points, surface, p) &&
      points.is_whole(q)) {
    const auto height = [&](PointId i) {
      return rise_formula(surface.fixed(), fixed_difference(points, i, surface.anchor()), h.fixed_numerator,
                          h.fixed_denominator)
          .narrow<8>();
    };
    const auto gp = height(p), gq = height(q);
    const auto offset = formulas::determinant(fixed_difference(points, p, plan.origin())[axis],
                                              fixed_difference(points, q, plan.origin())[axis], gp, gq);
    const LineInteger slope = (gp - gq).narrow<12>();
    return plan.line(Coefficients<LineInteger>{along_x ? slope : LineInteger(), along_x ? LineInteger() : slope,
                                               offset.narrow<12>()},
                     source);
  }
  const auto n = surface.exact(points);
  // Both heights over one scale, and so are both places.
  const mpz_class over_anchor = common_scale(points, std::array{p, q, surface.anchor()}),
                  from_origin = common_scale(points, std::array{p, q, plan.origin()});
  const auto away = [&](PointId i, PointId from, int k, const mpz_class& scale) -> mpz_class {
    return points.scaled(i, k, scale) - points.scaled(from, k, scale);
  };
  const auto height = [&](PointId i) {
    const std::array<mpz_class, 3> d = {away(i, surface.anchor(), 0, over_anchor),
                                        away(i, surface.anchor(), 1, over_anchor),
                                        away(i, surface.anchor(), 2, over_anchor)};
    return rise_formula(n, d, mpz_class(h.numerator * over_anchor), h.denominator);
  };
  const mpz_class gp = height(p), gq = height(q), along = (gp - gq) * from_origin,
                  offset = formulas::determinant(away(p, plan.origin(), axis, from_origin),
                                                 away(q, plan.origin(), axis, from_origin), gp, gq);
  return plan.line(Coefficients<mpz_class>{along_x ? along : mpz_class(0), along_x ? mpz_class(0) : along, offset},
                   source);
}

namespace {

// The side of an edge in plan, in doubles. Its answers decide which obstacles are rejected, and the others decide how a
// surface is split. So it stays less precise than orientation_filtered(): a better filter would change the cells of
// levels. Bounds are those for points whose doubles are exact.
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
        side.add(orientation_filtered(points_, 2, sides[i], sides[i + 1 == sides.size() ? 0 : i + 1], p));
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
