// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <random>

#include "plumb/plan/plan_map.h"

namespace plumb::tests {

/// From 0 to `most` in steps of 1 / `steps`.
inline mpq_class drawn_number(std::mt19937& random, unsigned most, unsigned steps) {
  mpq_class x(random() % (most * steps + 1), steps);
  x.canonicalize();
  return x;
}
inline kernel::PlanPoint drawn_place(std::mt19937& random, unsigned most, unsigned steps) {
  mpq_class x = drawn_number(random, most, steps);
  return {std::move(x), drawn_number(random, most, steps)};
}

/// Places in the box of a map, in doubles; they may be blocked.
class RandomPlaces {
 public:
  explicit RandomPlaces(const plan::PlanMap& map) : low_(map.points.front().at), high_(low_), random_(1) {
    for (const kernel::FilteredPoint& p : map.points)
      for (std::size_t k = 0; k < 2; ++k) low_[k] = std::min(low_[k], p.at[k]), high_[k] = std::max(high_[k], p.at[k]);
  }
  kernel::PlanPoint operator()() {
    kernel::PlanPoint p;
    for (std::size_t k = 0; k < 2; ++k)
      p[k] = mpq_class(low_[k] + (high_[k] - low_[k]) * static_cast<int>(random_() % 4096) / 4096).get_d();
    return p;
  }

 private:
  kernel::PlanPoint low_, high_;
  std::mt19937 random_;
};

}  // namespace plumb::tests
