// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a level with several storeys, and the transfers between them: what `plumb layers` does.
#pragma once
#include "plumb/pipeline/find_layers.h"  // IWYU pragma: export
#include "plumb/pipeline/layers.h"       // IWYU pragma: export
