// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/filtered_point.h"

namespace plumb::plan {

/// Convex cells seen from above, which may lie over one another, and the ways from one to the next over stretches of
/// their sides: what a shortest path of a point depends on (CellPathSearch).
///
/// Sides are cut into pieces at all ends of joins, so that a piece is crossed as a whole or not at all. Corners that
/// are joined around a point form a *fan*. Its pieces may turn around the point by more than 360 degrees, as on spiral
/// stairs. Indices are fixed; several threads may read one map.
///
/// Cells may be closed and opened again, as if they, and all joins with them, were not there: doors.
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

  /// Closes a cell, or opens it again. Cost: the cells around it and, where a component comes apart or together, the
  /// smaller part of it; where three or more cells meet at a piece of its sides, all ways. Not while others read.
  void set_closed(Index cell, bool closed);
  bool is_closed(Index cell) const { return dead_end_[cell] & closed_mark; }

  /// Cells and joins that take the place of others.
  struct Change {
    std::vector<kernel::PlanPoint> points;  ///< new ones, numbered after those that are there; some may be there
    std::vector<Index> cells_gone;          ///< with all of their joins; their numbers are not used again
    std::vector<std::vector<Index>> rings;  ///< of new cells, numbered after those that are there; open
    std::vector<Index> joins_gone;
    std::vector<Join> joins;  ///< new ones, numbered after those that are there
  };
  /// What a change has made of fans while all cells are open.
  struct ChangedFans {
    std::vector<Index> gone;                              ///< numbers that stand for other places now, or for none
    std::vector<std::pair<Index, Index>> made;            ///< a new fan's number, and a corner of it
    std::map<Index, std::pair<Index, Index>> old_pieces;  ///< of cells that are gone or have other pieces: first, end
  };
  /// Pieces get other numbers only in these cells and in those that joins came to or left; what was told of pieces that
  /// are gone stays readable. Cost: the cells of the change and those around them and, where components come apart or
  /// together, as for set_closed(). Not while others read.
  ChangedFans change(const Change& change);

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
    bool turns = false;   ///< a path may turn here: the fan has a border, or more than 360 degrees
    bool wide = false;    ///< more than 360 degrees; or no plain fan, as it branches or leads back
    bool border = false;  ///< a piece over which no way leads begins or ends there
  };

  std::size_t cell_count() const { return first_.size(); }
  std::span<const kernel::FilteredPoint> points() const { return points_; }
  Index first(Index cell) const { return first_[cell]; }
  Index end(Index cell) const { return end_[cell]; }
  Index cell_of(Index piece) const { return pieces_[piece].cell; }
  Index from(Index piece) const { return pieces_[piece].from; }
  Index to(Index piece) const { return pieces_[next(piece)].from; }
  Index side_of(Index piece) const { return pieces_[piece].side; }
  Index fan_of(Index piece) const { return pieces_[piece].fan; }
  /// While all is open; of a piece that is gone, the one that it had.
  Index whole_fan(Index piece) const { return whole_fan_[piece]; }
  Index next(Index piece) const { return pieces_[piece].next; }
  Index prev(Index piece) const { return pieces_[piece].prev; }
  /// Those over an open cell into open cells.
  std::span<const Way> ways(Index piece) const { return {ways_.data() + first_way_[piece], open_ways_[piece]}; }
  /// Where ways() begins and ends.
  Index first_way(Index piece) const { return first_way_[piece]; }
  Index end_way(Index piece) const { return first_way_[piece] + open_ways_[piece]; }
  /// All numbers of ways are less. Changes where a cell is closed or opened.
  std::size_t way_count() const { return ways_.size(); }
  const Way& way(Index w) const { return ways_[w]; }
  const Shift& shift(Index s) const { return shifts_[s]; }
  const Fan& fan(Index f) const { return fans_[f]; }
  /// Some fans may have no corners. Grows where a cell is closed and no more of these are left.
  std::size_t fan_count() const { return fans_.size(); }
  std::size_t piece_count() const { return pieces_.size(); }

  /// Cells of one number are joined, directly or by others. It is less than cell_count(); a closed cell has its own.
  Index component(Index cell) const { return component_[cell]; }
  /// Whether a path enters the cell only if it ends or begins there or beyond: all ways out of it lead to one cell,
  /// where such cells are left out. `toward_rest` is that one; none of the last cell of a component that is a tree, or
  /// if that one is closed. A closed cell counts as a dead end. Where cells are closed or changed, others may be dead
  /// ends that are not told.
  bool is_dead_end(Index cell) const { return dead_end_[cell]; }
  Index toward_rest(Index cell) const {
    const Index rest = toward_rest_[cell];
    return rest == none || is_closed(rest) ? none : rest;
  }

 private:
  struct Piece {
    Index from;  // the point where it begins
    Index cell;
    Index side;  // the side of the cell, counted over all cells
    Index fan;   // of the corner at its beginning
    Index next, prev;
  };
  struct CutSides;
  void add_pieces(CutSides& sides);
  std::vector<Way> ways_of_joins(const CutSides& sides);
  void list_joins(std::vector<Way> list);
  void make_room();
  void lay_ways(Index piece);
  void add_ways_by_others(Index piece, std::vector<Way>& list);
  Index sum_of_shifts(Index a, Index b);
  bool is_one_place(Index a, Index b) const { return a == b || same_place(points_[a], points_[b]); }
  kernel::Interval width_of(const Way& way) const {
    return way.shift == none ? kernel::Interval(0.0) : shifts_[way.shift].length;
  }
  void find_fans(std::span<const Index> corners);
  void find_dead_ends();
  std::span<const Way> joins_of(Index piece) const {
    return {joins_.data() + first_join_[piece], joins_.data() + end_join_[piece]};
  }
  Index fan_for(Index corner, std::vector<Index>& taken);
  void lay_ways_around(std::vector<Index> pieces);
  std::vector<Index> corners_around(const std::vector<Index>& pieces) const;
  void free_fans(std::vector<Index> numbers);
  /// Visits the open cells that joins lead to; some perhaps more than once.
  template <class Visit>
  void each_neighbour(Index cell, Visit&& visit) const {
    for (Index p = first(cell); p < end(cell); ++p)
      for (const Way& w : joins_of(p))
        if (const Index other = cell_of(w.to); !is_closed(other)) visit(other);
  }
  std::vector<Index> neighbours(Index cell) const;
  /// What cells can reach, but for one part, which is not the smallest.
  struct Parts {
    std::vector<std::vector<Index>> cells;
    Index kept;  // a cell of the one that is left out
  };
  Parts all_parts_but_one(const std::vector<Index>& starts, bool of_one_number = false);
  void set_component(Index cell, Index number);
  void number_anew(const std::vector<Index>& cells);
  void unite_components(const std::vector<Index>& cells, Index own);
  void separate(Index cell);
  void unite(Index cell);
  struct Replaced;
  void replace_pieces(const Change& change, Replaced& out);
  void renew_whole_fans(const std::vector<Index>& corners, const Replaced& replaced, ChangedFans& out);
  void renew_components(const Replaced& replaced, const std::vector<Index>& gone);
  void renew_dead_ends(const Replaced& replaced);

  std::vector<kernel::FilteredPoint> points_;
  std::vector<Index> first_, end_;  // by cell
  std::vector<Piece> pieces_;
  Index side_count_ = 0;
  std::vector<Index> first_way_, open_ways_, room_for_ways_;  // by piece; how many
  std::vector<Way> ways_;
  std::vector<Join> all_joins_;               // as they were given
  std::vector<Index> first_join_, end_join_;  // by piece
  std::vector<Way> joins_;                    // the ways that pass one join, of closed cells, too
  std::vector<Shift> shifts_;
  std::map<std::pair<Index, Index>, Index> sums_of_shifts_;
  std::vector<Fan> fans_;
  std::vector<Index> component_, toward_rest_;
  std::vector<Index> members_;  // by component, how many
  static constexpr char closed_mark = 2;
  std::vector<char> dead_end_;  // 1, and closed_mark
  // The fans of corners while all is open, numbers that are not in use, and who has seen a cell.
  std::vector<Index> whole_fan_, spare_fans_, spare_components_, seen_by_;
};

}  // namespace plumb::plan
