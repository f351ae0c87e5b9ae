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
    bool forward;  ///< from a to b
  };
  CellMap::Index first_cell = CellMap::none;
  std::vector<Passed> passed;           ///< in order; the path may enter a cell twice where it touches it in a point
  std::vector<kernel::PlanPoint> turns;  ///< start, turns, goal
  double length = 0;                    ///< in plan, with the widths of gaps; within 2^-40 of it, relatively
};

/// Finds shortest paths of a point over the cells of a map, in plan (Polyanya: Cui, Harabor & Grastien 2017).
///
/// All decisions are exact but one: of two paths whose lengths agree in 200 bits the one with the lesser sequence of
/// turns counts as shorter. A search keeps its memory for the next. Not for two threads at once.
class CellPathSearch {
 public:
  using Index = CellMap::Index;

  /// Keeps a reference.
  explicit CellPathSearch(const CellMap& map);
  ~CellPathSearch();
  CellPathSearch(CellPathSearch&&) noexcept;

  /// Requires that each place is in or on its cells; these are all the cells of one height there. None: no ways lead
  /// from the one to the other. The reference holds until the next call.
  const CellPath* find(const kernel::PlanPoint& start, std::span<const Index> start_cells,
                       const kernel::PlanPoint& goal, std::span<const Index> goal_cells);

  /// How many intervals the last search expanded.
  std::size_t expanded() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
