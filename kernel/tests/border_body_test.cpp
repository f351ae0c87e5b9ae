// SPDX-License-Identifier: LGPL-3.0-or-later
// What a border edge takes of a surface, against the body's definition.
//
// Edges, planes and discs are drawn. Points of the plane are tested by the definition, in fractions, and by the section
// that the body has there: both must agree, with a box and without one. Sections worked out by hand, and the lengths of
// the integers of their lines, come after that.
#include "plumb/vcd/border_body.h"

#include <catch2/catch.hpp>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/interval.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using namespace plumb::tests;

namespace {

using Place = std::array<mpq_class, 3>;  // in integer units

BodyEnd end_at(const Place& p) {
  const ExactPoint point{p[0], p[1], p[2]};
  BodyEnd end{plan_integers(point), {p[2].get_num(), p[2].get_den()}, {}};
  for (std::size_t k = 0; k < 3; ++k) end.near[k] = interval_of(p[k]);
  return end;
}

// A surface around the origin, of the given slopes, and the body of an edge.
struct BodyScene {
  PointTable points;
  std::vector<PointId> corners{0, 1, 2};
  Plane plane;
  BodyEnd from, to;
  BorderEdge edge;
  BodyShape shape;
  ImplicitPlan plan;

  BodyScene(const std::array<int, 3>& slopes, const Place& a, const Place& b, std::uint32_t disc, DiscBound bound,
            const mpq_class& radius, const mpq_class& window)
      : points(PointTable::from_doubles(
            {0, 0, double(slopes[2]), 0, 8, 8.0 * slopes[1] + slopes[2], 8, 0, 8.0 * slopes[0] + slopes[2]})),
        plane(points, corners),
        from(end_at(a)),
        to(end_at(b)),
        edge{7, {3, 4}, &from, &to},
        shape(disc, bound, radius, window, points.denominator()),
        plan(points, 0) {}

  ConvexCell section() { return body_section(plan, plane, edge, shape, window_case(points, plane, edge, shape)); }
};

// Is there a t strictly between 0 and 1 where the place is within the disc's polygon around the edge and the window,
// strictly? Each condition is linear in t.
bool takes(const BodyShape& shape, const Place& a, const Place& b, const Place& p) {
  mpq_class low = 0, high = 1;
  bool never = false;
  const auto below = [&](const mpq_class& at, const mpq_class& slope) {  // at + slope t < 0
    if (slope == 0) never = never || at >= 0;
    else if (slope > 0) high = std::min<mpq_class>(high, -at / slope);
    else low = std::max<mpq_class>(low, -at / slope);
  };
  for (const DiscPolygon::Edge& e : shape.disc.edges)
    below(e.normal[0] * (p[0] - a[0]) + e.normal[1] * (p[1] - a[1]) - e.offset,
          -(e.normal[0] * (b[0] - a[0]) + e.normal[1] * (b[1] - a[1])));
  below(p[2] - a[2] - shape.window, a[2] - b[2]);
  below(a[2] - p[2] - shape.window, b[2] - a[2]);
  return !never && low < high;
}

}  // namespace

