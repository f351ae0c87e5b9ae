// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/plan/plan_map.h"

namespace plumb::tests {

/// Shortest paths of a disc by brute force, in doubles: all lines that touch two circles of the radius around ends of
/// obstacles, and all arcs of these circles between them, each held against every obstacle. What is within 1e-9 counts
/// as touching. For maps of a few hundred obstacles.
class DiscBitangents {
 public:
  DiscBitangents(const plan::PlanMap& map, double radius);

  /// None: there is no path. Requires that the disc fits at both ends, and that these are not blocked.
  std::optional<double> length(const kernel::PlanPoint& from, const kernel::PlanPoint& to) const;

  using Point = std::array<double, 2>;

 private:
  struct Tangent {
    std::size_t from, to;         // circles
    double angle_from, angle_to;  // where it touches them
    int side_from, side_to;
    double length;
  };
  struct Wall {
    Point a, b;
  };
  bool is_clear(const Point& p, const Point& q) const;
  bool is_arc_clear(std::size_t circle, double from, double width) const;
  std::vector<Tangent> from_point(const Point& p) const;

  double r_;
  std::vector<Wall> walls_;
  std::vector<Point> corners_;
  std::vector<std::vector<Wall>> near_;  // by corner
  std::vector<Tangent> tangents_;
};

}  // namespace plumb::tests
