// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "level/world.h"
#include "verify/borders.h"

namespace plumb::checker {

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
  Interval stretch;
  Linear reach;      ///< not negative in the stretch
  Linear near, far;  ///< heights of the floors on either side

  /// Around all of it, from the step over the lowest floor to the height of a stance over the highest, outward.
  Box box(const World& world, std::size_t stance) const;
};

/// Takes away from free[s - 1], of each stance that there is a list for, where a polygon keeps it from crossing: where
/// it meets, above the strip, heights between the step above the lower floor and the stance's height above the higher
/// one (the column check).
void take_stopped(const World& world, const Strip& strip, Index polygon, std::vector<std::vector<Interval>>& free);

/// A maximal stretch of a side from which perpendiculars weld to another side, and the greatest stance for which they
/// do.
struct FoundWeld {
  Index other;  ///< the number of that side
  std::size_t stance;
  SegmentFrame frame;      ///< of the side looked from
  Linear distance;         ///< the v at which the other side is met
  Fraction squared_width;  ///< the square of the greatest v that welds
  Interval stretch;        ///< the range of u
  Fraction scale;          ///< the scene's unit is 1 / scale of the level's
  /// The true end is where the distance reaches the width, which is irrational; the end in `stretch` is beyond it.
  bool short_from, short_to;

  /// Whether these segments are the weld on both sides, ascending on the first. An irrational end must be rounded
  /// inward, to the grid of docs/reference/certificate.md.
  bool is(const Segment& on_side, const Segment& on_other) const;

 private:
  bool within(const Fraction& u) const;
  bool is_last_on_grid(const Fraction& u, const Fraction& limit, const Fraction& other_end) const;
};

/// Finds all welds (docs/theory/definitions.md, The navigation graph), once all flush and step portals are known. Keeps
/// references.
class WeldFinder {
 public:
  /// `polygons`: the tree of all polygons.
  WeldFinder(const World& world, const Portals& portals, const Borders& borders, const BoxTree& polygons);

  /// The welds whose perpendiculars begin on sides of a cell.
  std::vector<FoundWeld> from(Index cell) const;

 private:
  struct Edge {  // a side that is border, for some stance
    Index side;
    std::size_t top;  // the stance of its cell
    std::array<Vertex, 2> corners;
    Segment ends;  // the same as fractions
    std::array<Fraction, 2> heights;
    Line outward;  // its line, positive outside of the cell
    Box box = {};
  };
  struct Met {  // an edge seen from another: linear in u over the stretch
    Index edge;
    std::array<Fraction, 2> ends;  // the u of its ends
    Interval stretch;              // where it can be met
    Linear distance, height;
    std::vector<std::vector<Interval>> border = {};  // where what is met is border, by stance
  };

  struct View {  // the side that is looked from
    const Edge& edge;
    std::array<Line, 3> sides;  // positive outside of the cell and between the perpendiculars at the ends
    SegmentFrame frame;
    Linear floor;
    Fraction squared_width;  // the square of the greatest v that welds
  };

  Box box(const Edge& edge) const;
  View view(const Edge& edge) const;
  std::vector<Index> across(const View& view) const;
  std::optional<Met> meet(const View& view, Index other) const;
  void find(const Edge& edge, std::vector<FoundWeld>& found) const;
  void find_border(Met& met, std::size_t most) const;
  void weld(const View& view, const Met& target, const std::vector<Met>& all, std::vector<FoundWeld>& found) const;
  const World& world_;
  const Borders& borders_;
  const BoxTree& polygons_;
  std::vector<Edge> edges_;        // ascending by side
  std::vector<Index> first_edge_;  // by cell
  std::optional<BoxTree> tree_;    // of edges
};

/// A weld that was checked: a way from cell a to cell b, and its ends on both, in the scene's unit.
struct Weld {
  Index a, b;
  Segment on_a, on_b;
  std::size_t stance;
};

/// Checks the records of welds, once all flush and step portals are known: they are just the true ones (semantics, 6).
/// Then they are part of what covers borders. `polygons`: the tree of all polygons. Returns them.
std::vector<Weld> check_welds(const World& world, const Portals& portals, Borders& borders, const BoxTree& polygons,
                              Records& records);

}  // namespace plumb::checker
