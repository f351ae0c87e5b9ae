// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/rational_interval.h"

// Words and numbers that what is told of a route has in common.
namespace plumb::pipeline {

/// "(1.5, -2.25)", decimals, "..." where they are rounded.
std::string plan_point_text(const kernel::PlanPoint& p);
/// The root of a square, within 2^-60 of it.
kernel::RationalInterval length_of_square(const mpq_class& square);

}  // namespace plumb::pipeline
