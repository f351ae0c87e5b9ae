// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find the layers of a level with several storeys and the transfers between them, as `plumb layers` does.
// `make_layers_options` checks the options, and `find_layers` returns `FoundLayers`. `layers_summary`,
// `export_layers_json` and `export_layers_svg` print these.
#pragma once
#include "plumb/pipeline/find_layers.h"  // IWYU pragma: export
#include "plumb/pipeline/layers.h"       // IWYU pragma: export
