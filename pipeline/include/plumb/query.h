// SPDX-License-Identifier: LGPL-3.0-or-later
// A `Navmesh` is one value for a navmesh, whether it is of a bake, of a file or of a live level. `Navmesh::read` reads
// one that `plumb bake` wrote. It is asked for floors, routes, paths and areas, for what engines ask at each frame, and
// it takes updates, which can be taken back. A `ScenePoint` is a point in the axes of the scene;
// a `Fraction` is an exact number. A `Reply` is a value or the reason why there is none. A program that only asks
// links plumb::query alone, which is under the LGPL.
#pragma once
#include "plumb/pipeline/navmesh.h"  // IWYU pragma: export
