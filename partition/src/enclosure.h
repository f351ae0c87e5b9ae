// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/interval.h"

namespace plumb::partition {

/// The neighbouring doubles that a number lies between, both of them the number itself if it is a double of common size. low never
/// descends as numbers ascend: low(a) < low(b) means a < b.
kernel::Interval enclosure(const mpq_class& number);

inline bool is_exact(const kernel::Interval& i) { return i.low == i.high; }

}  // namespace plumb::partition
