// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/filtered_point.h"

namespace plumb::plan {

/// Convex cells seen from above, which may lie over one another, and the ways from one to the next over stretches of
/// their sides: what a shortest path of a point depends on (CellPathSearch).
///
/// Sides are cut into pieces at all ends of joins, so that a piece is crossed as a whole or not at all. Corners that
/// are joined around a point form a *fan*. Its pieces may turn around the point by more than 360 degrees, as on spiral
/// stairs. Indices are fixed; several threads may read one map.
class CellMap {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  /// A way between two cells, both ways. on_a runs counter-clockwise along one side of a; on_b[i] is the point of b
  /// that is reached from on_a[i]: the same one, or all of on_b is on_a moved by one vector, which is a gap that is
  /// crossed straight. Where b lies on the side of the stretch where a lies, the path turns back there.
  struct Join {
    Index a = 0, b = 0;
    std::array<Index, 2> on_a{}, on_b{};
  };

  /// `rings`: by cell, corners counter-clockwise without straight ones; empty if the cell does not count. Points differ
  /// in plan; those of joins are on sides. Cost: n log n, and the pieces that joins cut from one another.
  CellMap(std::vector<kernel::PlanPoint> points, const std::vector<std::vector<Index>>& rings,
          const std::vector<Join>& joins);

  /// A way over a piece, in one direction. It passes one join; or several, if cells meet there that are joined by way
  /// of others: these are touched, but nothing of them is passed.
  struct Way {
    Index over;     ///< the piece over which a cell is left
    Index to;       ///< the piece over which the other cell is entered
    Index join;     ///< the last join, ...
    bool forward;   ///< ... from a to b, or back
    bool mirrored;  ///< the other cell lies on the same side
    Index shift;    ///< of gaps: what they add; else none
    Index before;   ///< the way over the same piece that passes the joins before the last; none if there is one
  };
  /// What gaps add to a point, and to the length of a path.
  struct Shift {
    kernel::PlanPoint by;
    std::vector<mpq_class> squares;  ///< of the widths
    kernel::Interval length;         ///< the sum of the widths
  };
  struct Fan {
    bool turns = false;  ///< a path may turn here: the fan has a border, or more than 360 degrees
    bool wide = false;   ///< more than 360 degrees; or no plain fan, as it branches or leads back
  };

  std::size_t cell_count() const { return first_.size() - 1; }
  std::span<const kernel::FilteredPoint> points() const { return points_; }
  Index first(Index cell) const { return first_[cell]; }
  Index end(Index cell) const { return first_[cell + 1]; }
  Index cell_of(Index piece) const { return pieces_[piece].cell; }
  Index from(Index piece) const { return pieces_[piece].from; }
  Index to(Index piece) const { return pieces_[next(piece)].from; }
  Index side_of(Index piece) const { return pieces_[piece].side; }
  Index fan_of(Index piece) const { return pieces_[piece].fan; }
  Index next(Index piece) const { return pieces_[piece].next; }
  Index prev(Index piece) const { return pieces_[piece].prev; }
  std::span<const Way> ways(Index piece) const {
    return {ways_.data() + first_way_[piece], ways_.data() + first_way_[piece + 1]};
  }
  Index first_way(Index piece) const { return first_way_[piece]; }
  const Way& way(Index w) const { return ways_[w]; }
  const Shift& shift(Index s) const { return shifts_[s]; }
  const Fan& fan(Index f) const { return fans_[f]; }
  std::size_t fan_count() const { return fans_.size(); }
  std::size_t piece_count() const { return pieces_.size(); }

  /// Cells of one number are joined, directly or by others.
  Index component(Index cell) const { return component_[cell]; }
  /// Whether a path enters the cell only if it ends or begins there or beyond: all ways out of it lead to one cell,
  /// where such cells are left out. `toward_rest` is that one; none of the last cell of a component that is a tree.
  bool is_dead_end(Index cell) const { return dead_end_[cell]; }
  Index toward_rest(Index cell) const { return toward_rest_[cell]; }

 private:
  struct Piece {
    Index from;  // the point where it begins
    Index cell;
    Index side;  // the side of the cell, counted over all cells
    Index fan;   // of the corner at its beginning
    Index next, prev;
  };
  struct CutSides;
  void add_pieces(const CutSides& sides);
  void add_ways(const CutSides& sides, const std::vector<Join>& joins);
  void add_ways_by_others(Index piece, const std::vector<std::vector<Way>>& by_piece);
  Index sum_of_shifts(Index a, Index b);
  kernel::Interval width_of(const Way& way) const {
    return way.shift == none ? kernel::Interval(0.0) : shifts_[way.shift].length;
  }
  void find_fans();
  void find_dead_ends();

  std::vector<kernel::FilteredPoint> points_;
  std::vector<Index> first_;
  std::vector<Piece> pieces_;
  std::vector<Index> first_way_;
  std::vector<Way> ways_;
  std::vector<Shift> shifts_;
  std::vector<Fan> fans_;
  std::vector<Index> component_, toward_rest_;
  std::vector<char> dead_end_;
};

}  // namespace plumb::plan
