// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the checker's geometry: its error bounds recomputed, and lines and vertices that doubles alone
// misjudge. Positions along lines, chords and fronts of walls, against fractions and against outlines that are cut.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "base/geometry.h"
#include "support/rounding_count.h"
#include "verify/walls.h"

using namespace plumb::checker;
using plumb::tests::is_least;
using plumb::tests::power;
using plumb::tests::serves;
using plumb::tests::u;

namespace {

// Of the exact value, a double that it was truncated to is at least this part, and at most the whole.
const mpq_class truncated = 1 - 2 * u;
// The quotient of two such, rounded.
const mpq_class quotient_low = truncated * (1 - u), quotient_high = (1 + u) / truncated;

std::mt19937_64 random_bits(3);
mpz_class draw(int bits) {
  mpz_class v = 0;
  for (int have = 0; have < bits; have += 32) v = (v << 32) + static_cast<unsigned long>(random_bits() >> 32);
  v >>= static_cast<unsigned long>((bits + 31) / 32 * 32 - bits);
  return random_bits() % 2 ? v : mpz_class(-v);
}

Fraction truncated_to_double(const Fraction& v) { return Fraction(v.get_d()); }

}  // namespace

TEST_CASE("checker: the filter's bounds cover truncated inputs and the roundings after them", "[bounds][derived]") {
  // What a term makes of the computed sum is at least this part of the exact term: a coefficient, a quotient, their
  // product and two sums; the magnitudes are rounded by as many sums, and with the bound.
  const mpq_class of_side = truncated * quotient_low * power(1 - u, 3);
  CHECK(is_least(side_error, (1 / of_side - 1) * power(1 + u, 2) / power(1 - u, 3)));
  const mpq_class of_turn = truncated * truncated * power(1 - u, 2);
  CHECK(is_least(turn_error, (1 / of_turn - 1) * (1 + u) / power(1 - u, 2)));
  // The slack is rounded itself; moving by it keeps order.
  CHECK(is_least(place_error, (1 - truncated / quotient_high) / (1 - u)));  // inward, what is truncated too
  CHECK(serves(place_error, (1 / quotient_low - 1) / (1 - u)));             // outward
  CHECK(serves(place_error, (1 / truncated - 1 + u) / power(1 - u, 2)));    // a sum of two
}

TEST_CASE("checker: sides and turns are exact where doubles cannot tell", "[bounds]") {
  int near = 0;
  for (int round = 0; round < 4000; ++round) {
    // A vertex of a line, and lines through it but for one unit.
    const int bits = 20 + static_cast<int>(random_bits() % 180);
    const mpz_class x = draw(bits), y = draw(bits), w = abs(draw(bits)) + 1, a = draw(bits), b = draw(bits);
    const mpz_class c = -(a * x + b * y) / w + static_cast<int>(random_bits() % 3) - 1;
    const Line line(a, b, c);
    const Vertex vertex(x, y, w);
    const mpz_class value = a * x + b * y + c * w;
    REQUIRE(side(line, vertex) == sgn(value));
    near += abs(value) <= 2 * w;
    const mpz_class factor = draw(bits);
    const Line other(a * factor + static_cast<int>(random_bits() % 3) - 1,
                     b * factor + static_cast<int>(random_bits() % 3) - 1, c);
    REQUIRE(turn(line, other) == sgn(a * other.b - b * other.a));
  }
  CHECK(near == 4000);
}

TEST_CASE("checker: what is moved outward is beyond what it stands for, and beyond that truncated", "[bounds]") {
  for (int round = 0; round < 20000; ++round) {
    const int bits = 60 + static_cast<int>(random_bits() % 60);
    const Vertex v(draw(bits), 0, abs(draw(bits)) + 1);
    const Fraction x = quotient(v.x, v.w), low(v.fx - slack(v.fx)), high(v.fx + slack(v.fx));
    REQUIRE(low <= x);
    REQUIRE(x <= high);
    REQUIRE(low <= truncated_to_double(x));
    REQUIRE(truncated_to_double(x) <= high);
    // A height and a reach over it.
    const Fraction top = draw(bits), reach = abs(draw(bits));
    const double t = top.get_d(), r = reach.get_d();
    REQUIRE(truncated_to_double(top + reach) <= Fraction(t + r + (slack(t) + slack(r))));
    REQUIRE(truncated_to_double(top - reach) >= Fraction(t - r - (slack(t) + slack(r))));
  }
}

namespace {

std::mt19937 position_bits(5);
long draw(long low, long high) {
  return low + static_cast<long>(position_bits() % static_cast<unsigned>(high - low + 1));
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
    const mpz_class below = (mpz_class(1) << static_cast<unsigned>(draw(0, 90))) + draw(0, 3),
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
    std::vector<Line> sides;
    for (const auto& [x, y] : corners) outline.emplace_back(Integer(x), Integer(y), Integer(1));
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vertex &v = outline[i], &w = outline[i + 1 == corners.size() ? 0 : i + 1];
      sides.emplace_back(v.y - w.y, w.x - v.x, v.x * w.y - v.y * w.x);
    }
    const Line line(Integer(draw(-3, 3)), Integer(draw(1, 3)), Integer(draw(-20, 6)));
    std::vector<Fraction> met;  // where it is 0
    const auto n = outline.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vertex &v = outline[i], &w = outline[(i + 1) % n];
      const Fraction a = fraction(value(line, v)), b = fraction(value(line, w)), x = fraction(v.x), y = fraction(w.x);
      if (a == 0) met.push_back(x);
      if (sgn(a) * sgn(b) < 0) met.push_back(x + a / (a - b) * (y - x));
    }
    const auto found = chord(line, outline, sides);
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
    ends_cut += at(part->from) != fraction(points[*low].x);
  }
  CHECK(found > 1000);
  CHECK(none_left > 300);
  CHECK(ends_cut > 200);
}
