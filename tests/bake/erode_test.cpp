// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent's radius leaves, on levels where it is known by hand, and how long the numbers are that a radius
// brings: lines along border edges and around their ends, which may be implicit, and determinants of them. The bounds
// are those of docs/theory/radius.md.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "plumb/kernel/cell.h"
#include "plumb/pipeline/erode.h"
#include "support/bodies.h"
#include "support/level_text.h"
#include "support/linked.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::DiscBound;
using pipeline::PortalKind;

namespace {

const mpq_class tiny = mpq_class(1) >> 60;

struct Cleared : Linked {
  AreaByLabel areas;
};

Cleared erode_level(Linked level, const pipeline::ErodeOptions& options) {
  kernel::LadderCounts counts;
  BakedText& b = level.baked;
  pipeline::erode(b.scene.points, b.set, b.map, level.graph, options, counts);
  CHECK(pipeline::is_valid(b.map, b.set.surfaces.size()));
  CHECK(pipeline::is_valid(level.graph, b.map));
  b.measures = pipeline::measure(b.scene.points, b.set, b.map, 0, 1);
  CHECK(b.measures.held == b.measures.polygons);
  AreaByLabel areas = plumb::tests::areas(b);
  CHECK(b.measures.too_close.exact == areas[kernel::too_close]);
  CHECK(b.measures.stances[0].exact == areas[1]);
  return {std::move(level), std::move(areas)};
}

struct Radius {
  mpq_class radius;
  mpq_class window = 1;
  std::uint32_t disc = 16;
  DiscBound bound = DiscBound::tangents;
  operator pipeline::ErodeOptions() const { return {radius, window, disc, bound, 1}; }
};

Cleared clear_text(const std::string& obj, const Radius& radius, const BakeTextOptions& options = {},
                   const mpq_class& weld = 0) {
  return erode_level(link_text(obj, options, weld), radius);
}

// What portals of a kind cover, where they run along y on both sides.
struct AlongY {
  mpq_class low = 1000, high = -1000, length = 0;
};
AlongY along_y(const Linked& level, PortalKind kind) {
  AlongY out;
  for (const pipeline::OffmeshPortal& p : level.graph.portals) {
    if (p.kind != kind) continue;
    for (int i = 0; i < 2; ++i) {
      CHECK(p.on_a[i][1] == p.on_b[i][1]);
      out.low = std::min(out.low, p.on_a[i][1]);
      out.high = std::max(out.high, p.on_a[i][1]);
    }
    out.length += abs(p.on_a[1][1] - p.on_a[0][1]);
  }
  return out;
}

const BakeTextOptions up{.sides = pipeline::Sides::up};

}  // namespace

TEST_CASE("clear: a room keeps what is a radius from its walls, exactly, for every disc") {
  const std::string room = LevelText().slab(0, 0, 10, 10, 0).obj();
  for (const std::uint32_t disc : {4u, 8u, 16u, 64u})
    for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents})
      for (const mpq_class& r : std::vector<mpq_class>{mpq_class(1, 3), 4, 5 - tiny}) {
        Cleared c = clear_text(room, {r, 1, disc, bound}, up);
        CHECK(c.areas[1] == (10 - 2 * r) * (10 - 2 * r));
        CHECK(c.areas[kernel::too_close] == 100 - c.areas[1]);
        CHECK(component_count(c) == 1);
      }
}

TEST_CASE("clear: nothing is left of a room that is not wider than the agent, or much smaller") {
  const std::string room = LevelText().slab(0, 0, 10, 10, 0).obj();
  for (const mpq_class& r : {mpq_class(5), mpq_class(1000)}) {
    Cleared c = clear_text(room, {r}, up);
    CHECK(c.areas[1] == 0);
    CHECK(c.areas[kernel::too_close] == 100);
    CHECK(component_count(c) == 0);
  }
}

