// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find the layers of a level with several storeys and the transfers between them, as `plumb layers` does.
// `find_layers(mesh, settings, progress)` divides a navmesh and returns `FoundLayers`; `layers_summary`,
// `export_layers_json` and `export_layers_svg` print these. `make_layers_options` and `find_layers(options, progress)`
// do the same with files.
#pragma once
#include "plumb/pipeline/find_layers.h"  // IWYU pragma: export
#include "plumb/pipeline/layers.h"       // IWYU pragma: export
