// SPDX-License-Identifier: GPL-3.0-or-later
// A `Progress` is told how far a long call has come, and may cancel it. Derive a class from it, and pass an object of
// that class to the call.
#pragma once
#include "plumb/pipeline/progress.h"  // IWYU pragma: export
