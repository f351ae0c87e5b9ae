// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstddef>

namespace plumb::kernel {

/// A point in input units, z up, in lowest terms.
using ExactPoint = std::array<mpq_class, 3>;

/// The point at a share of the way from p to q: p at 0, q at 1. In the plane or in space.
template <std::size_t dimensions>
std::array<mpq_class, dimensions> point_along(const std::array<mpq_class, dimensions>& p,
                                              const std::array<mpq_class, dimensions>& q, const mpq_class& share) {
  std::array<mpq_class, dimensions> at;
  for (std::size_t k = 0; k < dimensions; ++k) at[k] = p[k] + share * (q[k] - p[k]);
  return at;
}

}  // namespace plumb::kernel
