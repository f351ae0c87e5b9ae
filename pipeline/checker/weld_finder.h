// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "borders.h"
#include "strip.h"

namespace plumb::checker {

/// A maximal stretch of a side from which perpendiculars weld to another side, and the greatest stance for which they
/// do.
struct FoundWeld {
  Index other;  ///< the number of that side
  std::size_t stance;
  SegmentFrame frame;      ///< of the side looked from
  Linear distance;         ///< the v at which the other side is met
  Fraction squared_width;  ///< the square of the greatest v that welds
  Stretch stretch;         ///< the range of u
  Integer scale;           ///< the scene's unit is 1 / scale of the level's
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
  };
  struct Met {  // an edge seen from another: linear in u over the stretch
    Index edge;
    std::array<Fraction, 2> ends;  // the u of its ends
    Stretch stretch;               // where it can be met
    Linear distance, height;
    std::vector<std::vector<Stretch>> border = {};  // where what is met is border, by stance
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

}  // namespace plumb::checker
