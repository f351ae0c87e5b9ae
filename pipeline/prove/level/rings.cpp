// SPDX-License-Identifier: LGPL-3.0-or-later
// Rings, which are closed sequences of points, in space and as seen along an axis: their planes, turns, convexity and
// areas, whether some of them add up to another, and what a ring that may touch itself winds around.
//
// 1. plane_of() returns the plane through the first three corners that are not on one line; Plane::over() and holds()
//    say where a point is. area_vector() sums cross products, for rings that need not be planar.
// 2. View drops one coordinate. turn(), compare(), doubled_area() and in_circle() are the predicates of the plan.
//    convexity() requires turns to one side and two reversals of the direction (lemma 2 of docs/theory/certificate.md).
//    Each formula is written once, as a template for the numbers that the points at hand have (Scene::in_numbers_of()):
//    integers of 128 bits if all points are short, integers of any length, or fractions. Why 128 bits hold it stands
//    beside each.
// 3. View::adds_up() sums the directed edges of pieces, less those of the whole. Those between the same points cancel
//    first. What is left is summed line by line (line_through()), as step functions: it is nothing if and only if these
//    are 0 everywhere (lemma 1).
// 4. View::windings() collects a ring's edges line by line into a step function (lemma 7): what is run there and back
//    cancels, what is run twice is refused. The stretches that are left are cut at all corners and at all points where
//    they cross. Next to each of these places the stretches below are counted, which gives the winding numbers.
// 5. is_delaunay() maps each directed edge to its triangle: edges without a reverse must be the boundary, all corners
//    must be on it, and across all other edges no third corner may lie within the circle. Triangles on one circle must
//    be a fan from the first corner.
// 6. runs_as() adds up directed edges, to compare a ring with what its pieces run along.
//
// Cost: linear in the corners; adds_up() and is_delaunay() n log n. windings() takes time for each two stretches whose
// boxes touch, and for each place the stretches whose boxes are below it: n^2 at worst. Memory: linear, and the
// crossings.
// Exact: everything. Coordinates are compared by truncated doubles first, whose order is right (geometry.cpp); the
// other double, Plane::Short::reach, only chooses the numbers to compute in. Source: textbook formulas; the count
// along a ray, too; local Delaunay edges: Lee & Lin (1986). The lemmas are those of
// docs/theory/certificate.md.
#include "level/rings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "base/sets.h"
#include "base/step_function.h"

