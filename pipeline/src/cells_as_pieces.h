// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_partition.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

/// Each cell where somebody can stand as a piece of its own. The facts of merging are left at 0.
NavPartition cells_as_pieces(const StanceMap& map, const NavGraph& graph);

}  // namespace plumb::pipeline
