// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// A box, in plan, around all places within a distance of a place; to query a tree of boxes with.
inline kernel::Box box_around(const kernel::Interval& x, const kernel::Interval& y, double distance) {
  const kernel::Interval around(-distance, distance), wide_x = x + around, wide_y = y + around;
  return {{wide_x.low, wide_y.low, 0}, {wide_x.high, wide_y.high, 0}};
}

}  // namespace plumb::pipeline
