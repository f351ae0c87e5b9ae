// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two navmeshes, as `plumb diff` says it.
#pragma once
#include "plumb/pipeline/diff.h"  // IWYU pragma: export
