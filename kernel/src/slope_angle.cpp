// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/slope_angle.h"

#include <cassert>
#include <utility>

#include "plumb/kernel/real.h"

namespace plumb::kernel {
namespace {

constexpr int precision = 160;

// atan(sqrt(t)) * 180 / pi, every step rounded one way. All of them rise with t and fall with pi.
mpq_class bound(const mpq_class& t, mpfr_rnd_t way) {
  Real x(precision), pi(precision);
  mpfr_set_q(x, t.get_mpq_t(), way);
  mpfr_sqrt(x, x, way);
  mpfr_atan(x, x, way);
  mpfr_mul_ui(x, x, 180, way);
  mpfr_const_pi(pi, way == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
  mpfr_div(x, x, pi, way);
  return x.rational();
}

std::string decimal(const mpq_class& q, mpfr_rnd_t way) {
  Real x(precision);
  mpfr_set_q(x, q.get_mpq_t(), way);
  char text[64];
  mpfr_snprintf(text, sizeof text, way == MPFR_RNDD ? "%.15RDg" : "%.15RUg", static_cast<mpfr_ptr>(x));
  return text;
}

}  // namespace

RationalInterval slope_degrees(const mpq_class& t) {
  assert(t >= 0);
  const std::pair<mpq_class, int> rational[] = {{0, 0}, {mpq_class(1, 3), 30}, {1, 45}, {3, 60}};
  for (const auto& [tan_squared, degrees] : rational)
    if (t == tan_squared) return {degrees, degrees};
  return {bound(t, MPFR_RNDD), bound(t, MPFR_RNDU)};
}

DecimalInterval outward_decimals(const RationalInterval& i) {
  return {decimal(i.low, MPFR_RNDD), decimal(i.high, MPFR_RNDU)};
}

std::optional<mpq_class> tan_squared_of(const SlopeLimit& limit) {
  if (!limit.cos_squared_is_rational()) return std::nullopt;
  return mpq_class(1 / limit.cos_squared(2).low - 1);
}

}  // namespace plumb::kernel