TEST_CASE("clear: a pillar takes its ground, four sides and the disc at its corners") {
  const mpq_class a = 2;
  const BodyLevel level = BodyLevel().slab(0, 0, 20, 20, 0).box({9, 9, -1}, {11, 11, 5});
  for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents})
    for (const mpq_class& r : {mpq_class(1, 4), mpq_class(1), mpq_class(3)}) {
      const mpq_class around = 4 * a * r + r * r * area(kernel::disc_polygon(16, bound, 1));
      const mpq_class room = (20 - 2 * r) * (20 - 2 * r), top = a > 2 * r ? (a - 2 * r) * (a - 2 * r) : mpq_class(0);
      BakeTextOptions closed = up;
      closed.solids = pipeline::Solids::closed;
      Cleared c = clear_text(level.obj, {r, 1, 16, bound}, closed);
      CHECK(c.areas[1] == room - a * a - around + top);
      CHECK(c.areas[kernel::inside] == a * a);
      // Without solids there is a room in the pillar.
      c = clear_text(level.obj, {r, 1, 16, bound}, up);
      CHECK(c.areas[1] == room - a * a - around + 2 * top);
    }
}

TEST_CASE("clear: an agent fits through a door that is wider than it, not through one as wide") {
  const mpq_class r(3, 10);
  for (const bool wider : {false, true}) {
    // Two rooms and a passage between them; its walls are the ends of the floors.
    const mpq_class half = r + (wider ? tiny : mpq_class(0));
    const std::string obj = LevelText().slab(0, 0, 4, 8, 0).slab(5, 0, 9, 8, 0).slab(4, 4 - half, 5, 4 + half, 0).obj();
    for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents}) {
      const Cleared c = clear_text(obj, {r, 1, 16, bound}, up);
      CHECK(component_count(c) == (wider ? 1 : 2));
    }
  }
}

TEST_CASE("clear: the window is open, and line of sight plays no part") {
  // A ledge over the middle of a floor, high enough to stand under.
  const std::string obj = LevelText().slab(0, 0, 20, 20, 0).slab(8, 8, 12, 12, 3).obj();
  const mpq_class floor = 18 * 18, ledge = 4;
  CHECK(clear_text(obj, {1, 3}, up).areas[1] == floor + ledge);
  const mpq_class frame = 4 * 4 * 2 + area(kernel::disc_polygon(16, DiscBound::tangents, 1)) - 4;
  CHECK(clear_text(obj, {1, mpq_class(3) + tiny}, up).areas[1] == floor + ledge - frame);
  CHECK(clear_text(obj, {1, mpq_class(1) >> 20}, up).areas[1] == floor + ledge);
}

TEST_CASE("clear: who may stand may pass, though a lower stance is too close") {
  // Under a beam one can crouch: to who crouches its sides are no border, to who stands they are.
  const std::string obj = LevelText().slab(0, 0, 20, 10, 0).slab(9, 0, 11, 10, mpq_class(3, 2)).obj();
  BakeTextOptions options = up;
  options.stances = {{"crouch", 1}, {"stand", 2}};
  Cleared c = clear_text(obj, {1}, options);
  // The beam can be stood on too, and takes nothing from the floor: it is higher than the window.
  CHECK(c.areas[2] == 2 * 7 * 8);
  CHECK(c.areas[1] == 4 * 8);
  CHECK(c.areas[kernel::too_close] == 200 + 20 - 14 * 8 - 4 * 8);
  CHECK(component_count(c, 1) == 1);
  CHECK(component_count(c, 2) == 2);
  // Each cell that was taken from says by what.
  const pipeline::Clearance& clearance = *c.baked.map.clearance;
  const auto& cells = c.baked.map.table.cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    kernel::Label left = clearance.headroom[i];
    for (const std::uint32_t stretch : clearance.takers_of(i)) {
      const pipeline::BorderStretch& s = clearance.border.stretches[stretch];
      CHECK(s.lowest <= left);
      CHECK(left <= s.highest);
      left = static_cast<kernel::Label>(s.lowest - 1);
    }
    CHECK(std::max<kernel::Label>(cells[i].label, 0) == std::max<kernel::Label>(left, 0));
  }
}

TEST_CASE("clear: a lower stance that is too close does not stop a higher one") {
  // Crawlers' border is on a ledge under a low roof, within the window over the floor.
  const std::string obj = LevelText()
                              .slab(0, 0, 20, 20, 0)
                              .slab(8, 8, 12, 12, 3)
                              .face({{8, 8, 4}, {8, 12, 4}, {12, 12, 4}, {12, 8, 4}})
                              .obj();
  BakeTextOptions options = up;
  options.stances = {{"crawl", 1}, {"stand", 2}};
  Cleared c = clear_text(obj, {1, 4}, options);
  CHECK(c.areas[2] == 18 * 18);
  CHECK(c.areas[1] == 2 * 2);
  // To who crawls alone it is a border like any other.
  options.stances.pop_back();
  c = clear_text(obj, {1, 4}, options);
  CHECK(c.areas[1] == 18 * 18 + 4 - (4 * 4 * 2 + area(kernel::disc_polygon(16, DiscBound::tangents, 1)) - 4));
}

