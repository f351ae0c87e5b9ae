// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/fixed_integer.h"
#include "plumb/kernel/int128.h"

// Sums that equal kernel::balanced_sum of their terms in order, and are given up where that is, at less cost.
namespace plumb::pipeline {

/// A sum of terms that come one after another; zeros are left out. Most terms are whole: these are added apart, since
/// they make no denominator longer.
class AreaSum {
 public:
  void clear();
  void add(kernel::Int128 term);
  void add(mpq_class term);
  /// None as soon as a partial sum has a denominator of more than limit_bits (0: no limit).
  std::optional<mpq_class> sum(std::size_t limit_bits) const;

 private:
  using Placed = std::pair<std::size_t, mpq_class>;
  static std::optional<mpq_class> part(std::size_t first, std::size_t count, std::span<const Placed> fractions,
                                       std::size_t limit_bits);

  std::size_t count_ = 0;
  kernel::FixedInteger<3> whole_;
  std::vector<Placed> fractions_;
};

/// A sum of terms that come in any order. Each partial sum is computed as soon as its parts are there, so that a sum
/// that has to be given up is given up early.
class RunningSum {
 public:
  RunningSum(std::size_t count, std::size_t limit_bits)
      : count_(count), limit_bits_(limit_bits), sums_(count == 0 ? 0 : 2 * count - 1) {}

  /// Adds term number `index`; each is added once. @return false: the sum is given up.
  bool add(std::size_t index, mpq_class term) { return add(0, 0, count_, index, std::move(term)); }
  /// None unless all terms came and it was not given up.
  std::optional<mpq_class> sum() const { return count_ == 0 ? mpq_class(0) : sums_[0]; }

 private:
  bool add(std::size_t node, std::size_t first, std::size_t count, std::size_t index, mpq_class&& term);

  std::size_t count_, limit_bits_;
  std::vector<std::optional<mpq_class>> sums_;  // known ones: of a range, of its first half, of its second half
};

}  // namespace plumb::pipeline
