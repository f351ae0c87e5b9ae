// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_grid.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

constexpr unsigned most_steps = 65534;
constexpr long least_exponent = -120, greatest_exponent = 100;  // of u: well within the normal numbers of binary32

mpq_class two_to(long e) {
  mpq_class v = 1;
  if (e >= 0) mpq_mul_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<unsigned long>(e));
  else mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<unsigned long>(-e));
  return v;
}

mpz_class floor(const mpq_class& v) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
  return out;
}

mpz_class ceiling(const mpq_class& v) { return -floor(-v); }

}  // namespace

std::uint16_t GridAxis::step(const mpq_class& value) const {
  return static_cast<std::uint16_t>(floor((value - origin) / cell + mpq_class(1, 2)).get_ui());
}

std::optional<GridAxis> grid_axis(const mpq_class& low, const mpq_class& high, const mpq_class& span) {
  // The grid reaches no more than a cell beyond high, and cells are at most span / 65534 + 2 u: twice the greatest
  // number is room enough.
  const mpq_class greatest = std::max<mpq_class>({abs(low), abs(high), span});
  long e = least_exponent;
  if (sgn(greatest) > 0) {
    // The least k such that all are below 2^k.
    long k = static_cast<long>(mpz_sizeinbase(greatest.get_num_mpz_t(), 2)) -
             static_cast<long>(mpz_sizeinbase(greatest.get_den_mpz_t(), 2));
    if (greatest >= two_to(k)) ++k;
    e = std::max(e, k + 1 - 24);
  }
  if (e > greatest_exponent) return std::nullopt;
  const mpq_class unit = two_to(e);
  GridAxis axis;
  axis.origin = floor(low / unit) * unit;
  axis.cell = std::max<mpz_class>(1, ceiling((span + unit) / (most_steps * unit))) * unit;
  return axis;
}

}  // namespace plumb::pipeline
