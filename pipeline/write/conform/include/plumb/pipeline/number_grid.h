// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "plumb/kernel/error_bound.h"

namespace plumb::pipeline {

/// The numbers that positions may have along each axis, and what they stand for: binary32, or whole numbers. Binary32
/// have cells of 1.
struct NumberGrid {
  bool whole = false;
  std::array<double, 3> origin{}, cell{1, 1, 1};  ///< a number n stands for origin + n cell
  std::array<float, 3> lowest{-most, -most, -most}, highest{most, most, most};
  /// Lines across the first two axes, at multiples of these: what is on one does not leave it. 0: none.
  std::array<float, 2> line_spacing{};

  double value(float number, std::size_t axis) const { return origin[axis] + static_cast<double>(number) * cell[axis]; }
  double number(float value, std::size_t axis) const {
    return (static_cast<double>(value) - origin[axis]) / cell[axis];
  }
  /// The nearest number.
  float nearest(double number, std::size_t axis) const {
    return std::clamp(static_cast<float>(whole ? std::floor(number + 0.5) : number), lowest[axis], highest[axis]);
  }
  /// The next number, as far as there is one; the same on a line.
  float next(float number, std::size_t axis, bool up) const {
    if (axis < 2 && line_spacing[axis] > 0 && std::fmod(number, line_spacing[axis]) == 0) return number;
    const float beside = up ? kernel::step_up(number) : kernel::step_down(number);  // not a bound
    return std::clamp(whole ? number + (up ? 1.0f : -1.0f) : beside, lowest[axis], highest[axis]);
  }

 private:
  static constexpr float most = std::numeric_limits<float>::max();
};

}  // namespace plumb::pipeline
