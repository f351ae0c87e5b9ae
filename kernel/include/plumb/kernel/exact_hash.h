// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstddef>

namespace plumb::kernel {

/// Of a point in lowest terms: the same wherever and whenever it is computed.
template <std::size_t dimensions>
std::size_t hash_of(const std::array<mpq_class, dimensions>& point) {
  std::size_t h = 0;
  for (const mpq_class& v : point)
    for (const mpz_srcptr part : {v.get_num_mpz_t(), v.get_den_mpz_t()}) {
      h ^= static_cast<std::size_t>(mpz_sgn(part) + 1);
      for (std::size_t k = 0; k < mpz_size(part); ++k)
        h = (h ^ mpz_getlimbn(part, static_cast<mp_size_t>(k))) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    }
  return h;
}

}  // namespace plumb::kernel
