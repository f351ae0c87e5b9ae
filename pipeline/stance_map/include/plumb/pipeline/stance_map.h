// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/vcd/surface_cells.h"

#include "plumb/pipeline/clearance.h"
#include "plumb/pipeline/stance.h"

namespace plumb::pipeline {

/// Every traversable surface, cut exactly into cells that are blocked, covered, inside, too close or of a stance.
struct StanceMap {
  std::vector<Stance> stances;         ///< stances[s-1] is stance s
  mpq_class step = 0;                  ///< in input units: below it a wall does not obstruct
  vcd::CellTable table;                ///< cells ascending by surface
  std::optional<Clearance> clearance;  ///< none without an agent's radius
};

/// Stances ascend from above 0 and above the step; cells ascend by surface, and have a witness wherever something keeps
/// them from the highest stance; every index is in range. Geometry is not tested again.
bool is_valid(const StanceMap& map, std::size_t surface_count);

}  // namespace plumb::pipeline
