// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/pipeline/bake_options.h"

namespace plumb::pipeline {

/// The options of --preset: an agent as a tool has it by default (docs/reference/presets.md has the sources).
std::span<const BakeOptions> presets();

}  // namespace plumb::pipeline