namespace plumb::checker {

Plane::Plane(Integer nx_, Integer ny_, Integer nz_, Integer d_)
    : nx(std::move(nx_)), ny(std::move(ny_)), nz(std::move(nz_)), d(std::move(d_)) {}

// A normal may have any length but 0. A power of two that all of its parts share is divided out, so that it and all
// numbers that are made of it are shorter.
Plane::Plane(const std::array<Wide, 3>& normal, const Point& through) {
  std::array<Wide, 3> n = normal;
  const int shared = std::min(std::countr_zero(static_cast<std::uint64_t>(n[0] | n[1] | n[2])), 63);
  for (Wide& v : n) v >>= shared;
  nx = n[0];
  ny = n[1];
  nz = n[2];
  const auto bits = std::max({nx.bits(), ny.bits(), nz.bits()});
  short_ = Short{n, 0, std::ldexp(1, 123 - static_cast<int>(bits))};
  if (short_->reaches(through)) {
    short_->d = short_->over(through);
    d = short_->d;
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
  if (short_ && short_->reaches(p)) return short_->over(p);
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
  const mpz_class unit = lcm(lcm(n[0].get_den(), n[1].get_den()), lcm(n[2].get_den(), d.get_den()));
  const auto whole = [&](const Fraction& v) -> mpz_class { return v.get_num() * (unit / v.get_den()); };
  const std::array<mpz_class, 4> all{whole(n[0]), whole(n[1]), whole(n[2]), whole(d)};
  const mpz_class shared = gcd(gcd(all[0], all[1]), gcd(all[2], all[3]));
  const auto reduced = [&](std::size_t k) { return Integer(mpz_class(all[k] / shared)); };
  return {reduced(0), reduced(1), reduced(2), reduced(3)};
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

Fraction height_on(const Plane& n, const Place& at) {
  return (fraction(n.d) - fraction(n.nx) * at[0] - fraction(n.ny) * at[1]) / fraction(n.nz);
}

Box box_of(const Polygon& p) { return {{p.low[0], p.low[1], p.low[2]}, {p.high[0], p.high[1], p.high[2]}}; }

std::vector<Box> boxes_of(const std::vector<Polygon>& polygons) {
  std::vector<Box> boxes;
  for (const Polygon& p : polygons) boxes.push_back(box_of(p));
  return boxes;
}

AreaVector area_vector(const Scene& scene, const Ring& ring) {
  return scene.in_numbers_of(ring, [&](auto zero) {
    using T = decltype(zero);
    AreaVector sum;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        sum[static_cast<std::size_t>(k)] +=
            fraction(number(T(scene.at<T>(p, l) * scene.at<T>(q, m) - scene.at<T>(p, m) * scene.at<T>(q, l))));
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
  return sgn(doubled_triangle<T>(a, b, c));
}

int View::turn(Index a, Index b, Index c) const {
  return scene_.in_numbers_of(std::array{a, b, c}, [&](auto zero) { return turn_in<decltype(zero)>(a, b, c); });
}

int View::compare(Index p, const Point& q) const {
  const int c = checker::compare(scene_.points[p], q, x_axis());
  return c != 0 ? c : checker::compare(scene_.points[p], q, y_axis());
}

std::optional<Point> View::crossing(Index a, Index b, Index c, Index d) const {
  if (turn(a, b, c) * turn(a, b, d) >= 0 || turn(c, d, a) * turn(c, d, b) >= 0) return std::nullopt;
  const Fraction from = doubled_triangle<Fraction>(c, d, a), to = doubled_triangle<Fraction>(c, d, b),
                 share = from / (from - to);
  std::array<Fraction, 3> at;
  for (int axis = 0; axis < 3; ++axis) {
    const Fraction begin = scene_.at<Fraction>(a, axis);
    at[static_cast<std::size_t>(axis)] = begin + share * (scene_.at<Fraction>(b, axis) - begin);
  }
  return point_at(at);
}

bool View::ahead(Index a, Index b, Index c) const { return compare(b, a) * compare(c, a) > 0; }

// All turns to one side, straight on allowed, and once around: the direction passes from ascending to descending (x, y)
// and back once.
int View::convexity(const Ring& ring, bool& straight) const {
  return scene_.in_numbers_of(ring, [&](auto zero) {
    using T = decltype(zero);
    const std::size_t n = ring.size();
    if (n == 3) return turn_in<T>(ring[0], ring[1], ring[2]);
    int side = 0;
    std::size_t reversals = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Index a = ring[i], b = ring[i + 1 < n ? i + 1 : i + 1 - n], c = ring[i + 2 < n ? i + 2 : (i + 2) % n];
      const int t = turn_in<T>(a, b, c);
      if (a == b || (t == 0 && ahead(b, a, c))) return 0;  // no side, or a spike
      if (t * side < 0) return 0;
      if (t != 0) side = t;
      else straight = true;
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
    return fraction(sum);
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
  return {exact_quotient(dx, common), exact_quotient(dy, common), exact_quotient(level, common)};
}

namespace {

// An edge that is run so many times from its lower point to the higher one, less those back.
struct RunEdge {
  Edge ends;
  std::int64_t by;
  bool operator<(const RunEdge& o) const { return ends < o.ends; }
};

void add_edges(const Ring& ring, int times, std::vector<RunEdge>& edges) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
    edges.push_back({std::minmax(p, q), p < q ? times : -times});
  }
}

}  // namespace

// Edges that occur in both directions cancel. What is left must cancel line by line: a sum of directed segments of one
// line is nothing iff every point ends as many of them as it begins.
bool View::adds_up(const std::vector<std::reference_wrapper<const Ring>>& pieces, const Ring& whole) const {
  std::vector<RunEdge> edges;
  std::size_t count = whole.size();
  for (const Ring& piece : pieces) count += piece.size();
  edges.reserve(count);
  for (const Ring& piece : pieces) add_edges(piece, 1, edges);
  add_edges(whole, -1, edges);
  add_up(edges);
  std::vector<Jump<LineKey, Index>> jumps;
  for (const auto& [ends, times] : edges)
    add_stretch(jumps, line_through(ends.first, ends.second), ends.first, ends.second, times);
  add_up(jumps);
  return jumps.empty();
}

namespace {

// A stretch of a line on which a ring is run once more one way than the other, the lower end first.
struct LineStretch {
  Index low, high;
  bool inside_above;
  Ring on = {};  // the points on it, but for the higher end
};

}  // namespace

std::optional<Windings> View::windings(const Ring& ring) const {
  Scene own;  // of the corners alone, so that points can be added
  std::map<Index, Index> known;
  Ring corners, numbers;  // the ring in these numbers; theirs in the scene
  for (const Index p : ring) {
    const auto [at, is_new] = known.emplace(p, to_index(own.points.size(), "points"));
    if (is_new) {
      own.points.push_back(scene_.points[p]);
      numbers.push_back(p);
    }
    corners.push_back(at->second);
  }
  const View view(own, axis_);
  const auto before = [&](Index p, Index q) { return view.compare(p, q) < 0; };

  using LineJump = Jump<LineKey, Index>;
  std::vector<LineJump> jumps;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Index p = corners[i], q = corners[i + 1 == corners.size() ? 0 : i + 1];
    if (p != q) add_stretch(jumps, view.line_through(p, q), p, q);
  }
  add_up(jumps, [&](const LineJump& j, const LineJump& k) {
    return j.line < k.line || (j.line == k.line && before(j.at, k.at));
  });
  const int orientation = view.orientation(corners);
  std::vector<LineStretch> stretches;
  bool once = true;
  for_each_stretch(jumps, [&](const auto&, Index low, Index high, std::int64_t times) {
    once = once && std::abs(times) == 1;
    stretches.push_back({low, high, (times > 0) == (orientation > 0)});
  });
  if (!once) return std::nullopt;

  std::vector<Box> boxes;
  for (const LineStretch& s : stretches) boxes.push_back(view.box_of(s.low, s.high));
  const BoxTree tree(boxes);
  std::set<Index, decltype(before)> places(before);
  for (Index p = 0; p < own.points.size(); ++p) places.insert(p);
  for (Index i = 0; i < stretches.size(); ++i)
    tree.query(boxes[i], [&](Index j) {
      if (j <= i) return;
      auto at = view.crossing(stretches[i].low, stretches[i].high, stretches[j].low, stretches[j].high);
      if (!at) return;
      own.points.push_back(std::move(*at));
      if (!places.insert(to_index(own.points.size() - 1, "points")).second) own.points.pop_back();
    });
  for (Index p = 0; p < own.points.size(); ++p)
    tree.query(view.box_of(p, p), [&](Index i) {
      LineStretch& s = stretches[i];
      if (!before(p, s.low) && before(p, s.high) && view.turn(s.low, s.high, p) == 0) s.on.push_back(p);
    });

  // Right behind a place of a stretch, the number below is that of the stretches below whose inside is above them, less
  // the others. Stretches of one line have no more than an end in common.
  for (const LineStretch& s : stretches)
    for (const Index p : s.on) {
      int number = 0;
      Box below = view.box_of(p, p);
      below.low[1] = -HUGE_VAL;
      tree.query(below, [&](Index i) {
        const LineStretch& t = stretches[i];
        if (&t == &s || before(p, t.low) || !before(p, t.high)) return;
        const int at = view.turn(t.low, t.high, p);
        if (at > 0 || (at == 0 && view.turn(t.low, t.high, s.high) > 0)) number += t.inside_above ? 1 : -1;
      });
      if (number != (s.inside_above ? 0 : 1)) return std::nullopt;
    }

  Windings out;
  for (const Index p : places)
    if (p >= numbers.size()) out.crossings.push_back(own.points[p]);
  if (!out.crossings.empty()) return out;
  for (LineStretch& s : stretches) {
    std::sort(s.on.begin(), s.on.end(), before);
    s.on.push_back(s.high);
    for (std::size_t k = 0; k + 1 < s.on.size(); ++k) {
      const Index p = numbers[s.on[k]], q = numbers[s.on[k + 1]];
      out.boundary.push_back(s.inside_above == (orientation > 0) ? Edge{p, q} : Edge{q, p});
    }
  }
  return out;
}

Box View::box_of(Index p, Index q) const {
  Box box{};
  for (const int k : {0, 1}) {
    const auto axis = static_cast<std::size_t>(k == 0 ? x_axis() : y_axis());
    std::tie(box.low[k], box.high[k]) = std::minmax(scene_.points[p].near[axis], scene_.points[q].near[axis]);
  }
  return box;
}

bool is_delaunay(const View& view, const std::vector<Ring>& triangles, std::vector<Edge> boundary, int orientation) {
  const auto before = [&](Index p, Index q) { return view.compare(p, q) < 0; };
  const auto in_order = [&](const Ring& s, const Ring& t) {
    return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), before);
  };
  // By directed edge, its triangle.
  std::map<Edge, std::size_t> sides;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Ring& ring = triangles[t];
    if (ring.size() != 3 || view.turn(ring[0], ring[1], ring[2]) != orientation || before(ring[1], ring[0]) ||
        before(ring[2], ring[0]) || (t > 0 && !in_order(triangles[t - 1], ring)))
      return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (!sides.emplace(Edge{ring[i], ring[(i + 1) % 3]}, t).second) return false;
  }
  const auto apex = [&](std::size_t t, const Edge& side) {
    return *std::find_if(triangles[t].begin(), triangles[t].end(),
                         [&](Index p) { return p != side.first && p != side.second; });
  };
  std::vector<Edge> outer, on_circle;
  Sets on_one_circle(triangles.size());
  for (const auto& [side, t] : sides) {
    const auto other = sides.find({side.second, side.first});
    if (other == sides.end()) {
      outer.push_back(side);
      continue;
    }
    const int within = orientation * view.in_circle(side.first, side.second, apex(t, side), apex(other->second, side));
    if (within > 0) return false;
    if (within < 0) continue;
    on_circle.push_back(side);
    on_one_circle.unite(t, other->second);
  }
  std::sort(boundary.begin(), boundary.end());
  std::set<Index> ends;  // no other point of the level, at whatever height, may be a corner of a triangle
  for (const Edge& edge : boundary) ends.insert(edge.first);
  const auto begins_at_end = [&](const auto& side) { return ends.contains(side.first.first); };
  if (outer != boundary || !std::all_of(sides.begin(), sides.end(), begins_at_end)) return false;
  // Triangles begin with their first corner, and ascend: the lowest one of a group begins with the first corner of all.
  return std::all_of(on_circle.begin(), on_circle.end(), [&](const Edge& e) {
    const Index first = triangles[on_one_circle.find(sides.at(e))][0];
    return e.first == first || e.second == first;
  });
}

bool runs_as(const Ring& ring, const std::vector<Edge>& edges) {
  std::vector<RunEdge> run;
  add_edges(ring, 1, run);
  for (const auto& [p, q] : edges) run.push_back({std::minmax(p, q), p < q ? -1 : 1});
  add_up(run);
  return run.empty();
}

}  // namespace plumb::checker
