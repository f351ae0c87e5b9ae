// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Parallel lines across an axis of the plan (0 or 1), at origin + i * spacing; spacing > 0.
struct GridLines {
  mpq_class origin, spacing;
};

/// Those across both axes.
using PlanLines = std::array<GridLines, 2>;

struct CutCells {
  NavMesh mesh;  ///< cells where somebody can stand, with their portals, and one-way links from middle to middle
  std::vector<std::array<std::int64_t, 2>> square;  ///< by cell: between which lines it lies, along both axes
  std::vector<NavMesh::CellIndex> of;               ///< by cell: the one that it is a part of
  std::uint64_t cut = 0;                            ///< how many cells were cut
};

/// Cuts cells along lines, exactly: the parts of one are joined by flush portals, and portals that cross a line are cut
/// with the cells. Each part of a portal leads between two squares or within one. None if there would be more than
/// `most` cells.
std::optional<CutCells> cut_cells(const NavMesh& mesh, const PlanLines& lines, std::uint64_t most);
/// The same of some cells, each along lines of its own; others stay whole, their square is {0, 0}.
CutCells cut_cells(const NavMesh& mesh, const std::map<NavMesh::CellIndex, PlanLines>& lines);

}  // namespace plumb::pipeline
