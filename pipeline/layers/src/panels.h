// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/partition/overlap.h"
#include "plumb/partition/partition.h"

namespace plumb::pipeline {

/// For each layer a panel of a drawing, from 0: none in which it lies over another layer. Taken from low to high by
/// their mean `heights` (by node), each layer comes one panel after the last of those that it is in conflict with.
/// Nothing is done for each conflict: N floors over each other take N log N.
std::vector<std::uint32_t> panels_of(const partition::Overlap& overlap, const partition::Partition& partition,
                                     std::span<const double> heights);

}  // namespace plumb::pipeline
