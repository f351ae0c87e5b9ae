// SPDX-License-Identifier: GPL-3.0-or-later
// From a scene to a navmesh: `bake(scene, settings, progress)` returns a `Baked` with the exact navmesh and the report.
// `BakeSettings` holds every choice as a value, with the default of the command line.
#pragma once
#include "plumb/pipeline/bake.h"           // IWYU pragma: export
#include "plumb/pipeline/bake_settings.h"  // IWYU pragma: export
#include "plumb/pipeline/report.h"         // IWYU pragma: export
