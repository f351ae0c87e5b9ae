// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/progress.h"

// A navmesh for Godot 4: a NavigationMesh resource as text. One stance: Godot knows no other agents in a mesh. y is up,
// whatever --up was; polygons are clockwise seen from above, as Godot bakes them.
//
// Godot joins polygons by edges between equal corners, and takes corners in one cell of a grid (cell_size wide,
// cell_height high) for equal. The map must have the cells of the mesh: NavigationServer3D.map_set_cell_size().
namespace plumb::pipeline {

struct GodotFacts {
  double cell_size = 0;  ///< of the grid, along each axis
  /// Corners that would be in one cell with another one. Where there are any, all are moved to the middles of cells.
  std::uint64_t shared_corners = 0;
  bool operator==(const GodotFacts&) const = default;
};

/// A mesh of one stance: no two corners are in one cell.
struct GodotMesh {
  ConformingMesh mesh;
  GodotFacts facts;
};

/// Cells are a quarter of a unit wide, as Godot has them, halved until no two corners are nearer than one along all
/// axes, as far as Godot's counters of cells reach: 21 bits along x and z, 22 along y. Where that is not far enough,
/// polygons conform on the grid of the middles of cells.
GodotMesh make_godot(DerivedMesh& derived, kernel::Label stance, unsigned threads);

void export_godot(Output& file, const NavMeshInfo& info, const Stance& stance, double max_slope_degrees,
                  const GodotMesh& mesh, Progress& progress);

}  // namespace plumb::pipeline
