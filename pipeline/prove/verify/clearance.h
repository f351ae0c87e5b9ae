// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <vector>

#include "base/box_tree.h"
#include "base/geometry.h"
#include "level/world.h"
#include "read/records.h"
#include "verify/borders.h"

namespace plumb::checker {

/// Where two sides meet that follow each other.
Place corner_between(const DiscSide& s, const DiscSide& t);

/// From points of the unit circle: the polygon of the tangents there if `around`, else their hull, times the radius.
/// Throws Refutation unless the points are of the circle and run around it once, counter-clockwise, each less than half
/// a turn from the next.
std::vector<DiscSide> disc_sides(const std::vector<Place>& points, bool around, const Fraction& radius);

/// No point of the polygon is farther from the origin along x or along y.
Fraction reach_of(const std::vector<DiscSide>& disc);

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

/// A cell, or a piece of one, as an agent's radius leaves it. Stance 0: it is too close to the border for every one.
struct ClearedPiece {
  Index surface, cell;
  std::size_t headroom, stance;
  Outline corners;            ///< counter-clockwise
  std::vector<Index> takers;  ///< records of border, for the stances from headroom down to above stance
};

/// Checks what an agent's radius leaves, once all portals are known (semantics, 7).
class ClearanceCheck {
 public:
  ClearanceCheck(const World& world, const Portals& portals) : world_(world), portals_(portals) {}

  void add(ClearedPiece piece) { pieces_.push_back(std::move(piece)); }
  /// Reads the records of border, then looks at each piece.
  void check(Records& records, const Borders& borders);
  std::uint64_t border_count() const { return records_.size(); }

 private:
  struct StanceBody {  // what a stretch of border takes, from which stances
    BorderBody body;
    std::size_t lowest, highest;
  };

  StanceBody read(const Records& records, const Borders& borders) const;
  void find_bodies(const Borders& borders);
  void check_takers(const ClearedPiece& piece);
  void check_left(const ClearedPiece& piece, const BoxTree& tree);
  std::string name(const ClearedPiece& piece) const;

  const World& world_;
  const Portals& portals_;
  std::vector<ClearedPiece> pieces_;
  std::vector<StanceBody> records_;
  std::vector<StanceBody> bodies_;  // of all borders
};

}  // namespace plumb::checker
