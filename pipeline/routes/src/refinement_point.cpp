// SPDX-License-Identifier: GPL-3.0-or-later
#include "refinement_point.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::formulas::dot2d;

mpz_class floor_of(const mpq_class& v) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
  return out;
}

// The root of a number rounded down, by at most 2^-bits of its value.
mpq_class root_below(const mpq_class& square, unsigned bits) {
  // sqrt(n / d) = sqrt(n d) / d.
  mpz_class scaled = square.get_num() * square.get_den();
  mpz_mul_2exp(scaled.get_mpz_t(), scaled.get_mpz_t(), 2 * bits);
  mpq_class out(sqrt(scaled), square.get_den());
  out.canonicalize();
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), bits);
  return out;
}

}  // namespace

std::optional<Shares> within_circle(const PlanPoint& from, const PlanPoint& to,
                                    const std::array<const PlanPoint*, 3>& circle) {
  // Relative to the first point, twice the centre is (ux, uy) / d.
  const PlanPoint& o = *circle[0];
  const mpq_class bx = (*circle[1])[0] - o[0], by = (*circle[1])[1] - o[1], cx = (*circle[2])[0] - o[0],
                  cy = (*circle[2])[1] - o[1];
  const mpq_class d = kernel::formulas::determinant(bx, by, cx, cy), b2 = dot2d(bx, by, bx, by),
                  c2 = dot2d(cx, cy, cx, cy);
  const mpq_class ux = kernel::formulas::determinant(b2, by, c2, cy) / d,
                  uy = kernel::formulas::determinant(bx, b2, cx, c2) / d;
  // |p - centre|^2 - radius^2 = p . p - p . u, at p = from + t run - o.
  const mpq_class px = from[0] - o[0], py = from[1] - o[1], rx = to[0] - from[0], ry = to[1] - from[1];
  const mpq_class square = dot2d(rx, ry, rx, ry);
  const mpq_class half = (dot2d(px, py, rx, ry) * 2 - dot2d(ux, uy, rx, ry)) / (2 * square);
  const mpq_class rest = (dot2d(px, py, px, py) - dot2d(px, py, ux, uy)) / square;
  const mpq_class discriminant = half * half - rest;
  if (discriminant <= 0) return std::nullopt;
  const mpq_class root = root_below(discriminant, 20);
  return Shares{-half - root, -half + root};
}

mpq_class refinement_point(const std::array<PlanPoint, 2>& whole, const Shares& part,
                           const std::array<const PlanPoint*, 3>& disturbance,
                           const std::array<const PlanPoint*, 3>& traversal) {
  const auto clipped = [](const Shares& s, const Shares& t) {
    return Shares{std::max(s.low, t.low), std::min(s.high, t.high)};
  };
  const Shares own = clipped(*within_circle(whole[0], whole[1], disturbance), part);
  const mpq_class quarter = (own.high - own.low) / 4;
  const Shares middle{own.low + quarter, own.high - quarter};
  const auto other = within_circle(whole[0], whole[1], traversal);
  const Shares both = other ? clipped(*other, middle) : middle;
  const Shares& in = both.low < both.high ? both : middle;
  return shortest_dyadic(in.low, in.high);
}

mpq_class shortest_dyadic(const mpq_class& low, const mpq_class& high) {
  mpq_class scaled_low = low, scaled_high = high;
  for (unsigned bits = 0;; ++bits) {
    const mpz_class up = -floor_of(-scaled_low);
    if (up <= scaled_high) {
      mpq_class out(up);
      mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), bits);
      return out;
    }
    scaled_low *= 2;
    scaled_high *= 2;
  }
}

}  // namespace plumb::pipeline
