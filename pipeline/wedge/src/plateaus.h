// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/slope.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Numbers the plateaus of a mesh (Sanchez 2021, 2.7.1). A plateau starts at a triangle with an open edge, in the order
/// of the triangles, and has all triangles that are joined to it by triangles whose normals are within the cone of its
/// own. Other triangles have no plateau.
/// @return how many plateaus there are
TriangleMesh::Index find_plateaus(TriangleMesh& mesh, const kernel::SlopeLimit& cone);

/// The surfaces of the triangles of each plateau, ascending.
std::vector<std::vector<kernel::PolygonId>> plateau_surfaces(const TriangleMesh& mesh, TriangleMesh::Index count);

}  // namespace plumb::pipeline
