// SPDX-License-Identifier: LGPL-3.0-or-later
// The exact geometry of the plan: points of the level, lines, vertices where lines meet, positions along a line, and
// the signs on which all decisions of the checker rest.
//
// 1. Point keeps a coordinate as an integer over a common denominator, and doubles that are truncated; compare() of two
//    points compares these doubles first, as truncation keeps order.
// 2. Line and Vertex keep integers, and doubles for the filter: those of a line are scaled by one power of two, those
//    of a vertex are quotients. side(), the sign of a line's sum at a vertex, and turn() are computed in doubles, and
//    in integers where the bound of the error leaves the sign open. The derivations of the bounds stand at
//    certain_side() (geometry.h) and at turn().
// 3. meet() returns the vertex of two lines, clip() what a half plane leaves of a convex outline.
// 4. A Position is a fraction that is not reduced. compare() of two positions also tries doubles first. chord() returns
//    from where to where a line runs through an outline.
// 5. A Given is a place as a certificate writes it; it is compared with lines, positions and points in integers.
// positive_next_to() moves a vertex a very little along x, and still less along y, without changing any number: so it
// is on no line.
//
// Cost: a few products each; clip() and chord() are linear in the corners. Numbers are as long as those they are made
// of.
// Exact: every answer. The doubles decide only where their error, at most side_error, turn_error or place_error, cannot
// change the sign.
// Source: textbook formulas; the error bounds are ours, and tests/checker/geometry_test.cpp computes them again.
#include "base/geometry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace plumb::checker {
namespace {

std::int64_t bits(const Integer& v) { return static_cast<std::int64_t>(v.bits()); }

// v / 2^exponent, truncated to a double: 0, or of magnitude 2^-401 to 2^400; NaN beyond.
double scaled(const Integer& v, std::int64_t exponent) {
  std::int64_t e = 0;
  const double mantissa = v.mantissa(e);
  const std::int64_t left = e - exponent;
  if (std::abs(left) > 400 && mantissa != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(mantissa, static_cast<int>(left));
}

// Whether the number is below 2^384: truncated to a double, it is 0 or of magnitude 1 to 2^384.
bool needs_no_scale(const Integer& v) { return v.is_small() || v.bits() <= 384; }

}  // namespace

Point::Point(Integer x_, Integer y_, Integer z_, Integer w_)
    : x(std::move(x_)), y(std::move(y_)), z(std::move(z_)), w(std::move(w_)), near(), is_short(is_whole()) {
  for (int axis = 0; axis < 3; ++axis) {
    const double value = is_whole() ? (*this)[axis].truncated() : exact(*this, axis).get_d();
    near[static_cast<std::size_t>(axis)] = value;
  }
  is_short = is_short && greatest() <= 0x1p61;  // truncated: of an integer by less than 2^9
  if (!is_short) return;
  for (int axis = 0; axis < 3; ++axis) at[static_cast<std::size_t>(axis)] = (*this)[axis].low();
}

// Truncation keeps order: where the doubles differ, so do the coordinates, and in the same way.
int compare(const Point& p, const Point& q, int axis) {
  const double at = p.near[static_cast<std::size_t>(axis)], other = q.near[static_cast<std::size_t>(axis)];
  if (has_filters && at != other) return at < other ? -1 : 1;
  if (p.is_short && q.is_short) {
    const std::int64_t i = p.at[static_cast<std::size_t>(axis)], j = q.at[static_cast<std::size_t>(axis)];
    return (i > j) - (i < j);
  }
  return order(p[axis] * q.w, q[axis] * p.w);
}

Point point_at(const std::array<Fraction, 3>& at) {
  const mpz_class w = lcm(lcm(at[0].get_den(), at[1].get_den()), at[2].get_den());
  const auto times_w = [&](const Fraction& v) { return Integer(mpz_class(v.get_num() * (w / v.get_den()))); };
  return {times_w(at[0]), times_w(at[1]), times_w(at[2]), w};
}

Fraction exact(const Point& p, int axis) {
  if (p.is_whole()) return fraction(p[axis]);
  return quotient(p[axis], p.w);
}

Integer value(const Line& l, const Vertex& v) { return l.a * v.x + l.b * v.y + l.c * v.w; }

Line::Line(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  if (needs_no_scale(a) && needs_no_scale(b) && needs_no_scale(c)) {
    fa = a.truncated();
    fb = b.truncated();
    fc = c.truncated();
    return;
  }
  const std::int64_t exponent = std::max({bits(a), bits(b), bits(c)});  // the line times a positive number
  fa = scaled(a, exponent);
  fb = scaled(b, exponent);
  fc = scaled(c, exponent);
}

// Of short points, coefficients are below 2^125: as doubles, rounded, they need no scale.
Line Line::through(const Point& p, const Point& q) {
  if (!p.is_short || !q.is_short) return through(Vertex(p), Vertex(q));
  const auto x = [](const Point& v) { return coordinate<Wide>(v, 0); };
  const auto y = [](const Point& v) { return coordinate<Wide>(v, 1); };
  return {y(p) - y(q), x(q) - x(p), x(p) * y(q) - y(p) * x(q)};
}

Line Line::through(const Vertex& v, const Vertex& w) {
  return {v.y * w.w - w.y * v.w, w.x * v.w - v.x * w.w, v.x * w.y - v.y * w.x};
}

Line::Line(Wide a_, Wide b_, Wide c_)
    : a(a_), b(b_), c(c_), fa(static_cast<double>(a_)), fb(static_cast<double>(b_)), fc(static_cast<double>(c_)) {}

Vertex::Vertex(Integer x_, Integer y_, Integer w_) : x(std::move(x_)), y(std::move(y_)), w(std::move(w_)) {
  if (needs_no_scale(x) && needs_no_scale(y) && needs_no_scale(w)) {
    const double fw = w.truncated();
    fx = x.truncated() / fw;
    fy = y.truncated() / fw;
    return;
  }
  const std::int64_t exponent = bits(w);
  const double fw = scaled(w, exponent);
  fx = scaled(x, exponent) / fw;
  fy = scaled(y, exponent) / fw;
}

Vertex::Vertex(const Point& p) : x(p.x), y(p.y), w(p.w), fx(p.near[0]), fy(p.near[1]) {
  if (!p.is_short) *this = Vertex(p.x, p.y, p.w);
}

double quotient_near(const Integer& a, const Integer& b) {
  if (needs_no_scale(a) && needs_no_scale(b)) return a.truncated() / b.truncated();
  const std::int64_t exponent = bits(b);
  return scaled(a, exponent) / scaled(b, exponent);
}

int side(const Line& l, const Vertex& v) {
  if (const auto certain = certain_side(l, v.fx, v.fy)) return *certain;
  if (v.point != none && (v.point == l.from || v.point == l.to)) return 0;
  return sign_of_sum(l.a, v.x, l.b, v.y, l.c, v.w);
}

bool somewhere_positive(const Line& line, const Outline& corners, int sign) {
  return std::any_of(corners.begin(), corners.end(), [&](const Vertex& v) { return side(line, v) * sign > 0; });
}
bool nowhere_negative(const Line& line, const Outline& corners) {
  return std::none_of(corners.begin(), corners.end(), [&](const Vertex& v) { return side(line, v) < 0; });
}

bool positive_next_to(const Line& line, const Vertex& vertex) {
  const int s = side(line, vertex);
  return s != 0 ? s > 0 : sgn(line.a) != 0 ? sgn(line.a) > 0 : sgn(line.b) > 0;
}

// Two truncations, a product and a difference: a little more than 6u.
int turn(const Line& l, const Line& m) {
  const double p = l.fa * m.fb, q = l.fb * m.fa;
  if (has_filters && std::fabs(p - q) > (std::fabs(p) + std::fabs(q)) * turn_error) return p > q ? 1 : -1;
  return order(l.a * m.b, l.b * m.a);
}

Vertex meet(const Line& l, const Line& m) {
  Integer x = l.b * m.c - l.c * m.b, y = l.c * m.a - l.a * m.c, w = l.a * m.b - l.b * m.a;
  if (sgn(w) < 0) {
    x = -x;
    y = -y;
    w = -w;
  }
  return {std::move(x), std::move(y), std::move(w)};
}

Line line_of(const Fraction& a, const Fraction& b, const Fraction& c) {
  const mpz_class unit = lcm(lcm(a.get_den(), b.get_den()), c.get_den());
  std::array<mpz_class, 3> whole;
  for (const auto& [to, from] : {std::pair(&whole[0], &a), std::pair(&whole[1], &b), std::pair(&whole[2], &c)})
    *to = from->get_num() * (unit / from->get_den());
  const mpz_class shared = gcd(gcd(whole[0], whole[1]), whole[2]);
  if (shared > 1)
    for (mpz_class& v : whole) v /= shared;
  return {Integer(whole[0]), Integer(whole[1]), Integer(whole[2])};
}

Vertex vertex_of(const Place& at) {
  const Point p = point_at({at[0], at[1], 0});
  return {p.x, p.y, p.w};
}

Place place_of(const Vertex& v) { return {quotient(v.x, v.w), quotient(v.y, v.w)}; }

// Where an edge crosses the line, each of its ends weighs as much as the value at the other.
Outline clip(Outline outline, const Line& line) {
  const std::size_t n = outline.size();
  std::vector<int> sides(n);
  bool any = false, all = true;
  for (std::size_t i = 0; i < n; ++i) {
    sides[i] = side(line, outline[i]);
    any = any || sides[i] > 0;
    all = all && sides[i] >= 0;
  }
  if (!any) return {};
  if (all) return outline;
  Outline out;
  out.reserve(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    if (sides[i] >= 0) out.push_back(outline[i]);
    if (sides[i] * sides[j] >= 0) continue;
    const Vertex &v = outline[i], &w = outline[j];
    const Integer s = abs(value(line, w)), t = abs(value(line, v));
    out.emplace_back(s * v.x + t * w.x, s * v.y + t * w.y, s * v.w + t * w.w);
  }
  return out;
}

Outline clip(Outline outline, const std::vector<Line>& lines) {
  for (const Line& line : lines)
    if (!outline.empty()) outline = clip(std::move(outline), line);
  return outline;
}

Position::Position(Integer above_, Integer below_) : above(std::move(above_)), below(std::move(below_)) {
  near = quotient_near(above, below);
}

Vertex vertex_at(const Line& line, const Position& at) {
  return meet(line, by_x(line) ? Line(at.below, 0, -at.above) : Line(0, at.below, -at.above));
}

int compare(const Vertex& v, bool x, const Position& p) {
  const int certain = certain_order(x ? v.fx : v.fy, p.near);
  return certain != 0 ? certain : compare(Position(v, x), p);
}

int compare(const Position& p, const Position& q) {
  if (p.point != none && p.point == q.point) return 0;
  if (const int certain = certain_order(p.near, q.near)) return certain;
  return order(p.above * q.below, q.above * p.below);
}

Given::Given(const Ratio& x_, const Ratio& y_, const Integer& scale) {
  const Integer &m = x_.below, &n = y_.below;
  if (m == n) {
    x = x_.above * scale;
    y = y_.above * scale;
    w = m;
  } else {
    x = x_.above * scale * n;
    y = y_.above * scale * m;
    w = m * n;
  }
}

bool is_point(const Ratio& x, const Ratio& y, const Point& p, const Integer& scale) {
  const Integer unit = p.is_whole() ? scale : scale * p.w;
  const auto is = [&](const Ratio& at, const Integer& v) { return at.above * unit == v * at.below; };
  return is(x, p.x) && is(y, p.y);
}

std::optional<Chord> chord(const Line& line, const Outline& outline, const std::vector<Line>& sides) {
  const std::size_t n = outline.size();
  const bool x = by_x(line);
  std::optional<Chord> found;
  std::size_t met = 0;
  const auto add = [&](Position at) {
    ++met;
    if (!found) found = Chord{at, at};
    else if (compare(at, found->from) < 0) found->from = std::move(at);
    else if (compare(at, found->to) > 0) found->to = std::move(at);
  };
  int here = side(line, outline[0]);
  for (std::size_t i = 0; i < n; ++i) {
    const int next = side(line, outline[i + 1 == n ? 0 : i + 1]);
    if (here == 0) add({outline[i], x});
    if (here * next < 0) add({meet(line, sides[i]), x});
    here = next;
  }
  if (met < 2) return std::nullopt;
  return found;
}

}  // namespace plumb::checker
