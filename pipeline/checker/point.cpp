// SPDX-License-Identifier: LGPL-3.0-or-later
#include "point.h"

namespace plumb::checker {

Point::Point(Integer x_, Integer y_, Integer z_, Integer w_)
    : x(std::move(x_)), y(std::move(y_)), z(std::move(z_)), w(std::move(w_)), near(), is_short(is_whole()) {
  for (int axis = 0; axis < 3; ++axis) {
    const double value = is_whole() ? (*this)[axis].get_d() : exact(*this, axis).get_d();
    near[static_cast<std::size_t>(axis)] = value;
  }
  is_short = is_short && greatest() <= 0x1p61;  // truncated: of an integer by less than 2^9
  if (!is_short) return;
  for (int axis = 0; axis < 3; ++axis) at[static_cast<std::size_t>(axis)] = mpz_get_si((*this)[axis].get_mpz_t());
}

// Truncation keeps order: where the doubles differ, so do the coordinates, and in the same way.
int compare(const Point& p, const Point& q, int axis) {
  const double at = p.near[static_cast<std::size_t>(axis)], other = q.near[static_cast<std::size_t>(axis)];
  if (at != other) return at < other ? -1 : 1;
  if (p.is_short && q.is_short) {
    const std::int64_t i = p.at[static_cast<std::size_t>(axis)], j = q.at[static_cast<std::size_t>(axis)];
    return (i > j) - (i < j);
  }
  const int c = cmp(p[axis] * q.w, q[axis] * p.w);
  return (c > 0) - (c < 0);
}

Fraction exact(const Point& p, int axis) {
  if (p.is_whole()) return Fraction(p[axis]);
  return quotient(p[axis], p.w);
}

}  // namespace plumb::checker
