// SPDX-License-Identifier: LGPL-3.0-or-later
// Signs beside a leg of a disc's path (the header has the formulas).
//
// Problem. A leg touches two circles of one radius, so its direction is a root. What is asked of it are signs.
// 1. sign_of() decides a + b sqrt(D), and p + q sqrt(E) of such p and q, by squaring.
// 2. sign() evaluates one formula over intervals of doubles, and over fractions where these do not decide.
// 3. is_stopped_by() compares distances: of an obstacle's ends from the leg, of the leg's ends from the obstacle, whose
//    length is squared; then whether they cross.
// 4. order() and angle() compare two legs at a circle. The arc tangent of intervals is a series between whose partial
//    sums it lies, after halvings.
// Cost. Some twenty operations on intervals for a sign; fractions where something touches.
// Exactness. Every sign is exact; fractions are made when they are first needed. Source: ours.
#include "disc_tangent.h"

#include <algorithm>

namespace plumb::plan {

using kernel::Interval;
using kernel::PlanPoint;
using kernel::RealInterval;
using kernel::formulas::determinant;
using kernel::formulas::dot2d;

int sign_of(const Surd<mpq_class>& p, const Surd<mpq_class>& q, const mpq_class& square, const mpq_class& e) {
  const int a = sign_of(p, square), b = e == 0 ? 0 : sign_of(q, square);
  if (a == 0 || b == 0 || a == b) return a != 0 ? a : b;
  // p^2 - q^2 E, of the form a + b sqrt(D) again.
  const Surd<mpq_class> rest{p.a * p.a + p.b * p.b * square - e * (q.a * q.a + q.b * q.b * square),
                             2 * (p.a * p.b - e * q.a * q.b)};
  return a * sign_of(rest, square);
}

namespace {

// Around the angle whose tangent is t, 0 <= t: three halvings, then a series whose partial sums lie on both sides.
Interval arc_tangent(Interval t) {
  constexpr int halvings = 3;
  for (int k = 0; k < halvings; ++k) t = t / (Interval(1.0) + kernel::root(Interval(1.0) + t * t));
  const Interval square = t * t;
  Interval term = t, below = t, above = t;
  for (int k = 1; k <= 8; ++k) {
    term = term * square;
    const Interval part = term / Interval(2.0 * k + 1);
    if (k % 2 == 1) below = above - part;
    else above = below + part;
  }
  return Interval(std::max(0.0, below.low) * (1 << halvings), above.high * (1 << halvings));
}

// e.e times the normal of a leg: gap e + root e'.
template <class N>
std::array<N, 2> long_normal(const N& gap, const N& root, const N& ex, const N& ey) {
  return {determinant(gap, root, ey, ex), dot2d(gap, root, ey, ex)};
}

// Doubles around pi.
const Interval pi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

}  // namespace

template <class N>
auto DiscTangent::difference(const Point& p, const Point& q) {
  if constexpr (std::is_same_v<N, Interval>) return std::array<Interval, 2>{q.ix - p.ix, q.iy - p.iy};
  else return std::array<mpq_class, 2>{q.x() - p.x(), q.y() - p.y()};
}

DiscTangent::DiscTangent(const TangentEnd& from, const TangentEnd& to, const DiscRadius& radius)
    : ends_{from, to}, radius_(radius) {
  const auto [ex, ey] = difference<Interval>(*from.at, *to.at);
  near_ = {ex, ey, dot2d(ex, ey, ex, ey), radius.near, Interval(static_cast<double>(to.side - from.side)) * radius.near,
           {}};
  near_.rest = near_.square - near_.gap * near_.gap;
  if (near_.rest.high < 0) return;
  root_ = kernel::root(near_.rest);
  normal_ = long_normal(near_.gap, root_, ex, ey);
  for (Interval& n : normal_) n = n / near_.square;
}

const DiscTangent::Numbers<mpq_class>& DiscTangent::exact() const {
  if (!exact_) {
    const auto [ex, ey] = difference<mpq_class>(*ends_[0].at, *ends_[1].at);
    exact_ = std::make_unique<Numbers<mpq_class>>();
    Numbers<mpq_class>& n = *exact_;
    n.ex = ex, n.ey = ey;
    n.square = dot2d(ex, ey, ex, ey);
    n.radius = radius_.exact;
    n.gap = (ends_[1].side - ends_[0].side) * radius_.exact;
    n.rest = n.square - n.gap * n.gap;
  }
  return *exact_;
}

bool DiscTangent::exists() const {
  if (near_.rest.low >= 0) return true;
  return near_.rest.high >= 0 && exact().rest >= 0;
}

// formula(numbers): a Surd over numbers of that type.
template <class F>
std::optional<kernel::Sign> DiscTangent::near_sign(F&& formula) const {
  const Surd<Interval> near = formula(near_);
  return (near.a + near.b * root_).sign();
}
template <class F>
int DiscTangent::sign(F&& formula) const {
  if (const auto near = near_sign(formula)) return static_cast<int>(*near);
  return sign_of(formula(exact()), exact().rest);
}

std::array<Interval, 2> DiscTangent::centre(int end) const {
  const TangentEnd& e = ends_[static_cast<std::size_t>(end)];
  const Interval away = Interval(static_cast<double>(-e.side)) * radius_.near;
  return {e.at->ix + away * normal_[0], e.at->iy + away * normal_[1]};
}

int DiscTangent::side_of(const Point& c, int radii) const {
  return sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
    const auto [x, y] = difference<N>(*ends_[0].at, c);
    const N along = dot2d(n.ex, n.ey, x, y), across = determinant(n.ex, n.ey, x, y);
    const N shift = N(ends_[0].side - radii) * n.radius * n.square;
    return {N(n.gap * along + shift), across};
  });
}

