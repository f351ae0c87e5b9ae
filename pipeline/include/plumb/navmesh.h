// SPDX-License-Identifier: GPL-3.0-or-later
// These types are the exact navmesh and what is derived from it. `NavMesh` has cells, facets and portals, whose points
// are fractions; `read_nav_mesh_json` reads one that `plumb bake` wrote. `DerivedMesh` computes borders and outlines
// from it. `float_mesh` makes a `FloatMesh` from that, the navmesh as engines load it: convex polygons in binary32,
// with their neighbours and links, in plain arrays. `conform` makes what it is made of, a `ConformingMesh`.
#pragma once
#include "plumb/pipeline/conforming_mesh.h"  // IWYU pragma: export
#include "plumb/pipeline/derived_mesh.h"     // IWYU pragma: export
#include "plumb/pipeline/float_mesh.h"       // IWYU pragma: export
#include "plumb/pipeline/nav_mesh.h"         // IWYU pragma: export
#include "plumb/pipeline/nav_mesh_json.h"    // IWYU pragma: export
