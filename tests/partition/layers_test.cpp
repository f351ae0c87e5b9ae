// SPDX-License-Identifier: GPL-3.0-or-later
// Footprints and transfers of given partitions; what is_valid refuses.
#include "plumb/partition/layers.h"

#include <catch2/catch.hpp>

#include "all_pairs.h"
#include "polygon_soup.h"

using namespace plumb;
using namespace plumb::partition;
using namespace plumb::tests;

namespace {

using Ring = std::vector<PlanPoint>;

Polygon rectangle(int x0, int y0, int x1, int y1, int z = 0) {
  return {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
}
Ring ring(std::initializer_list<std::array<int, 2>> points) {
  Ring out;
  for (const auto& [x, y] : points) out.push_back({x, y});
  return out;
}

Partition by_layers(std::vector<std::uint32_t> layer) {
  Partition out;
  out.layer = std::move(layer);
  for (const std::uint32_t l : out.layer) out.layers = std::max(out.layers, l + 1);
  return out;
}

struct Layered {
  std::vector<Polygon> polygons;
  PolygonEnvironment environment;
  LayeredEnvironment layers;

  Layered(std::vector<Polygon> p, std::vector<std::uint32_t> layer)
      : polygons(std::move(p)),
        environment(environment_of(polygons)),
        layers(layers_of(environment.graph, polygons, environment.segments, by_layers(std::move(layer)))) {}
  bool valid(const LayeredEnvironment& l) const {
    return is_valid(l, environment.graph, polygons, environment.segments);
  }
};

std::vector<Ring> footprint(std::vector<Polygon> polygons) {
  const std::size_t n = polygons.size();
  const Layered l(std::move(polygons), std::vector<std::uint32_t>(n, 0));
  CHECK(l.valid(l.layers));
  return l.layers.layers.at(0).footprint;
}

// How often the rings go around p counter-clockwise; nothing if p is on one of them.
std::optional<int> winding(const std::vector<Ring>& rings, const PlanPoint& p) {
  int sum = 0;
  for (const Ring& r : rings)
    for (std::size_t i = 0; i < r.size(); ++i) {
      const PlanPoint &a = r[i], &b = r[(i + 1) % r.size()];
      const int side = sgn(turn(a, b, p));
      const bool beside = std::min(a[1], b[1]) <= p[1] && p[1] <= std::max(a[1], b[1]);
      if (side == 0 && beside && std::min(a[0], b[0]) <= p[0] && p[0] <= std::max(a[0], b[0])) return std::nullopt;
      if (a[1] <= p[1] && b[1] > p[1] && side > 0) ++sum;
      if (b[1] <= p[1] && a[1] > p[1] && side < 0) --sum;
    }
  return sum;
}

bool inside(const Polygon& polygon, const PlanPoint& p) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ExactPoint &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    if (turn({a[0], a[1]}, {b[0], b[1]}, p) <= 0) return false;
  }
  return true;
}

// Some cells of a grid, some of them in two triangles, sheared so that no double holds their corners.
std::vector<Polygon> sheared_grid() {
  std::vector<Polygon> out;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) {
      if (drawn(0, 5) == 0) continue;
      const Polygon cell = rectangle(x, y, x + 1, y + 1);
      if (drawn(0, 7) > 0) {
        out.push_back(cell);
      } else {
        out.push_back({cell[0], cell[1], cell[2]});
        if (drawn(0, 1)) out.push_back({cell[2], cell[3], cell[0]});
      }
    }
  for (Polygon& p : out)
    for (ExactPoint& c : p) c[0] += c[1] / 3;
  return out;
}

}  // namespace

