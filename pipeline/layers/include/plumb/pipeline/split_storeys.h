// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/storeys.h"

namespace plumb::pipeline {

/// The cells in storeys: the layers of the lowest stance (by min_cut, or van_toll where it is large), as many in one
/// storey as lie nowhere over each other (panels.h). Cells where nobody stands are with what of their surface is
/// nearest in height, or else with what is next below. Empty if there are no cells or a coordinate is beyond the range
/// of double.
std::vector<Storey> split_storeys(DerivedMesh& mesh);

}  // namespace plumb::pipeline
