// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/interval.h"

namespace plumb::kernel {

/// The root of a number that is not negative: what an interval has below zero is rounding.
inline Interval root(const Interval& square) {
  // A root is rounded once. That of zero is zero.
  return {square.low > 0 ? step_down(std::sqrt(square.low)) : 0.0,
          square.high > 0 ? step_up(std::sqrt(square.high)) : 0.0};
}

}  // namespace plumb::kernel
