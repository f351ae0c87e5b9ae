// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "base/geometry.h"

namespace plumb::checker {

/// The line at a place along an axis, square to it, positive above or below.
Line line_across(std::size_t axis, const Fraction& at, bool above);

/// A closed square of the plan, with its sides along the axes.
class Square {
 public:
  /// Requires low[0] < high[0] and low[1] < high[1].
  Square(Place low, Place high);

  const Place& low() const { return low_; }
  const Place& high() const { return high_; }
  /// What of a convex outline lies in it; empty if that has no area.
  Outline common(const Outline& outline) const;
  bool has_area_in_common(const Outline& outline) const { return holds(outline) || !common(outline).empty(); }
  /// Whether a segment has a positive length within the interior.
  bool meets_inside(const Vertex& from, const Vertex& to) const;

 private:
  bool holds(const Vertex& v) const;  // certainly
  bool holds(const Outline& outline) const;
  bool is_certainly_apart(const Outline& outline) const;

  Place low_, high_;
  std::vector<Line> sides_;     // positive inside
  std::array<double, 4> near_;  // low x, low y, high x, high y
};

/// Twice the area of a convex outline, counter-clockwise.
Fraction doubled_area(const Outline& outline);

}  // namespace plumb::checker
