// SPDX-License-Identifier: LGPL-3.0-or-later
// The constrained Delaunay triangulation, judged by its definition alone.
//
// 1. checked() walks over a triangulation: triangles turn left and fill the hull, each segment is an edge under its
//    name, and no point that a triangle sees over an edge without a name lies within the triangle's circle.
// 2. random_case() draws up to 33 points of a small grid, so that many lie on one circle or one line, with segments
//    that meet at their ends alone.
// 3. The triangles must not depend on the order of points and segments, and a split segment must leave the triangles
//    that its parts and the new point make from the start.
// Two tests before these are about the predicates: in_circle() against the determinant, and crossing().
#include "plumb/kernel/constrained_delaunay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "plumb/kernel/plan_region.h"

namespace plumb::tests {
namespace {

using kernel::ConstrainedDelaunay;
using kernel::FilteredPoint;
using kernel::PlanPoint;
using Index = ConstrainedDelaunay::Index;

std::vector<FilteredPoint> near(const std::vector<PlanPoint>& points) {
  std::vector<FilteredPoint> out;
  for (const PlanPoint& p : points) out.emplace_back(p);
  return out;
}

int turn(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) { return sgn(kernel::orient2d(a, b, c)); }

TEST_CASE("in_circle: its sign is that of the determinant, with numbers that doubles hold and others") {
  const mpq_class third(1, 3);
  const std::vector<FilteredPoint> p =
      near({{0, 0}, {third, 0}, {third, third}, {0, third}, {third / 2, third / 2}, {1, 1}, {third, -third}});
  CHECK(kernel::in_circle(p[0], p[1], p[2], p[3]) == kernel::Sign::zero);  // a square
  CHECK(kernel::in_circle(p[0], p[1], p[2], p[4]) == kernel::Sign::positive);
  CHECK(kernel::in_circle(p[0], p[1], p[2], p[5]) == kernel::Sign::negative);
  // 3, 4, 5: on a circle, and no rectangle along the axes.
  const std::vector<FilteredPoint> q =
      near({{5, 0}, {3, 4}, {-4, 3}, {0, -5}, {0, mpq_class(-5) + mpq_class(1, 1u << 30)}});
  CHECK(kernel::in_circle(q[0], q[1], q[2], q[3]) == kernel::Sign::zero);
  CHECK(kernel::in_circle(q[0], q[1], q[2], q[4]) == kernel::Sign::positive);
  // Of two diagonals one is better, seen from either side.
  CHECK(kernel::in_circle_moved(p[0], p[1], p[2], p[3]) == kernel::in_circle_moved(p[0], p[2], p[3], p[1]));
  CHECK(kernel::in_circle_moved(p[0], p[1], p[2], p[3]) != kernel::in_circle_moved(p[1], p[2], p[3], p[0]));
}

TEST_CASE("crossing: where two lines cross, in lowest terms") {
  const mpq_class third(1, 3), seventh(1, 7);
  const PlanPoint p{0, third}, q{seventh, -third}, u{-1, 0}, v{1, 0};
  CHECK(kernel::crossing(p, q, u, v) == PlanPoint{seventh / 2, 0});
  CHECK(kernel::crossing(q, p, u, v) == PlanPoint{seventh / 2, 0});
  CHECK(kernel::crossing({-1, 2}, {3, -1}, {third, 5}, {third, -5}) == PlanPoint{third, 1});
}

struct Case {
  std::vector<PlanPoint> points;
  std::vector<std::pair<Index, Index>> segments;
};

// Points of a small grid, so that many are on one circle or line, and segments that meet at ends alone.
Case random_case(std::mt19937& random) {
  Case out;
  std::set<PlanPoint> known;
  const int count = 3 + static_cast<int>(random() % 30), side = 3 + static_cast<int>(random() % 6);
  const int divisor = random() % 2 == 0 ? 1 : 3;
  for (int i = 0; i < count; ++i) {
    PlanPoint p{mpq_class(static_cast<int>(random() % side), divisor),
                mpq_class(static_cast<int>(random() % side), divisor)};
    for (mpq_class& v : p) v.canonicalize();
    if (known.insert(p).second) out.points.push_back(p);
  }
  const auto n = static_cast<Index>(out.points.size());
  const auto at = [&](Index i) -> const PlanPoint& { return out.points[i]; };
  const auto between = [&](Index a, Index b, Index c) {
    return turn(at(a), at(b), at(c)) == 0 && std::min(at(a), at(b)) < at(c) && at(c) < std::max(at(a), at(b));
  };
  for (int i = 0; i < count; ++i) {
    const Index a = static_cast<Index>(random() % n), b = static_cast<Index>(random() % n);
    bool good = a != b;
    for (Index c = 0; c < n && good; ++c) good = !between(a, b, c);
    for (const auto& [c, d] : out.segments) {
      const bool crosses = turn(at(a), at(b), at(c)) * turn(at(a), at(b), at(d)) < 0 &&
                           turn(at(c), at(d), at(a)) * turn(at(c), at(d), at(b)) < 0;
      good = good && !crosses && std::minmax(a, b) != std::minmax(c, d);
    }
    if (good) out.segments.emplace_back(a, b);
  }
  return out;
}

using Triangles = std::set<std::vector<PlanPoint>>;

ConstrainedDelaunay triangulation_of(const Case& c, const std::vector<FilteredPoint>& points) {
  ConstrainedDelaunay out(points);
  if (out.half_edge_count() > 0)
    for (Index s = 0; s < c.segments.size(); ++s) out.add_segment(c.segments[s].first, c.segments[s].second, s);
  return out;
}

// Its triangles, each from its least corner; checks what must hold of them. Names are numbers of the case's segments.
Triangles checked(const Case& c, const std::vector<FilteredPoint>& points, const ConstrainedDelaunay& made) {
  Triangles out;
  if (made.half_edge_count() == 0) return out;
  std::vector<int> found(c.segments.size());
  mpq_class area = 0, hull = 0;
  for (Index h = 0; h < made.half_edge_count(); ++h) {
    const Index t = h / 3, g = made.twin(h);
    if (made.is_beyond(t)) continue;
    const Index a = made.from(h), b = made.from(made.next(h)), p = made.from(made.prev(h));
    CHECK(made.twin(g) == h);
    CHECK(made.from(g) == b);
    if (h % 3 == 0) {
      CHECK(turn(c.points[a], c.points[b], c.points[p]) > 0);
      area += kernel::orient2d(c.points[a], c.points[b], c.points[p]);
      std::vector<PlanPoint> corners{c.points[a], c.points[b], c.points[p]};
      std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
      out.insert(corners);
    }
    if (made.name(h) != ConstrainedDelaunay::none) {
      ++found.at(made.name(h));
      CHECK(made.name(g) == made.name(h));
      const auto& [from, to] = c.segments[made.name(h)];
      CHECK(std::minmax(from, to) == std::minmax(a, b));
    }
    if (made.is_beyond(g / 3)) {
      const PlanPoint &u = c.points[a], &v = c.points[b];
      hull += u[0] * v[1] - v[0] * u[1];
      for (const PlanPoint& q : c.points) CHECK(turn(u, v, q) >= 0);
    } else if (made.name(h) == ConstrainedDelaunay::none) {
      CHECK_FALSE(kernel::in_circle_moved(points[a], points[b], points[p], points[made.from(made.prev(g))]));
    }
  }
  CHECK(area == hull);
  for (std::size_t s = 0; s < found.size(); ++s) CHECK(found[s] >= 1);
  return out;
}

Triangles checked(const Case& c) {
  const std::vector<FilteredPoint> points = near(c.points);
  return checked(c, points, triangulation_of(c, points));
}

TEST_CASE("ConstrainedDelaunay: a split segment leaves what its parts and the new point make from the start") {
  std::mt19937 random(16);
  std::size_t splits = 0, at_hull = 0;
  for (int i = 0; i < 300; ++i) {
    Case c = random_case(random);
    std::vector<FilteredPoint> points = near(c.points);
    ConstrainedDelaunay made = triangulation_of(c, points);
    if (made.half_edge_count() == 0 || c.segments.empty()) continue;
    for (int k = 0; k < 4; ++k) {
      Index h = 0;
      const Index s = static_cast<Index>(random() % c.segments.size());
      while (made.name(h) != s || random() % 2 == 0) h = h + 1 == made.half_edge_count() ? 0 : h + 1;
      const PlanPoint p = c.points[made.from(h)], q = c.points[made.to(h)];
      const mpq_class share(1 + static_cast<int>(random() % 6), 7);
      c.points.push_back({p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])});
      points.emplace_back(c.points.back());
      at_hull += made.is_beyond(h / 3) || made.is_beyond(made.twin(h) / 3);
      const Index from = made.from(h), added = static_cast<Index>(c.points.size() - 1);
      // The parts get the segment's name; in the case the second one has a number of its own.
      made.split_segment(h, points);
      CHECK(made.from(h) == from);
      const auto [a, b] = c.segments[s];
      c.segments.erase(c.segments.begin() + s);
      c.segments.insert(c.segments.end(), {{a, added}, {added, b}});
      const ConstrainedDelaunay anew = triangulation_of(c, points);
      const Triangles expected = checked(c, points, anew);
      Triangles found;
      std::size_t named = 0, named_anew = 0;
      for (Index e = 0; e < made.half_edge_count(); ++e) {
        named += made.name(e) != ConstrainedDelaunay::none;
        if (e % 3 != 0 || made.is_beyond(e / 3)) continue;
        std::vector<PlanPoint> corners{c.points[made.from(e)], c.points[made.from(e + 1)], c.points[made.from(e + 2)]};
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        found.insert(corners);
      }
      for (Index e = 0; e < anew.half_edge_count(); ++e) named_anew += anew.name(e) != ConstrainedDelaunay::none;
      CHECK(found == expected);
      CHECK(named == named_anew);
      made = triangulation_of(c, points);  // with the case's numbers as names
      ++splits;
    }
  }
  CHECK(splits > 800);
  CHECK(at_hull > 50);
}

TEST_CASE("ConstrainedDelaunay: fills the hull, has all segments, and does not depend on the order of points") {
  std::mt19937 random(15);
  std::size_t with_segments = 0, without_triangles = 0;
  for (int i = 0; i < 400; ++i) {
    Case c = random_case(random);
    const Triangles triangles = checked(c);
    with_segments += c.segments.size() > 3;
    without_triangles += triangles.empty();
    // The same points and segments in another order.
    std::vector<Index> order(c.points.size());
    for (Index p = 0; p < order.size(); ++p) order[p] = p;
    std::shuffle(order.begin(), order.end(), random);
    Case other;
    other.points.resize(c.points.size());
    for (Index p = 0; p < order.size(); ++p) other.points[order[p]] = c.points[p];
    for (const auto& [a, b] : c.segments) other.segments.emplace_back(order[b], order[a]);
    std::shuffle(other.segments.begin(), other.segments.end(), random);
    CHECK(checked(other) == triangles);
  }
  CHECK(with_segments > 100);
  CHECK(without_triangles < 50);
}

}  // namespace
}  // namespace plumb::tests
