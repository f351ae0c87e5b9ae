// SPDX-License-Identifier: GPL-3.0-or-later
// These types are the exact navmesh and what is derived from it. `NavMesh` has cells, facets and portals, whose points
// are fractions; `read_nav_mesh_json` reads one that `plumb bake` wrote. `DerivedMesh` computes borders and outlines
// from it. `conform` makes a `ConformingMesh` from that, the navmesh as engines load it: convex polygons in binary32,
// with their neighbours.
#pragma once
#include "plumb/pipeline/conforming_mesh.h"  // IWYU pragma: export
#include "plumb/pipeline/derived_mesh.h"     // IWYU pragma: export
#include "plumb/pipeline/nav_mesh.h"         // IWYU pragma: export
#include "plumb/pipeline/nav_mesh_json.h"    // IWYU pragma: export
