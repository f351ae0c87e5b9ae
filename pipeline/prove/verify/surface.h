// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/step_function.h"
#include "base/threads.h"
#include "level/world.h"
#include "verify/clearance.h"
#include "verify/portals.h"
#include "verify/walls.h"

namespace plumb::checker {

/// Labels: 0 blocked, 1 to K stances, K + 1 covered, K + 2 inside, K + 3 too close.
using Label = std::size_t;

/// A cell and a wall record as places, for who compares other files with the certificate.
struct ToldCell {
  Label label;
  Index witness;    ///< or none
  Outline corners;  ///< counter-clockwise
};
struct ToldWall {
  Index wall;
  std::size_t may_cross;
  Vertex from, to;
};

/// What the records of one surface come to, for what is checked of all of them together.
struct SurfaceFound {
  SurfaceCells cells;
  std::vector<AreaSum> areas;        ///< by label
  std::vector<ClearedPiece> pieces;  ///< with a radius, of all cells of stance 1 or more
  std::vector<ToldCell> told_cells;  ///< if the world is told: all
  std::vector<ToldWall> told_walls;
};

/// Checks the records of one traversable polygon as they come: lines, then cells, then pieces of them if an agent has a
/// radius, then walls.
class Surface {
 public:
  /// first_cell: the number in the file of the first cell that it will have. Keeps references.
  Surface(const World& world, const BoxTree& tree, const Bodies& bodies, const Threads& threads, Index number,
          std::size_t first_cell, SurfaceFound& found);

  void add_line(Integer a, Integer b, Integer c);  ///< in the level's units
  using LineId = Index;
  struct Cell {
    Label label;
    std::optional<Index> witness;
    std::vector<LineId> sides;
    Outline corners;          ///< corner i ends side i
    std::vector<int> inward;  ///< the sign of side i's line inside
  };
  /// The next cell, with its corners: convex, with sides of this polygon.
  Cell shaped_cell(Label label, std::optional<Index> witness, const std::vector<LineId>& sides);
  /// Whether its label and witness are right. May be called on several threads.
  void check(const Cell& cell) const;
  /// Adds a cell that was checked; in their order.
  void add(const Cell& cell);
  /// A piece of a cell, by the cell's number in the file, with what the radius leaves of it: a stance, 0 for none.
  void add_piece(std::size_t stance, Index cell, const std::vector<Index>& sides, std::vector<Index> takers);
  /// Whether a wall record of this number among those of the surface is right. May be called on several threads.
  void check_wall(std::size_t n, Index wall, std::size_t may_cross, const std::array<Ratio, 4>& ends) const;
  /// So many have been.
  void add_walls(std::size_t count) { walls_seen_ += count; }
  /// Whether the cells cover the polygon once, all lines are used and no wall is missing. Adds areas.
  void finish();
  std::size_t line_count() const { return lines_.size(); }
  /// The number in the file that the next cell would have.
  std::size_t cell_count() const { return first_cell_ + found_.cells.cells.size(); }

 private:
  struct Neighbour {  // another polygon above or below, not vertical
    Line over;        // positive where it is above this surface
    bool coplanar;
  };
  struct End {  // a side on `line` begins or ends where `across` crosses it
    LineId line, across;
    Label label;
    std::int64_t by;
    bool operator<(const End& o) const { return std::tie(line, across, label) < std::tie(o.line, o.across, o.label); }
  };

  struct Shares {  // positions of ends on a line, summed up: above / below
    Integer above, below;
    int count = 0;
  };

  bool covered(const Cell& cell) const { return cell.label == world_.heights.size() + 1; }
  bool inside(const Cell& cell) const { return cell.label == world_.heights.size() + 2; }
  bool stands(const Cell& cell) const { return cell.label > 0 && cell.label <= world_.heights.size(); }
  Cell shaped(Label label, std::optional<Index> witness, const std::vector<LineId>& sides);
  const Vertex& corner(LineId l, LineId m);
  Neighbour neighbour(Index polygon) const;
  Line beneath(const Neighbour& neighbour, Index polygon, const Ratio& height) const;
  void check_convex(Cell& cell) const;
  void check_witness(const Cell& cell) const;
  void check_inside(const Cell& cell) const;
  void check_crossing(const Cell& cell, Index polygon) const;
  void check_against_all(const Cell& cell) const;
  void check_against(const Cell& cell, Index other) const;
  bool outside(const Cell& cell, const Outline& outline) const;
  bool apart(const Cell& cell, const Shape& shape) const;
  bool runs_through(const Line& line, const Outline& ends, const Cell& cell) const;
  const WallTrace* trace_of(Index wall) const;
  bool overlaps(const Cell& cell, Index polygon, const std::vector<Line>& more) const;
  void add_to_portals(const Cell& cell);
  Index line_in_found(LineId line);
  void add_ends(const std::vector<LineId>& sides, Label label, int times, std::vector<End>& ends) const;
  void settle(std::vector<End>& ends, const char* wrong);
  void add_share(Shares& shares, Label label, LineId line, LineId across, std::int64_t times);
  void add_area(Shares& shares, Label label, LineId line);
  void add_in_tile(Label label, const Outline& corners, int times);

  const World& world_;
  const BoxTree& tree_;
  const Bodies& bodies_;
  Index number_;
  std::size_t first_cell_;
  SurfaceFound& found_;
  const Polygon& polygon_;
  std::vector<Line> lines_;  // the polygon's own sides first
  std::vector<bool> used_;
  std::vector<Index> in_found_;  // by line: its number among those of sides; none until asked for
  std::unordered_map<std::uint64_t, Vertex> corners_;
  std::vector<WallTrace> traces_;  // ascending by wall
  mutable Mutex crossings_made_;
  mutable std::unordered_map<Index, std::optional<Bodies::Crossing>> crossings_;
  struct Wall {
    const WallTrace* trace;
    const WallTrace::Obstruction* obstruction;
  };
  std::vector<Wall> walls_;  // in the order of the records
  std::size_t walls_seen_ = 0;
  Integer doubled_unit_;    // twice the square of the scale
  double reach_ = 0;        // no height above the polygon matters beyond
  bool uncovered_ = false;  // some cell is not covered
  bool whole_ = false;      // one cell is the whole polygon
  std::size_t shaped_ = 0;  // cells so far
  std::vector<End> ends_, piece_ends_;
  // With a radius: the cells in which somebody stands, by number, and which of them have pieces.
  std::map<Index, Cell> standing_;
  std::set<Index> cut_;
  Index last_cut_ = none;  // the cell that the last piece is a part of
};

}  // namespace plumb::checker
