// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// How far Recast's outlines in cells are from the cells unless it is told otherwise, in cells.
mpq_class default_max_error();

/// The settings of a RecastDemo .gset: its line `s` of cell size and height, the agent's height, radius, climb and
/// slope, the roots of the smallest region's and of merged regions' cells, the longest edge, the error of outlines, and
/// more. Errors: cannot_open, syntax, bad_number.
Result<BakerSettings> read_gset(const std::string& path);

}  // namespace plumb::pipeline
