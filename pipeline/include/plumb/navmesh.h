// SPDX-License-Identifier: GPL-3.0-or-later
// These calls make a `Navmesh` (plumb/query.h) of a bake or of a live level, and files and arrays of it:
// `navmesh(baked)`, `write(navmesh, format, stream)`, and `float_mesh(navmesh, settings)`, which makes a `FloatMesh`,
// the navmesh as engines load it: convex polygons in binary32, with their neighbours and links, in plain arrays. The
// other types are the navmesh as data, in its own frame, with z up: `NavMesh` has cells, facets and portals, whose
// points are fractions, `DerivedMesh` computes borders and outlines from it, `conform` makes what a `FloatMesh` is made
// of.
#pragma once
#include "plumb/pipeline/baked_navmesh.h"    // IWYU pragma: export
#include "plumb/pipeline/conforming_mesh.h"  // IWYU pragma: export
#include "plumb/pipeline/derived_mesh.h"     // IWYU pragma: export
#include "plumb/pipeline/float_mesh.h"       // IWYU pragma: export
#include "plumb/pipeline/nav_mesh.h"         // IWYU pragma: export
#include "plumb/pipeline/nav_mesh_json.h"    // IWYU pragma: export
