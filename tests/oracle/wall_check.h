// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <random>

#include "json_cells.h"
#include "obj_scene.h"

namespace oracle {

struct Tally {
  std::uint64_t agree = 0, differ = 0, borders = 0;
};

/// Compares the obstructions of a bake with the walls of the level (the definitions, section 5): at random points of
/// random walls' traces, the greatest stance that may cross, up to the greatest that fits on either side.
Tally check_walls(ObjScene& scene, JsonCells& cells, const std::vector<mpq_class>& heights, const mpq_class& step,
                  std::uint64_t points, std::mt19937_64& random);

}  // namespace oracle
