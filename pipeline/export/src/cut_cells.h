// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Parallel lines across an axis of the plan (0 or 1), at origin + i * spacing; spacing > 0.
struct GridLines {
  mpq_class origin, spacing;
};

struct CutCells {
  NavMesh mesh;                             ///< cells where somebody can stand, and their portals
  std::vector<std::array<long, 2>> square;  ///< by cell: between which lines it lies, along both axes
  std::uint64_t cut = 0;                    ///< how many cells were cut
};

/// Cuts cells along lines, exactly: the parts of one are joined by flush portals, and portals that cross a line are cut
/// with the cells. Each part of a portal leads between two squares or within one. None if there would be more than
/// `most` cells.
std::optional<CutCells> cut_cells(const NavMesh& mesh, const std::array<GridLines, 2>& lines, std::uint64_t most);

}  // namespace plumb::pipeline
