// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/interval_set.h"

namespace plumb::kernel {

enum class Rounding { inward, outward };

/// Where distance * length <= reach within range, as an interval with positive length; none if there is none.
/// `distance` >= 0 there. An end where the reach is used up, if irrational, is rounded inward to a multiple of 2^-64,
/// or of the first of 2^-128, 2^-192, ... that leaves an interval: what is within reach exactly is never lost. Or it is
/// rounded outward to a multiple of 2^-64, at most to the end of the range.
std::optional<ExactInterval> clip_to_distance(const ExactInterval& range, const Linear& distance,
                                              const mpq_class& squared_length, const mpq_class& reach,
                                              Rounding rounding = Rounding::inward);

}  // namespace plumb::kernel
