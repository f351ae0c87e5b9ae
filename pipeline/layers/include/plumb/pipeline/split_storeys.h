// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/storeys.h"

namespace plumb::pipeline {

/// Sorts the cells into storeys: the layers of the lowest stance (by min_cut or, where it is large, van_toll), with as
/// many in one storey as lie nowhere over each other (panels.h). A cell where nobody stands joins the storey of the
/// cell of its surface that is nearest in height or, if there is none, of the cell next below it. Empty if there are no
/// cells or a coordinate is beyond the range of double.
std::vector<Storey> split_storeys(DerivedMesh& mesh);

}  // namespace plumb::pipeline
