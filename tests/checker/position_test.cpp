// SPDX-License-Identifier: GPL-3.0-or-later
// Positions along lines, chords and fronts of walls against fractions and against outlines that are cut.
#include "position.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "front.h"

using namespace plumb::checker;

namespace {

std::mt19937 random_bits(5);
long draw(long low, long high) {
  return low + static_cast<long>(random_bits() % static_cast<unsigned>(high - low + 1));
}

Fraction at(const Position& p) { return quotient(p.above, p.below); }

// Twice a convex polygon: the hull of some points, counter-clockwise, without corners in the middle of sides.
std::vector<std::array<long, 2>> hull(int count, long size) {
  std::vector<std::array<long, 2>> points, out;
  for (int i = 0; i < count; ++i) points.push_back({draw(0, size), draw(0, size)});
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const auto turns_left = [](const auto& a, const auto& b, const auto& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
  };
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = out.size();
    for (const auto& p : points) {
      while (out.size() >= start + 2 && !turns_left(out[out.size() - 2], out.back(), p)) out.pop_back();
      out.push_back(p);
    }
    out.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return out;
}

}  // namespace

TEST_CASE("position: order is that of fractions, near ones among them", "[bounds]") {
  int equal = 0;
  for (int round = 0; round < 4000; ++round) {
    const Integer below = (Integer(1) << static_cast<unsigned>(draw(0, 90))) + draw(0, 3),
                  above = below * draw(-9, 9) + draw(-1, 1);
    const Position p(above, below), q(above * 3 + draw(-1, 1), below * 3);
    const int order = cmp(at(p), at(q));
    REQUIRE(compare(p, q) == (order > 0) - (order < 0));
    REQUIRE(compare(q, p) == (order < 0) - (order > 0));
    equal += order == 0;
  }
  CHECK(equal > 500);
}

TEST_CASE("position: the chord of a line is what cutting an outline along it from both sides leaves") {
  int chords = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto corners = hull(8, 12);
    if (corners.size() < 3) continue;
    Outline outline;
    for (const auto& [x, y] : corners) outline.emplace_back(Integer(x), Integer(y), Integer(1));
    const Line line(Integer(draw(-3, 3)), Integer(draw(1, 3)), Integer(draw(-20, 6)));
    std::vector<Fraction> met;  // where it is 0
    const auto n = outline.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vertex &v = outline[i], &w = outline[(i + 1) % n];
      const Fraction a = value(line, v), b = value(line, w), x = v.x, y = w.x;
      if (a == 0) met.push_back(x);
      if (sgn(a) * sgn(b) < 0) met.push_back(x + a / (a - b) * (y - x));
    }
    const auto found = chord(line, outline);
    REQUIRE(bool(found) == (met.size() >= 2));
    if (!found) continue;
    ++chords;
    REQUIRE(at(found->from) == *std::min_element(met.begin(), met.end()));
    REQUIRE(at(found->to) == *std::max_element(met.begin(), met.end()));
  }
  CHECK(chords > 500);
}

TEST_CASE("front: between two lines is what is left of the outline cut along both") {
  int found = 0, none_left = 0, ends_cut = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto corners = hull(6, 10);
    if (corners.size() < 3) continue;
    std::vector<Point> points;
    Ring ring;
    Outline outline;
    for (const auto& [x, z] : corners) {
      ring.push_back(static_cast<Index>(points.size()));
      points.emplace_back(Integer(x), Integer(0), Integer(z));
      outline.emplace_back(Integer(x), Integer(z), Integer(1));
    }
    const auto [low, high] = std::minmax_element(
        ring.begin(), ring.end(), [&](Index p, Index q) { return compare(points[p], points[q], 0) < 0; });
    Outline ends;
    for (const Index end : {*low, *high}) ends.emplace_back(points[end]).point = end;
    const Front front(points, ring, ends, true, [](const Point& p) { return p.z; });
    // Heights of the first line are below those of the second, or the lines cross.
    const bool apart = round % 2 == 0;
    const long slope = draw(-1, 1), from = draw(-3, 8);
    const Line above(Integer(-slope), Integer(1), Integer(-from)),
        beneath(Integer(apart ? slope : draw(-1, 1)), Integer(-1), Integer(from + draw(1, 4)));
    const Outline rest = clip(clip(outline, above), beneath);
    const auto part = front.between(above, beneath, apart);
    REQUIRE(bool(part) == !rest.empty());
    ++(part ? found : none_left);
    if (!part) continue;
    const auto [first, last] = std::minmax_element(rest.begin(), rest.end(), [](const Vertex& v, const Vertex& w) {
      return quotient(v.x, v.w) < quotient(w.x, w.w);
    });
    REQUIRE(at(part->from) == quotient(first->x, first->w));
    REQUIRE(at(part->to) == quotient(last->x, last->w));
    ends_cut += at(part->from) != points[*low].x;
  }
  CHECK(found > 1000);
  CHECK(none_left > 300);
  CHECK(ends_cut > 200);
}
