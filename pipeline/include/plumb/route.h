// SPDX-License-Identifier: GPL-3.0-or-later
// What `plumb route` does. `find_navmesh_route` finds a route on a navmesh, for a disc or an agent without width;
// `find_map_route` finds one on a flat map with obstacles and weighted regions. `read_map` reads such a map.
#pragma once
#include "plumb/pipeline/find_map_route.h"  // IWYU pragma: export
#include "plumb/pipeline/find_route.h"      // IWYU pragma: export
#include "plumb/pipeline/read_map.h"        // IWYU pragma: export
