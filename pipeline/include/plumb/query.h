// SPDX-License-Identifier: GPL-3.0-or-later
// A `NavQuery` answers questions about a navmesh. `locate` finds the floor below a point; `route` finds the path of an
// agent without width that is the shortest in plan, exactly, and `path` the same in doubles, for those who ask often. A
// `SurfaceQuery` answers what engines ask at each frame: the nearest floor, rays and moves along the surface, the
// nearest border; and random places, what is within a distance or reachable, the nearest of several goals. An
// `UpdatedQuery` is a query of a level whose doors close and open, a `KeptQuery` one of a navmesh that changes
// otherwise.
#pragma once
#include "plumb/pipeline/kept_query.h"     // IWYU pragma: export
#include "plumb/pipeline/nav_query.h"      // IWYU pragma: export
#include "plumb/pipeline/surface_query.h"  // IWYU pragma: export
#include "plumb/pipeline/updated_query.h"  // IWYU pragma: export
