// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/exact_point.h"

// Sides of a graph in doubles, for certain decisions. Integer units of the scene's PointTable.
namespace plumb::kernel {

/// Doubles around a point. Points with one name are equal in plan; 0: none.
struct NearPoint {
  std::array<Interval, 3> at;
  std::uint64_t name = 0;
};
struct NearSide {
  NearPoint from, to;
  std::uint32_t line = 0;  ///< Side's
};

/// A number times this is one of its steps or more, and a step is more than a rounding; one rounding of it could be half a step, which
/// is lost. Below the normal numbers the least of all is a step.
inline constexpr ErrorBound outward_error{2};
inline constexpr UnderflowBound least_step{-1074};

/// Outward of a rounded result by at least one step, as Interval's operations are, but in a few machine instructions.
inline Interval outward(double low, double high) {
  constexpr double most = std::numeric_limits<double>::max();
  if (!(std::fabs(low) <= most && std::fabs(high) <= most)) {
    if (std::isnan(low) || std::isnan(high)) return {-HUGE_VAL, HUGE_VAL};
    return {step_down(low), step_up(high)};
  }
  return {low - std::fabs(low) * outward_error - least_step, high + std::fabs(high) * outward_error + least_step};
}
/// Doubles around whatever is within an error of a number: all of them if nothing is known.
inline Interval around(double at, double error) {
  if (!(std::fabs(at) < HUGE_VAL && error < HUGE_VAL)) return {-HUGE_VAL, HUGE_VAL};
  return outward(at - error, at + error);
}
inline bool is_zero(const Interval& a) { return a.low == 0 && a.high == 0; }

/// a - b, a + b and a * b: 0 itself where that is seen, so that what touches exactly along an axis is known to.
inline Interval difference(const Interval& a, const Interval& b) {
  if (a.low == a.high && b.low == b.high && a.low == b.low) return Interval(0.0);
  return outward(a.low - b.high, a.high - b.low);
}
inline Interval sum(const Interval& a, const Interval& b) {
  if (is_zero(a)) return b;
  return is_zero(b) ? a : outward(a.low + b.low, a.high + b.high);
}
inline Interval product(const Interval& a, const Interval& b) {
  if (is_zero(a) || is_zero(b)) return Interval(0.0);
  const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
  if (std::isnan(p + q + r + s)) return a * b;  // an infinity: rare
  return outward(std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s)));
}

inline Interval difference(const NearPoint& p, const NearPoint& q, std::size_t axis) {
  return axis < 2 && p.name != 0 && p.name == q.name ? Interval(0.0) : difference(p.at[axis], q.at[axis]);
}

/// A vector in plan.
struct NearRun {
  Interval x, y;
};
inline NearRun run(const NearPoint& from, const NearPoint& to) { return {difference(to, from, 0), difference(to, from, 1)}; }
inline Interval dot(const NearRun& a, const NearRun& b) { return sum(product(a.x, b.x), product(a.y, b.y)); }
/// Positive if b turns left from a.
inline Interval cross(const NearRun& a, const NearRun& b) { return sum(product(a.x, b.y), -product(a.y, b.x)); }

/// Positive if a point is to the left of a side, which runs along `d`; not reduced to a distance.
inline Interval left_of(const NearSide& side, const NearRun& d, const NearPoint& p) {
  const NearRun to = run(side.to, p);
  return is_zero(to.x) && is_zero(to.y) ? Interval(0.0) : cross(d, run(side.from, p));
}

inline bool is_positive(const Interval& a) { return a.low > 0; }
inline bool is_negative(const Interval& a) { return a.high < 0; }

/// Doubles around a coordinate in input units; exact where a double is.
Interval near_coordinate(const mpq_class& value, const mpz_class& unit);
NearPoint near_point(const ExactPoint& p, const mpz_class& unit, std::uint64_t name);
NearPoint near_point(const PointTable& points, PointId p);

/// A side seen from another, roughly: along and away are SegmentFrame's, of its two ends; beyond is along from the other's end.
struct NearFacing {
  std::array<Interval, 2> along, away, beyond;
  bool may_face_back = true;
  bool level = false;  ///< certainly nowhere farther than the rise
  bool near = false;   ///< certainly nowhere farther than the reach
};

/// Reach and rise, in the same units.
struct NearReach {
  Interval squared_reach, rise;
};

/// False if outward perpendiculars of `side` certainly do not meet the other, but perhaps in a point or at no distance, or only farther
/// than the reach or the rise.
bool near_facing(const NearSide& side, const NearSide& other, const NearReach& reach, NearFacing& seen);

/// Is b certainly met nowhere nearer than a, or as near, by perpendiculars that meet a?
bool certainly_not_before(const NearFacing& a, const NearFacing& b);

}  // namespace plumb::kernel
