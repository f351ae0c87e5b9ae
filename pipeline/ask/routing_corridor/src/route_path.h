// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/nav_query.h"

namespace plumb::pipeline {

/// A place seen from above.
inline kernel::PlanPoint plan_of(const ExactPoint& p) { return {p[0], p[1]}; }

/// A way through a portal: 2 * portal from a to b, 2 * portal + 1 from b to a.
using Move = std::uint32_t;

/// The moves of a navmesh, for searches.
class MoveGraph {
 public:
  /// `closed`: by cell, whether nothing leads into it and out of it; it may change. Keeps references.
  MoveGraph(const NavMesh& mesh, const std::vector<char>& closed);

  /// To be called when a cell was closed or opened.
  void update(NavMesh::CellIndex cell);
  /// To be called when cells and portals were added to the mesh, and others are gone.
  void follow(std::span<const std::uint32_t> portals_gone);
  /// The moves out of a cell that a stance may make.
  std::span<const Move> moves_from(NavMesh::CellIndex cell, kernel::Label stance) const;
  NavMesh::CellIndex from(Move m) const { return m % 2 == 0 ? mesh_.portals[m / 2].a : mesh_.portals[m / 2].b; }
  NavMesh::CellIndex to(Move m) const { return from(m ^ 1); }

  /// The moves of a path that enters no cell twice from some start to some goal; none if there is no path. Both lists
  /// ascend and have no cell in common. Doubles choose which path, not whether there is one.
  std::optional<std::vector<Move>> search(const ExactPoint& start, const std::vector<NavMesh::CellIndex>& starts,
                                          const ExactPoint& goal, const std::vector<NavMesh::CellIndex>& goals,
                                          kernel::Label stance) const;

 private:
  kernel::Label stance_of(Move m) const {
    return closed_[from(m)] || closed_[to(m)] ? kernel::blocked : mesh_.portals[m / 2].stance;
  }
  void sort_moves(NavMesh::CellIndex cell);

  const NavMesh& mesh_;
  const std::vector<char>& closed_;
  std::vector<std::vector<Move>> moves_;        // out of each cell, by falling stance, then by number
  std::vector<std::array<double, 3>> left_at_;  // by move: the midpoint where the cell is left
};

/// The route from a point on the first cell to a point on the last, along the moves; without moves, within the first
/// cell.
Route make_route(const NavMesh& mesh, const MoveGraph& graph, NavMesh::CellIndex first, const std::vector<Move>& moves,
                 const ExactPoint& start, const ExactPoint& goal, int precision);

}  // namespace plumb::pipeline
