// SPDX-License-Identifier: GPL-3.0-or-later
// The exact navmesh. `NavMesh` holds cells, facets and portals, whose points are fractions; `read_nav_mesh_json` reads
// one that `plumb bake` wrote. `DerivedMesh` has borders and outlines. `ConformingMesh` is the navmesh as engines load
// it: convex polygons in binary32 with their neighbours.
#pragma once
#include "plumb/pipeline/conforming_mesh.h"  // IWYU pragma: export
#include "plumb/pipeline/derived_mesh.h"     // IWYU pragma: export
#include "plumb/pipeline/nav_mesh.h"         // IWYU pragma: export
#include "plumb/pipeline/nav_mesh_json.h"    // IWYU pragma: export
