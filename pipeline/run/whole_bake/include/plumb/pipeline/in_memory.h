// SPDX-License-Identifier: GPL-3.0-or-later
// A bake from memory to memory: scene_from_triangles() or scene_from_polygons(), bake(), write().
#pragma once
#include "plumb/pipeline/bake.h"               // IWYU pragma: export
#include "plumb/pipeline/scene_from_arrays.h"  // IWYU pragma: export
#include "plumb/pipeline/write_baked.h"        // IWYU pragma: export
