// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/label.h"

namespace plumb::pipeline {

/// A way to move and the headroom it needs, in input units.
struct Stance {
  std::string name;
  mpq_class height;
  bool operator==(const Stance&) const = default;
};

/// 1 to 64 letters, digits, '_' and '-': a name goes unescaped into the groups of an OBJ, so it keeps to characters
/// that every reader takes. Not the word for another verdict.
bool is_stance_name(std::string_view text);

/// More than this many stances are refused.
inline constexpr std::size_t max_stances = 64;

/// The heights alone, in the same order.
std::vector<mpq_class> heights_of(const std::vector<Stance>& stances);

/// The verdicts on cells in the order of their labels: too close if an agent has a radius, inside, covered, blocked,
/// the stances.
std::vector<kernel::Label> verdicts(std::size_t stance_count, bool radius);
/// "blocked", "covered", "inside", "too_close" or the stance's name.
std::string verdict_name(kernel::Label label, const std::vector<Stance>& stances);

}  // namespace plumb::pipeline
