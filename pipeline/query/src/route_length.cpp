// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/real_interval.h"
#include "route_path.h"

namespace plumb::pipeline {
namespace {

template <int dimensions>
LengthInterval length_in(const std::vector<ExactPoint>& line, int precision) {
  kernel::RootSum sum(precision);
  for (std::size_t i = 1; i < line.size(); ++i) {
    mpq_class square = 0;
    for (int k = 0; k < dimensions; ++k) {
      const mpq_class d = line[i][k] - line[i - 1][k];
      square += d * d;
    }
    sum.add_root(square);
  }
  return sum.value();
}

}  // namespace

LengthInterval length_of(const std::vector<ExactPoint>& line, int precision) { return length_in<3>(line, precision); }
LengthInterval plan_length_of(const std::vector<ExactPoint>& line, int precision) {
  return length_in<2>(line, precision);
}

}  // namespace plumb::pipeline
