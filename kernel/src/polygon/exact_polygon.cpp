// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/exact_polygon.h"

#include <bit>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"

namespace plumb::kernel {

Box box_of(std::span<const ExactPoint> points) {
  Box box = no_box;
  for (const ExactPoint& p : points)
    for (std::size_t k = 0; k < 3; ++k) {
      const Interval at = interval_of(p[k]);
      box.low[k] = std::min(box.low[k], at.low);
      box.high[k] = std::max(box.high[k], at.high);
    }
  return box;
}

ExactPlane exact_plane(const PointTable& points, std::span<const PointId> corners) {
  const auto n = upward_normal<mpz_class>(points, corners);
  const ExactPoint p = exact_point(points, corners[0]);
  ExactPlane plane;
  plane.x[0] = mpq_class(-n.x, n.z);
  plane.x[1] = mpq_class(-n.y, n.z);
  for (int k = 0; k < 2; ++k) plane.x[k].canonicalize();
  plane.x[2] = formulas::linear(-plane.x[0], -plane.x[1], p[2], p[0], p[1]);
  return plane;
}

namespace {

auto normal_of(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  const auto from_a = [&](const ExactPoint& p) { return ExactPoint{p[0] - a[0], p[1] - a[1], p[2] - a[2]}; };
  return formulas::cross(from_a(b), from_a(c));
}

// Coordinates of three points along one axis in integers over one denominator.
struct Axis {
  mpz_class denominator = 1;
  std::array<mpz_class, 3> at;
  Axis(const mpq_class& a, const mpq_class& b, const mpq_class& c) {
    const mpq_class* const all[3] = {&a, &b, &c};
    for (const mpq_class* v : all)
      if (v->get_den() != denominator) denominator = lcm(denominator, v->get_den());
    for (std::size_t i = 0; i < 3; ++i) {
      if (all[i]->get_den() == denominator) {
        at[i] = all[i]->get_num();
        continue;
      }
      mpz_divexact(at[i].get_mpz_t(), denominator.get_mpz_t(), all[i]->get_den_mpz_t());
      at[i] *= all[i]->get_num();
    }
  }
  mpz_class run(std::size_t to) const { return at[to] - at[0]; }
};

}  // namespace

// In integers, which are reduced once: fractions would be reduced at every step. The normal is (X, Y, Z) times, for
// each axis, its denominator, over the product of all three.
ExactPlane exact_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  if (a[2] == b[2] && a[2] == c[2]) return {{0, 0, a[2]}};
  const Axis x(a[0], b[0], c[0]), y(a[1], b[1], c[1]), z(a[2], b[2], c[2]);
  const auto n = formulas::cross(std::array{x.run(1), y.run(1), z.run(1)}, std::array{x.run(2), y.run(2), z.run(2)});
  const mpz_class over = n[2] * z.denominator;
  ExactPlane plane;
  plane.x[0] = mpq_class(-n[0] * x.denominator, over);
  plane.x[1] = mpq_class(-n[1] * y.denominator, over);
  plane.x[2] = mpq_class(n[2] * z.at[0] + n[0] * x.at[0] + n[1] * y.at[0], over);
  for (mpq_class& v : plane.x) v.canonicalize();
  return plane;
}

mpq_class height_on_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const PlanPoint& at) {
  const auto n = normal_of(a, b, c);
  return formulas::height_on_plane<mpq_class>(a[2], n[0], n[1], n[2], at[0] - a[0], at[1] - a[1]);
}

// A corner more is a triangle more: two products of differences, of 2 (bits + 1) bits and a sign each.
std::optional<Int128> native_doubled_area(const PointTable& points, std::span<const PointId> c) {
  if (!points.native() || !points.are_whole(c) || 2 * (points.bits() + 1) + 1 + std::bit_width(c.size()) > 127)
    return std::nullopt;
  return formulas::doubled_area<Int128>(c.size(), [&](std::size_t i) {
    return std::array<Int128, 2>{points.native_difference(c[i], c[0], 0), points.native_difference(c[i], c[0], 1)};
  });
}

mpq_class doubled_area(const PointTable& points, std::span<const PointId> c) {
  const mpz_class scale = common_scale(points, c);
  const auto doubled = formulas::doubled_area<mpz_class>(c.size(), [&](std::size_t i) {
    return std::array{points.scaled(c[i], 0, scale), points.scaled(c[i], 1, scale)};
  });
  mpq_class area(doubled, scale * scale);
  area.canonicalize();
  return area;
}

mpq_class plan_area(const PointTable& points, std::span<const PointId> c) {
  return -doubled_area(points, c) / (2 * points.denominator() * points.denominator());
}

bool projection_contains(const std::vector<ExactPoint>& corners, const PlanPoint& at) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    if (sgn(formulas::orient2d(p, q, at)) > 0) return false;  // left of an edge run clockwise
  }
  return true;
}

PerturbedPoint plan_spot(PlanPoint at) { return {std::move(at), {{1, 0}, {0, 1}}}; }

Sign sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PerturbedPoint& spot) {
  Sign s = sign_of(sgn(formulas::linear(a, b, c, spot.at[0], spot.at[1])));
  for (std::size_t i = 0; s == 0 && i < spot.moves.size(); ++i)
    s = sign_of(sgn(mpq_class(a * spot.moves[i][0] + b * spot.moves[i][1])));
  return s;
}

bool over_spot(const std::vector<ExactPoint>& corners, const PerturbedPoint& spot) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    const mpq_class a = q[1] - p[1], b = p[0] - q[0];  // positive on the right: corners run clockwise
    if (sign_at(a, b, -(a * p[0] + b * p[1]), spot) <= 0) return false;
  }
  return true;
}

bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PerturbedPoint& spot) {
  return sign_at(plane.x[0] - floor.x[0], plane.x[1] - floor.x[1], plane.x[2] - floor.x[2], spot) > 0;
}

}  // namespace plumb::kernel
