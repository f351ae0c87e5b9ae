// SPDX-License-Identifier: GPL-3.0-or-later
// The call `write(baked, format, stream)` writes a baked level in a format, with the same bytes that `plumb bake`
// writes to a file. It returns an `Error` if it cannot.
#pragma once
#include "plumb/pipeline/bake_options.h"  // IWYU pragma: export
#include "plumb/pipeline/write_baked.h"   // IWYU pragma: export
