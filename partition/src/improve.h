// SPDX-License-Identifier: GPL-3.0-or-later
// Heuristics for layers. All keep conflicts apart.
#pragma once
#include <span>

#include "labels.h"

namespace plumb::partition {

/// Joins layers over arcs between them in this order, where they may be; starts from components of `labels`.
Labels join_layers(const EnvironmentGraph& graph, const Labels& labels, std::span<const ArcId> order);
/// Always joins the two layers with the most arcs between them that may be joined; from single nodes, or components of
/// `start`.
Labels join_greedily(const EnvironmentGraph& graph, const Labels* start = nullptr);
/// Joins layers that may be, and moves the border between two layers to a minimum cut between what must stay on either
/// side, while this saves arcs.
Labels improve(const EnvironmentGraph& graph, Labels labels);

}  // namespace plumb::partition
