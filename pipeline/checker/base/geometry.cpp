// SPDX-License-Identifier: LGPL-3.0-or-later
// The exact geometry of the plan: points of the level, lines, vertices where lines meet, positions along a line, and
// the signs on which all decisions of the checker rest.
//
// 1. Point keeps a coordinate as an integer over a common denominator, and doubles that are truncated; compare() of two
//    points compares these doubles first, as truncation keeps order.
// 2. Line and Vertex keep integers, and doubles for the filter: those of a line are scaled by one power of two, those
//    of a vertex are quotients. side(), the sign of a line's sum at a vertex, and turn() are computed in doubles, and
//    in integers where the bound of the error leaves the sign open. The bound's derivation stands beside each.
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
#include <functional>
#include <limits>

namespace plumb::checker {
namespace {

long bits(const Integer& v) { return static_cast<long>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

// v / 2^exponent, truncated to a double: 0, or of magnitude 2^-401 to 2^400; NaN beyond.
double scaled(const Integer& v, long exponent) {
  long e = 0;
  const double mantissa = mpz_get_d_2exp(&e, v.get_mpz_t());  // 0, or of magnitude 1/2 to 1
  if (std::labs(e - exponent) > 400 && mantissa != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(mantissa, static_cast<int>(e - exponent));
}

// Whether all are below 2^384: truncated to doubles, they are 0 or of magnitude 1 to 2^384.
bool need_no_scale(std::initializer_list<std::reference_wrapper<const Integer>> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](const Integer& v) { return mpz_size(v.get_mpz_t()) <= 6; });
}
static_assert(sizeof(mp_limb_t) == 8);

// Both doubles are within 5u of what they stand for (place_error). 0: they do not tell.
int certain_order(double p, double q) {
  if (p + slack(p) < q - slack(q)) return -1;
  return q + slack(q) < p - slack(p) ? 1 : 0;
}

}  // namespace

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

Point point_at(const std::array<Fraction, 3>& at) {
  const Integer w = lcm(lcm(at[0].get_den(), at[1].get_den()), at[2].get_den());
  if (w == 1) return {at[0].get_num(), at[1].get_num(), at[2].get_num()};
  const auto whole = [&](const Fraction& v) -> Integer { return v.get_num() * (w / v.get_den()); };
  return {whole(at[0]), whole(at[1]), whole(at[2]), w};
}

Fraction exact(const Point& p, int axis) {
  if (p.is_whole()) return Fraction(p[axis]);
  return quotient(p[axis], p.w);
}

Integer value(const Line& l, const Vertex& v) {
  Integer sum = l.a * v.x;
  mpz_addmul(sum.get_mpz_t(), l.b.get_mpz_t(), v.y.get_mpz_t());
  mpz_addmul(sum.get_mpz_t(), l.c.get_mpz_t(), v.w.get_mpz_t());
  return sum;
}

Line::Line(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  if (need_no_scale({a, b, c})) {
    fa = a.get_d();
    fb = b.get_d();
    fc = c.get_d();
    return;
  }
  const long exponent = std::max({bits(a), bits(b), bits(c)});  // the line times a positive number
  fa = scaled(a, exponent);
  fb = scaled(b, exponent);
  fc = scaled(c, exponent);
}

// Of short points, coefficients are below 2^125: as doubles, rounded, they need no scale.
Line Line::through(const Point& p, const Point& q) {
  if (!p.is_short || !q.is_short) return {p.y * q.w - q.y * p.w, q.x * p.w - p.x * q.w, p.x * q.y - p.y * q.x};
  const auto x = [](const Point& v) { return coordinate<Wide>(v, 0); };
  const auto y = [](const Point& v) { return coordinate<Wide>(v, 1); };
  return {y(p) - y(q), x(q) - x(p), x(p) * y(q) - y(p) * x(q)};
}

Line::Line(Wide a_, Wide b_, Wide c_)
    : a(integer_of(a_)),
      b(integer_of(b_)),
      c(integer_of(c_)),
      fa(static_cast<double>(a_)),
      fb(static_cast<double>(b_)),
      fc(static_cast<double>(c_)) {}

Vertex::Vertex(Integer x_, Integer y_, Integer w_) : x(std::move(x_)), y(std::move(y_)), w(std::move(w_)) {
  if (need_no_scale({x, y, w})) {
    const double fw = w.get_d();
    fx = x.get_d() / fw;
    fy = y.get_d() / fw;
    return;
  }
  const long exponent = bits(w);
  const double fw = scaled(w, exponent);
  fx = scaled(x, exponent) / fw;
  fy = scaled(y, exponent) / fw;
}

Vertex::Vertex(const Point& p) : x(p.x), y(p.y), w(p.w), fx(p.near[0]), fy(p.near[1]) {
  if (!p.is_short) *this = Vertex(p.x, p.y, p.w);
}

double quotient_near(const Integer& a, const Integer& b) {
  if (need_no_scale({a, b})) return a.get_d() / b.get_d();
  const long exponent = bits(b);
  return scaled(a, exponent) / scaled(b, exponent);
}

// The filter. Every truncated input is off by a factor from 1 to 1 + 2u, u = 2^-53, a quotient of two by 3u, a product
// of that with a coefficient by 6u, and the two sums add u each: together, the sum is off by a little more than 8u,
// relative to the computed magnitudes. Nothing underflows or overflows: what is not 0 lies between 2^-802 and 2^802.
// NaN decides nothing.
int certain_side(const Line& l, double fx, double fy) {
  const double p = l.fa * fx, q = l.fb * fy;
  const double sum = p + q + l.fc, magnitude = std::fabs(p) + std::fabs(q) + std::fabs(l.fc);
  if (std::fabs(sum) > magnitude * side_error) return sum > 0 ? 1 : -1;
  return 0;
}

int side(const Line& l, const Vertex& v) {
  if (v.point != none && (v.point == l.from || v.point == l.to)) return 0;
  if (const int certain = certain_side(l, v.fx, v.fy)) return certain;
  thread_local Integer exact;  // kept: most of the time would go into asking for its memory
  mpz_mul(exact.get_mpz_t(), l.a.get_mpz_t(), v.x.get_mpz_t());
  mpz_addmul(exact.get_mpz_t(), l.b.get_mpz_t(), v.y.get_mpz_t());
  mpz_addmul(exact.get_mpz_t(), l.c.get_mpz_t(), v.w.get_mpz_t());
  return sgn(exact);
}

bool positive_next_to(const Line& line, const Vertex& vertex) {
  const int s = side(line, vertex);
  return s != 0 ? s > 0 : sgn(line.a) != 0 ? sgn(line.a) > 0 : sgn(line.b) > 0;
}

// Two truncations, a product and a difference: a little more than 6u.
int turn(const Line& l, const Line& m) {
  const double p = l.fa * m.fb, q = l.fb * m.fa;
  if (std::fabs(p - q) > (std::fabs(p) + std::fabs(q)) * turn_error) return p > q ? 1 : -1;
  return sgn(Integer(l.a * m.b - l.b * m.a));
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

Position::Position(Integer above_, Integer below_) : above(std::move(above_)), below(std::move(below_)) {
  near = quotient_near(above, below);
}

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