bool DiscTangent::is_beyond(const Point& c, int radii, int side) const {
  const auto [x, y] = difference<Interval>(*ends_[0].at, c);
  const Interval away =
      dot2d(normal_[0], normal_[1], x, y) + Interval(static_cast<double>(ends_[0].side - radii)) * radius_.near;
  return side > 0 ? away.low > 0 : away.high < 0;
}

// Whether a point is nearer than r to the centre at an end.
bool DiscTangent::is_near_end(int end, const Point& c) const {
  const TangentEnd& e = ends_[static_cast<std::size_t>(end)];
  return sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
           const auto [x, y] = difference<N>(*e.at, c);
           const N square = dot2d(x, y, x, y);
           if (e.side == 0) return {N(square - n.radius * n.radius), N(0)};
           const N twice = N(2 * e.side) * n.radius;
           const N along = dot2d(n.ex, n.ey, x, y), across = determinant(n.ex, n.ey, x, y);
           return {N(square * n.square + twice * n.gap * along), N(twice * across)};
         }) < 0;
}

// Whether the centre at an end is nearer than r to a place strictly between the ends of a segment.
bool DiscTangent::is_near_wall(int end, const Point& g, const Point& h) const {
  const TangentEnd& e = ends_[static_cast<std::size_t>(end)];
  // m.(centre - g) e.e, less `whole` times m.m e.e.
  const auto foot = [&](int whole) {
    return sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
      const auto [mx, my] = difference<N>(g, h);
      const auto [x, y] = difference<N>(g, *e.at);
      const N back = N(-e.side) * n.radius;
      const N at = dot2d(mx, my, x, y), all = dot2d(mx, my, mx, my);
      const N along = dot2d(mx, my, n.ex, n.ey), across = determinant(n.ex, n.ey, mx, my);
      return {N((at - N(whole) * all) * n.square + back * n.gap * along), N(back * across)};
    });
  };
  const auto beyond_reach = [&]<class N>(const Numbers<N>& n) -> Surd<N> {
    const auto [mx, my] = difference<N>(g, h);
    const auto [x, y] = difference<N>(g, *e.at);
    const N back = N(-e.side) * n.radius;
    const N across = determinant(mx, my, x, y), turn = determinant(mx, my, n.ex, n.ey);
    const N a = across * n.square + back * n.gap * turn;
    const N b = back * dot2d(mx, my, n.ex, n.ey);
    const N reach = n.radius * n.square, all = dot2d(mx, my, mx, my);
    return {N(a * a + b * b * n.rest - reach * reach * all), N(N(2) * a * b)};
  };
  if (const auto far = near_sign(beyond_reach); far && *far >= 0) return false;
  return foot(0) > 0 && foot(1) < 0 && sign(beyond_reach) < 0;
}

bool DiscTangent::is_stopped_by(const Point& g, const Point& h) const {
  for (const int left : {1, -1})
    if (is_beyond(g, left, left) && is_beyond(h, left, left)) return false;
  std::array<int, 2> sides;
  for (const Point* c : {&g, &h}) {
    const auto ahead = [&](int whole) {  // of the beginning: 0, of the end: 1
      return sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
        const auto [x, y] = difference<N>(*ends_[0].at, *c);
        const N along = dot2d(n.ex, n.ey, x, y), across = determinant(n.ex, n.ey, x, y);
        return {N(-n.gap * across), N(along - N(whole) * n.square)};
      });
    };
    int& side = sides[c == &g ? 0 : 1];
    // The corner at an end is just r away.
    const auto own =
        std::ranges::find_if(ends_, [&](const TangentEnd& e) { return e.side != 0 && kernel::same_place(*e.at, *c); });
    if (own != ends_.end()) {
      side = own->side;
      continue;
    }
    side = side_of(*c, 0);
    if (ahead(0) < 0) {
      if (is_near_end(0, *c)) return true;
    } else if (ahead(1) > 0) {
      if (is_near_end(1, *c)) return true;
    } else if (side_of(*c, 1) < 0 && side_of(*c, -1) > 0) {
      return true;
    }
  }
  if (is_near_wall(0, g, h) || is_near_wall(1, g, h)) return true;
  if (sides[0] * sides[1] >= 0) return false;
  // Does the segment cross the way? The ends of that lie on different sides of it.
  const auto end_side = [&](const TangentEnd& e) {
    return sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
      const auto [mx, my] = difference<N>(g, h);
      const auto [x, y] = difference<N>(g, *e.at);
      const N back = N(-e.side) * n.radius;
      const N across = determinant(mx, my, x, y), turn = determinant(mx, my, n.ex, n.ey);
      return {N(across * n.square + back * n.gap * turn), N(back * dot2d(mx, my, n.ex, n.ey))};
    });
  };
  return end_side(ends_[0]) * end_side(ends_[1]) < 0;
}

