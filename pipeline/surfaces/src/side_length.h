// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::pipeline {

/// Compares squared lengths between points of a table exactly. The answers do not depend on the table's unit.
class SideLengths {
 public:
  explicit SideLengths(const kernel::PointTable& points);

  /// A side from one point to another.
  struct Side {
    kernel::PointId from, to;
  };

  /// Whether b and c are at most as long as a.
  bool longest(const Side& a, const Side& b, const Side& c) const;
  /// A number that ascends with the length, in input units, and is equal for lengths within about 3 percent: the
  /// leading 16 bits of the square as a double, rounded down.
  std::uint32_t size_class(const Side& side) const;

 private:
  // In the table's unit, where its differences are machine integers.
  unsigned __int128 native(const Side& side) const;
  bool no_longer(const Side& a, const Side& b) const;
  kernel::Interval near(const Side& side) const;
  mpq_class exact(const Side& side) const;

  const kernel::PointTable& points_;
  const bool native_;
  int unit_bits_ = -1;             // the denominator is 2 to this power; -1: it is no such power
  kernel::Interval squared_unit_;  // the square of the denominator
};

}  // namespace plumb::pipeline
