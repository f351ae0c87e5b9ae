// SPDX-License-Identifier: GPL-3.0-or-later
// Heuristics for layers. All keep conflicts apart.
#pragma once
#include <span>

#include "labels.h"

namespace plumb::partition {

/// Joins the layers at the ends of each arc, in this order, unless they are in conflict. Starts from the components of
/// `labels`.
Labels join_layers(const EnvironmentGraph& graph, const Labels& labels, std::span<const ArcId> order);
/// Joins, again and again, the two layers with the most arcs between them that are not in conflict. Starts from single
/// nodes, or from the components of `start`.
Labels join_greedily(const EnvironmentGraph& graph, const Labels* start = nullptr);
/// Joins layers that are not in conflict, and moves the border between two layers to a minimum cut between the nodes
/// that must stay on either side, as long as this saves arcs.
Labels improve(const EnvironmentGraph& graph, Labels labels);

}  // namespace plumb::partition