TEST_CASE("border bodies: the section is what the body holds of the plane") {
  Met met({{"taken", 300}, {"left", 300}, {"cut by the window", 60}, {"missed", 20}, {"whole", 40}});
  CHECK(check_many("section of a border's body", 300, met, [&] {
    const auto whole = [](int low, int high) { return mpq_class(drawn(low, high)); };
    const auto half = [](int low, int high) { return mpq_class(drawn(low, high), 2); };
    const std::array<int, 3> slopes{drawn(-1, 1), drawn(-1, 1), drawn(-2, 2)};
    const bool level = drawn(0, 1) == 0;
    const mpq_class z = half(-6, 6);
    Place a{whole(-4, 4) / drawn(1, 3), whole(-4, 4), z}, b{whole(-4, 4), whole(-4, 4) / drawn(1, 3), z};
    if (!level) b[2] = half(-6, 6);
    for (Place* p : {&a, &b})
      for (mpq_class& x : *p) x.canonicalize();
    RC_PRE(a[0] != b[0] || a[1] != b[1]);
    const DiscBound bound = drawn(0, 1) == 0 ? DiscBound::hull : DiscBound::tangents;
    BodyScene scene(slopes, a, b, static_cast<std::uint32_t>(4 * drawn(1, 4)), bound, half(1, 6), half(1, 8));
    const WindowCase window = window_case(scene.points, scene.plane, scene.edge, scene.shape);
    const ConvexCell cell = scene.section();
    if (window == WindowCase::passes) ++met["whole"];
    if (window == WindowCase::misses) ++met["missed"];
    RC_ASSERT(cell.size() == 0 || (cell.size() >= 3 && is_valid(scene.plan, cell)));
    bool any_cut = false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const LineSource source = scene.plan.source(cell[i].line);
      any_cut = any_cut || source.kind == body_level_kind || source.kind == body_slant_kind;
      // The same line, made again.
      RC_ASSERT(
          scene.plan.equal_directed(body_line(scene.plan, scene.plane, scene.edge, scene.shape, source), cell[i].line));
    }
    if (any_cut) ++met["cut by the window"];
    // Places on a grid, and corners of the section a little moved inward and outward.
    const auto judge = [&](const mpq_class& x, const mpq_class& y) {
      const Place p{x, y, slopes[0] * x + slopes[1] * y + slopes[2]};
      const auto origin = [&](int axis) { return scene.points.integer(0, axis); };
      bool inside = cell.size() > 0, on = false;
      for (std::size_t i = 0; i < cell.size(); ++i) {
        const auto l = scene.plan.exact(cell[i].line);
        const mpq_class side = l.a * (x - origin(0)) + l.b * (y - origin(1)) + l.c;
        inside = inside && side > 0;
        on = on || side == 0;
      }
      if (on) return;  // the body is open
      RC_ASSERT(inside == takes(scene.shape, a, b, p));
      ++met[inside ? "taken" : "left"];
    };
    for (int i = 0; i < 12; ++i) judge(mpq_class(drawn(-50, 50), 7), mpq_class(drawn(-50, 50), 7));
    const auto corners = exact_points(scene.plan, cell);
    if (corners.size() < 3) return;
    std::array<mpq_class, 2> middle{0, 0};
    for (const auto& c : corners)
      for (std::size_t k = 0; k < 2; ++k) middle[k] += c[k] / mpq_class(corners.size());
    for (const auto& c : corners)
      for (const mpq_class& t : {mpq_class(1, 1000), mpq_class(-1, 1000)})
        judge(c[0] + t * (middle[0] - c[0]), c[1] + t * (middle[1] - c[1]));
  }));
}

TEST_CASE("border bodies: in a box, the section is what it is without one") {
  Met met({{"taken", 300}, {"left", 300}, {"fewer lines", 100}, {"nothing", 100}, {"end lines", 100}});
  CHECK(check_many("section in a box", 400, met, [&] {
    const auto half = [](int low, int high) { return mpq_class(drawn(low, high), 2); };
    const std::array<int, 3> slopes{drawn(-1, 1), drawn(-1, 1), drawn(-2, 2)};
    Place a{half(-8, 8), half(-8, 8), half(-6, 6)}, b{half(-8, 8), half(-8, 8), drawn(0, 1) == 0 ? a[2] : half(-6, 6)};
    for (Place* p : {&a, &b})
      for (mpq_class& x : *p) x.canonicalize();
    RC_PRE(a[0] != b[0] || a[1] != b[1]);
    const auto points = static_cast<std::uint32_t>(4 * drawn(1, 4));
    const mpq_class radius = half(1, 6), window = half(1, 8);
    BodyScene scene(slopes, a, b, points, DiscBound::hull, radius, window),
        boxed(slopes, a, b, points, DiscBound::hull, radius, window);
    // Ends of boxes on the lines of bodies are among them.
    const int x = drawn(-10, 10), y = drawn(-10, 10), wide = drawn(1, 6), deep = drawn(1, 6);
    const PlanBox box{{Interval(x / 2.0, (x + wide) / 2.0), Interval(y / 2.0, (y + deep) / 2.0)}};
    const WindowCase window_of_boxed = window_case(boxed.points, boxed.plane, boxed.edge, boxed.shape);
    EndLines end_lines;
    const ConvexCell cell = scene.section(),
                     part = BodySections(boxed.plan, boxed.plane, boxed.edge, boxed.shape, window_of_boxed, end_lines)
                                .in(box);
    // What another body has made of an end is used again, and is the same.
    const std::size_t made = end_lines.size();
    const ConvexCell again =
        BodySections(boxed.plan, boxed.plane, boxed.edge, boxed.shape, window_of_boxed, end_lines).in(box);
    RC_ASSERT(end_lines.size() == made);
    RC_ASSERT(again.size() == part.size());
    if (made > 0) ++met["end lines"];
    RC_ASSERT(part.size() == 0 || (part.size() >= 3 && is_valid(boxed.plan, part)));
    if (part.size() == 0) ++met["nothing"];
    if (part.size() < cell.size()) ++met["fewer lines"];
    const auto holds = [](BodyScene& s, const ConvexCell& c, const mpq_class& px, const mpq_class& py) {
      bool inside = c.size() > 0;
      for (std::size_t i = 0; i < c.size(); ++i) {
        const auto l = s.plan.exact(c[i].line);
        inside = inside && l.a * (px - s.points.integer(0, 0)) + l.b * (py - s.points.integer(0, 1)) + l.c > 0;
      }
      return inside;
    };
    for (int i = 0; i <= 8; ++i)
      for (int j = 0; j <= 8; ++j) {
        const mpq_class px = mpq_class(x, 2) + mpq_class(wide * i, 16), py = mpq_class(y, 2) + mpq_class(deep * j, 16);
        const bool inside = holds(scene, cell, px, py);
        ++met[inside ? "taken" : "left"];
        RC_ASSERT(holds(boxed, part, px, py) == inside);
      }
  }));
}

