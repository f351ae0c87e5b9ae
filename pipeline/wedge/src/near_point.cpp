// SPDX-License-Identifier: GPL-3.0-or-later
#include "near_point.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

// A way in plan times a positive number, in integers: (x, y) / w.
struct Way {
  mpz_class x, y, w;

  Way(const NearPoint& from, const NearPoint& to) {
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
std::array<mpz_class, 3> raised(const Way& d) {
  return {d.x * d.w, d.y * d.w, kernel::formulas::dot2d(d.x, d.y, d.x, d.y)};
}
std::array<kernel::Interval, 3> raised_near(const NearPoint& from, const NearPoint& to) {
  const kernel::Interval x = to.ix - from.ix, y = to.iy - from.iy;
  return {x, y, kernel::formulas::dot2d(x, y, x, y)};
}

// Corners of a rectangle along the axes: levels are full of these.
bool on_rectangle(const std::array<const NearPoint*, 4>& p) {
  for (const std::size_t axis : {0, 1}) {
    const mpq_class *low = &p[0]->at[axis], *high = nullptr;
    for (const NearPoint* q : p) {
      const mpq_class& v = q->at[axis];
      if (v == *low) continue;
      if (high == nullptr) high = &v;
      else if (v != *high) return false;
    }
  }
  return true;
}

}  // namespace

int in_circle(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d) {
  using kernel::formulas::orient3d;
  if (const auto sign = orient3d(raised_near(d, a), raised_near(d, b), raised_near(d, c)).sign())
    return static_cast<int>(*sign);
  if (on_rectangle({&a, &b, &c, &d})) return 0;
  return sgn(orient3d(raised(Way(d, a)), raised(Way(d, b)), raised(Way(d, c))));
}

bool in_circle_moved(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d) {
  if (const int inside = in_circle(a, b, c, d)) return inside > 0;
  std::array<const NearPoint*, 4> points{&a, &b, &c, &d};
  std::ranges::sort(points, [](const NearPoint* p, const NearPoint* q) { return kernel::before(*p, *q); });
  // The last is moved most: what its move does, decides, or else what that of the one before does.
  for (std::size_t i = 3; i > 0; --i) {
    if (points[i] == &d) return false;
    const int turn = points[i] == &c   ? kernel::orientation(a, b, d)
                     : points[i] == &b ? kernel::orientation(a, d, c)
                                       : kernel::orientation(d, b, c);
    if (turn != 0) return turn > 0;
  }
  return false;
}

}  // namespace plumb::pipeline
