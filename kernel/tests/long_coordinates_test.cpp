// SPDX-License-Identifier: LGPL-3.0-or-later
// A table of points may keep long coordinates apart. Then it answers as a table that has all coordinates over one
// denominator.
// 1. The table itself: what it says of long coordinates, appended, scaled and turned, and the doubles around them.
// 2. Random points with long coordinates are put into both kinds of table. Predicates of points, lines and vertices of
//    plans, rises over planes and slab lines are the same in both.
#include <cmath>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/vcd/levels.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

constexpr LineSource anywhere{};

mpq_class two_to(int exponent) {
  const mpz_class p = mpz_class(1) << static_cast<unsigned long>(std::abs(exponent));
  return exponent < 0 ? mpq_class(1, p) : mpq_class(p);
}

// Over the unit 1 / unit, where what does not fit is long; and all over one denominator.
struct Tables {
  PointTable apart, together;
  explicit Tables(const std::vector<ExactPoint>& points, const mpz_class& unit = 4) {
    mpz_class common = unit;
    std::vector<mpz_class> whole, all;
    for (const ExactPoint& p : points)
      for (const mpq_class& v : p) common = lcm(common, v.get_den());
    for (const ExactPoint& p : points)
      for (const mpq_class& v : p) {
        const mpq_class at = v * unit;
        const bool fits = at.get_den() == 1 && mpz_sizeinbase(at.get_num_mpz_t(), 2) <= 61;
        whole.push_back(fits ? at.get_num() : mpz_class(0));
        all.push_back(v.get_num() * (common / v.get_den()));
      }
    apart = PointTable::from_integers(std::move(whole), unit);
    for (PointId i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        if (mpq_class(points[i][k] * unit).get_den() != 1 || abs(points[i][k] * unit) >= two_to(61)) {
          apart.set_long(i, points[i]);
          break;
        }
    together = PointTable::from_integers(std::move(all), common);
  }
};

// Most coordinates are quarters; some are long: tiny, huge, a third, or a quarter and something tiny.
mpq_class drawn_coordinate(bool may_be_long) {
  const mpq_class quarter(drawn(-12, 12), 4);
  if (!may_be_long) return quarter;
  switch (drawn(0, 5)) {
    case 0: return drawn(-2, 2) * two_to(-150);
    case 1: return drawn(-2, 2) * two_to(-1100);
    case 2: return drawn(-2, 2) * two_to(150);
    case 3: return mpq_class(drawn(-9, 9), 3);
    case 4: return quarter + drawn(-1, 1) * two_to(-200);
    default: return quarter;
  }
}

std::vector<ExactPoint> drawn_points(int count) {
  std::vector<ExactPoint> out;
  while (out.size() < static_cast<std::size_t>(count)) {
    const bool may_be_long = drawn(0, 2) == 0;
    ExactPoint p{drawn_coordinate(may_be_long), drawn_coordinate(may_be_long), drawn_coordinate(may_be_long)};
    for (mpq_class& v : p) v.canonicalize();
    // Some lie between two that are there, on one line exactly.
    if (out.size() >= 2 && drawn(0, 3) == 0) {
      const ExactPoint &a = out[static_cast<std::size_t>(drawn(0, static_cast<int>(out.size()) - 1))], &b = out.back();
      for (std::size_t k = 0; k < 3; ++k) p[k] = (a[k] + b[k]) / 2;
    }
    out.push_back(std::move(p));
  }
  return out;
}

bool within(const mpq_class& v, const Interval& i) {
  return !(v < (std::isinf(i.low) ? v : mpq_class(i.low))) && !(v > (std::isinf(i.high) ? v : mpq_class(i.high)));
}

// The vertex in input units.
std::array<mpq_class, 2> place(const ImplicitPlan& f, VertexId v) {
  const auto [x, y, w] = f.exact_vertex(v);
  const auto p = moved_by(f.points(), f.origin(), {x, y, w});
  std::array<mpq_class, 2> out{mpq_class(p.x, p.w * f.points().denominator()),
                               mpq_class(p.y, p.w * f.points().denominator())};
  for (mpq_class& c : out) c.canonicalize();
  return out;
}

VertexId meet(ImplicitPlan& f, LineId l, LineId m) {
  return f.turn(l, m) == Sign::negative ? f.vertex(l, m) : f.vertex(m, l);
}

}  // namespace

