// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find why an agent can stand at a place or not, as `plumb explain` does. `explain` returns the reasons for
// one point. `height_thresholds`, `slope_thresholds` and `radius_thresholds` return the values at which a level
// changes. `reachability` says whether one place can be reached from another, and at which values that changes.
#pragma once
#include "plumb/pipeline/explain.h"       // IWYU pragma: export
#include "plumb/pipeline/reachability.h"  // IWYU pragma: export
#include "plumb/pipeline/thresholds.h"    // IWYU pragma: export
