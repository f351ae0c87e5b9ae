// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// What makes the coordinates of a level long once they are integers over one denominator: the longest whole part and
/// the longest fraction, each with the first face that has it, and the node of a glTF whose transform makes it.
std::string long_coordinates_text(const Scene& scene);

}  // namespace plumb::pipeline
