// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/partition/layers.h"

namespace plumb::partition {

/// The outline of the union of projections, as Layer::footprint says. Requires that their interiors do not overlap.
/// Where outlines touch in a point, a ring keeps to one corner of the inside: what hangs together only by a point has
/// rings of its own.
std::vector<std::vector<std::array<mpq_class, 2>>> footprint_of(std::span<const Polygon* const> polygons);

}  // namespace plumb::partition
