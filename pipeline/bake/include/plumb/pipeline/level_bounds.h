// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// The least box around a level. All zero for one without points.
struct LevelBounds {
  ExactPoint low{}, high{};  ///< in the axes and units of the input
  mpq_class size(std::size_t axis) const { return high[axis] - low[axis]; }
};

LevelBounds level_bounds(const Scene& scene, UpAxis up);

}  // namespace plumb::pipeline
