// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Triangles as the cells of a navmesh of one stance, in their order, with a flush portal wherever two are joined.
/// `denominator`: of the scene's coordinates.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles);

}  // namespace plumb::pipeline
