// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>

#include "plan_corners.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

/// The places nearer than a radius to a segment in plan: a convex region of which doubles can tell that it lies within
/// the body's polygon. It only saves time.
class SegmentCore {
 public:
  using Near = MeshCorners::Near;

  /// squared_radius: not above the square of the radius.
  SegmentCore(const Near& from, const Near& to, double squared_radius)
      : from_(from), run_{to[0] - from[0], to[1] - from[1]}, squared_radius_(squared_radius) {
    const double squared_length = run_[0].high * run_[0].high + run_[1].high * run_[1].high;
    for (std::size_t k = 0; k < 2; ++k) along_[k] = run_[k].high / squared_length;
  }

  /// Whether a place, or all of a box, certainly lies in it.
  bool holds(const Near& at) const {
    using kernel::Interval;
    const std::array<Interval, 2> to{at[0] - from_[0], at[1] - from_[1]};
    // The distance from any place of the segment is a valid bound; that from the nearest one is the best.
    const double share = to[0].high * along_[0] + to[1].high * along_[1];
    if (!(share > 0)) return kernel::formulas::dot2d(to[0], to[1], to[0], to[1]).high < squared_radius_;
    const Interval t(std::min(share, 1.0)), dx = to[0] - t * run_[0], dy = to[1] - t * run_[1];
    return kernel::formulas::dot2d(dx, dy, dx, dy).high < squared_radius_;
  }
  bool holds(const kernel::Box& box) const {
    using kernel::Interval;
    for (const double x : {box.low[0], box.high[0]})
      for (const double y : {box.low[1], box.high[1]})
        if (!holds(Near{Interval(x), Interval(y)})) return false;
    return true;
  }

 private:
  Near from_, run_;
  std::array<double, 2> along_;
  double squared_radius_;
};

}  // namespace plumb::pipeline
