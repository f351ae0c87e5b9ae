// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "box_tree.h"
#include "world.h"

namespace plumb::checker {

/// What an agent's radius takes around a straight stretch of border: the points p with a point b of the stretch such
/// that p - b is within the disc's polygon seen from above, and their heights differ by less than the window.
class BorderBody {
 public:
  struct Point {
    Place at;
    Fraction z;
  };
  /// Requires ends that differ in plan. Keeps a reference to the world, which has a clearing.
  BorderBody(const World& world, Point from, Point to);

  /// Whether the body holds all of the plane over the interior of a convex outline.
  bool holds(const Plane& plane, const Outline& outline);
  /// Whether it holds none of it.
  bool apart(const Plane& plane, const Outline& outline);
  /// Around it, outward.
  Box box() const;

 private:
  struct Linear2 {  // a x + b y + c
    Fraction a, b, c;
  };
  std::vector<Line> make_lines() const;
  std::vector<Line> window_lines(const Plane& plane) const;
  static Line line(const Linear2& f);

  const World* world_;
  Point from_, to_;
  std::vector<Line> lines_;  // made when first asked for
};

}  // namespace plumb::checker
