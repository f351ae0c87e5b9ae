// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "face_repair.h"

namespace plumb::pipeline {

/// Divides edges of polygons where somebody can stand until none runs between the same two vertices as another that is
/// not its twin, and mends the polygons that this concerns. Whether there was one.
bool separate_edges(EdgeMesh& mesh, RoundedVertices& vertices, const NumberGrid& grid, FaceRepair& repair,
                    unsigned threads, std::uint64_t& divided);

}  // namespace plumb::pipeline
