// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace plumb::pipeline {

/// At most three items by number, with weights of 0 or more whose sum is 1, as doubles and exactly.
struct Mixture {
  std::array<std::size_t, 3> items{};
  std::array<double, 3> weights{1, 0, 0};
  std::size_t size = 1;
};

/// A row an item, a column a case.
using ValueTable = std::vector<std::vector<double>>;

/// The mixture of rows whose greatest entry, over the columns, is about the least; and that entry, about. Values are
/// finite, rows as long as one another, and there is one of each. Solves the matrix game by trying all supports of
/// three rows at most, which is enough where there are three rows or three columns at most: n^3 m^3 steps of a few
/// multiplications.
struct BestMixture {
  Mixture mixture;
  double value;
};
BestMixture least_greatest(const ValueTable& values);

}  // namespace plumb::pipeline
