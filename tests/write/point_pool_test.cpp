// SPDX-License-Identifier: GPL-3.0-or-later
// Points that are known by where they come from and by doubles around them: equality by names and doubles is that of
// their fractions, on triangulated levels where many cuts of one edge meet.
#include <catch2/catch.hpp>

#include "face_repair.h"
#include "plumb/pipeline/surface_plan.h"
#include "point_pool.h"
#include "spot_table.h"
#include "support/linked.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("point pool: what names tell of cuts is what their coordinates tell") {
  std::uint64_t straight = 0, cuts = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Linked level = link_text(random_level(seed), {.stances = {{"stand", 2}}, .step = mpq_class(1, 4)}, 0);
    const LinkedLevel linked{level.baked.scene, level.baked.set, level.baked.map, level.graph};
    PointPool pool(linked), other(linked);
    const auto vertices = static_cast<VertexRef>(std::min<std::size_t>(level.graph.vertices.size(), 60));
    std::mt19937 random(seed);
    const auto drawn = [&](const auto& names) { return names[random() % names.size()]; };
    // Cuts through edges of cells, several along one line; other cuts between these.
    std::vector<PointPool::Name> names;
    for (VertexRef v = 0; v < vertices; ++v) names.push_back(v);
    const auto side = [&](PointPool::Name p, PointPool::Name q, PointPool::Name r) {
      return kernel::orientation_of_vectors_exact(other.exact(p)[0], other.exact(p)[1], other.exact(q)[0],
                                                  other.exact(q)[1], other.exact(p)[0], other.exact(p)[1],
                                                  other.exact(r)[0], other.exact(r)[1]);
    };
    for (int line = 0; line < 6; ++line) {
      const PointPool::Name p = drawn(names), q = drawn(names);
      if (other.exact(p)[0] == other.exact(q)[0] && other.exact(p)[1] == other.exact(q)[1]) continue;
      for (int i = 0; i < 40; ++i) {
        const PointPool::Name from = drawn(names), to = drawn(names);
        if (side(p, q, from) * side(p, q, to) >= 0) continue;
        // Both pools name them alike, and one of them never makes a coordinate before it is asked.
        const PointPool::Name cut = pool.cut(p, q, from, to);
        REQUIRE(other.cut(p, q, from, to) == cut);
        names.push_back(cut);
        ++cuts;
      }
    }
    for (int i = 0; i < 3000; ++i) {
      const PointPool::Name a = drawn(names), b = drawn(names), c = drawn(names);
      const kernel::Sign turned = side(a, b, c);
      REQUIRE(pool.turn(a, b, a, c) == turned);
      const PointPool::Name d = drawn(names);
      const ExactPoint &p = other.exact(a), &q = other.exact(b), &r = other.exact(c), &s = other.exact(d);
      REQUIRE(pool.turn(a, b, c, d) ==
              kernel::orientation_of_vectors_exact(p[0], p[1], q[0], q[1], r[0], r[1], s[0], s[1]));
      REQUIRE(pool.same(a, b) == (other.exact(a) == other.exact(b)));
      straight += turned == 0;
    }
  }
  CHECK(cuts > 300);
  CHECK(straight > 2000);
}

TEST_CASE("point pool: a cut of what is left of an edge is the cut of the edge") {
  const Linked level = link_text(random_level(1), {.stances = {{"stand", 2}}}, 0);
  PointPool pool({level.baked.scene, level.baked.set, level.baked.map, level.graph});
  const auto at = [&](int x, int y, int z) { return pool.given({x, y, z}); };
  const PointPool::Name from = at(0, 0, 0), to = at(12, 0, 3);
  const auto across = [&](int x) { return std::array{at(x, -1, 0), at(x + 1, 1, 7)}; };
  const auto [a, b] = across(3);
  const auto [c, d] = across(6);
  const auto [e, f] = across(9);
  const PointPool::Name first = pool.cut(a, b, from, to), last = pool.cut(e, f, to, from);
  const PointPool::Name middle = pool.cut(c, d, from, to);
  CHECK(pool.cut(c, d, first, to) == middle);
  CHECK(pool.cut(d, c, from, last) == middle);
  CHECK(pool.cut(c, d, first, last) == middle);
  CHECK(pool.cut(c, d, last, first) == middle);
  CHECK(pool.exact(middle) == ExactPoint{mpq_class(13, 2), 0, mpq_class(13, 8)});
  const PointPool::Name beside = pool.cut(c, d, at(0, 0, 0), at(12, 0, 4));
  CHECK(pool.cut(c, d, first, pool.cut(e, f, at(0, 0, 0), at(12, 0, 4))) != middle);
  CHECK_FALSE(pool.same(beside, middle));
}

