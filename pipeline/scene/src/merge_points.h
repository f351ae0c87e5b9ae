// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/import_obj.h"
#include "positions.h"

/// Every reader's last step: equal positions become one point.
namespace plumb::pipeline {

struct MergedPoints {
  kernel::PointTable table;
  std::vector<kernel::PointId> of_vertex;  ///< no_point where not used
  /// The vertex with the finest coordinate, instead of the table, if the table would take more than max_exact_bytes.
  std::optional<std::size_t> too_fine;
};

/// One point per distinct position of a vertex v with used[v], in the order of the first such vertex.
/// `positions` is emptied.
MergedPoints merge_points(Positions& positions, const std::vector<std::uint8_t>& used, const ImportOptions& options,
                          std::size_t threads);

}  // namespace plumb::pipeline