TEST_CASE("long coordinates: what a table says of them") {
  // Over quarters: 1/4 and 2 are whole, 1/3 and 2^-1100 are not, nor is 2^200, an integer that is too long.
  Tables t({{mpq_class(1, 4), 2, mpq_class(1, 3)}, {two_to(-1100), two_to(200), 5}, {0, 0, 0}});
  const PointTable& p = t.apart;
  CHECK(p.has_long());
  CHECK(p.denominator() == 4);
  CHECK(p.native());
  CHECK_FALSE(p.is_whole(0));
  CHECK(p.is_whole_in_plan(0));
  CHECK_FALSE(p.is_whole(0, 2));
  CHECK_FALSE(p.is_whole_in_plan(1));
  CHECK(p.is_whole(2));
  CHECK(p.scale(0) == 3);
  CHECK(p.scale(1) == two_to(1098).get_num());
  CHECK(p.scale(2) == 1);
  CHECK(p.exact(0, 2) == mpq_class(4, 3));
  CHECK(p.exact(1, 1) == 4 * two_to(200));
  CHECK(p.integer(1, 2) == 20);
  CHECK(p.scaled(0, 0, 6) == 6);
  CHECK(p.scaled(0, 2, 6) == 8);
  CHECK(p.approx(1, 0) == 0);  // rounded below the least double
  CHECK(std::isinf(PointTable(Tables({{two_to(1100), 0, 0}, {0, 0, 0}}).apart).approx(0, 0)));
  CHECK(p.approx_is_exact(0, 0));
  CHECK_FALSE(p.approx_is_exact(0, 2));
  CHECK(p.doubles_are_exact());
  CHECK_FALSE(p.approx_is_exact());
  CHECK(p.common_denominator() == 3 * two_to(1100).get_num());
  CHECK(p.common_bits() == t.together.bits());
  for (PointId i = 0; i < 3; ++i) CHECK(exact_point(p, i) == exact_point(t.together, i));
  CHECK(origin_corner(p, std::array{PointId{1}, PointId{0}, PointId{2}}) == 0);
  CHECK(origin_corner(p, std::array{PointId{1}}) == 1);
}

TEST_CASE("long coordinates: appended, scaled and turned, points stay where they are") {
  std::vector<ExactPoint> points = {{mpq_class(1, 4), 2, mpq_class(1, 3)}, {two_to(-1100), two_to(200), 5}, {1, 2, 3}};
  PointTable p = Tables(points).apart;
  const std::vector<ExactPoint> more = {{mpq_class(1, 7), 1, 0}, {3, mpq_class(3, 4), two_to(300)}, {1, 1, 1}};
  CHECK(p.append(more) == 3);
  points.insert(points.end(), more.begin(), more.end());
  CHECK(p.denominator() == 4);
  CHECK_FALSE(p.is_whole(3));
  CHECK(p.is_whole(4, 1));
  CHECK(p.is_whole(5));
  p.rescale(10);
  CHECK(p.denominator() == 40);
  for (PointId i = 0; i < points.size(); ++i) CHECK(exact_point(p, i) == points[i]);
  const PointTable turned = p.turned(0);
  for (PointId i = 0; i < points.size(); ++i)
    CHECK(exact_point(turned, i) == ExactPoint{points[i][1], points[i][2], points[i][0]});
  // Integers that no double holds come after long ones.
  const mpz_class odd = (mpz_class(1) << 80) + 1;
  CHECK(p.append(std::vector<ExactPoint>{{mpq_class(odd), 0, 0}}) == 6);
  points.push_back({mpq_class(odd), 0, 0});
  CHECK_FALSE(p.doubles_are_exact());
  for (PointId i = 0; i < points.size(); ++i) CHECK(exact_point(p, i) == points[i]);
}

