// SPDX-License-Identifier: GPL-3.0-or-later
// How a long call says how far it is, and how a caller ends it: derive a class from `Progress`.
#pragma once
#include "plumb/pipeline/progress.h"  // IWYU pragma: export
