// SPDX-License-Identifier: GPL-3.0-or-later
// These calls make a navmesh of a scene. `bake(scene, settings, progress)` returns a `Baked`, which has the exact
// navmesh and the report. `BakeSettings` has each choice as a value, with the default of the command line.
#pragma once
#include "plumb/pipeline/bake.h"           // IWYU pragma: export
#include "plumb/pipeline/bake_settings.h"  // IWYU pragma: export
#include "plumb/pipeline/report.h"         // IWYU pragma: export