TEST_CASE("long coordinates: integers of the unit are kept apart as well, however short, and none is lost") {
  for (const int exponent : {0, 1, 52, 60, 61, 62, 80, 100, 123, 124, 125, 126, 127, 300, 1100}) {
    std::vector<ExactPoint> points = {{mpq_class(1, 4), 2, 0}, {1, 0, 3}, {-5, two_to(-150), 1}};
    PointTable p = Tables(points).apart;
    points[1] = {1, -two_to(exponent), 3};
    p.set_long(1, points[1]);
    CHECK(p.is_whole(1, 0));
    CHECK_FALSE(p.is_whole(1, 1));
    CHECK(p.scale(1) == 1);
    CHECK(p.native());
    for (PointId i = 0; i < points.size(); ++i) CHECK(exact_point(p, i) == points[i]);
    const PointTable turned = p.turned(1);
    for (PointId i = 0; i < points.size(); ++i) {
      CHECK(exact_point(turned, i) == ExactPoint{points[i][2], points[i][0], points[i][1]});
      CHECK(turned.scale(i) == p.scale(i));
      for (int k = 0; k < 3; ++k) CHECK(turned.is_whole(i, k) == p.is_whole(i, (k + 2) % 3));
    }
    // Scaled by this, the third is an integer of the unit.
    p.rescale(two_to(150).get_num());
    for (PointId i = 0; i < points.size(); ++i) CHECK(exact_point(p, i) == points[i]);
    p.set_long(1, points[0]);
    CHECK(exact_point(p, 1) == points[0]);
    CHECK(exact_point(p, 2) == points[2]);
  }
}

TEST_CASE("long coordinates: doubles around them hold them, zero and infinity too", "[bounds]") {
  int lost = 0;
  for (const int exponent : {-1200, -1077, -1076, -1075, -1074, -1060, -300, 300, 1020, 1021, 1100})
    for (const mpq_class& part : {mpq_class(1), mpq_class(5, 3), mpq_class(-1), mpq_class(-11, 7)}) {
      const mpq_class v = part * two_to(exponent);
      const Tables t({{v, 0, 0}, {mpq_class(3, 4), 0, 0}});
      const mpq_class in_unit = v * 4;
      CHECK(within(in_unit, interval_of(t.apart, 0, 0)));
      const BoundedDouble near = near_number(t.apart, 0, 0);
      if (std::isfinite(near.at)) CHECK(abs(in_unit - mpq_class(near.at)) <= mpq_class(near.error));
      lost += near.at == 0 || std::isinf(near.at);
    }
  CHECK(lost >= 8);
}

