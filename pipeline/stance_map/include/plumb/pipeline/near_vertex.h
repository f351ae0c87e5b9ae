// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// The coordinates of a vertex in doubles with error bounds, in the integer units of the scene's PointTable: for
/// filters, and for coordinates that are rounded in the end.
struct NearVertex {
  double x = 0, y = 0, error = 0;         ///< in plan; each is within `error`
  double z = 0, z_error = 0;              ///< 0: z is the coordinate itself
  bool exact_x = false, exact_y = false;  ///< x (y) is the coordinate itself; last, where derived classes go on

  kernel::Interval near(int axis) const {
    const bool exact = axis == 0 ? exact_x : axis == 1 ? exact_y : z_error == 0;
    const double at = axis == 0 ? x : axis == 1 ? y : z;
    return exact ? kernel::Interval(at) : kernel::around(at, axis == 2 ? z_error : error);
  }
};

}  // namespace plumb::pipeline
