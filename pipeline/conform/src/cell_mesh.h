// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "edge_mesh.h"
#include "plumb/pipeline/derived_mesh.h"

namespace plumb::pipeline {

struct CellMesh {
  EdgeMesh edges;
  std::vector<std::uint32_t> steps;  ///< portals that are edges, by way of FaceTag::way
  /// Portals that are no edge, ascending; of a weld and its reverse, the first.
  std::vector<std::uint32_t> connections;
};

/// The cells where somebody can stand, each one face: its outline, with the ends of portals as corners. Twins are the
/// sides of flush portals that admit all who stand on both sides; these and such steps are named on their edges
/// (FaceTag::way).
/// What overlaps a portal that was taken before is a connection.
CellMesh cell_mesh(DerivedMesh& derived, const WantedCells& standing);

}  // namespace plumb::pipeline
