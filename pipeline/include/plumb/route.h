// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find routes, as `plumb route` does. `find_navmesh_route` finds a route on a navmesh, in memory or of a
// file, for a disc or for an agent without width. `find_map_route` finds one on a flat map with obstacles and weighted
// regions, and `read_map` reads such a map. `make_route_options` and `make_map_route_options` check the options of
// both. `find_places` answers the questions of `plumb route --ask`.
#pragma once
#include "plumb/pipeline/find_map_route.h"  // IWYU pragma: export
#include "plumb/pipeline/find_places.h"     // IWYU pragma: export
#include "plumb/pipeline/find_route.h"      // IWYU pragma: export
#include "plumb/pipeline/read_map.h"        // IWYU pragma: export
