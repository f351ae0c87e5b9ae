// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex polygons as rings of exact corners, in three parts.
//
// 1. convex_relation() asks on which side of each side of one ring the corners of the other are, first of all by
//    doubles whether some side separates the two (is_certainly_beyond), as most pairs are apart. normal_convex_ring()
//    checks that a ring turns one way, once around, and erases straight corners.
// 2. Half-planes: sides_of() makes those of a ring in lowest terms; has_inside() asks whether some point is strictly
//    inside of one.
// 3. Rounded rings: state_of() says whether a ring whose corners were rounded to doubles is convex still.
//    certainly_convex() tells by doubles for nearly all. Else orientation() compares two products by their doubles and
//    by what these lack (turn_of_exact); where differences are no doubles, intervals and then fractions decide.
//
// Cost: convex_relation() at most the product of the corners' numbers, the others linear, state_of() n log n.
// Exact: all of it. The derivations of what doubles tell stand beside the functions.
// Sources: Knuth (1969), 4.2.2, for what rounding took from a difference; else textbook.
#include "plumb/kernel/convex_ring.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

bool is_same(const PlanRef& a, const PlanRef& b) {
  return a.ix.low == b.ix.low && a.iy.low == b.iy.low && a.x() == b.x() && a.y() == b.y();
}

// A side of a ring, from p to q: on which side of it corners of another are.
class Side {
 public:
  Side(const PlanRef& p, const PlanRef& q)
      : p_(p), q_(q), x_(q.ix - p.ix), y_(q.iy - p.iy), are_doubles_(is_double(p) && is_double(q)) {}

  // orientation_of_vectors_near(p, q, p, c), for which the side's run is computed once.
  std::optional<Sign> near(const PlanRef& c) const {
    if (are_doubles_ && is_double(c))
      if (const auto sign = orientation_of_doubles(p_.ix.low, p_.iy.low, q_.ix.low, q_.iy.low, p_.ix.low, p_.iy.low,
                                                   c.ix.low, c.iy.low))
        return sign;
    return formulas::determinant(x_, y_, c.ix - p_.ix, c.iy - p_.iy).sign();
  }
  // Of c, as orientation(p, q, c). Rings that touch have corners in common, which need no multiplication.
  Sign of(const PlanRef& c) const {
    if (const auto s = near(c)) return *s;
    return is_same(c, p_) || is_same(c, q_) ? Sign::zero : orientation_of_vectors_exact(p_, q_, p_, c);
  }

 private:
  static bool is_double(const PlanRef& p) { return is_exact(p.ix) && is_exact(p.iy); }

  const PlanRef &p_, &q_;
  const Interval x_, y_;
  const bool are_doubles_;
};

Side side_of(std::span<const PlanRef> ring, std::size_t i) { return {ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]}; }

// By doubles: whether some side of a ring certainly has no corner of another to its left. Both have an area, so that
// they are apart then.
bool is_certainly_beyond(std::span<const PlanRef> ring, std::span<const PlanRef> other) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Side side = side_of(ring, i);
    if (std::ranges::all_of(other, [&](const PlanRef& c) {
          const auto sign = side.near(c);
          return sign && *sign != Sign::positive;
        }))
      return true;
  }
  return false;
}

// What the sides of one ring find of the corners of another.
struct Corners {
  bool beyond_one_side = false;  // some side has none of them to its left
  bool any_outside = false;
};
Corners corners_of(std::span<const PlanRef> ring, std::span<const PlanRef> other) {
  Corners found;
  for (std::size_t i = 0; i < ring.size() && !found.beyond_one_side; ++i) {
    const Side side = side_of(ring, i);
    bool any_inside = false;
    for (const PlanRef& c : other) {
      const Sign turn = side.of(c);
      any_inside = any_inside || turn > 0;
      found.any_outside = found.any_outside || turn < 0;
      if (any_inside && found.any_outside) break;  // the others tell nothing more
    }
    found.beyond_one_side = !any_inside;
  }
  return found;
}

}  // namespace

ConvexRelation convex_relation(std::span<const PlanRef> a, std::span<const PlanRef> b) {
  if (is_certainly_beyond(b, a) || is_certainly_beyond(a, b)) return ConvexRelation::apart;
  const Corners of_a = corners_of(b, a);
  if (of_a.beyond_one_side) return ConvexRelation::apart;
  if (!of_a.any_outside) return ConvexRelation::within;
  const Corners of_b = corners_of(a, b);
  if (of_b.beyond_one_side) return ConvexRelation::apart;
  return of_b.any_outside ? ConvexRelation::crossing : ConvexRelation::around;
}

