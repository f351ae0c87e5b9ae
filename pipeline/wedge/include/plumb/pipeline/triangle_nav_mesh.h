// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Triangles as the cells of a navmesh of one stance, with a flush portal wherever two are joined. Points of equal
/// coordinates become one. `denominator`: of the scene's coordinates.
///
/// Optimise::none: the triangles in their order, each a cell. Optimise::count: fewer cells, by Hertel & Mehlhorn
/// (1983), numbered by their lowest triangles: each is convex in plan, and the union of triangles that may lie in
/// several planes and on several surfaces: then it has several facets. What two cells have in common of a line,
/// straight in space, is one portal. No place is added to or taken from the mesh, no portal is lost between what is not
/// merged. With r reflex corners, i points within and h holes, a component has at most 2 r + 2 i + 1 - h cells; without
/// holes and points within, that is at most four times the fewest. Optimise::regular is not offered: it must not be
/// asked for.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal = Optimise::none);

}  // namespace plumb::pipeline