TEST_CASE("clear: a step is no border, and is clipped") {
  // Where a step joins two floors there is no border, for either.
  const std::string obj = LevelText().slab(0, 0, 4, 4, 0).slab(4, 0, 8, 4, mpq_class(1, 2)).obj();
  BakeTextOptions options = up;
  options.stances = {{"crawl", 1}, {"stand", 2}};
  options.step = mpq_class(1, 2);
  Cleared c = clear_text(obj, {mpq_class(1, 2)}, options);
  CHECK(c.areas[2] == 7 * 3);  // over the step both pass: no border there
  const AlongY steps = along_y(c, PortalKind::step);
  CHECK(steps.low == mpq_class(1, 2));
  CHECK(steps.high == mpq_class(7, 2));
  CHECK(steps.length == 3);
  CHECK(component_count(c, 2) == 1);
}

TEST_CASE("clear: where a step ends the border begins") {
  const std::string obj = LevelText().slab(0, 0, 4, 8, 0).slab(4, 0, 8, 4, mpq_class(1, 2)).obj();
  BakeTextOptions options = up;
  options.step = mpq_class(1, 2);
  for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents}) {
    Cleared c = clear_text(obj, {1, 1, 16, bound}, options);
    // A quarter of the disc around the step's end, and nothing along the step.
    CHECK(c.areas[1] == 12 + 3 - area(kernel::disc_polygon(16, bound, 1)) / 4 + 6);
    const AlongY steps = along_y(c, PortalKind::step);
    CHECK((steps.low == 1 && steps.high == 3));
  }
}

TEST_CASE("clear: where a weld ends the border begins") {
  const std::string obj = LevelText().slab(0, 0, 4, 8, 0).slab(mpq_class(41, 10), 0, 8, 4, 0).obj();
  for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents}) {
    Cleared c = clear_text(obj, {1, 1, 16, bound}, up, mpq_class(1, 5));
    CHECK(c.areas[1] == 12 + 3 - area(kernel::disc_polygon(16, bound, 1)) / 4 + mpq_class(29, 5));
    const AlongY welds = along_y(c, PortalKind::weld);
    CHECK((welds.low == 1 && welds.high == 3));
  }
}

TEST_CASE("clear: border edges shorter than anything take like others") {
  // A corner cut by 2^-60, and a notch as wide in a side.
  const mpq_class r(3, 2);
  const std::string cut =
      LevelText().face({{0, 0, 0}, {10, 0, 0}, {10, 10 - tiny, 0}, {10 - tiny, 10, 0}, {0, 10, 0}}).obj();
  CHECK(clear_text(cut, {r}, up).areas[1] == 7 * 7);
  const std::string notched =
      LevelText().slab(0, 0, 5, 10, 0).slab(5, tiny, 5 + tiny, 10, 0).slab(5 + tiny, 0, 10, 10, 0).obj();
  for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents}) {
    const mpq_class left = clear_text(notched, {r, 1, 16, bound}, up).areas[1];
    CHECK((left < 49 && left > 49 - 4 * tiny));
  }
}

TEST_CASE("clear: bodies that touch leave a line between them, which is nothing") {
  // Two pillars exactly 2 r apart in a hall, each as far from the walls: no way past them.
  const mpq_class r = 1;
  const auto hall = [&](const mpq_class& gap) {
    LevelText level;
    level.slab(0, 0, 20, 3 * gap + 4, 0);
    for (const mpq_class& y : {gap, mpq_class(2 * gap + 2)})
      level.face({{9, y, 1}, {9, y + 2, 1}, {11, y + 2, 1}, {11, y, 1}});
    return level.obj();
  };
  Cleared closed = clear_text(hall(2 * r), {r}, up), open = clear_text(hall(2 * r + tiny), {r}, up);
  CHECK(component_count(closed) == 2);
  CHECK(component_count(open) == 1);
  CHECK(closed.areas[1] < open.areas[1]);
}

