// SPDX-License-Identifier: GPL-3.0-or-later
// Levels larger than memory, tile by tile, in folders: `bake_in_tiles` bakes one as `plumb bake --tiles` does, and
// `audit_store` judges a navmesh by its floor as `plumb audit --store` does.
#pragma once
#include "plumb/pipeline/audit_store.h"    // IWYU pragma: export
#include "plumb/pipeline/bake_in_tiles.h"  // IWYU pragma: export
