// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/clip_to_distance.h"

#include <algorithm>

namespace plumb::kernel {
namespace {

constexpr unsigned long digits = 64;

mpq_class power_of_two(unsigned long exponent) {
  mpz_class p = 1;
  p <<= exponent;
  return p;
}

mpz_class floor_of(const mpq_class& q) {
  mpz_class f;
  mpz_fdiv_q(f.get_mpz_t(), q.get_num().get_mpz_t(), q.get_den().get_mpz_t());
  return f;
}

// The root, if it is rational.
std::optional<mpq_class> exact_root(const mpq_class& square) {
  if (mpz_perfect_square_p(square.get_num().get_mpz_t()) == 0 ||
      mpz_perfect_square_p(square.get_den().get_mpz_t()) == 0)
    return std::nullopt;
  return mpq_class(sqrt(square.get_num()), sqrt(square.get_den()));
}

// At most 2^-bits below the root.
mpq_class root_below(const mpq_class& square, unsigned long bits) {
  const mpz_class scaled = floor_of(square * power_of_two(2 * bits));
  return mpq_class(sqrt(scaled)) / power_of_two(bits);
}

// The greatest multiple of 2^-bits, u, with f(u) <= the irrational root of `square`. f ascends.
mpq_class last_below(const Linear& f, const mpq_class& square, unsigned long bits) {
  const auto below = [&](const mpq_class& u) {
    const mpq_class y = f(u);
    return sgn(y) <= 0 || y * y < square;
  };
  // Precise enough that the first guess is at most one step too low.
  const mpz_class steepness = floor_of(1 / f.slope) + 1;
  const mpq_class root = root_below(square, bits + mpz_sizeinbase(steepness.get_mpz_t(), 2));
  const mpq_class step = 1 / power_of_two(bits);
  mpq_class u = mpq_class(floor_of((root - f.at) / f.slope / step)) * step;
  while (below(u + step)) u += step;
  return u;
}

}  // namespace

std::optional<ExactInterval> clip_to_distance(const ExactInterval& range, const Linear& distance,
                                              const mpq_class& squared_length, const mpq_class& reach,
                                              Rounding rounding) {
  const mpq_class square = reach * reach / squared_length;
  const auto near = [&](const mpq_class& u) {
    const mpq_class d = distance(u);
    return cmp(d * d, square);
  };
  const int first = near(range.from), last = near(range.to);
  if (first <= 0 && last <= 0) return range;
  if (first >= 0 && last >= 0) return std::nullopt;
  // One end is strictly within reach, the other beyond.
  const bool ascends = first < 0;
  if (const auto root = exact_root(square)) {
    const mpq_class end = (*root - distance.at) / distance.slope;
    return ascends ? ExactInterval{range.from, end} : ExactInterval{end, range.to};
  }
  const mpq_class outward = rounding == Rounding::outward ? 1 / power_of_two(digits) : mpq_class(0);
  for (unsigned long bits = digits;; bits += digits) {
    if (ascends) {
      mpq_class end = last_below(distance, square, bits) + outward;
      if (end > range.from) return ExactInterval{range.from, std::min(end, range.to)};
    } else {
      mpq_class start = -last_below({distance.at, -distance.slope}, square, bits) - outward;
      if (start < range.to) return ExactInterval{std::max(start, range.from), range.to};
    }
  }
}

}  // namespace plumb::kernel
