// SPDX-License-Identifier: LGPL-3.0-or-later
// Rings, which are closed sequences of points, in space and as seen along an axis: their planes, turns, convexity,
// areas, and whether some of them add up to another.
//
// 1. plane_of() returns the plane through the first three corners that are not on one line; Plane::over() and holds()
//    say where a point is. area_vector() sums cross products, for rings that need not be planar.
// 2. View drops one coordinate. turn(), compare(), doubled_area() and in_circle() are the predicates of the plan.
//    convexity() requires turns to one side and two reversals of the direction (lemma 2 of docs/theory/certificate.md).
// 3. View::adds_up() sums the directed edges of pieces, less those of the whole. Those between the same points cancel
//    first. What is left is summed line by line (line_through()): it is nothing if and only if as many edges end as
//    begin at each point of each line (lemma 1).
// Each formula is written once, as a template for the numbers that the points at hand have (Scene::in_numbers_of()):
// integers of 128 bits if all points are short, integers of any length, or fractions. Why 128 bits hold it stands
// beside each.
//
// Cost: linear in the corners; adds_up() n log n. Arithmetic beyond 128 bits costs by the length of the numbers.
// Memory: linear.
// Exact: everything. Coordinates are compared by truncated doubles first, whose order is right (point.cpp); the other
// double, Plane::Short::reach, only chooses the numbers to compute in.
// Source: textbook formulas; the lemmas are those of docs/theory/certificate.md.
#include "rings.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace plumb::checker {

Plane::Plane(Integer nx_, Integer ny_, Integer nz_, Integer d_)
    : nx(std::move(nx_)), ny(std::move(ny_)), nz(std::move(nz_)), d(std::move(d_)) {}

// A normal may have any length but 0. Factors of 256 that all of its parts share are divided out, so that it and all
// numbers that are made of it are shorter.
Plane::Plane(const std::array<Wide, 3>& normal, const Point& through) {
  std::array<Wide, 3> n = normal;
  while (((n[0] | n[1] | n[2]) & 0xff) == 0)
    for (Wide& v : n) v >>= 8;
  nx = integer_of(n[0]);
  ny = integer_of(n[1]);
  nz = integer_of(n[2]);
  const auto bits = std::max(
      {mpz_sizeinbase(nx.get_mpz_t(), 2), mpz_sizeinbase(ny.get_mpz_t(), 2), mpz_sizeinbase(nz.get_mpz_t(), 2)});
  short_ = Short{n, 0, std::ldexp(1, 123 - static_cast<int>(bits))};
  if (short_->reaches(through)) {
    short_->d = short_->over(through);
    d = integer_of(short_->d);
  } else {
    short_.reset();
    d = nx * through.x + ny * through.y + nz * through.z;
  }
}

Plane Plane::reversed() const {
  Plane other(-nx, -ny, -nz, -d);
  if (short_) other.short_ = Short{{-short_->n[0], -short_->n[1], -short_->n[2]}, -short_->d, short_->reach};
  return other;
}

// Each product is at most 2^123, or a little more, as doubles of coordinates are rounded. The sum has three of them,
// and d is a sum of three, so 128 bits hold it.
Wide Plane::Short::over(const Point& p) const {
  return n[0] * coordinate<Wide>(p, 0) + n[1] * coordinate<Wide>(p, 1) + n[2] * coordinate<Wide>(p, 2) - d;
}

Integer Plane::over(const Point& p) const {
  if (short_ && short_->reaches(p)) return integer_of(short_->over(p));
  return nx * p.x + ny * p.y + nz * p.z - d * p.w;
}
bool Plane::holds(const Point& p) const {
  if (short_ && short_->reaches(p)) return short_->over(p) == 0;
  return sgn(over(p)) == 0;
}

namespace {

Plane plane_with(const std::array<Wide, 3>& n, const Point& p) { return {n, p}; }
Plane plane_with(const std::array<Integer, 3>& n, const Point& p) {
  return {n[0], n[1], n[2], Integer(n[0] * p.x + n[1] * p.y + n[2] * p.z)};
}
Plane plane_with(const std::array<Fraction, 3>& n, const Point& p) {
  const Fraction d = n[0] * exact(p, 0) + n[1] * exact(p, 1) + n[2] * exact(p, 2);
  const Integer unit = lcm(lcm(n[0].get_den(), n[1].get_den()), lcm(n[2].get_den(), d.get_den()));
  const auto whole = [&](const Fraction& v) -> Integer { return v.get_num() * (unit / v.get_den()); };
  std::array<Integer, 4> all{whole(n[0]), whole(n[1]), whole(n[2]), whole(d)};
  const Integer shared = gcd(gcd(all[0], all[1]), gcd(all[2], all[3]));
  return {all[0] / shared, all[1] / shared, all[2] / shared, all[3] / shared};
}

}  // namespace

// Of short points, differences are up to 2^62 and a normal up to 2^125.
std::optional<Plane> plane_of(const Scene& scene, const Ring& ring) {
  if (ring.size() < 3) return std::nullopt;
  return scene.in_numbers_of(ring, [&](auto zero) -> std::optional<Plane> {
    using T = decltype(zero);
    const auto from_first = [&](Index p) {
      const auto d = [&](int axis) -> T { return scene.at<T>(p, axis) - scene.at<T>(ring[0], axis); };
      return std::array<T, 3>{d(0), d(1), d(2)};
    };
    const auto u = from_first(ring[1]);
    for (std::size_t i = 2; i < ring.size(); ++i) {
      const auto v = from_first(ring[i]);
      const std::array<T, 3> n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
      if (sgn(n[0]) == 0 && sgn(n[1]) == 0 && sgn(n[2]) == 0) continue;
      return plane_with(n, scene.points[ring[0]]);
    }
    return std::nullopt;
  });
}

