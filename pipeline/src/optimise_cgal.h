// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "optimise_mesh.h"

namespace plumb::pipeline {

/// The fewest convex pieces of a hole-free region whose corners are the region's own (Greene 1983, CGAL::optimal_convex_partition_2). If the mesh has more, it becomes
/// such a partition. Not for regions of many corners (the time grows with their fourth power), or that touch or overlap themselves.
/// @return whether it was done; `optimum` is the number of pieces then.
bool optimal_partition(RegionMesh& mesh, std::size_t& optimum);

}  // namespace plumb::pipeline
