// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "borders.h"
#include "strip.h"

namespace checker {

/// A stretch of a side from which perpendiculars weld to another side, at full length, and the greatest stance for
/// which they do.
struct FoundWeld {
  Index other;  ///< the number of that side
  std::size_t stance;
  SegmentFrame frame;      ///< of the side looked from
  Linear distance;         ///< v where the other side is met
  Fraction squared_width;  ///< of the greatest v that welds
  Stretch stretch;         ///< of u
  Integer scale;           ///< of the scene: its unit is 1 / scale of the level's
  /// At these ends, which lie beyond it, the stretch ends where the width of welds does, and that is irrational.
  bool short_from, short_to;

  /// Whether these are its ends on both sides, ascending on the first. One that is irrational is rounded inward, to the
  /// grid of docs/certificate.md.
  bool is(const Segment& on_side, const Segment& on_other) const;

 private:
  bool within(const Fraction& u) const;
  bool is_last_on_grid(const Fraction& u, const Fraction& limit, const Fraction& other_end) const;
};

/// Finds all welds (semantics, 6), once all flush and step portals are known. Keeps references.
class WeldFinder {
 public:
  /// `polygons`: the tree of all polygons.
  WeldFinder(const World& world, const Portals& portals, const Borders& borders, const BoxTree& polygons);

  /// Those that lead away from a cell.
  std::vector<FoundWeld> from(Index cell) const;

 private:
  struct Edge {  // a side that is border, for some stance
    Index side;
    std::size_t top;  // stance of its cell
    std::array<Vertex, 2> corners;
    Segment ends;  // the same
    std::array<Fraction, 2> heights;
    Line outward;  // its own, positive outside of the cell
  };
  struct Met {  // an edge seen from another: linear in u over the stretch
    Index edge;
    std::array<Fraction, 2> ends;  // u at its ends
    Stretch stretch;               // where it can be met
    Linear distance, height;
    std::vector<std::vector<Stretch>> border = {};  // where what is met is border, by stance
  };

  struct View {  // what is looked from
    const Edge& edge;
    std::array<Line, 3> sides;  // outside of the cell, and between the perpendiculars at the ends, they are positive
    SegmentFrame frame;
    Linear floor;
    Fraction squared_width;  // of the greatest v that welds
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

}  // namespace checker