// A triangulated terrain of squares between heights 0 and 2, with slabs and walls over it.
std::string covered_terrain(unsigned seed) {
  std::mt19937 random(seed);
  const auto at = [&](unsigned most) { return static_cast<int>(random() % (most + 1)); };
  std::ostringstream out;
  constexpr int n = 4;
  for (int y = 0; y <= n; ++y)
    for (int x = 0; x <= n; ++x) out << "v " << 4 * x << ' ' << 4 * y << ' ' << at(4) / 2.0 << '\n';
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const int p = y * (n + 1) + x + 1, q = p + n + 1;
      out << "f " << p << ' ' << p + 1 << ' ' << q + 1 << "\nf " << p << ' ' << q + 1 << ' ' << q << '\n';
    }
  for (int i = 0; i < 5; ++i) {
    const int x = at(11), y = at(11), w = 1 + at(5), h = 1 + at(5), z = 1 + at(3);
    const bool wall = i % 2 == 1;
    out << "v " << x << ' ' << y << ' ' << z << "\nv " << x + w << ' ' << (wall ? y + h : y) << ' ' << z + at(1)
        << "\nv " << x + w << ' ' << y + h << ' ' << z + 2 << "\nf -3 -2 -1\n";
  }
  return out.str();
}

TEST_CASE("point pool: corners of different surfaces are one point where the lines that meet there say so") {
  std::uint64_t same = 0, by_lines = 0, over_one_another = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const BakeTextOptions options{.stances = {{"crouch", 1}, {"stand", 2}}};
    const Linked level = link_text(covered_terrain(seed), options), again = link_text(covered_terrain(seed), options);
    const StanceMap& map = level.baked.map;
    PointPool pool({level.baked.scene, level.baked.set, map, level.graph});
    PointPool exact({again.baked.scene, again.baked.set, again.baked.map, again.graph});
    // Doubles that tell nothing of where a corner is.
    const FilteredPoint unknown{kernel::Interval(-1e9, 1e9), kernel::Interval(-1e9, 1e9), kernel::Interval(-1e9, 1e9)};
    SurfacePlan implicit_plan(level.baked.scene.points, level.baked.set, map);
    struct Corner {
      kernel::PolygonId surface;
      std::array<kernel::LineId, 2> lines;
      PointPool::Name name;
    };
    std::vector<Corner> corners;
    for (const vcd::Cell& cell : map.table.cells) {
      const kernel::LineTable::Group* kept = map.table.kept.find(cell.surface);
      if (!kept) continue;
      if (implicit_plan.id() != cell.surface) implicit_plan.enter(cell.surface);
      const auto sources = map.table.lines_of(cell);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto lines = implicit_plan.plan().lines_of(
            implicit_plan.corner(sources[i], sources[i + 1 == sources.size() ? 0 : i + 1]));
        const bool known = std::ranges::any_of(
            corners, [&](const Corner& c) { return c.surface == cell.surface && c.lines == lines; });
        if (known || std::max(lines[0], lines[1]) >= 2 * kept->count) continue;
        corners.push_back({cell.surface, lines, pool.corner(cell.surface, lines, unknown)});
        REQUIRE(exact.corner(cell.surface, lines, unknown) == corners.back().name);
      }
    }
    // Those that are one with a vertex, before anything else is asked of that.
    const auto vertices = static_cast<VertexRef>(level.graph.vertices.size());
    for (const Corner& c : corners)
      for (VertexRef v = 0; v < vertices; ++v) {
        if (exact.exact(v) != exact.exact(c.name)) continue;
        REQUIRE(pool.same(v, c.name));
        ++same;
        by_lines += level.graph.store.plan.find(v) == nullptr;
      }
    for (const Corner& c : corners) {
      for (VertexRef v = 0; v < vertices; ++v) REQUIRE(pool.same(v, c.name) == (exact.exact(v) == exact.exact(c.name)));
      for (const Corner& other : corners) {
        const ExactPoint &p = exact.exact(c.name), &q = exact.exact(other.name);
        REQUIRE(pool.same(c.name, other.name) == (p == q));
        over_one_another += p[0] == q[0] && p[1] == q[1] && p[2] != q[2];
      }
      for (kernel::PointId p = 0; p < level.baked.scene.points.size(); p += 3)
        REQUIRE(pool.same(pool.input_point(p), c.name) == (exact.exact(exact.input_point(p)) == exact.exact(c.name)));
    }
  }
  CAPTURE(same, by_lines, over_one_another);
  CHECK(same > 500);
  CHECK(3 * by_lines > 2 * same);
  CHECK(over_one_another > 10);
}

