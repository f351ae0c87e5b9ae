// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/erode.h"

namespace plumb::pipeline {

mpq_class default_window(const mpq_class& step, const mpq_class& radius, const kernel::SlopeLimit& slope) {
  constexpr unsigned bits = 20;
  // In that unit, of tan^2: the greatest whole number of at most step + sqrt(radius^2 * tan^2).
  const auto whole_below = [&](const mpq_class& tan_squared) {
    const mpq_class steps = step << bits, squared = (radius * radius * tan_squared) << (2 * bits);
    mpz_class n = sqrt(mpz_class(squared.get_num() / squared.get_den())) + steps.get_num() / steps.get_den();
    const auto fits = [&](const mpz_class& k) { return k <= steps || (k - steps) * (k - steps) <= squared; };
    while (fits(n + 1)) ++n;
    return n;
  };
  // Bounds of the tangent as narrow as it takes.
  for (int precision = 128;; precision *= 2) {
    const kernel::RationalInterval cos_squared = slope.cos_squared(precision);
    const mpz_class low = whole_below(1 / cos_squared.high - 1);
    if (low != whole_below(1 / cos_squared.low - 1)) continue;
    mpq_class window(low + 1);
    return window >> bits;
  }
}

}  // namespace plumb::pipeline
