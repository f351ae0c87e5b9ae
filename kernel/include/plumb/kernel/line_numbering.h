// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>

#include "plumb/kernel/exact_polygon.h"

namespace plumb::kernel {

/// Numbers lines in plan by first appearance: the lines through two pairs of points have one number if they are one.
class LineNumbering {
 public:
  /// Requires different points.
  std::uint32_t operator()(const PlanPoint& p, const PlanPoint& q) {
    const bool upright = p[0] == q[0];
    PlanPoint key{0, p[0]};
    if (!upright) {
      key[0] = (q[1] - p[1]) / (q[0] - p[0]);
      key[1] = p[1] - key[0] * p[0];
    }
    const auto [at, is_new] = lines_[upright].try_emplace(std::move(key), count_);
    count_ += is_new;
    return at->second;
  }

 private:
  // By slope and where it meets the other axis: of lines that are not parallel to y, and of those that are.
  std::map<PlanPoint, std::uint32_t> lines_[2];
  std::uint32_t count_ = 0;
};

}  // namespace plumb::kernel
