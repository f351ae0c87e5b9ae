// SPDX-License-Identifier: GPL-3.0-or-later
// These calls make a scene, which is the level that is baked. A `Scene` has exact points, faces and groups, with z up.
// `scene_from_triangles` and `scene_from_polygons` make one from arrays, `import_scene` reads a file of any format, and
// `import_scene_text` reads the bytes of one; `scene_text` writes a scene as exact text, which a certificate can be of.
// `to_input_frame` and `from_input_frame` convert points between the axes of a `Scene` and those of the input. Lengths
// are in the units of the input.
#pragma once
#include "plumb/pipeline/import_scene.h"       // IWYU pragma: export
#include "plumb/pipeline/scene.h"              // IWYU pragma: export
#include "plumb/pipeline/scene_from_arrays.h"  // IWYU pragma: export
#include "plumb/pipeline/scene_text.h"         // IWYU pragma: export
#include "plumb/pipeline/terms.h"              // IWYU pragma: export