std::vector<PlanRef> plan_refs(const PlanRing& ring) {
  std::vector<PlanRef> refs;
  refs.reserve(ring.size());
  for (const PlanPoint& p : ring) refs.emplace_back(p);
  return refs;
}

PlanRing normal_convex_ring(PlanRing ring) {
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
  if (ring.size() < 3) return {};
  const std::size_t n = ring.size();
  const std::vector<PlanRef> places = plan_refs(ring);
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (before(places[i], places[lowest])) lowest = i;
  // From the lowest corner on.
  const auto at = [&](std::size_t i) -> const PlanRef& { return places[(lowest + i) % n]; };
  // A ring that only turns one way, and once around: it goes back in x, then y, just once.
  std::vector<Sign> turns;  // at the corner after i
  turns.reserve(n);
  std::size_t reversals = 0;
  bool left = false, right = false, straight = false;
  bool goes_up = before(at(0), at(1));
  for (std::size_t i = 0; i < n; ++i) {
    turns.push_back(orientation(at(i), at(i + 1), at(i + 2)));
    const bool went_up = std::exchange(goes_up, before(at(i + 1), at(i + 2)));
    const bool goes_on = goes_up == went_up;
    if (turns.back() == 0 && !goes_on) return {};
    reversals += !goes_on;
    left = left || turns.back() > 0;
    right = right || turns.back() < 0;
    straight = straight || turns.back() == 0;
  }
  if (left == right || reversals != 2) return {};
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(lowest), ring.end());
  if (straight) {
    PlanRing corners;
    corners.reserve(n);
    for (std::size_t i = 0; i < n; ++i)
      if (turns[i == 0 ? n - 1 : i - 1] != 0) corners.push_back(std::move(ring[i]));
    ring.swap(corners);
  }
  if (right) std::reverse(ring.begin() + 1, ring.end());
  return ring;
}

namespace {

HalfPlane in_lowest_terms(mpz_class a, mpz_class b, mpz_class c) {
  const mpz_class g = gcd(gcd(a, b), c);
  for (mpz_class* v : {&a, &b, &c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), g.get_mpz_t());
  return {std::move(a), std::move(b), std::move(c)};
}

}  // namespace

HalfPlane half_plane(const std::array<mpq_class, 3>& x, const mpz_class& unit) {
  const mpz_class &d = x[0].get_den(), &e = x[1].get_den(), &f = x[2].get_den(), all = lcm(lcm(d, e), f);
  return in_lowest_terms(x[0].get_num() * (all / d), x[1].get_num() * (all / e), x[2].get_num() * (all / f) * unit);
}

std::vector<HalfPlane> sides_of(const PlanRing& ring, const mpz_class& unit) {
  std::vector<std::array<mpz_class, 3>> places;  // x, y, w
  places.reserve(ring.size());
  for (const PlanPoint& p : ring) {
    const mpz_class &d = p[0].get_den(), &e = p[1].get_den(), w = d == e ? d : lcm(d, e);
    places.push_back({p[0].get_num() * (unit * (w / d)), p[1].get_num() * (unit * (w / e)), w});
  }
  std::vector<HalfPlane> out;
  out.reserve(ring.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto l = formulas::cross(places[i], places[i + 1 == places.size() ? 0 : i + 1]);
    out.push_back(in_lowest_terms(l[0], l[1], l[2]));
  }
  return out;
}

namespace {

bool is_on_grid(const mpq_class& v, const mpz_class& unit) {
  return mpz_cmp_ui(v.get_den_mpz_t(), 1) == 0 || v.get_den() == unit ||
         mpz_divisible_p(unit.get_mpz_t(), v.get_den_mpz_t()) != 0;
}

}  // namespace

bool is_on_grid(const PlanRing& ring, const mpz_class& unit) {
  return std::ranges::all_of(ring,
                             [&](const PlanPoint& p) { return is_on_grid(p[0], unit) && is_on_grid(p[1], unit); });
}

bool is_on_grid(std::span<const PlanRef> corners, const mpz_class& unit) {
  return std::ranges::all_of(corners,
                             [&](const PlanRef& p) { return is_on_grid(p.x(), unit) && is_on_grid(p.y(), unit); });
}

