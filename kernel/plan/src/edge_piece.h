// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>

#include "plumb/kernel/interval.h"
#include "plumb/plan/weighted_area.h"

namespace plumb::plan {

/// A place as intervals, with doubles within these.
struct IntervalPoint {
  kernel::Interval x, y;
  DoublePoint near;
};
IntervalPoint interval_point(const kernel::PlanPoint& p);
/// The place at a share of the way from p to q.
IntervalPoint between(const IntervalPoint& p, const IntervalPoint& q, double share);

/// A piece of an edge, or a point.
struct EdgePiece {
  IntervalPoint a, b;
};

inline EdgePiece edge_piece(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q) {
  const auto at = [](const kernel::FilteredPoint& n) {
    return IntervalPoint{n.ix, n.iy, {(n.ix.low + n.ix.high) / 2, (n.iy.low + n.iy.high) / 2}};
  };
  return {at(p), at(q)};
}
/// A box around all places within a distance of a piece.
kernel::Box box_around(const EdgePiece& piece, double distance);

/// A box around all places within a distance of the way from p to q.
kernel::Box box_around(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& distance);

/// Certain bounds of distances: distance_below() is not above the distance of any two places of the pieces,
/// distance_above() not below the distance of p from some place of s.
double distance_below(const EdgePiece& s, const EdgePiece& t);
double distance_above(const IntervalPoint& p, const EdgePiece& s);

/// Sums, and products of numbers that are not negative, rounded down.
inline double sum_below(double a, double b) { return (kernel::Interval(a) + kernel::Interval(b)).low; }
inline double product_below(double a, double b) { return (kernel::Interval(a) * kernel::Interval(b)).low; }
/// a - b rounded down, but at least 0.
inline double rest_below(double a, double b) { return std::max((kernel::Interval(a) - kernel::Interval(b)).low, 0.0); }
inline double sum_above(double a, double b) { return (kernel::Interval(a) + kernel::Interval(b)).high; }

}  // namespace plumb::plan
