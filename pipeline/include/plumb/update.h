// SPDX-License-Identifier: GPL-3.0-or-later
// A level that changes. `NavUpdate` lays areas over the cells of a navmesh and removes them again. `bake_live` makes a
// `LiveBake`, to which obstacles are added exactly: only what an obstacle may change is baked again.
#pragma once
#include "plumb/pipeline/bake.h"            // IWYU pragma: export
#include "plumb/pipeline/nav_update.h"      // IWYU pragma: export
#include "plumb/pipeline/update_navmesh.h"  // IWYU pragma: export
