// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/slope_degrees.h"

#include <cmath>
#include <numbers>

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {

double slope_degrees(const BakeSettings& s) {
  if (s.slope) return kernel::nearest_double(*s.slope);
  const double limit = s.slope_ratio ? std::atan(kernel::nearest_double(*s.slope_ratio))
                                     : std::acos(kernel::nearest_double(s.slope_cos.value()));
  return limit * 180 / std::numbers::pi;
}

}  // namespace plumb::pipeline
