// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Makes a navmesh of one stance of triangles, with a flush portal wherever two are joined. Points of equal coordinates
/// become one. `denominator`: of the scene's coordinates.
///
/// Optimise::none: the triangles in their order, each a cell. Optimise::count: fewer cells, by Hertel & Mehlhorn
/// (1983), numbered by their lowest triangles. Each cell is convex in plan; it is a union of triangles that may lie in
/// several planes and on several surfaces, and then has several facets. Two cells have one portal along each line,
/// straight in space, that they share. The mesh covers the same places as before, and portals between cells that are
/// not merged stay. With r reflex corners, i inner points and h holes, a component has at most 2 r + 2 i + 1 - h cells;
/// without holes and inner points that is at most four times the fewest. Optimise::regular is not offered and must not
/// be asked for.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal = Optimise::none);

}  // namespace plumb::pipeline
