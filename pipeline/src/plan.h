// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/pipeline/baked.h"

// A drawing's view of a scene: plain doubles, for the eye alone.
namespace plumb::pipeline {

/// A traversable surface on the plan.
struct PlanSurface {
  kernel::PolygonId id = kernel::no_polygon;
  double height = 0;  ///< middle of its heights
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
  bool stands = false;  ///< some stance fits somewhere on it
  std::uint64_t first_cell = 0, last_cell = 0;  ///< its cells in the map, last excluded
};

struct Storey {
  double floor = 0;                      ///< the height it is named by
  std::vector<PlanSurface> surfaces;     ///< from low to high: the order to paint in
};

/// The surfaces that have cells, in storeys from low to high. There is one storey unless a good part of the plan has
/// floors above each other; then each starts at a height where much area lies, and there are at most six.
/// Empty if nothing is traversable or a coordinate is beyond the range of double.
std::vector<Storey> split_storeys(const Baked& baked);

}  // namespace plumb::pipeline