bool has_inside(const HalfPlane& h, std::span<const PlanRef> corners, const mpz_class& unit) {
  const Interval one = interval_of(unit), a = interval_of(h.a) * one, b = interval_of(h.b) * one, c = interval_of(h.c);
  const auto near = [&](const PlanRef& p) { return formulas::dot2d(a, b, p.ix, p.iy) + c; };
  if (std::ranges::any_of(corners, [&](const PlanRef& p) { return near(p).low > 0; })) return true;
  return std::ranges::any_of(corners, [&](const PlanRef& p) {
    if (near(p).high <= 0) return false;
    const mpz_class &d = p.x().get_den(), &e = p.y().get_den();
    return unit * (h.a * p.x().get_num() * e + h.b * p.y().get_num() * d) + h.c * d * e > 0;
  });
}

namespace {

template <class Number>
std::array<Number, 2> exactly(const RoundedPlace& p) {
  return {Number(p[0]), Number(p[1])};
}

template <class Number>
Number orient(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  return formulas::orient2d(exactly<Number>(a), exactly<Number>(b), exactly<Number>(c));
}

// What the rounded difference x of a and b lacks: a - b - x is this double, whatever a and b are (Knuth's two-sum). Not
// zero, or no number, where x is infinite.
double left_over(double a, double b, double x) {
  const double b_near = a - x, a_near = x + b_near;
  return (a - a_near) + (b_near - b);
}

// The vector from one place to another in doubles.
struct RoundedVector {
  double x, y;
  bool exact;  // nothing is lost to rounding

