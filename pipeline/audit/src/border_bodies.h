// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/disc.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// What a polygon around a disc sweeps along each stretch of a floor's border, as faces that rise as the border does
/// and are level across. Owners are the cells.
FloorFaces border_bodies(DerivedMesh& mesh, kernel::Label stance, const kernel::DiscPolygon& disc);

}  // namespace plumb::pipeline
