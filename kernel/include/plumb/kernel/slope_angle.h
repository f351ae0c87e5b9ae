// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>
#include <string>

#include "plumb/kernel/slope.h"

namespace plumb::kernel {

/// The angle to the horizontal, in degrees, whose tangent squared is given: between two rationals about 2^-120 apart,
/// relatively. One point where the angle is rational: 0, 30, 45, 60 (Niven: there are no others). Requires tan_squared
/// >= 0.
RationalInterval slope_degrees(const mpq_class& tan_squared);

/// The two ends of an interval as decimals of 15 significant digits, rounded outward.
struct DecimalInterval {
  std::string low, high;
};
DecimalInterval outward_decimals(const RationalInterval& interval);

/// tan^2 of a limit, where it is rational.
std::optional<mpq_class> tan_squared_of(const SlopeLimit& limit);

}  // namespace plumb::kernel
