// SPDX-License-Identifier: GPL-3.0-or-later
// `write(baked, format, stream)` writes a baked level in any format: the bytes that `plumb bake` writes to a file.
#pragma once
#include "plumb/pipeline/bake_options.h"  // IWYU pragma: export
#include "plumb/pipeline/write_baked.h"   // IWYU pragma: export
