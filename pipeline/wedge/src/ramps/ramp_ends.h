// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "links/edge_contacts.h"
#include "ramps/lift_mesh.h"

namespace plumb::pipeline {

/// Finds the triangles of a lifted mesh that ought to be floor again, since ramps there connect nothing or part what
/// was connected. `component` of its triangles is that of the floors before.
struct UselessLifts {
  std::vector<TriangleMesh::Index> loose;     ///< of ramps that lack floor at their tops or at their feet
  std::vector<TriangleMesh::Index> dividing;  ///< at places where ramps part a component
};
/// floors: the mesh that was lifted.
UselessLifts useless_lifts(const TriangleMesh& floors, const LiftedMesh& lifted, const ContactOptions& options);

}  // namespace plumb::pipeline
