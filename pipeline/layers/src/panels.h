// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/partition/overlap.h"
#include "plumb/partition/partition.h"

namespace plumb::pipeline {

/// Gives each layer a panel of a drawing, numbered from 0, in which it lies over no other layer. Layers are taken from
/// low to high by their mean `heights` (by node); each gets the panel after the last one of those layers that it lies
/// over or under. Conflicts are not listed one by one: N floors over each other take N log N.
std::vector<std::uint32_t> panels_of(const partition::Overlap& overlap, const partition::Partition& partition,
                                     std::span<const double> heights);

}  // namespace plumb::pipeline
