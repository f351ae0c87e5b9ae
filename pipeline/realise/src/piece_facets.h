// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "facet_list.h"
#include "plumb/pipeline/nav_partition.h"

namespace plumb::pipeline {

/// The facets of the pieces of a partition, piece by piece, in lists of some of them.
std::vector<FacetList> piece_facets(PointPool& pool, const NavPartition& partition, unsigned threads);

}  // namespace plumb::pipeline