TEST_CASE("vertex edges: one vertex takes the place of another, where it is wanted, in edges that come later too") {
  EdgeMesh mesh;
  mesh.add_face(std::array{0u, 1u, 2u});
  VertexEdges edges(mesh);
  edges.replace(1, 5, [](EdgeMesh::Id) { return true; });
  CHECK(mesh[1].from == 5);
  mesh.add_face(std::array{1u, 5u, 2u});
  edges.replace(5, 0, [](EdgeMesh::Id e) { return e != 4; });
  CHECK(mesh[1].from == 0);
  CHECK(mesh[4].from == 5);
  edges.replace(0, 7, [](EdgeMesh::Id) { return true; });
  edges.replace(5, 8, [](EdgeMesh::Id) { return true; });
  CHECK(mesh[0].from == 7);
  CHECK(mesh[1].from == 7);
  CHECK(mesh[4].from == 8);
  CHECK(mesh[3].from == 1);
}

using plumb::kernel::Interval;
using plumb::pipeline::SpotTable;

namespace {
// The next float above 1.
const float above_one = std::nextafter(1.0f, 2.0f);
}  // namespace

TEST_CASE("spots: one float where both ends round to it, both where they round to neighbours, none beyond",
          "[bounds]") {
  using Table = SpotTable<2, int>;
  const auto spots = [](Interval x, Interval y) { return Table::spots(std::array{x, y}); };
  CHECK(spots({1, 1}, {2, 2}) == Table::Spots{{1, 2}});
  CHECK(spots({1, 1 + 0x1p-40}, {2, 2}) == Table::Spots{{1, 2}});
  CHECK(spots({1, 1 + 0x1p-23}, {2, 2}) == Table::Spots{{1, 2}, {above_one, 2}});
  CHECK(spots({1, 1 + 0x1p-23}, {-0x1p-200, 0x1p-149}).size() == 4);
  CHECK(spots({1, 1 + 0x1p-22}, {2, 2}).empty());
  CHECK(spots({-HUGE_VAL, HUGE_VAL}, {2, 2}).empty());
  const auto zero = spots({-0x1p-200, 0}, {-0.0, 0.0});
  REQUIRE(zero.size() == 1);
  CHECK(!std::signbit(zero[0][0]));
  CHECK(!std::signbit(zero[0][1]));
}

TEST_CASE("spot table: a value is found by whoever shares a spot with it, however little is known of where it is") {
  SpotTable<1, int> table;
  const auto spots = [](double low, double high) { return SpotTable<1, int>::spots(std::array{Interval{low, high}}); };
  const auto is = [](int wanted) { return [wanted](int v) { return v == wanted; }; };
  table.add(spots(1, 1 + 0x1p-23), 7);
  table.add(spots(1, 1), 8);
  for (const auto& s : {spots(1, 1), spots(1 - 0x1p-24, 1), spots(1, 1 + 0x1p-23)}) {
    REQUIRE(table.find(s, is(7)));
    REQUIRE(table.find(s, is(8)));
    CHECK(*table.find(s, is(7)) == 7);
    CHECK(!table.find(s, is(9)));
  }
  CHECK(table.find(spots(1 + 0x1p-23, 1 + 0x1p-23), is(7)));
  CHECK(!table.find(spots(1 + 0x1p-23, 1 + 0x1p-23), is(8)));
  table.clear();
  CHECK(!table.find(spots(1, 1), is(7)));
}
