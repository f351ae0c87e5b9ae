// SPDX-License-Identifier: GPL-3.0-or-later
// These calls read an agent of a file, or of a preset, and write it. `Agent` is a value; `Agent::fill` puts it into the
// `BakeSettings` of a bake. Its `up` is for reading the scene.
#pragma once
#include "plumb/pipeline/agent.h"  // IWYU pragma: export
