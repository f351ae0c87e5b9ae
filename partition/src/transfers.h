// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/partition/layers.h"

namespace plumb::partition {

/// The arcs between different layers (by node), joined and in order as layers.h says.
std::vector<Transfer> transfers_of(const EnvironmentGraph& graph, std::span<const ArcSegment> segments,
                                   std::span<const std::uint32_t> layer);

}  // namespace plumb::partition
