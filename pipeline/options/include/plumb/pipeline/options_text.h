// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/bake_options.h"

namespace plumb::pipeline {

/// The options that decide what a result means, in one line with its end, so that a forgotten one is seen:
/// "Options: up y, numbers double, sides both, slope 45, step 0, stances stand 9/5." Up to the step all are there, the
/// others where they differ from their defaults. `fractions`: or else decimals.
std::string options_text(const BakeOptions& options, bool fractions = true);

}  // namespace plumb::pipeline
