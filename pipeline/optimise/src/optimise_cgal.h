// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "optimise_mesh.h"

namespace plumb::pipeline {

/// Makes the mesh the fewest convex pieces whose corners are the region's own (Greene 1983,
/// CGAL::optimal_convex_partition_2), if that is fewer than it has. The time grows with the fourth power of the
/// corners. Requires a hole-free region that neither touches nor overlaps itself.
/// @return whether it did.
bool optimal_partition(RegionMesh& mesh);

}  // namespace plumb::pipeline
