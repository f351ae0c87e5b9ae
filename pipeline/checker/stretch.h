// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "geometry.h"

namespace plumb::checker {

/// An interval of positions along a line; from < to unless said otherwise.
struct Stretch {
  Fraction from, to;
  bool operator==(const Stretch& o) const { return from == o.from && to == o.to; }
};

/// A linear function, by its values at 0 and at 1.
struct Linear {
  Fraction at_0, at_1;
  Fraction operator()(const Fraction& u) const { return at_0 + u * (at_1 - at_0); }
  Linear operator-(const Linear& o) const { return {at_0 - o.at_0, at_1 - o.at_1}; }
};
/// That with these values at two different positions.
Linear linear_through(const Stretch& positions, const Fraction& at_from, const Fraction& at_to);

/// Cuts a stretch to where the function is not negative; false if at most a point is left.
bool cut(Stretch& stretch, const Linear& f);
/// Takes a stretch away from others, of which none is longer than before and none is a point.
void take_away(std::vector<Stretch>& from, const Stretch& taken);
/// What two have in common; from >= to if that is no more than a point.
Stretch common(const Stretch& s, const Stretch& t);

}  // namespace plumb::checker