TEST_CASE("long coordinates: predicates of points are those of one denominator") {
  Met met({{"zero", 400}, {"long", 2000}, {"decided by intervals", 800}, {"beyond intervals", 100}});
  CHECK(check_many("predicates of points", 3000, met, [&] {
    const std::vector<ExactPoint> points = drawn_points(4);
    const Tables t(points);
    met["long"] += t.apart.has_long();
    for (int axis = 0; axis < 3; ++axis) {
      const Sign s = orientation(t.together, axis, 0, 1, 2);
      RC_ASSERT(orientation(t.apart, axis, 0, 1, 2) == s);
      RC_ASSERT(orientation_exact(t.apart, axis, 0, 1, 2) == s);
      const auto near = orientation_in_intervals(t.apart, axis, 0, 1, 2);
      if (near) RC_ASSERT(*near == s);
      met["zero"] += s == Sign::zero;
      met[near ? "decided by intervals" : "beyond intervals"] += t.apart.has_long();
      RC_ASSERT(compare(t.apart, axis, 0, 1) == compare(t.together, axis, 0, 1));
      RC_ASSERT(interval_of(t.apart, 0, axis).low <= interval_of(t.apart, 0, axis).high);
    }
    const Sign s = volume(t.together, 0, 1, 2, 3);
    RC_ASSERT(volume(t.apart, 0, 1, 2, 3) == s);
    RC_ASSERT(volume_exact(t.apart, 0, 1, 2, 3) == s);
    if (const auto near = volume_in_intervals(t.apart, 0, 1, 2, 3)) RC_ASSERT(*near == s);
    RC_ASSERT(doubled_area(t.apart, std::array{PointId{0}, PointId{1}, PointId{2}}) / 16 ==
              doubled_area(t.together, std::array{PointId{0}, PointId{1}, PointId{2}}) /
                  (t.together.denominator() * t.together.denominator()));
  }));
}

TEST_CASE("long coordinates: lines and vertices of plans are those of one denominator") {
  Met met({{"zero side", 200}, {"long line", 1500}, {"long origin", 300}, {"equal lines", 60}, {"point vertex", 1000}});
  CHECK(check_many("plans", 1500, met, [&] {
    const std::vector<ExactPoint> points = drawn_points(7);
    const Tables t(points);
    const PointId origin = static_cast<PointId>(drawn(0, 6));
    met["long origin"] += !t.apart.is_whole_in_plan(origin);
    ImplicitPlan f(t.apart, origin), g(t.together, origin);
    std::vector<std::pair<LineId, LineId>> lines;
    const auto differ = [&](PointId p, PointId q) {
      return points[p][0] != points[q][0] || points[p][1] != points[q][1];
    };
    for (int i = 0; i < 5; ++i) {
      const auto p = static_cast<PointId>(drawn(0, 6)), q = static_cast<PointId>(drawn(0, 6));
      if (const int kind = drawn(0, 5); kind == 0) lines.push_back({f.at_x(p), g.at_x(p)});
      else if (kind == 1) lines.push_back({f.at_y(p), g.at_y(p)});
      else if (differ(p, q)) lines.push_back({f.edge(p, q, anywhere), g.edge(p, q, anywhere)});
    }
    for (const auto& [l, m] : lines) {
      met["long line"] += f.record(l).numbers != LineRecord::Numbers::of_points;
      for (const auto& [k, n] : lines) {
        RC_ASSERT(f.turn(l, k) == g.turn(m, n));
        RC_ASSERT(f.equal_directed(l, k) == g.equal_directed(m, n));
        met["equal lines"] += l != k && f.equal_lines(l, k);
        if (f.turn(l, k) == Sign::zero) continue;
        const VertexId v = meet(f, l, k), w = meet(g, m, n);
        RC_ASSERT(place(f, v) == place(g, w));
        for (const auto& [i, j] : lines) {
          const Sign s = g.side(w, j);
          RC_ASSERT(f.side(v, i) == s);
          RC_ASSERT(f.side_exact(v, i) == s);
          if (const auto near = f.side_interval(v, i)) RC_ASSERT(*near == s);
          if (const auto filtered = f.side_filtered(v, i)) RC_ASSERT(*filtered == s);
          met["zero side"] += s == Sign::zero && i != l && i != k;
        }
      }
      for (PointId p = 0; p < 7; ++p) {
        if (f.record(l).from == no_point) continue;
        const VertexId v = f.vertex_on(p, l), w = g.vertex_on(p, m);
        met["point vertex"] += !t.apart.is_whole_in_plan(p);
        RC_ASSERT(place(f, v) == place(g, w));
        for (const auto& [i, j] : lines) RC_ASSERT(f.side(v, i) == g.side(w, j));
      }
    }
  }));
}

