// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/disc.h"

#include <cassert>
#include <numeric>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::kernel {
namespace {

// Part of what the points are, no bound on an error: whatever it is, they are points of the circle. The larger, the
// shorter they are; tangents of half angles are pi / 512 apart or more, which is over twice as far, so they keep their
// order.
mpq_class choice() { return {1, 512}; }

// The fraction of the least denominator in [low, high], 0 <= low < high: the first on the way down the Stern-Brocot
// tree.
mpq_class simplest_fraction(const mpq_class& low, const mpq_class& high) {
  const mpz_class whole = low.get_num() / low.get_den();
  if (low == whole) return whole;
  if (whole + 1 <= high) return whole + 1;
  const mpq_class rest = simplest_fraction(1 / mpq_class(high - whole), 1 / mpq_class(low - whole));
  return whole + 1 / rest;
}

// tan(pi j / n), correctly rounded, so that it is the same everywhere.
mpq_class half_angle_tangent(std::uint32_t j, std::uint32_t n) {
  constexpr int working = 200, kept = 53;
  Real angle(working), tangent(kept);
  mpfr_const_pi(angle, MPFR_RNDN);
  mpfr_mul_ui(angle, angle, j, MPFR_RNDN);
  mpfr_div_ui(angle, angle, n, MPFR_RNDN);
  mpfr_tan(tangent, angle, MPFR_RNDN);
  return tangent.rational();
}

// At an angle near 2 pi j / n, at most an eighth of a turn.
PlanPoint point_at(std::uint32_t j, std::uint32_t n) {
  if (j == 0) return {1, 0};
  const mpq_class near = half_angle_tangent(j, n);
  const mpq_class t = simplest_fraction(std::max<mpq_class>(near - choice(), 0), near + choice());
  const mpz_class &p = t.get_num(), &q = t.get_den();
  const mpz_class length = q * q + p * p;
  PlanPoint out{mpq_class(q * q - p * p, length), mpq_class(2 * p * q, length)};
  for (mpq_class& x : out) x.canonicalize();
  return out;
}

PlanPoint scaled(const PlanPoint& p, const mpq_class& by) { return {p[0] * by, p[1] * by}; }

// Shortest integers along a direction, and what they are a multiple by.
std::array<mpz_class, 2> integers_along(const PlanPoint& v, mpq_class& factor) {
  const mpz_class unit = lcm(v[0].get_den(), v[1].get_den());
  std::array<mpz_class, 2> n{v[0].get_num() * (unit / v[0].get_den()), v[1].get_num() * (unit / v[1].get_den())};
  const mpz_class shared = gcd(n[0], n[1]);
  for (mpz_class& x : n) x /= shared;
  factor = mpq_class(unit, shared);
  factor.canonicalize();
  return n;
}

}  // namespace

std::vector<PlanPoint> disc_points(std::uint32_t count) {
  assert(count >= min_disc_points && count <= max_disc_points && count % 4 == 0);
  const std::uint32_t quarter = count / 4;
  std::vector<PlanPoint> out;
  for (std::uint32_t j = 0; j < count; ++j) {
    if (j >= quarter) {
      const PlanPoint& before = out[j - quarter];
      out.push_back({-before[1], before[0]});
    } else if (8 * j <= count) {
      out.push_back(point_at(j / std::gcd(j, count), count / std::gcd(j, count)));
    } else {  // mirrored at the diagonal
      const PlanPoint& image = out[quarter - j];
      out.push_back({image[1], image[0]});
    }
  }
  return out;
}

DiscPolygon disc_polygon(std::uint32_t count, DiscBound bound, const mpq_class& radius) {
  const std::vector<PlanPoint> points = disc_points(count);
  const auto after = [&](std::size_t k) -> const PlanPoint& { return points[k + 1 == points.size() ? 0 : k + 1]; };
  const auto before = [&](std::size_t k) -> const PlanPoint& { return points[k == 0 ? points.size() - 1 : k - 1]; };
  DiscPolygon out;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const PlanPoint& p = points[k];
    DiscPolygon::Edge edge;
    mpq_class factor;
    if (bound == DiscBound::hull) {
      const PlanPoint& q = after(k);
      out.corners.push_back(scaled(p, radius));
      edge.normal = integers_along({q[1] - p[1], p[0] - q[0]}, factor);
      edge.offset = radius * (edge.normal[0] * p[0] + edge.normal[1] * p[1]);
    } else {
      // The tangents at two points meet on the line between them, at their sum over 1 + their product.
      const PlanPoint& q = before(k);
      out.corners.push_back(scaled({p[0] + q[0], p[1] + q[1]}, radius / (1 + p[0] * q[0] + p[1] * q[1])));
      edge.normal = integers_along(p, factor);
      edge.offset = radius * factor;
    }
    out.edges.push_back(std::move(edge));
  }
  return out;
}

mpq_class area(const DiscPolygon& polygon) {
  const auto corner = [&](std::size_t k) -> const PlanPoint& { return polygon.corners[k]; };
  return formulas::doubled_area<mpq_class>(polygon.corners.size(), corner) / 2;
}

}  // namespace plumb::kernel