int DiscTangent::turn_to_centre(int end, const Point& m) const {
  const TangentEnd& e = ends_[static_cast<std::size_t>(end)];
  return -e.side * sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
    const auto [mx, my] = difference<N>(*e.at, m);
    return {N(n.gap * determinant(mx, my, n.ex, n.ey)), N(dot2d(mx, my, n.ex, n.ey))};
  });
}
int DiscTangent::dot_with_centre(int end, const Point& m) const {
  const TangentEnd& e = ends_[static_cast<std::size_t>(end)];
  return -e.side * sign([&]<class N>(const Numbers<N>& n) -> Surd<N> {
    const auto [mx, my] = difference<N>(*e.at, m);
    return {N(n.gap * dot2d(mx, my, n.ex, n.ey)), N(determinant(n.ex, n.ey, mx, my))};
  });
}

int DiscTangent::order(const DiscTangent& a, int end, const DiscTangent& b, const Point& beside) {
  const int side = a.ends_[static_cast<std::size_t>(end)].side;
  const Interval turn = determinant(a.normal_[0], a.normal_[1], b.normal_[0], b.normal_[1]);
  if (turn.low > 0) return -side;
  if (turn.high < 0) return side;
  const auto exact_sign = [&](bool of_turn) {
    const auto &p = a.exact(), &q = b.exact();
    const mpq_class dot = dot2d(p.ex, p.ey, q.ex, q.ey), det = determinant(p.ex, p.ey, q.ex, q.ey);
    // (d e + sqrt(D) e') with (c f + sqrt(E) f'), turned or multiplied.
    const mpq_class& whole = of_turn ? det : dot;
    const mpq_class mixed = of_turn ? dot : mpq_class(-det);
    return sign_of({p.gap * q.gap * whole, -q.gap * mixed}, {p.gap * mixed, whole}, p.rest, q.rest);
  };
  if (const int sign = exact_sign(true)) return -side * sign;
  if (exact_sign(false) > 0) return 0;
  return a.turn_to_centre(end, beside) * side > 0 ? -1 : 1;
}

Interval DiscTangent::angle(const DiscTangent& a, const DiscTangent& b, int side) {
  Interval sine = determinant(a.normal_[0], a.normal_[1], b.normal_[0], b.normal_[1]);
  if (side < 0) sine = -sine;
  const Interval cosine = dot2d(a.normal_[0], a.normal_[1], b.normal_[0], b.normal_[1]);
  sine = {std::max(0.0, sine.low), std::max(0.0, sine.high)};
  // The angle's half has the tangent sine / (1 + cosine) = (1 - cosine) / sine.
  const Interval two(2.0);
  if (cosine.low > 0) return two * arc_tangent(sine / (Interval(1.0) + cosine));
  if (cosine.high < 0) return pi - two * arc_tangent(sine / (Interval(1.0) - cosine));
  return two * arc_tangent((Interval(1.0) - cosine) / sine);
}

std::array<RealInterval, 2> DiscTangent::normal(int bits) const {
  const auto& n = exact();
  const auto real = [&](const mpq_class& v) { return RealInterval(bits, v); };
  auto out = long_normal(real(n.gap), length(bits), real(n.ex), real(n.ey));
  for (RealInterval& v : out) v /= real(n.square);
  return out;
}

RealInterval DiscTangent::angle(const DiscTangent& a, const DiscTangent& b, int side, int bits) {
  const auto p = a.normal(bits), q = b.normal(bits);
  const RealInterval turn = side > 0 ? determinant(p[0], p[1], q[0], q[1]) : determinant(q[0], q[1], p[0], p[1]);
  // Turned back by 90 degrees, so that angles of 0 and 180 degrees are far from where the arc tangent jumps.
  const RealInterval cosine = dot2d(p[0], p[1], q[0], q[1]);
  return RealInterval::pi(bits) / RealInterval(bits, 2) + kernel::angle_of(turn, RealInterval(bits, 0) - cosine);
}

std::optional<PlanPoint> DiscTangent::rational_normal() const {
  const auto& n = exact();
  const mpz_class &num = n.rest.get_num(), &den = n.rest.get_den();
  if (!mpz_perfect_square_p(num.get_mpz_t()) || !mpz_perfect_square_p(den.get_mpz_t())) return std::nullopt;
  mpq_class root(sqrt(num), sqrt(den));
  root.canonicalize();
  PlanPoint out = long_normal(n.gap, root, n.ex, n.ey);
  for (mpq_class& v : out) v /= n.square;
  return out;
}

}  // namespace plumb::plan
