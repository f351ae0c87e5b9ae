// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <string>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// The binary64 nearest to a value, ties to even, subnormals included; infinite beyond the range.
/// Unlike mpq_class::get_d, which truncates.
double nearest_double(const mpq_class& value);

/// The binary32 nearest to a value, rounded once. As nearest_double otherwise.
float nearest_float(const mpq_class& value);

/// The same for n * 2^exponent, without a division.
double nearest_double(const mpz_class& n, long exponent);
float nearest_float(const mpz_class& n, long exponent);

/// nearest_double for a coordinate of a scene's point, in input units.
double nearest_double(const PointTable& points, PointId point, int axis);

/// Appends the shortest decimal text that reads back as exactly this double. Zero is "0", whatever its sign.
void append_decimal(std::string& out, double value);

}  // namespace plumb::kernel
