// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

namespace plumb::kernel {

/// A closed interval with rational ends, that certainly contains a real number; one point where that is known to be
/// rational.
struct RationalInterval {
  mpq_class low, high;
  mpq_class width() const { return high - low; }
};

}  // namespace plumb::kernel