Fraction height_on(const Plane& n, const Place& at) { return (n.d - n.nx * at[0] - n.ny * at[1]) / n.nz; }

AreaVector area_vector(const Scene& scene, const Ring& ring) {
  return scene.in_numbers_of(ring, [&](auto zero) {
    using T = decltype(zero);
    AreaVector sum;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        sum[static_cast<std::size_t>(k)] +=
            number(T(scene.at<T>(p, l) * scene.at<T>(q, m) - scene.at<T>(p, m) * scene.at<T>(q, l)));
      }
    }
    return sum;
  });
}

View::View(const Scene& scene, const AreaVector& area)
    : scene_(scene),
      axis_(abs(area[2]) >= abs(area[1]) && abs(area[2]) >= abs(area[0]) ? 2
            : abs(area[1]) >= abs(area[0])                               ? 1
                                                                         : 0) {}

// Of short points, a product of differences is up to 2^124.
template <class T>
int View::turn_in(Index a, Index b, Index c) const {
  return sgn(T((x<T>(b) - x<T>(a)) * (y<T>(c) - y<T>(a)) - (y<T>(b) - y<T>(a)) * (x<T>(c) - x<T>(a))));
}

int View::turn(Index a, Index b, Index c) const {
  return scene_.in_numbers_of(std::array{a, b, c}, [&](auto zero) { return turn_in<decltype(zero)>(a, b, c); });
}

int View::compare(Index p, Index q) const {
  if (p == q) return 0;
  const int c = checker::compare(scene_.points[p], scene_.points[q], x_axis());
  return c != 0 ? c : checker::compare(scene_.points[p], scene_.points[q], y_axis());
}

bool View::ahead(Index a, Index b, Index c) const { return compare(b, a) * compare(c, a) > 0; }

// All turns to one side, straight on allowed, and once around: the direction passes from ascending to descending (x, y)
// and back once.
int View::convexity(const Ring& ring) const {
  return scene_.in_numbers_of(ring, [&](auto zero) {
    using T = decltype(zero);
    const std::size_t n = ring.size();
    int side = 0;
    std::size_t reversals = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Index a = ring[i], b = ring[i + 1 < n ? i + 1 : i + 1 - n], c = ring[i + 2 < n ? i + 2 : (i + 2) % n];
      const int t = turn_in<T>(a, b, c);
      if (a == b || (t == 0 && ahead(b, a, c))) return 0;  // no side, or a spike
      if (t * side < 0) return 0;
      if (t != 0) side = t;
      reversals += compare(a, b) * compare(b, c) < 0;
    }
    return reversals == 2 ? side : 0;
  });
}

Fraction View::doubled_area(const Ring& ring) const {
  return scene_.in_numbers_of(ring, [&](auto zero) -> Fraction {
    using T = decltype(zero);
    std::decay_t<decltype(number(zero))> sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      sum += number(T(x<T>(p) * y<T>(q) - y<T>(p) * x<T>(q)));
    }
    return sum;
  });
}

int View::in_circle(Index a, Index b, Index c, Index d) const {
  const auto seen = [&](Index p) {
    const Fraction u = x<Fraction>(p) - x<Fraction>(d), v = y<Fraction>(p) - y<Fraction>(d);
    return std::array<Fraction, 3>{u, v, u * u + v * v};
  };
  const auto p = seen(a), q = seen(b), r = seen(c);
  return sgn(Fraction(p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
                      p[2] * (q[0] * r[1] - q[1] * r[0])));
}

View::LineKey View::line_through(Index p, Index q) const {
  const Point &from = scene_.points[p], &to = scene_.points[q];
  const int i = x_axis(), j = y_axis();
  Integer dx = to[i] * from.w - from[i] * to.w, dy = to[j] * from.w - from[j] * to.w,
          level = to[i] * from[j] - to[j] * from[i];
  const Integer common = (sgn(dx) < 0 || (sgn(dx) == 0 && sgn(dy) < 0) ? -1 : 1) * gcd(gcd(dx, dy), level);
  return {dx / common, dy / common, level / common};
}

// Edges that occur in both directions cancel. What is left must cancel line by line: a sum of directed segments of one
// line is nothing iff every point ends as many of them as it begins.
bool View::adds_up(const std::vector<std::reference_wrapper<const Ring>>& pieces, const Ring& whole) const {
  struct Edge {
    Index p, q;
    int times;
  };
  std::vector<Edge> edges;
  std::size_t count = whole.size();
  for (const Ring& piece : pieces) count += piece.size();
  edges.reserve(count);
  const auto add = [&](const Ring& ring, int times) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      edges.push_back(p < q ? Edge{p, q, times} : Edge{q, p, -times});
    }
  };
  for (const Ring& piece : pieces) add(piece, 1);
  add(whole, -1);
  std::sort(edges.begin(), edges.end(),
            [](const Edge& d, const Edge& e) { return std::pair(d.p, d.q) < std::pair(e.p, e.q); });

  std::map<std::pair<LineKey, Index>, std::int64_t> ends;
  for (std::size_t i = 0; i < edges.size();) {
    const auto [p, q, first_times] = edges[i];
    std::int64_t times = 0;
    for (; i < edges.size() && edges[i].p == p && edges[i].q == q; ++i) times += edges[i].times;
    if (times == 0) continue;
    const LineKey line = line_through(p, q);
    ends[{line, q}] += times;
    ends[{line, p}] -= times;
  }
  return std::all_of(ends.begin(), ends.end(), [](const auto& e) { return e.second == 0; });
}

}  // namespace plumb::checker
