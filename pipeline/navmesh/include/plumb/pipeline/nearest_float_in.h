// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// kernel::nearest_float() of a number that lies in an interval. exact(): the number; asked for where the interval
/// leaves two answers.
template <class Exact>
float nearest_float_in(const kernel::Interval& at, Exact&& exact) {
  // Rounding keeps order. The sign of a zero is that of what was rounded.
  const auto low = static_cast<float>(at.low), high = static_cast<float>(at.high);
  const bool known = low == high && (low != 0 || kernel::is_zero(at) || at.low > 0 || at.high < 0);
  return known ? low : kernel::nearest_float(exact());
}

}  // namespace plumb::pipeline