TEST_CASE("long coordinates: rises over planes and slab lines are those of one denominator") {
  Met met({{"long plane", 500}, {"whole plane of a long polygon", 20}, {"level", 30}, {"crossing", 300}});
  CHECK(check_many("planes", 1500, met, [&] {
    std::vector<ExactPoint> points = drawn_points(8);
    if (drawn(0, 1) == 0)  // a fourth corner in the plane of three
      for (std::size_t k = 0; k < 3; ++k) points[3][k] = points[0][k] + points[2][k] - points[1][k];
    if (drawn(0, 4) == 0)
      for (std::size_t i = 0; i < 4; ++i) points[i][2] = points[0][2];
    const Tables t(points);
    const auto spans = [&](PointId a, PointId b, PointId c) {
      return orientation(t.together, 2, a, b, c) != Sign::zero;
    };
    if (!spans(0, 1, 2) || !spans(4, 5, 6)) return;
    std::vector<PointId> corners = {0, 1, 2};
    const bool is_new = std::find(points.begin(), points.begin() + 3, points[3]) == points.begin() + 3;
    if (is_new && volume(t.together, 0, 1, 2, 3) == Sign::zero) corners.push_back(3);
    const Plane p(t.apart, corners), q(t.together, corners);
    met["long plane"] += !p.is_whole();
    met["whole plane of a long polygon"] += p.is_whole() && !t.apart.are_whole(corners);
    const std::vector<mpq_class> heights = {mpq_class(1, 2), mpq_class(9, 5)};
    const plumb::vcd::Levels low(t.apart, heights, mpq_class(2, 5)), high(t.together, heights, mpq_class(2, 5));
    LadderCounts counts;
    for (PointId i = 0; i < 8; ++i)
      for (std::uint32_t level = 0; level <= low.step(); ++level) {
        const Sign s = rise(t.together, q, i, high, level, false, counts);
        RC_ASSERT(rise(t.apart, p, i, low, level, false, counts) == s);
        met["level"] += s == Sign::zero && i > 3;
      }
    // Over a plan whose origin lies on the plane.
    ImplicitPlan f(t.apart, corners[0]), g(t.together, corners[0]);
    const Plane above(t.apart, std::array<PointId, 3>{4, 5, 6}), also(t.together, std::array<PointId, 3>{4, 5, 6});
    const auto l = slab_line(f, p, above, low, 1, anywhere), m = slab_line(g, q, also, high, 1, anywhere);
    RC_ASSERT(l.has_value() == m.has_value());
    std::vector<std::pair<LineId, LineId>> lines;
    if (l) lines.push_back({*l, *m});
    lines.push_back({f.edge(4, 5, anywhere), g.edge(4, 5, anywhere)});
    for (PointId i = 4; i < 8; ++i)
      for (PointId j = 4; j < i; ++j)
        if (rise(t.together, q, i, high, 2, false, counts) * rise(t.together, q, j, high, 2, false, counts) ==
            Sign::negative) {
          lines.push_back(
              {crossing_line(f, p, i, j, low, 2, true, anywhere), crossing_line(g, q, i, j, high, 2, true, anywhere)});
          ++met["crossing"];
        }
    for (const auto& [i, j] : lines)
      for (const auto& [k, n] : lines) {
        RC_ASSERT(f.turn(i, k) == g.turn(j, n));
        if (f.turn(i, k) == Sign::zero) continue;
        RC_ASSERT(place(f, meet(f, i, k)) == place(g, meet(g, j, n)));
        const auto over = [](const ImplicitPlan& plan, const Plane& plane, VertexId v) {
          const auto [x, y, w] = plan.exact_vertex(v);
          return point_over(plan.points(), plane.anchor(), plane.exact(plan.points()),
                            moved_by(plan.points(), plan.origin(), {x, y, w}));
        };
        RC_ASSERT(over(f, p, meet(f, i, k)) == over(g, q, meet(g, j, n)));
      }
  }));
}
