// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "facet_list.h"
#include "plumb/pipeline/merged_cells.h"

namespace plumb::pipeline {

/// The facets of the pieces of a partition, piece by piece, in lists of some of them: take(list) is called for each in
/// order, on any thread, one at a time.
void for_piece_facets(PointPool& pool, const MergedCells& partition, unsigned threads,
                      const std::function<void(const FacetList&)>& take);

}  // namespace plumb::pipeline
