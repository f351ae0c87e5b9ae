// SPDX-License-Identifier: GPL-3.0-or-later
// A level as input: `Scene` holds points, faces and groups, exactly, with z up. `scene_from_triangles` and
// `scene_from_polygons` make one from arrays, `import_scene` reads a file in any format, `import_scene_text` the bytes
// of one; `to_input_frame` and `from_input_frame` turn points between its axes and those of the input. Lengths are in
// the units of the input.
#pragma once
#include "plumb/pipeline/import_scene.h"       // IWYU pragma: export
#include "plumb/pipeline/scene.h"              // IWYU pragma: export
#include "plumb/pipeline/scene_from_arrays.h"  // IWYU pragma: export
#include "plumb/pipeline/terms.h"              // IWYU pragma: export
