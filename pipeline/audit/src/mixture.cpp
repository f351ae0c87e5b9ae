// SPDX-License-Identifier: GPL-3.0-or-later
#include "mixture.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {
namespace {

// A weight as a multiple of 2^-52: sums of such weights, up to 1, are doubles.
double as_weight(double x) {
  if (!(x > 0)) return 0;
  return std::ldexp(std::floor(std::ldexp(std::min(x, 1.0), 52)), -52);
}

class Game {
 public:
  explicit Game(const ValueTable& values) : values_(values), columns_(values[0].size()) {
    best_.value = HUGE_VAL;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      offer({{i}, {1, 0, 0}, 1});
      for (std::size_t j = 0; j < i; ++j) {
        equal_in_two(i, j);
        for (std::size_t k = 0; k < j; ++k) equal_in_three(i, j, k);
      }
    }
  }
  const BestMixture& best() const { return best_; }

 private:
  void offer(const Mixture& m) {
    double greatest = -HUGE_VAL;
    for (std::size_t c = 0; c < columns_; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < m.size; ++k) sum += m.weights[k] * values_[m.items[k]][c];
      greatest = std::max(greatest, sum);
    }
    if (greatest < best_.value) best_ = {m, greatest};
  }

  // Two rows, mixed so that two columns have one value.
  void equal_in_two(std::size_t i, std::size_t j) {
    for (std::size_t c = 0; c < columns_; ++c)
      for (std::size_t d = 0; d < c; ++d) {
        const double of_i = values_[i][c] - values_[i][d], of_j = values_[j][c] - values_[j][d];
        const double x = of_j / (of_j - of_i);
        if (!(x > 0 && x < 1)) continue;
        const double weight = as_weight(x);
        offer({{i, j}, {weight, 1 - weight, 0}, 2});
      }
  }
  // Three rows, mixed so that three columns have one value.
  void equal_in_three(std::size_t i, std::size_t j, std::size_t k) {
    for (std::size_t c = 0; c < columns_; ++c)
      for (std::size_t d = 0; d < c; ++d)
        for (std::size_t e = 0; e < d; ++e) {
          // x (i - k) + y (j - k) + k is the same in c and d, and in c and e.
          const auto step = [&](std::size_t row, std::size_t to) { return values_[row][c] - values_[row][to]; };
          const double a = step(i, d) - step(k, d), b = step(j, d) - step(k, d), p = -step(k, d);
          const double u = step(i, e) - step(k, e), v = step(j, e) - step(k, e), q = -step(k, e);
          const double all = a * v - b * u, x = (p * v - b * q) / all, y = (a * q - p * u) / all;
          if (!(x > 0 && y > 0 && x + y < 1)) continue;
          const double first = as_weight(x), second = std::min(as_weight(y), 1 - first);
          offer({{i, j, k}, {first, second, 1 - first - second}, 3});
        }
  }

  const ValueTable& values_;
  const std::size_t columns_;
  BestMixture best_;
};

}  // namespace

BestMixture least_greatest(const ValueTable& values) { return Game(values).best(); }

}  // namespace plumb::pipeline
