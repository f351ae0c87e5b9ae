// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/progress.h"

// A navmesh for Godot 4: a NavigationMesh resource as text. One stance: Godot knows no other agents in a mesh. y is up,
// whatever --up was; polygons are clockwise seen from above, as Godot bakes them.
//
// Godot joins polygons by edges between equal corners, and takes corners in one cell of a grid (cell_size wide,
// cell_height high) for equal. The map must have the cells of the mesh: NavigationServer3D.map_set_cell_size().
namespace plumb::pipeline {

/// The agent and the grid as they are in the file.
struct GodotFacts {
  double cell_size = 0;              ///< of the grid, along each axis
  std::uint64_t shared_corners = 0;  ///< corners in one cell with another one, which Godot takes for equal
  bool operator==(const GodotFacts&) const = default;
};

/// The grid for a mesh: cells of a quarter of a unit, as Godot has them, halved until no two corners are nearer than
/// one along all axes, as far as Godot's counters of cells reach: 21 bits along x and z, 22 along y.
GodotFacts godot_grid(const ConformingMesh& mesh);

/// A mesh of that stance alone.
void export_godot(AtomicFile& file, const NavMeshInfo& info, const Stance& stance, double max_slope_degrees,
                  const ConformingMesh& mesh, const GodotFacts& grid, Progress& progress);

}  // namespace plumb::pipeline