TEST_CASE("border bodies: a level edge over a level floor") {
  BodyScene scene({0, 0, 0}, {1, 1, 0}, {3, 1, 0}, 16, DiscBound::tangents, 1, 1);
  const ConvexCell cell = scene.section();
  // A square of sides 2 around the edge and the two halves of the polygon.
  CHECK(doubled_area(scene.plan, cell) == 2 * (4 + area(disc_polygon(16, DiscBound::tangents, 1))));
  SECTION("at the window's height it takes nothing, and below it all") {
    BodyScene at({0, 0, 1}, {1, 1, 0}, {3, 1, 0}, 16, DiscBound::tangents, 1, 1);
    CHECK(at.section().size() == 0);
    BodyScene below({0, 0, 1}, {1, 1, 0}, {3, 1, 0}, 16, DiscBound::tangents, 1, mpq_class(1048577, 1048576));
    CHECK(doubled_area(below.plan, below.section()) == doubled_area(scene.plan, cell));
  }
}

TEST_CASE("border bodies: lines of an end are the same, whichever edge ends there") {
  // The end is the lower one of an edge, and the higher one of another.
  BodyScene scene({1, 0, 0}, {1, 1, 1}, {3, 1, 2}, 8, DiscBound::hull, 1, mpq_class(1, 2));
  const BodyEnd below = end_at({0, 2, -1});
  const BorderEdge other{8, {5, 3}, &below, &scene.from};
  for (const std::uint32_t up : {0u, 1u}) {
    const LineSource level{body_level_kind, false, 3, up};
    CHECK(scene.plan.equal_directed(body_line(scene.plan, scene.plane, scene.edge, scene.shape, level),
                                    body_line(scene.plan, scene.plane, other, scene.shape, level)));
  }
  for (std::uint32_t k = 0; k < 8; ++k) {
    const LineSource around{body_end_kind, false, 3, k};
    CHECK(scene.plan.equal_directed(body_line(scene.plan, scene.plane, scene.edge, scene.shape, around),
                                    body_line(scene.plan, scene.plane, other, scene.shape, around)));
  }
}

// Coordinates below 2^b: an end of two edge lines has 4b + 6 bits and a line around it a disc's normal more; where it
// comes from planes 10b + 20. What is by an input edge alone keeps its length.
TEST_CASE("border bodies: lines along an edge are as short as the edge, those around its ends as the ends") {
  const auto bits = [](const Coefficients<mpz_class>& l) {
    return std::max(
        {mpz_sizeinbase(l.a.get_mpz_t(), 2), mpz_sizeinbase(l.b.get_mpz_t(), 2), mpz_sizeinbase(l.c.get_mpz_t(), 2)});
  };
  // Ends where lines of 2^b meet: on the edge y = x, at thirds and sevenths of a prime of 61 bits.
  const mpz_class p("2305843009213693951");
  const auto on_edge = [&](const mpz_class& n) {
    mpq_class x(n, p);
    x.canonicalize();
    return Place{x, x, 0};
  };
  BodyScene scene({0, 0, 0}, on_edge(p / 3), on_edge(2 * p / 7 + p), 16, DiscBound::tangents, mpq_class(3, 10), 1);
  const ConvexCell cell = scene.section();
  std::size_t side = 0, end = 0;
  for (const Corner& c : cell) {
    const std::size_t length = bits(scene.plan.exact(c.line));
    std::size_t& longest = scene.plan.source(c.line).kind == body_side_kind ? side : end;
    longest = std::max(longest, length);
  }
  CHECK(side <= 40);
  CHECK(end <= 61 + 40);
  CHECK(end > 61);
}

TEST_CASE("border bodies: where a crowded cell is halved") {
  const PointTable points = PointTable::from_doubles({0.5, 3, 0, 1, 1, 1});
  ImplicitPlan plan(points, 0);
  for (const int axis : {0, 1})
    for (const double at : {-2.75, 0.0, 1e-3, 1e30}) {
      const LineSource source = split_source(axis, at);
      const auto l = plan.exact(split_line(plan, source));
      CHECK(l.a * (axis == 0 ? 1 : 0) + l.b * (axis == 1 ? 1 : 0) > 0);
      CHECK((axis == 0 ? l.b : l.a) == 0);
      const mpq_class place = mpq_class(-l.c, axis == 0 ? l.a : l.b) + points.integer(0, axis);
      CHECK(place == mpq_class(at));
    }
}