TEST_CASE("layers: footprints of one polygon, of a row, of what abuts in plan alone") {
  CHECK(footprint({rectangle(0, 0, 2, 1)}) == std::vector<Ring>{ring({{0, 0}, {2, 0}, {2, 1}, {0, 1}})});
  CHECK(footprint({rectangle(0, 0, 2, 1), rectangle(2, 0, 4, 1), rectangle(4, 0, 6, 1)}) ==
        std::vector<Ring>{ring({{0, 0}, {6, 0}, {6, 1}, {0, 1}})});
  CHECK(footprint({rectangle(0, 0, 2, 1), rectangle(2, 0, 4, 1, 7)}) ==
        std::vector<Ring>{ring({{0, 0}, {4, 0}, {4, 1}, {0, 1}})});
  CHECK(footprint({rectangle(0, 0, 4, 1), rectangle(1, 1, 2, 2)}) ==
        std::vector<Ring>{ring({{0, 0}, {4, 0}, {4, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}, {0, 1}})});
}

TEST_CASE("layers: footprints with holes, holes in several polygons, and an island") {
  const std::vector<Polygon> frame{rectangle(0, 0, 9, 1), rectangle(0, 8, 9, 9), rectangle(0, 1, 1, 8),
                                   rectangle(8, 1, 9, 8)};
  const Ring outer = ring({{0, 0}, {9, 0}, {9, 9}, {0, 9}}), hole = ring({{1, 1}, {1, 8}, {8, 8}, {8, 1}});
  CHECK(footprint(frame) == std::vector<Ring>{outer, hole});
  std::vector<Polygon> island = frame;
  island.push_back(rectangle(3, 3, 5, 5));
  CHECK(footprint(island) == std::vector<Ring>{outer, hole, ring({{3, 3}, {5, 3}, {5, 5}, {3, 5}})});
  std::vector<Polygon> bar = frame;
  bar.push_back(rectangle(4, 1, 5, 8));
  CHECK(footprint(bar) ==
        std::vector<Ring>{outer, ring({{1, 1}, {1, 8}, {4, 8}, {4, 1}}), ring({{5, 1}, {5, 8}, {8, 8}, {8, 1}})});
}

