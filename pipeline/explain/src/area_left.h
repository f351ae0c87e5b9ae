// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/kernel/area_ledger.h"

namespace plumb::pipeline {

/// A change of the area with a clearance below h: above `height` it adds jump + rate * (h - height) + bend * (h -
/// height)^2, and at `height` itself nothing yet.
struct AreaLoss {
  mpq_class height, jump = 0, rate = 0, bend = 0;  ///< in input units and their square
};

/// What is left of some areas at each of the given heights: their sum less all losses below the height. It is exact up
/// to `exact_digits` characters (0: any), and given up when a partial sum has a denominator of about five times as
/// many. The approximation, before it is rounded to a double, is within 2^-200 of the truth for heights below 2^300.
/// Requires ascending heights.
std::vector<kernel::Area> areas_left(const std::vector<mpq_class>& areas, std::vector<AreaLoss> losses,
                                     const std::vector<mpq_class>& heights, std::uint64_t exact_digits);

}  // namespace plumb::pipeline
