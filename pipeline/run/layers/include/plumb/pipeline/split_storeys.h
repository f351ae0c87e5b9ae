// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/partition/partition.h"
#include "plumb/partition/polygons.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/storeys.h"

namespace plumb::pipeline {

/// Gives each layer a panel of a drawing, numbered from 0, in which it lies over no other layer. Layers are taken from
/// low to high by their mean `heights` (by node); each gets the panel after the last one of those layers that it lies
/// over or under. Conflicts are not listed one by one: N floors over each other take N log N.
std::vector<std::uint32_t> panels_of(const partition::Overlap& overlap, const partition::Partition& partition,
                                     std::span<const double> heights);

/// Sorts the cells into storeys: the layers of the lowest stance (by min_cut or, where it is large, van_toll), with as
/// many in one storey as lie nowhere over each other (panels_of). A cell where nobody stands joins the storey of the
/// cell of its surface that is nearest in height or, if there is none, of the cell next below it. Empty if there are no
/// cells or a coordinate is beyond the range of double.
std::vector<Storey> split_storeys(DerivedMesh& mesh);

}  // namespace plumb::pipeline
