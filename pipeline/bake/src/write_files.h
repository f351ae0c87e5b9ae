// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/baked.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// The outputs of a bake's options, each aside, an .obj with its .mtl; also makes the borders that a report asks for.
void write_files(Baked& baked, OutputFiles& files, Progress& progress);
/// Its weight as a stage.
double write_weight(const BakeOptions& options);
/// What is known before the work to be too much for a format: by the options, and by the level, once it is known where
/// one may stand.
std::optional<Error> cannot_hold(const BakeOptions& options);
std::optional<Error> cannot_hold(const SceneSurfaces& level, Format format);

}  // namespace plumb::pipeline