TEST_CASE("clear: no weld bridges what closed") {
  // Two rooms with a door of 2 r - 2^-60 in a thin wall, which is there as its two sides are apart by .1.
  const mpq_class r(3, 10);
  const mpq_class low(38, 10), high = low + 2 * r - tiny, far(41, 10);
  const std::string obj = LevelText()
                              .slab(0, 0, 4, 8, 0)
                              .slab(far, 0, 8, 8, 0)
                              .slab(4, low, far, high, 0)
                              .wall({4, 0}, {4, low}, 0, 3)
                              .wall({4, high}, {4, 8}, 0, 3)
                              .obj();
  const Linked before = link_text(obj, up, mpq_class(1, 5));
  CHECK(component_count(before) == 1);
  const Cleared c = clear_text(obj, {r}, up, mpq_class(1, 5));
  CHECK(component_count(c) == 2);
  CHECK(portal_count(c, PortalKind::weld) == 0);
}

TEST_CASE("clear: welds that stay are those of before, clipped") {
  const std::string obj = LevelText().slab(0, 0, 4, 8, 0).slab(mpq_class(41, 10), 0, 8, 8, 0).obj();
  const Cleared c = clear_text(obj, {1}, up, mpq_class(1, 5));
  CHECK(component_count(c) == 1);
  const AlongY welds = along_y(c, PortalKind::weld);
  CHECK(welds.low == 1);
  CHECK(welds.high == 7);
  CHECK(welds.length == 2 * 6);  // there and back
}

TEST_CASE("clear: a tilted floor comes out of the window") {
  // A ramp of slope 1 beside a floor that ends at its foot: at the height of the window the edge above takes no more.
  const std::string obj = LevelText().face({{0, 0, 0}, {8, 0, 8}, {8, 8, 8}, {0, 8, 0}}).obj();
  // Taken at the foot: x < 1, but only where x < window as well.
  const auto left = [&](const mpq_class& window) {
    Cleared c = clear_text(obj, {1, window}, up);
    return c.areas[1];
  };
  CHECK(left(2) == 36);
  CHECK(left(mpq_class(1, 2)) == 7 * 6);
  CHECK(left(mpq_class(1) >> 20) == (8 - 2 * (mpq_class(1) >> 20)) * 6);
}

TEST_CASE("clear: the same cells for any number of threads") {
  std::string obj;
  LevelText level;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) level.slab(3 * i, 3 * j, 3 * i + 3, 3 * j + 3, mpq_class((i * j) % 3, 2));
  BakeTextOptions options = up;
  options.step = mpq_class(1, 2);
  const auto cleared = [&](unsigned threads) {
    options.threads = threads;
    Linked linked = link_text(level.obj(), options);
    kernel::LadderCounts counts;
    pipeline::erode(linked.baked.scene.points, linked.baked.set, linked.baked.map, linked.graph,
                    {mpq_class(1, 2), 1, 16, DiscBound::tangents, threads}, counts);
    return linked;
  };
  const Linked one = cleared(1), three = cleared(3);
  CHECK(one.baked.map.table.lines == three.baked.map.table.lines);
  REQUIRE(one.baked.map.table.cells.size() == three.baked.map.table.cells.size());
  CHECK(one.baked.map.clearance->takers == three.baked.map.clearance->takers);
  CHECK(one.graph.portals.size() == three.graph.portals.size());
}

namespace {

std::size_t bits(const mpz_class& n) { return mpz_sizeinbase(n.get_mpz_t(), 2); }
std::size_t bits(const mpq_class& q) { return std::max(bits(q.get_num()), bits(q.get_den())); }

// A floor that slants, and slanting roofs over it that leave less than a stance at places: integers of b bits.
std::string slanted_level(unsigned b, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto drawn = [&](const mpq_class& from, const mpq_class& to) -> mpq_class {  // shares of 2^b
    const mpq_class share =
        from + (to - from) * mpq_class(mpz_class(static_cast<unsigned long>(random())), mpz_class(1) << 64);
    const mpq_class scaled = share * mpq_class(mpz_class(1) << b);
    return mpq_class(mpz_class(scaled.get_num() / scaled.get_den()));
  };
  const mpq_class low(1, 16), high(15, 16), half(1, 2);
  LevelText level;
  level.face({{drawn(0, low), drawn(0, low), drawn(0, low)},
              {drawn(high, 1), drawn(0, low), drawn(0, low)},
              {drawn(0, 1), drawn(high, 1), drawn(0, low)}});
  for (int i = 0; i < 3; ++i)
    level.face({{drawn(low, half), drawn(low, half), drawn(low, low * 3)},
                {drawn(low, half), drawn(half, high), drawn(low, low * 4)},
                {drawn(half, high), drawn(low, half), drawn(low, low * 5)}});
  return level.obj();
}

struct Longest {
  std::size_t plan = 0, weight = 0;              // of ends
  std::map<kernel::LineKind, std::size_t> line;  // by kind
};

}  // namespace

