// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>

namespace plumb::kernel {

/// A point in input units, z up, in lowest terms.
using ExactPoint = std::array<mpq_class, 3>;

}  // namespace plumb::kernel
