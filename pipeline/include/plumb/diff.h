// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find what differs between two navmeshes, as `plumb diff` does. `diff(a, b, settings, progress)` compares
// two that are in memory (plumb/audit.h makes and reads them) and returns `DiffFacts`: the area of each, the areas
// that one alone has, and which components match. `diff_text` and `diff_json` print these. `make_diff_options` and
// `diff(options, progress)` do the same with files.
#pragma once
#include "plumb/pipeline/diff.h"  // IWYU pragma: export
