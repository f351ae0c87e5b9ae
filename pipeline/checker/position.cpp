// SPDX-License-Identifier: LGPL-3.0-or-later
#include "position.h"

#include <algorithm>

namespace plumb::checker {

Position::Position(Integer above_, Integer below_) : above(std::move(above_)), below(std::move(below_)) {
  near = quotient_near(above, below);
}

namespace {

// Both doubles are within 5u of what they stand for (place_error). 0: they do not tell.
int certain_order(double p, double q) {
  if (p + slack(p) < q - slack(q)) return -1;
  return q + slack(q) < p - slack(p) ? 1 : 0;
}

}  // namespace

int compare(const Vertex& v, bool x, const Position& p) {
  const int certain = certain_order(x ? v.fx : v.fy, p.near);
  return certain != 0 ? certain : compare(Position(v, x), p);
}

int compare(const Position& p, const Position& q) {
  if (p.point != none && p.point == q.point) return 0;
  if (const int certain = certain_order(p.near, q.near)) return certain;
  const int c = cmp(p.above * q.below, q.above * p.below);
  return (c > 0) - (c < 0);
}

Given::Given(const Fraction& x_, const Fraction& y_, const Integer& scale) {
  const Integer &m = x_.get_den(), &n = y_.get_den();
  if (m == n) {
    x = x_.get_num() * scale;
    y = y_.get_num() * scale;
    w = m;
  } else {
    x = x_.get_num() * scale * n;
    y = y_.get_num() * scale * m;
    w = m * n;
  }
}

bool is_point(const Fraction& x, const Fraction& y, const Point& p, const Integer& scale) {
  const auto is = [&](const Fraction& at, const Integer& v) {
    return p.is_whole() ? at.get_num() * scale == v * at.get_den() : at.get_num() * scale * p.w == v * at.get_den();
  };
  return is(x, p.x) && is(y, p.y);
}

// Where an edge crosses, each of its ends weighs as much as the value at the other.
std::optional<Chord> chord(const Line& line, const Outline& outline) {
  const std::size_t n = outline.size();
  const bool x = by_x(line);
  std::vector<int> sides(n);
  std::size_t met = 0;
  for (std::size_t i = 0; i < n; ++i) sides[i] = side(line, outline[i]);
  for (std::size_t i = 0; i < n; ++i) met += (sides[i] == 0) + (sides[i] * sides[i + 1 == n ? 0 : i + 1] < 0);
  if (met < 2) return std::nullopt;
  std::optional<Chord> found;
  const auto add = [&](Position at) {
    if (!found) found = Chord{at, at};
    else if (compare(at, found->from) < 0) found->from = std::move(at);
    else if (compare(at, found->to) > 0) found->to = std::move(at);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vertex &v = outline[i], &w = outline[i + 1 == n ? 0 : i + 1];
    if (sides[i] == 0) add({v, x});
    if (sides[i] * sides[i + 1 == n ? 0 : i + 1] >= 0) continue;
    const Integer s = abs(value(line, w)), t = abs(value(line, v));
    add({s * (x ? v.x : v.y) + t * (x ? w.x : w.y), s * v.w + t * w.w});
  }
  return found;
}

}  // namespace plumb::checker
