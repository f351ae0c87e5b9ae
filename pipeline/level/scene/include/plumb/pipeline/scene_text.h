// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// A scene as the text of an .obj file, in the axes of its input: a `v` for each point, with all digits, and an `f` for
/// each face. Read with Numbers::decimal and the scene's `up`, it is the same points and faces; so it is what a
/// certificate can be of, where the level was no .obj file. Names are left out. Error: out_of_range where a coordinate
/// is a fraction that no decimal is.
Result<std::string> scene_text(const Scene& scene);

}  // namespace plumb::pipeline
