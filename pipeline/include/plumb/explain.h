// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find why an agent can stand at a place or not, as `plumb explain` does. An `ExplainedLevel` is a baked
// level that is asked: `explain` returns the reasons for one point; `height_thresholds`, `slope_thresholds` and
// `radius_thresholds` the values at which the level changes; `reachability` whether one place can be reached from
// another, and at which values that changes. Functions of the same names read the level from a file.
#pragma once
#include "plumb/pipeline/explain.h"          // IWYU pragma: export
#include "plumb/pipeline/explained_level.h"  // IWYU pragma: export
#include "plumb/pipeline/reachability.h"     // IWYU pragma: export
#include "plumb/pipeline/thresholds.h"       // IWYU pragma: export
