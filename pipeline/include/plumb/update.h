// SPDX-License-Identifier: GPL-3.0-or-later
// These classes are for levels that change. A `NavUpdate` blocks or prices areas of a navmesh and takes that back,
// exactly. `bake_live` makes a `LiveBake`, in which obstacles come and go: only what an obstacle may change is baked
// again. `update_navmesh` does what `plumb update` does.
#pragma once
#include "plumb/pipeline/bake.h"            // IWYU pragma: export
#include "plumb/pipeline/nav_update.h"      // IWYU pragma: export
#include "plumb/pipeline/update_navmesh.h"  // IWYU pragma: export