TEST_CASE("layers: where outlines touch in a point, rings keep to their inside and do not cross") {
  // Squares that touch at a corner are two rings, in either diagonal.
  CHECK(footprint({rectangle(0, 0, 1, 1), rectangle(1, 1, 2, 2)}).size() == 2);
  CHECK(footprint({rectangle(0, 1, 1, 2), rectangle(1, 0, 2, 1)}).size() == 2);
  // Two holes that touch at a corner are one ring that comes twice to it: the inside does not hang together across it.
  const std::vector<Ring> holes = footprint({rectangle(0, 0, 4, 1), rectangle(0, 3, 4, 4), rectangle(0, 1, 1, 3),
                                             rectangle(3, 1, 4, 3), rectangle(1, 2, 2, 3), rectangle(2, 1, 3, 2)});
  REQUIRE(holes.size() == 2);
  CHECK(holes[1] == ring({{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 2}, {2, 2}, {2, 1}}));
  // Around a hole with corners on all four sides lie four pieces.
  const std::vector<Ring> pieces = footprint({{{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {0, 2, 0}},
                                              {{2, 0, 0}, {4, 0, 0}, {4, 2, 0}, {3, 1, 0}},
                                              {{0, 2, 0}, {1, 3, 0}, {2, 4, 0}, {0, 4, 0}},
                                              {{4, 2, 0}, {4, 4, 0}, {2, 4, 0}, {3, 3, 0}}});
  CHECK(pieces == std::vector<Ring>{ring({{0, 0}, {2, 0}, {0, 2}}), ring({{0, 2}, {2, 4}, {0, 4}}),
                                    ring({{2, 0}, {4, 0}, {4, 2}}), ring({{2, 4}, {4, 2}, {4, 4}})});
  // A hole that touches the outer ring is part of it.
  CHECK(footprint({{{0, 0, 0}, {2, 0, 0}, {1, 2, 0}, {0, 2, 0}},
                   {{2, 0, 0}, {4, 0, 0}, {4, 2, 0}, {3, 2, 0}},
                   rectangle(0, 2, 4, 4)}) ==
        std::vector<Ring>{ring({{0, 0}, {2, 0}, {1, 2}, {3, 2}, {2, 0}, {4, 0}, {4, 4}, {0, 4}})});
}

TEST_CASE("layers: random footprints hold what their polygons hold") {
  std::size_t samples = 0, within = 0, holes = 0, rings_found = 0;
  CHECK(rc::check("winding numbers of footprints", [&] {
    std::vector<Polygon> polygons = drawn(0, 1) ? sheared_grid() : std::vector<Polygon>{};
    // Of a soup, polygons that do not overlap those taken before.
    if (polygons.empty())
      for (const Polygon& p : PolygonSoup(drawn(3, 14)).polygons)
        if (std::ranges::all_of(polygons, [&](const Polygon& q) { return common_area(p, q) == 0; }))
          polygons.push_back(p);
    const std::vector<Ring> rings = footprint(polygons);
    rings_found += rings.size();
    for (const Ring& r : rings) {
      mpq_class area;
      for (std::size_t i = 0; i < r.size(); ++i) {
        const PlanPoint &a = r[i], &b = r[(i + 1) % r.size()];
        RC_ASSERT(turn(a, b, r[(i + 2) % r.size()]) != 0);
        area += a[0] * b[1] - b[0] * a[1];
      }
      RC_ASSERT(area != 0);
      holes += area < 0;
      RC_ASSERT(*std::ranges::min_element(r) == r[0]);
    }
    RC_ASSERT(std::ranges::is_sorted(rings));
    for (int k = 0; k < 20; ++k) {
      const PlanPoint p{mpq_class(drawn(-30, 70) * 11 + 1, 121), mpq_class(drawn(-30, 70) * 13 + 1, 169)};
      const std::optional<int> times = winding(rings, p);
      const auto count = std::ranges::count_if(polygons, [&](const Polygon& q) { return inside(q, p); });
      if (!times) continue;
      ++samples;
      within += count > 0;
      // On an edge between two polygons the rings say 1 and no polygon has the point in its interior.
      const bool between = std::ranges::any_of(polygons, [&](const Polygon& q) {
        Ring own;
        for (const ExactPoint& c : q) own.push_back({c[0], c[1]});
        return !winding({own}, p);
      });
      RC_ASSERT(*times == count || between);
    }
  }));
  INFO(samples << " samples, " << within << " within; " << rings_found << " rings, " << holes << " holes");
  CHECK(samples >= 1000);
  CHECK(within >= 150);
  CHECK(rings_found >= 150);
  CHECK(holes >= 5);
}

TEST_CASE("layers: arcs end to end on one line between two layers are one transfer") {
  // Two rows of squares along y = 2, cut differently; the upper row bends up after x = 6.
  const std::vector<Polygon> polygons{rectangle(0, 0, 3, 2), rectangle(3, 0, 8, 2), rectangle(0, 2, 1, 4),
                                      rectangle(1, 2, 5, 4), rectangle(5, 2, 6, 4)};
  const Layered one(polygons, {0, 0, 1, 1, 1});
  CHECK(one.environment.graph.arcs ==
        std::vector<std::array<NodeId, 2>>{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {1, 4}, {2, 3}, {3, 4}});
  REQUIRE(one.layers.transfers.size() == 1);
  const Transfer& t = one.layers.transfers[0];
  CHECK((t.a == 0 && t.b == 1));
  CHECK(t.arcs == std::vector<ArcId>{4, 3, 2, 1});  // the lower layer lies on the left from x = 6 to 0
  CHECK(t.on_a == std::array<ExactPoint, 2>{ExactPoint{6, 2, 0}, ExactPoint{0, 2, 0}});
  CHECK(t.on_b == t.on_a);
  CHECK(one.valid(one.layers));
  // A layer of its own in the middle interrupts it; numbered so that the upper row comes first.
  const Layered three(polygons, {1, 1, 0, 2, 0});
  REQUIRE(three.layers.transfers.size() == 5);
  CHECK(three.layers.transfers[0].on_a == std::array<ExactPoint, 2>{ExactPoint{0, 2, 0}, ExactPoint{1, 2, 0}});
  CHECK(three.layers.transfers[0].arcs == std::vector<ArcId>{1});
  CHECK(three.layers.transfers[1].arcs == std::vector<ArcId>{4});
  CHECK(three.layers.transfers[2].arcs == std::vector<ArcId>{5});
  CHECK(three.layers.transfers[4].arcs == std::vector<ArcId>{3, 2});
  CHECK(three.valid(three.layers));
  // Around a corner there are two.
  const Layered corner({rectangle(0, 0, 2, 2), rectangle(2, 0, 4, 2), rectangle(0, 2, 2, 4), rectangle(2, 2, 4, 4)},
                       {0, 1, 1, 1});
  CHECK(corner.layers.transfers.size() == 2);
  // End to end in plan, at a step in height on one side: two.
  std::vector<Polygon> step{rectangle(0, 0, 2, 2), rectangle(2, 0, 4, 2), rectangle(0, 2, 4, 4)};
  const EnvironmentGraph graph{3, {{0, 2}, {1, 2}}, {}};
  std::vector<ArcSegment> segments{{{ExactPoint{2, 2, 0}, {0, 2, 0}}, {ExactPoint{2, 2, 0}, {0, 2, 0}}},
                                   {{ExactPoint{4, 2, 0}, {2, 2, 0}}, {ExactPoint{4, 2, 0}, {2, 2, 0}}}};
  CHECK(layers_of(graph, step, segments, by_layers({0, 0, 1})).transfers.size() == 1);
  for (ExactPoint& p : segments[1].on_a) p[2] = 1;
  for (ExactPoint& p : step[1]) p[2] = 1;
  const LayeredEnvironment apart = layers_of(graph, step, segments, by_layers({0, 0, 1}));
  REQUIRE(apart.transfers.size() == 2);
  CHECK(is_valid(apart, graph, step, segments));
  // Seen from the other layer: its own side first, and the other way round.
  const LayeredEnvironment turned = layers_of(graph, step, segments, by_layers({1, 1, 0}));
  CHECK(turned.transfers[1].on_a == std::array<ExactPoint, 2>{ExactPoint{2, 2, 0}, ExactPoint{4, 2, 0}});
  CHECK(turned.transfers[1].on_b == std::array<ExactPoint, 2>{ExactPoint{2, 2, 1}, ExactPoint{4, 2, 1}});
}

TEST_CASE("layers: every broken invariant is seen") {
  // A floor of two, a ramp up, a storey of two over the floor; a frame with a hole beside it.
  const Layered good({rectangle(0, 0, 4, 2),
                      rectangle(4, 0, 8, 2),
                      {{8, 0, 0}, {12, 0, 3}, {12, 2, 3}, {8, 2, 0}},
                      rectangle(12, 0, 14, 2, 3),
                      rectangle(0, 2, 14, 3, 3),
                      rectangle(6, 1, 12, 2, 3)},
                     {0, 0, 1, 2, 2, 2});
  REQUIRE(good.environment.graph.conflicts == std::vector<std::array<NodeId, 2>>{{1, 5}, {2, 5}});
  REQUIRE(good.environment.graph.arcs.size() == 6);
  REQUIRE(good.layers.transfers.size() == 2);
  REQUIRE(good.valid(good.layers));
  const auto broken = [&](auto&& change) {
    LayeredEnvironment l = good.layers;
    change(l);
    return !good.valid(l);
  };
  // Layers: a node nowhere, twice, out of order, out of range; an empty layer; overlapping polygons.
  CHECK(broken([](auto& l) { l.layers[0].nodes.pop_back(); }));
  CHECK(broken([](auto& l) { l.layers[1].nodes.push_back(3); }));
  CHECK(broken([](auto& l) { std::swap(l.layers[0].nodes[0], l.layers[0].nodes[1]); }));
  CHECK(broken([](auto& l) { l.layers[0].nodes.push_back(6); }));
  CHECK(broken([](auto& l) { l.layers.emplace_back(); }));
  CHECK(broken([](auto& l) {
    Layer &ramp = l.layers[1], &above = l.layers[2];
    ramp.nodes.insert(ramp.nodes.end(), above.nodes.begin(), above.nodes.end());
    ramp.footprint.insert(ramp.footprint.end(), above.footprint.begin(), above.footprint.end());
    l.layers.pop_back();
    l.transfers.pop_back();
  }));
  // Footprints: none, a corner moved, turned, a collinear corner, not from its least point, the rings of another layer,
  // twice.
  CHECK(broken([](auto& l) { l.layers[0].footprint.clear(); }));
  CHECK(broken([](auto& l) { l.layers[0].footprint[0][1][0] += mpq_class(1, 1000); }));
  CHECK(broken([](auto& l) { std::ranges::reverse(l.layers[2].footprint[0]); }));
  CHECK(broken([](auto& l) { l.layers[0].footprint[0].insert(l.layers[0].footprint[0].begin() + 1, {3, 0}); }));
  CHECK(broken([](auto& l) {
    auto& ring = l.layers[0].footprint[0];
    std::rotate(ring.begin(), ring.begin() + 1, ring.end());
  }));
  CHECK(broken([](auto& l) { l.layers[0].footprint = l.layers[1].footprint; }));
  CHECK(broken([](auto& l) { l.layers[0].footprint.push_back(l.layers[0].footprint[0]); }));
  for (int axis = 0; axis < 2; ++axis)  // of the same area beside its place
    CHECK(broken([&](auto& l) {
      for (PlanPoint& p : l.layers[0].footprint[0]) p[axis] += 1;
    }));
  // Transfers: one missing, twice, out of order, other layers, other arcs, other ends.
  CHECK(broken([](auto& l) { l.transfers.pop_back(); }));
  CHECK(broken([](auto& l) { l.transfers.push_back(l.transfers.back()); }));
  CHECK(broken([](auto& l) { std::swap(l.transfers[0], l.transfers[1]); }));
  CHECK(broken([](auto& l) { std::swap(l.transfers[0].a, l.transfers[0].b); }));
  CHECK(broken([](auto& l) { l.transfers[0].b = 2; }));
  CHECK(broken([](auto& l) { l.transfers[0].arcs.clear(); }));
  CHECK(broken([](auto& l) { l.transfers[0].arcs[0] = 0; }));
  CHECK(broken([](auto& l) { l.transfers[0].on_a[0][2] += 1; }));
  CHECK(broken([](auto& l) { l.transfers[0].on_b[1][1] -= mpq_class(1, 2); }));
  CHECK(broken([](auto& l) { std::swap(l.transfers[1].on_a[0], l.transfers[1].on_a[1]); }));
  // Arcs beside the boundary: of the first polygon, of the second.
  for (const bool first : {true, false}) {
    std::vector<ArcSegment> segments = good.environment.segments;
    for (ArcSegment& s : segments)
      for (ExactPoint& p : first ? s.on_a : s.on_b) p[0] += 1;
    const LayeredEnvironment l =
        layers_of(good.environment.graph, good.polygons, segments, by_layers({0, 0, 1, 2, 2, 2}));
    CHECK_FALSE(is_valid(l, good.environment.graph, good.polygons, segments));
  }
  // Sizes that do not fit.
  CHECK_FALSE(
      is_valid(good.layers, good.environment.graph, std::span(good.polygons).first(5), good.environment.segments));
  CHECK_FALSE(
      is_valid(good.layers, good.environment.graph, good.polygons, std::span(good.environment.segments).first(4)));
}
