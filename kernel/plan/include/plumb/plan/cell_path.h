// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// The shortest path of a point over cells, by what it passes.
struct CellPath {
  struct Passed {
    CellMap::Index join;
    bool forward;         ///< from a to b
    CellMap::Index cell;  ///< that is entered
  };
  CellMap::Index first_cell = CellMap::none;
  std::vector<Passed> passed;           ///< in order; no cell is entered twice
  std::vector<CellMap::Index> corners;  ///< where it turns: the pieces of the map that begin there
  bool unfolded = false;                ///< it crosses gaps or turns back at a side: it is straight between its turns
                                        ///< in an unfolded plane alone
  double length = 0;                    ///< in plan, with the widths of gaps; errs by less than 2^-40 of it
};

class CellLandmarks;

/// Finds shortest paths of a point over the cells of a map, in plan (Polyanya: Cui, Harabor & Grastien 2017).
///
/// All decisions are exact but one: of two paths whose lengths agree in 200 bits the one with the lesser sequence of
/// turns counts as shorter. A search keeps its memory for the next. Not for two threads at once.
class CellPathSearch {
 public:
  using Index = CellMap::Index;

  /// Keeps references. Landmarks change what a search costs, not how long its path is.
  explicit CellPathSearch(const CellMap& map, const CellLandmarks* landmarks = nullptr);
  ~CellPathSearch();
  CellPathSearch(CellPathSearch&&) noexcept;

  /// Requires that each place is in or on its cells; these are all the cells of one height there. Null: no ways lead
  /// from the one to the other. What is returned holds until the next call.
  template <class Number>  // mpq_class, or double, which allocates nothing once the memory has grown
  const CellPath* find(const std::array<Number, 2>& start, std::span<const Index> start_cells,
                       const std::array<Number, 2>& goal, std::span<const Index> goal_cells);

  /// The lengths of shortest paths from the corners at the beginnings of pieces, which are in different components, to
  /// all corners of these, by fan; not CellLandmarks::is_known() elsewhere. What is returned holds until the next call.
  const std::vector<kernel::Interval>& distances(std::span<const Index> pieces);

  /// Around the lengths of shortest paths from a place in or on cells to the nearest place of each cell, by cell;
  /// not CellLandmarks::is_known() where none is, or where it is longer than `within`; the last ones may be longer.
  /// Holds until the next call.
  template <class Number>  // mpq_class or double
  const std::vector<kernel::Interval>& reach(const std::array<Number, 2>& start, std::span<const Index> start_cells,
                                             double within);

  /// How many intervals the last search expanded.
  std::size_t expanded() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
