// SPDX-License-Identifier: GPL-3.0-or-later
// These classes are for levels that change. `bake_live` makes a `LiveBake`, in which obstacles come and go: only what
// an obstacle may change is baked again, and `follow(navmesh, level)` makes a `Navmesh` that of the level again. Areas
// of a navmesh alone are blocked or priced, and that is taken back, by Navmesh::update() (plumb/query.h).
// `update_navmesh` does what `plumb update` does.
#pragma once
#include "plumb/pipeline/bake.h"            // IWYU pragma: export
#include "plumb/pipeline/baked_navmesh.h"   // IWYU pragma: export
#include "plumb/pipeline/update_navmesh.h"  // IWYU pragma: export
