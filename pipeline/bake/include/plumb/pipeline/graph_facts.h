// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/pipeline/merged_cells.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/prune_components.h"

namespace plumb::pipeline {

/// What the report says of a navmesh and of how it came about.
struct GraphFacts {
  std::vector<std::uint64_t> merged_cells;      ///< [s-1]: cells of stance s
  std::uint64_t flush = 0, step = 0, weld = 0;  ///< portals by kind
  std::vector<std::uint64_t> borders;           ///< [s-1]: border intervals of the graph of stance s; empty if unasked
  std::vector<std::uint64_t> components;        ///< [s-1]: components of the graph of stance s
  std::vector<double> largest;                  ///< [s-1]: the largest one's share of their area, 0 to 1, rounded
  PartitionCounts partition;                    ///< before anything is dropped
  Pruned pruned;
};

/// All but the borders. `areas`: of its cells, in any unit.
GraphFacts graph_facts(const CellGraph& graph, const std::vector<double>& areas, std::size_t stances,
                       const PartitionCounts& partition, Pruned pruned);

}  // namespace plumb::pipeline
