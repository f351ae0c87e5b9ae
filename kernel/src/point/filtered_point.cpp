// SPDX-License-Identifier: LGPL-3.0-or-later
// Circles, crossings and distances of points in plan, each first by intervals of doubles, then in integers.
//
// 1. in_circle() is the sign of a 3 x 3 determinant: of three points seen from the fourth, lifted to a paraboloid
//    (raised). in_circle_moved() decides four points of one circle by a symbolic perturbation.
// 2. crossing() brings the coordinates of four points to a common denominator on each axis (Coordinates) and reduces
//    once, at the end.
// 3. nearest_share() and squared_distance() are the distance of a point to a segment: to its line where the foot lies
//    on the segment, else to the nearer end. compare_squared_distance() compares it with a given number.
//
// Cost: a few operations on doubles where these decide, else on integers some times as long as the coordinates.
// Exact: all answers; the functions named ..._near are intervals around them.
// Source: Devillers & Teillaud (2011) for the perturbation; else textbook.
#include "plumb/kernel/filtered_point.h"

#include <algorithm>

namespace plumb::kernel {
namespace {

// A vector in plan times a positive number, in integers: (x, y) / w.
struct IntegerVector {
  mpz_class x, y, w;

  IntegerVector(const FilteredPoint& from, const FilteredPoint& to) {
    mpz_class y_divisor;
    set(x, w, from.x(), to.x());
    set(y, y_divisor, from.y(), to.y());
    if (w == y_divisor) return;
    x *= y_divisor;
    y *= w;
    w *= y_divisor;
  }

 private:
  static void set(mpz_class& numerator, mpz_class& divisor, const mpq_class& p, const mpq_class& q) {
    if (p.get_den() == q.get_den()) {
      numerator = q.get_num() - p.get_num();
      divisor = p.get_den();
      return;
    }
    numerator = q.get_num() * p.get_den() - p.get_num() * q.get_den();
    divisor = p.get_den() * q.get_den();
  }
};

// On the paraboloid over the way, times w * w.
std::array<mpz_class, 3> raised(const IntegerVector& d) {
  return {d.x * d.w, d.y * d.w, formulas::dot2d(d.x, d.y, d.x, d.y)};
}
std::array<Interval, 3> raised_near(const FilteredPoint& from, const FilteredPoint& to) {
  const Interval x = to.ix - from.ix, y = to.iy - from.iy;
  return {x, y, formulas::dot2d(x, y, x, y)};
}

// One coordinate of four points, in integers over what they have in common.
struct Coordinates {
  mpz_class p, q, u, v, divisor;

  Coordinates(const mpq_class& of_p, const mpq_class& of_q, const mpq_class& of_u, const mpq_class& of_v)
      : divisor(of_p.get_den()) {
    for (const mpq_class* c : {&of_q, &of_u, &of_v})
      if (c->get_den() != divisor) mpz_lcm(divisor.get_mpz_t(), divisor.get_mpz_t(), c->get_den_mpz_t());
    set(p, of_p);
    set(q, of_q);
    set(u, of_u);
    set(v, of_v);
  }