  RoundedVector(const RoundedPlace& from, const RoundedPlace& to) : x(to[0] - from[0]), y(to[1] - from[1]) {
    exact = left_over(to[0], from[0], x) == 0 && left_over(to[1], from[1], y) == 0;
  }
  // By the order of places. The sign of a difference is never lost.
  bool forward() const { return x > 0 || (x == 0 && y > 0); }
};

bool is_binary32(double v) { return static_cast<double>(static_cast<float>(v)) == v; }

// Rounding keeps order: of two products that are rounded to different doubles, the greater is the one with the greater
// double. Where the doubles are equal, so it is with what the products lack, which fma gives rounded once. If that is
// equal too, the products are, provided that nothing of it was lost. Nothing is, of binary32 numbers: all are multiples
// of 2^-149, hence their products and what is left over multiples of 2^-298, of 53 bits at most.
std::optional<Sign> turn_of_exact(const RoundedVector& u, const RoundedVector& v, const RoundedPlace& a,
                                  const RoundedPlace& b, const RoundedPlace& c) {
  const double p = u.x * v.y, q = u.y * v.x;
  if (p != q) return p > q ? Sign::positive : Sign::negative;
  const double p_lacks = std::fma(u.x, v.y, -p), q_lacks = std::fma(u.y, v.x, -q);
  if (p_lacks != q_lacks) return p_lacks > q_lacks ? Sign::positive : Sign::negative;
  for (const RoundedPlace* at : {&a, &b, &c})
    if (!is_binary32((*at)[0]) || !is_binary32((*at)[1])) return std::nullopt;
  return Sign::zero;
}

Sign area_sign(std::span<const RoundedPlace> ring) {
  if (const auto sign = doubled_area(ring).sign()) return *sign;
  return sign_of(
      sgn(formulas::doubled_area<mpq_class>(ring.size(), [&](std::size_t i) { return exactly<mpq_class>(ring[i]); })));
}

// Left turns all the way, and once around: forward (in the order of places) and back again. Straight corners may be
// between, but no way back. The turn at a corner is that of the way to it and the way from it, and each way is found
// once.
bool runs_once_around(std::span<const RoundedPlace> ring) {
  const std::size_t n = ring.size();
  int changes = 0;
  RoundedVector last(ring.back(), ring.front());
  for (std::size_t i = 0; i < n; ++i) {
    const RoundedPlace &a = ring[i > 0 ? i - 1 : n - 1], &b = ring[i], &c = ring[i + 1 < n ? i + 1 : 0];
    const RoundedVector next(b, c);
    std::optional<Sign> turned;
    if (last.exact & next.exact) turned = turn_of_exact(last, next, a, b, c);
    if (!turned) turned = orientation(a, b, c);
    const bool turns_back = last.forward() != next.forward();
    if (*turned < 0 || (*turned == 0 && turns_back)) return false;
    changes += turns_back;
    last = next;
  }
  return changes == 2;
}

// Whether two corners are equal. Few are compared one by one, as sorting them takes longer.
bool has_equal_corners(std::span<const RoundedPlace> ring) {
  constexpr std::size_t few = 12;
  if (ring.size() <= few) {
    for (std::size_t i = 1; i < ring.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (ring[i] == ring[j]) return true;
    return false;
  }
  std::vector<RoundedPlace> sorted(ring.begin(), ring.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

// Most rings are strictly convex, and doubles tell: then they have an area and different corners. The sign of a turn is
// that of one way across the next, and one difference of two products is positive if that of the rounded ones is.
// Infinities and what is no number fail a comparison.
bool certainly_convex(std::span<const RoundedPlace> ring) {
  if (ring.size() < 3) return false;
  int changes = 0;
  RoundedVector last(ring.back(), ring.front());
  if (!last.exact) return false;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const RoundedVector next(ring[i], ring[i + 1 < n ? i + 1 : 0]);
    if (!next.exact || !(last.x * next.y > last.y * next.x)) return false;
    changes += last.forward() != next.forward();
    last = next;
  }
  return changes == 2;
}

// Around a difference of two doubles: around its size, and its sign. Interval differences of numbers are as wide on
// either side of zero, and so are products of such, so that it is enough to know sizes and signs.
struct RoundedDifference {
  double value, low, high;

  [[gnu::always_inline]] explicit RoundedDifference(double rounded) : value(rounded) {
    const double size = std::fabs(rounded), beside = size * outward_error;
    low = size - beside - least_step, high = size + beside + least_step;
  }
};

// The product of two differences as intervals have it, unless it is not finite. Sizes are not negative, so that their
// products are widened without a look at their signs.
[[gnu::always_inline]] inline Interval product(const RoundedDifference& a, const RoundedDifference& b) {
  if (a.value == 0 || b.value == 0) return Interval(0.0);
  const double low = a.low * b.low, high = a.high * b.high;
  const Interval size{low - low * outward_error - least_step, high + high * outward_error + least_step};
  return std::signbit(a.value) == std::signbit(b.value) ? size : -size;
}

// u * v - w * t. What is not finite goes the long way: whatever is lost on the way to it leaves an end that is not.
template <class LongWay>
[[gnu::always_inline]] inline Interval cross(const RoundedDifference& u, const RoundedDifference& v,
                                             const RoundedDifference& w, const RoundedDifference& t,
                                             LongWay&& long_way) {
  constexpr double most = std::numeric_limits<double>::max();
  const Interval p = product(u, v), q = product(w, t);
  const double low = p.low - q.high, high = p.high - q.low;
  const double low_size = std::fabs(low), high_size = std::fabs(high);
  if (!(low_size <= most && high_size <= most)) return long_way();
  if (low == 0 && high == 0) return Interval(0.0);  // no product but 0 is exact
  return {low - low_size * outward_error - least_step, high + high_size * outward_error + least_step};
}

}  // namespace

Sign orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const RoundedVector u(a, b), v(a, c);
  if (u.exact & v.exact)
    if (const auto turned = turn_of_exact(u, v, a, b, c)) return *turned;
  if (const auto sign = orient<Interval>(a, b, c).sign()) return *sign;
  return sign_of(sgn(orient<mpq_class>(a, b, c)));
}

Interval doubled_area(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const RoundedDifference ux(b[0] - a[0]), uy(b[1] - a[1]), vx(c[0] - a[0]), vy(c[1] - a[1]);
  return cross(ux, vy, uy, vx, [&] { return orient<Interval>(a, b, c); });
}

// Each corner but the first is an end of two triangles: how far it is from the first is found once.
Interval doubled_area(std::span<const RoundedPlace> ring) {
  Interval sum(0);
  if (ring.size() < 3) return sum;
  const RoundedPlace& a = ring[0];
  RoundedDifference ux(ring[1][0] - a[0]), uy(ring[1][1] - a[1]);
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    const RoundedDifference vx(ring[i + 1][0] - a[0]), vy(ring[i + 1][1] - a[1]);
    sum = sum + cross(ux, vy, uy, vx, [&] { return orient<Interval>(a, ring[i], ring[i + 1]); });
    ux = vx, uy = vy;
  }
  return sum;
}

RingState state_of(std::span<const RoundedPlace> ring) {
  if (certainly_convex(ring)) return RingState::kept;
  for (const RoundedPlace& p : ring)
    if (!std::isfinite(p[0]) || !std::isfinite(p[1])) return RingState::collapsed;
  if (has_equal_corners(ring)) return RingState::collapsed;
  const Sign area = area_sign(ring);
  if (area <= 0) return area < 0 ? RingState::flipped : RingState::collapsed;
  return runs_once_around(ring) ? RingState::kept : RingState::not_convex;
}

}  // namespace plumb::kernel
