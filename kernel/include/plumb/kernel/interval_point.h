// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::kernel {

/// A point in space, between doubles.
using IntervalPoint = std::array<Interval, 3>;

/// By the neighbouring doubles of each coordinate.
inline IntervalPoint interval_point(const ExactPoint& p) {
  return {interval_of(p[0]), interval_of(p[1]), interval_of(p[2])};
}

}  // namespace plumb::kernel
