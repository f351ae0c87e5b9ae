// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <mutex>
#include <optional>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/plan/cell_path.h"
#include "route_path.h"

namespace plumb::pipeline {

/// The shortest paths of one stance over the cells of a navmesh. Several threads may ask at once.
class CellRoutes {
 public:
  CellRoutes(const NavMesh& mesh, kernel::Label stance);

  /// Whether welds that lead there are all crossed straight and without turning: their sides are parallel and equally
  /// long. Where they are not, paths are not found here.
  bool is_rigid(NavMesh::CellIndex cell) const { return !slanted_[map_.component(cell)]; }

  struct Path {
    NavMesh::CellIndex first = 0;
    std::vector<Move> moves;  ///< it enters no cell twice
    double length = 0;        ///< in plan, rounded
  };
  /// None: no portals lead from the one place to the other. The cells are those of NavQuery::locate().
  std::optional<Path> find(const ExactPoint& start, const std::vector<NavMesh::CellIndex>& starts,
                           const ExactPoint& goal, const std::vector<NavMesh::CellIndex>& goals) const;

 private:
  const NavMesh& mesh_;
  std::vector<std::uint32_t> portals_;  // by join
  std::vector<char> slanted_;           // by component
  plan::CellMap map_;
  // Searches that keep their memory, for whoever asks next.
  mutable std::mutex mutex_;
  mutable std::vector<plan::CellPathSearch> searches_;
};

}  // namespace plumb::pipeline
