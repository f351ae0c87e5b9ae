// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>

namespace plumb::kernel {

/// The answer of every predicate that asks "which side". Zero is an answer: it is never used for
/// "cannot tell" (a filter that cannot tell returns std::nullopt).
enum class Sign : std::int8_t { negative = -1, zero = 0, positive = 1 };

constexpr Sign operator-(Sign s) { return static_cast<Sign>(-static_cast<int>(s)); }
constexpr Sign operator*(Sign a, Sign b) { return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b)); }
constexpr Sign sign_of(int v) { return static_cast<Sign>((v > 0) - (v < 0)); }

}  // namespace plumb::kernel
