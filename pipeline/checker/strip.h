// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "passage.h"

namespace checker {

/// A linear function on 0 to 1, by its values there.
struct Linear {
  Fraction at_0, at_1;
  Fraction operator()(const Fraction& u) const { return at_0 + u * (at_1 - at_0); }
};

/// Cuts a stretch to where the function is not negative; false if at most a point is left.
bool cut(Stretch& stretch, const Linear& f);

/// What is crossed when going straight across from a segment p to a segment q: the points p(u) + v * outward with 0 <=
/// u <= 1 and 0 <= v <= reach(u), where p(u) runs from p[0] to p[1]; outward is perpendicular to p.
class Strip {
 public:
  /// None unless q[i] is over against p[i], on the side to which `outward` points, and the segments are not the same.
  static std::optional<Strip> make(const std::array<Place, 2>& p, const std::array<Place, 2>& q, const Place& outward);

  Fraction u(const Place& at) const;
  Fraction v(const Place& at) const;
  const Linear& reach() const { return reach_; }

  /// Floors: heights of p's and q's, at p[0], p[1] and at q[0], q[1].
  struct Floors {
    Linear near, far;
  };
  /// Whether a polygon keeps the stance from crossing along some stretch: whether it meets, above the strip, heights
  /// between the step above the lower floor and the stance's height above the higher one (the column test).
  bool stopped(const World& world, const Floors& floors, std::size_t stance, Index polygon) const;

 private:
  Place base_, along_, outward_;
  Linear reach_;
};

}  // namespace checker
