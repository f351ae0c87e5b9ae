// SPDX-License-Identifier: GPL-3.0-or-later
// Why one may stand at a place or not: `explain` answers for one point; `height_thresholds`, `slope_thresholds` and
// `radius_thresholds` for the values at which a level changes; `reachability` for what lets one place be reached from
// another.
#pragma once
#include "plumb/pipeline/explain.h"       // IWYU pragma: export
#include "plumb/pipeline/reachability.h"  // IWYU pragma: export
#include "plumb/pipeline/thresholds.h"    // IWYU pragma: export
