// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/filtered_point.h"

#include <algorithm>

namespace plumb::kernel {
namespace {

// A way in plan times a positive number, in integers: (x, y) / w.
struct Way {
  mpz_class x, y, w;

  Way(const FilteredPoint& from, const FilteredPoint& to) {
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
std::array<mpz_class, 3> raised(const Way& d) { return {d.x * d.w, d.y * d.w, formulas::dot2d(d.x, d.y, d.x, d.y)}; }
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

int in_circle(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d) {
  using formulas::orient3d;
  if (const auto sign = orient3d(raised_near(d, a), raised_near(d, b), raised_near(d, c)).sign())
    return static_cast<int>(*sign);
  if (on_rectangle({&a, &b, &c, &d})) return 0;
  return sgn(orient3d(raised(Way(d, a)), raised(Way(d, b)), raised(Way(d, c))));
}

bool in_circle_moved(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d) {
  if (const int inside = in_circle(a, b, c, d)) return inside > 0;
  std::array<const FilteredPoint*, 4> points{&a, &b, &c, &d};
  std::ranges::sort(points, [](const FilteredPoint* p, const FilteredPoint* q) { return before(*p, *q); });
  // The last is moved most: what its move does, decides, or else what that of the one before does.
  for (std::size_t i = 3; i > 0; --i) {
    if (points[i] == &d) return false;
    const int turn = points[i] == &c   ? orientation(a, b, d)
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

}  // namespace plumb::kernel