 private:
  void set(mpz_class& whole, const mpq_class& c) const {
    whole = c.get_num();
    if (c.get_den() == divisor) return;
    const mpz_class times = divisor / c.get_den();
    whole *= times;
  }
};

// Corners of a rectangle along the axes: levels are full of these.
bool on_rectangle(const std::array<const FilteredPoint*, 4>& p) {
  for (const std::size_t axis : {0, 1}) {
    const mpq_class *low = &p[0]->at[axis], *high = nullptr;
    for (const FilteredPoint* q : p) {
      const mpq_class& v = q->at[axis];
      if (v == *low) continue;
      if (high == nullptr) high = &v;
      else if (v != *high) return false;
    }
  }
  return true;
}

}  // namespace

Sign in_circle(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d) {
  using formulas::orient3d;
  if (const auto sign = orient3d(raised_near(d, a), raised_near(d, b), raised_near(d, c)).sign()) return *sign;
  if (on_rectangle({&a, &b, &c, &d})) return Sign::zero;
  return sign_of(sgn(orient3d(raised(IntegerVector(d, a)), raised(IntegerVector(d, b)), raised(IntegerVector(d, c)))));
}

bool in_circle_moved(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d) {
  if (const Sign inside = in_circle(a, b, c, d); inside != 0) return inside > 0;
  std::array<const FilteredPoint*, 4> points{&a, &b, &c, &d};
  std::ranges::sort(points, [](const FilteredPoint* p, const FilteredPoint* q) { return before(*p, *q); });
  // The last is moved most: what its move does, decides, or else what that of the one before does.
  for (std::size_t i = 3; i > 0; --i) {
    if (points[i] == &d) return false;
    const Sign turn = points[i] == &c   ? orientation(a, b, d)
                      : points[i] == &b ? orientation(a, d, c)
                                        : orientation(d, b, c);
    if (turn != 0) return turn > 0;
  }
  return false;
}

PlanPoint crossing(const PlanPoint& p, const PlanPoint& q, const PlanPoint& u, const PlanPoint& v) {
  const Coordinates x(p[0], q[0], u[0], v[0]), y(p[1], q[1], u[1], v[1]);
  const mpz_class run_x = x.v - x.u, run_y = y.v - y.u;
  const auto side = [&](const mpz_class& at_x, const mpz_class& at_y) {
    return formulas::determinant<mpz_class, mpz_class, mpz_class, mpz_class>(run_x, run_y, at_x - x.u, at_y - y.u);
  };
  const mpz_class p_side = side(x.p, y.p), sum = p_side - side(x.q, y.q);
  const auto coordinate = [&](const Coordinates& c) {
    mpq_class at(c.p * sum + p_side * (c.q - c.p), sum * c.divisor);
    at.canonicalize();
    return at;
  };
  return {coordinate(x), coordinate(y)};
}

namespace {

using formulas::determinant;
using formulas::dot2d;

Interval square(const Interval& v) {
  const Interval s = v * v;
  return s.low < 0 ? Interval(0.0, s.high) : s;
}

// -1: the nearest point is certainly p, 1: certainly q; 0: doubles do not tell.
int nearest_end(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  const Interval px = interval_of(p[0]), py = interval_of(p[1]);
  const Interval dx = interval_of(q[0]) - px, dy = interval_of(q[1]) - py;
  const Interval along = dot2d(interval_of(at[0]) - px, interval_of(at[1]) - py, dx, dy);
  if (along.high < 0) return -1;
  return along.low > (square(dx) + square(dy)).high ? 1 : 0;
}

}  // namespace

mpq_class nearest_share(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  if (const int end = nearest_end(at, p, q)) return end < 0 ? 0 : 1;
  const mpq_class dx = q[0] - p[0], dy = q[1] - p[1], length = dot2d(dx, dy, dx, dy);
  if (length == 0) return 0;
  const mpq_class ax = at[0] - p[0], ay = at[1] - p[1], along = dot2d(ax, ay, dx, dy);
  if (along <= 0) return 0;
  if (along >= length) return 1;
  return along / length;
}

PlanPoint nearest_point(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  if (at == p || at == q) return at;
  if (const int end = nearest_end(at, p, q)) return end < 0 ? p : q;
  return point_along(p, q, nearest_share(at, p, q));
}

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& q) {
  // Most points that are compared share a coordinate, or are one. A square of a fraction in lowest terms is in them.
  mpq_class sum = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (p[k] == q[k]) continue;
    mpq_class d = q[k] - p[k];
    d.get_num() *= d.get_num();
    d.get_den() *= d.get_den();
    if (sgn(sum) == 0) swap(sum, d);
    else sum += d;
  }
  return sum;
}

mpq_class squared_distance(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  return squared_distance(at, nearest_point(at, p, q));
}

Interval squared_distance_near(const FilteredPoint& p, const FilteredPoint& q) {
  return square(q.ix - p.ix) + square(q.iy - p.iy);
}

Interval squared_distance_near(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q) {
  const Interval dx = q.ix - p.ix, dy = q.iy - p.iy, ax = at.ix - p.ix, ay = at.iy - p.iy;
  const Interval along = dot2d(ax, ay, dx, dy), length = square(dx) + square(dy);
  const Interval to_p = squared_distance_near(at, p), to_q = squared_distance_near(at, q);
  if (along.high <= 0) return to_p;
  if (along.low >= length.high) return to_q;
  Interval foot = square(determinant(dx, dy, ax, ay)) / length;
  foot.low = std::max(foot.low, 0.0);
  if (along.low >= 0 && along.high <= length.low) return foot;
  // One of the three: the foot is never farther than the ends.
  return {foot.low, std::min(to_p.high, to_q.high)};
}

bool has_foot(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q) {
  // Both angles at the ends are less than a quarter turn.
  const auto is_ahead = [&](const FilteredPoint& from, const FilteredPoint& to) {
    const Interval near = dot2d(at.ix - from.ix, at.iy - from.iy, to.ix - from.ix, to.iy - from.iy);
    if (const auto sign = near.sign()) return *sign == Sign::positive;
    return dot2d(at.x() - from.x(), at.y() - from.y(), to.x() - from.x(), to.y() - from.y()) > 0;
  };
  return is_ahead(p, q) && is_ahead(q, p);
}

int compare_squared_distance(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q,
                             const mpq_class& square) {
  const Interval near = squared_distance_near(at, p, q), wanted = interval_of(square);
  if (near.high < wanted.low) return -1;
  if (near.low > wanted.high) return 1;
  return sgn(squared_distance(at.at, p.at, q.at) - square);
}

bool cross(const FilteredPoint& p, const FilteredPoint& q, const FilteredPoint& a, const FilteredPoint& b) {
  return orientation(p, q, a) * orientation(p, q, b) < 0 && orientation(a, b, p) * orientation(a, b, q) < 0;
}

}  // namespace plumb::kernel
