// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>

namespace plumb::kernel {

/// The verdict on a piece of a surface: one of those below, or a positive rank; of two ranks the greater one allows
/// more.
using Label = std::int16_t;
inline constexpr Label too_close = -3;  ///< too close to a border for every rank that would fit
inline constexpr Label inside = -2;     ///< inside a solid
inline constexpr Label covered = -1;    ///< another polygon in the same plane has it
inline constexpr Label blocked = 0;
inline constexpr Label least_label = too_close;

}  // namespace plumb::kernel
