// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// A number for each node. Arcs between nodes of different numbers are cut.
using Labels = std::vector<std::uint32_t>;

/// The components of the graph without the cut arcs, numbered from 0 by lowest node.
Labels components_without(const EnvironmentGraph& graph, const std::vector<bool>& cut);
/// By arc: whether it is cut.
std::vector<bool> cut_arcs(const EnvironmentGraph& graph, const Labels& labels);
std::uint32_t cut_count(const EnvironmentGraph& graph, const Labels& labels);
bool separates_conflicts(const EnvironmentGraph& graph, const Labels& labels);

}  // namespace plumb::partition
