// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "stretch.h"
#include "world.h"

namespace plumb::checker {

using Segment = std::array<Place, 2>;

/// The plan as seen from a segment: p(u) + v * outward, where p(u) runs from its first end at 0 to the other at 1.
class SegmentFrame {
 public:
  /// `outward` is square to the segment.
  SegmentFrame(const Segment& base, const Place& outward);

  Fraction u(const Place& at) const;
  Fraction v(const Place& at) const;
  Place at(const Fraction& u, const Fraction& v) const;
  /// The square of the length of v = 1.
  Fraction squared_unit() const;

 private:
  Place base_, along_, outward_, to_u_, to_v_;
};

/// What is crossed from a segment straight across to something else: 0 <= v <= reach(u), for u in a stretch.
struct Strip {
  std::array<Line, 4> around;  ///< it lies where these are not negative, its interior where they are positive
  const SegmentFrame& frame;
  Stretch stretch;
  Linear reach;      ///< not negative in the stretch
  Linear near, far;  ///< heights of the floors on either side

  /// Around all of it, from the step over the lowest floor to the height of a stance over the highest, outward.
  Box box(const World& world, std::size_t stance) const;
};

/// Takes away from free[s - 1], of each stance that there is a list for, where a polygon keeps it from crossing: where
/// it meets, above the strip, heights between the step above the lower floor and the stance's height above the higher
/// one (the column test).
void take_stopped(const World& world, const Strip& strip, Index polygon, std::vector<std::vector<Stretch>>& free);

}  // namespace plumb::checker
