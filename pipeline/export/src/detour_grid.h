// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/export_detour.h"

namespace plumb::pipeline {

/// A grid of 65,535 steps along an axis such that binary32 computes origin + step * cell without rounding: origin and
/// cell are multiples of a power of two u, and no number that occurs is above 2^24 u.
struct GridAxis {
  mpq_class origin, cell;

  /// The nearest step, upwards of two as near.
  std::uint16_t step(const mpq_class& value) const;
  mpq_class value(std::uint16_t step) const { return origin + cell * step; }
};

/// Such a grid from low on that reaches high and has cells for `span` (at least high - low): the finest there is within
/// one part in 64, unless the level is much farther from the origin than it is wide. None beyond the range of binary32.
std::optional<GridAxis> grid_axis(const mpq_class& low, const mpq_class& high, const mpq_class& span);

}  // namespace plumb::pipeline
