// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find what differs between two navmeshes, as `plumb diff` does. `make_diff_options` checks the options.
// `diff` reads both files and returns `DiffFacts`: the areas that both have in common and those that one alone has.
// `diff_text` and `diff_json` print these.
#pragma once
#include "plumb/pipeline/diff.h"  // IWYU pragma: export
