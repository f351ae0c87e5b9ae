// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstddef>

#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {

/// The line in space through two points that differ in plan, by the coordinate along which it is followed: x, or y
/// where x does not change. The others are linear in it: slopes, and values at 0.
struct SpaceLine {
  std::size_t along = 0;
  std::array<mpq_class, 4> others;
  bool operator<(const SpaceLine& o) const { return along != o.along ? along < o.along : others < o.others; }
};

inline SpaceLine line_of(const std::array<kernel::ExactPoint, 2>& s) {
  SpaceLine out;
  out.along = s[0][0] != s[1][0] ? 0 : 1;
  const mpq_class run = s[1][out.along] - s[0][out.along];
  std::size_t i = 0;
  for (const std::size_t k : {1 - out.along, std::size_t{2}}) {
    const mpq_class slope = (s[1][k] - s[0][k]) / run;
    out.others[i++] = slope;
    out.others[i++] = s[0][k] - slope * s[0][out.along];
  }
  return out;
}

inline kernel::ExactPoint point_on(const SpaceLine& line, const mpq_class& at) {
  kernel::ExactPoint out;
  out[line.along] = at;
  std::size_t i = 0;
  for (const std::size_t k : {1 - line.along, std::size_t{2}}) {
    out[k] = line.others[i] * at + line.others[i + 1];
    i += 2;
  }
  return out;
}

}  // namespace plumb::pipeline
