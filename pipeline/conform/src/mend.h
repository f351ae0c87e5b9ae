// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "edge_mesh.h"
#include "plumb/pipeline/number_grid.h"
#include "rounded_vertices.h"

namespace plumb::pipeline {

struct MendOptions {
  WantedCells wanted;
  NumberGrid grid;
  std::size_t most_corners = any_number;
  bool separate = true;     ///< polygons that no way leads between have no edge in common
  bool keep_exact = false;  ///< Mended::exact is wanted
  unsigned threads = 1;
};

struct Mended {
  ConformingMesh mesh;
  EdgeMesh edges;
  EdgeMesh exact;                                      ///< the mesh that was given, if it is wanted
  std::vector<EdgeMesh::Id> half_edges;                ///< [i]: the one that starts at corner i of the mesh
  std::vector<ConformingMesh::VertexIndex> vertex_of;  ///< by point: what stands for it; none where no polygon had it
};

/// Rounds polygons of a navmesh and mends them. `at`: by point, the numbers that it is rounded to.
Mended mend(const NavMesh& mesh, EdgeMesh exact, std::vector<RoundedVertices::Position> at, const MendOptions& options);

}  // namespace plumb::pipeline
