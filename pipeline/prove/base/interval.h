// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "base/geometry.h"

namespace plumb::checker {

/// An interval of positions along a line; from < to unless said otherwise.
struct Interval {
  Fraction from, to;
  bool operator==(const Interval& o) const { return from == o.from && to == o.to; }
};

/// A linear function, by its values at 0 and at 1.
struct Linear {
  Fraction at_0, at_1;
  Fraction operator()(const Fraction& u) const { return at_0 + u * (at_1 - at_0); }
  Linear operator-(const Linear& o) const { return {at_0 - o.at_0, at_1 - o.at_1}; }
};
/// That with these values at two different positions.
Linear linear_through(const Interval& positions, const Fraction& at_from, const Fraction& at_to);

/// Cuts a stretch to where the function is not negative; false if at most a point is left.
bool cut(Interval& stretch, const Linear& f);
/// What two have in common; from >= to if that is no more than a point.
Interval common(const Interval& s, const Interval& t);

/// What is left of intervals, of which no two touch, without others: where the step function that is 1 on each of
/// them, less 1 on each of the others, is positive. The longest such intervals, ascending.
std::vector<Interval> without(std::vector<Interval> intervals, const std::vector<Interval>& taken);

}  // namespace plumb::checker