TEST_CASE("clear: lines and determinants are no longer than their bounds", "[bounds]") {
  for (const unsigned b : {12u, 24u, 48u}) {
    Longest longest;
    kernel::LadderCounts counts;
    std::size_t disc_bits = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
      const mpq_class size(mpz_class(1) << b);
      BakeTextOptions options;
      options.stances = {{"stand", size / 8}};
      Linked level = link_text(slanted_level(b, seed), options);
      const kernel::PointTable& points = level.baked.scene.points;
      REQUIRE(points.denominator() == 1);
      const pipeline::ErodeOptions clear_options{mpq_class(3, 10) * size / 32, size / 16 + mpq_class(1, 1 << 20), 16,
                                                 DiscBound::tangents, 1};
      const vcd::BodyShape shape(16, DiscBound::tangents, clear_options.radius, clear_options.window, 1);
      disc_bits = bits(shape.window);
      for (const auto& e : shape.disc.edges)
        disc_bits = std::max({disc_bits, bits(e.normal[0]), bits(e.normal[1]), bits(e.offset)});
      for (const auto& c : shape.disc.corners)
        for (const mpq_class& v : c) disc_bits = std::max(disc_bits, bits(v));
      const pipeline::Border border = pipeline::border_of(points, level.baked.set, level.baked.map, level.graph);
      for (const vcd::BodyEnd& e : border.ends) {
        longest.plan = std::max({longest.plan, bits(e.plan.x), bits(e.plan.y)});
        longest.weight = std::max(longest.weight, bits(e.plan.w));
      }
      for (std::uint32_t s = 0; s < border.stretches.size(); ++s)
        for (const pipeline::Surface& surface : level.baked.set.surfaces) {
          const auto corners = level.baked.set.corners_of(surface);
          const kernel::Plane plane(points, corners);
          kernel::ImplicitPlan implicit_plan(points, corners[0]);
          for (const kernel::Corner& c :
               vcd::body_section(implicit_plan, plane, border.edge(s), shape, vcd::WindowCase::cuts)) {
            const auto l = implicit_plan.exact(c.line);
            std::size_t& line = longest.line[implicit_plan.source(c.line).kind];
            line = std::max({line, bits(l.a), bits(l.b), bits(l.c)});
          }
        }
      pipeline::erode(points, level.baked.set, level.baked.map, level.graph, clear_options, counts);
    }
    CAPTURE(b, disc_bits, longest.plan, longest.weight);
    // Planes have 2b + 3 and 3b + 5 bits, traces of one in another 4b + 7 and 5b + 10, ends where two of those meet:
    const std::size_t plan = 9 * b + 18, weight = 8 * b + 15;
    CHECK(longest.plan <= plan);
    CHECK(longest.weight <= weight);
    CHECK(longest.plan > 8 * b);  // there are such ends
    const std::size_t side = 5 * b + 12 + 2 * disc_bits, end = plan + 3 + disc_bits, level = 13 * b + 27 + disc_bits,
                      slant = 19 * b + 44 + 3 * disc_bits;
    const auto is_within = [&](kernel::LineKind kind, std::size_t bound) {
      CAPTURE(longest.line[kind], bound);
      CHECK((longest.line[kind] > 2 * b && longest.line[kind] <= bound));
    };
    is_within(vcd::body_side_kind, side);
    is_within(vcd::body_end_kind, end);
    is_within(vcd::body_level_kind, level);
    is_within(vcd::body_slant_kind, slant);
    CHECK(longest.line.size() == 4);
    CHECK(static_cast<std::size_t>(counts.max_bits) <= 3 * slant + 3);
    CHECK(counts.exact == 0);  // fixed-width integers decide what doubles do not
    CHECK(counts.filtered > 100 * counts.fixed);
  }
}
