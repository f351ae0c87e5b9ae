// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/deque.hpp>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {

/// The sum of many fractions: doubles around it at once, the fraction itself, which grows long, when it is asked for.
class AreaTotal {
 public:
  void add(mpq_class term);
  void add(const AreaTotal& other);

  const kernel::Interval& near() const { return near_; }
  std::size_t terms() const { return terms_.size(); }
  /// None as soon as a partial sum has a denominator of more than limit_bits (0: no limit).
  std::optional<mpq_class> exact(std::size_t limit_bits) const;
  /// Exact if it is no longer than `exact_digits` characters (0: any).
  kernel::Area area(std::uint64_t exact_digits) const;

 private:
  boost::container::deque<mpq_class> terms_;  // they stay where they are: to move a fraction takes memory
  kernel::Interval near_{0.0};
};

/// The sign of total * factor - limit * other: by doubles, or exactly where they cannot tell.
int compare_share(const AreaTotal& total, const mpq_class& limit, const AreaTotal& other);
int compare_area(const AreaTotal& total, const mpq_class& limit);

}  // namespace plumb::pipeline
