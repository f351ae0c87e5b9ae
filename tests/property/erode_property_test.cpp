// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent's radius leaves of random levels: the bounds are nested, a larger radius leaves less, and how a level
// is written down, where it stands and how it is turned by quarters makes no difference.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <tuple>

#include "plumb/pipeline/erode.h"
#include "support/linked.h"
#include "support/property.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::DiscBound;

namespace {

struct Corner {
  mpq_class x, y, z;
};
using Level = std::vector<std::vector<Corner>>;

Level parsed(const std::string& obj) {
  Level level;
  std::vector<Corner> points;
  std::istringstream in(obj);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      double x, y, z;
      words >> x >> y >> z;
      points.push_back({mpq_class(x), mpq_class(y), mpq_class(z)});
    } else if (kind == "f") {
      auto& face = level.emplace_back();
      for (int i; words >> i;) face.push_back(points[points.size() + static_cast<std::size_t>(i)]);
    }
  }
  return level;
}

// Coordinates are multiples of 2^-20 at least.
std::string text(const Level& level) {
  std::string out;
  const auto decimal = [](const mpq_class& v) {
    const mpq_class scaled = v * mpq_class(mpz_class("100000000000000000000"));
    return scaled.get_num().get_str() + "e-20";
  };
  for (const auto& face : level) {
    for (const Corner& c : face) out += "v " + decimal(c.x) + " " + decimal(c.y) + " " + decimal(c.z) + "\n";
    out += "f";
    for (std::size_t i = face.size(); i > 0; --i) out += " -" + std::to_string(i);
    out += "\n";
  }
  return out;
}

const BakeTextOptions stances{.stances = {{"crawl", 1}, {"stand", 2}}, .step = mpq_class(1, 2)};

// [s - 1]: the area of stance s or higher.
std::vector<mpq_class> left(const std::string& obj, const pipeline::ErodeOptions& options, const mpq_class& weld = 0) {
  Linked level = link_text(obj, stances, weld);
  BakedText& b = level.baked;
  kernel::LadderCounts counts;
  pipeline::erode(b.scene.points, b.set, b.map, level.graph, options, counts);
  RC_ASSERT(pipeline::is_valid(b.map, b.set.surfaces.size()));
  RC_ASSERT(pipeline::is_valid(level.graph, b.map));
  const auto measures = pipeline::measure(b.scene.points, b.set, b.map, 0, 1);
  RC_ASSERT(measures.held == measures.polygons);
  const mpq_class high = *measures.stances[1].exact;
  return {high + *measures.stances[0].exact, high};
}

bool nowhere_more(const std::vector<mpq_class>& a, const std::vector<mpq_class>& b) {
  return std::ranges::equal(a, b, [](const mpq_class& x, const mpq_class& y) { return x <= y; });
}

pipeline::ErodeOptions options_of(const mpq_class& radius, const mpq_class& window, std::uint32_t disc,
                                  DiscBound bound) {
  return {radius, window, disc, bound, 1};
}

}  // namespace

TEST_CASE("clear: bounds are nested, and a larger radius leaves less") {
  CHECK(check_many("nested bounds", 60, [] {
    const std::string level = random_level(static_cast<unsigned>(drawn(1, 100000)));
    const mpq_class radius = mpq_class(drawn(1, 12), 8), window = mpq_class(drawn(1, 24), 8), weld = drawn(0, 1);
    const auto with = [&](const mpq_class& r, std::uint32_t disc, DiscBound bound) {
      return left(level, options_of(r, window, disc, bound), weld);
    };
    const auto inner4 = with(radius, 4, DiscBound::tangents), inner8 = with(radius, 8, DiscBound::tangents),
               inner16 = with(radius, 16, DiscBound::tangents), outer16 = with(radius, 16, DiscBound::hull),
               outer8 = with(radius, 8, DiscBound::hull);
    RC_ASSERT(nowhere_more(inner4, inner8));
    RC_ASSERT(nowhere_more(inner8, inner16));
    RC_ASSERT(nowhere_more(inner16, outer16));
    RC_ASSERT(nowhere_more(outer16, outer8));
    for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents})
      RC_ASSERT(nowhere_more(with(radius + mpq_class(1, 64), 8, bound), with(radius, 8, bound)));
    RC_ASSERT(nowhere_more(left(level, options_of(radius, window + mpq_class(1, 64), 8, DiscBound::hull), weld),
                           with(radius, 8, DiscBound::hull)));
  }));
}

TEST_CASE("clear: order of faces, dyadic moves and quarter turns change nothing") {
  CHECK(check_many("invariance", 60, [] {
    const Level level = parsed(random_level(static_cast<unsigned>(drawn(1, 100000))));
    const auto options = options_of(mpq_class(drawn(1, 12), 8), mpq_class(drawn(1, 24), 8), 16,
                                    drawn(0, 1) == 0 ? DiscBound::hull : DiscBound::tangents);
    const auto is = left(text(level), options);
    Level shuffled = level, moved = level, turned = level;
    std::mt19937 random(static_cast<unsigned>(drawn(1, 1000)));
    std::ranges::shuffle(shuffled, random);
    const mpq_class by(drawn(-1000, 1000), 1 << 20);
    for (auto& face : moved)
      for (Corner& c : face) c = {c.x + by, c.y - 3 * by, c.z + 5 * by};
    for (auto& face : turned)
      for (Corner& c : face) c = {-c.y, c.x, c.z};
    RC_ASSERT(left(text(moved), options) == is);
    RC_ASSERT(left(text(turned), options) == is);
    // Coplanar polygons that overlap have other owners then, and with them other cells; the region is the same, as area
    // of either owner.
    RC_ASSERT(left(text(shuffled), options) == is);
  }));
}

TEST_CASE("clear: every portal was there before, or leads from piece to piece of one cell") {
  CHECK(check_many("portals", 100, [] {
    const std::string obj = random_level(static_cast<unsigned>(drawn(1, 100000)));
    Linked level = link_text(obj, stances, drawn(0, 1));
    BakedText& b = level.baked;
    using Ways = std::map<std::tuple<pipeline::PortalKind, pipeline::CellId, pipeline::CellId>, kernel::Label>;
    const auto ways = [](const pipeline::NavGraph& graph, auto&& cell) {
      Ways out;
      const auto add = [&](pipeline::PortalKind kind, pipeline::HalfEdgeId from, pipeline::HalfEdgeId to,
                           kernel::Label stance) {
        kernel::Label& most = out[{kind, cell(graph.half_edges[from].cell), cell(graph.half_edges[to].cell)}];
        most = std::max(most, stance);
      };
      for (pipeline::HalfEdgeId e = 0; e < graph.half_edges.size(); ++e)
        if (graph.half_edges[e].twin != pipeline::no_half_edge)
          add(pipeline::PortalKind::flush, e, graph.half_edges[e].twin, graph.stance_through(e));
      for (const pipeline::OffmeshPortal& p : graph.portals) add(p.kind, p.a, p.b, p.stance);
      return out;
    };
    const Ways before = ways(level.graph, [](pipeline::CellId c) { return c; });
    kernel::LadderCounts counts;
    pipeline::erode(b.scene.points, b.set, b.map, level.graph,
                    options_of(mpq_class(drawn(1, 12), 8), mpq_class(drawn(1, 24), 8), 8, DiscBound::tangents), counts);
    const auto& parent = b.map.clearance->parent;
    for (const auto& [way, stance] : ways(level.graph, [&](pipeline::CellId c) { return parent[c]; })) {
      const auto& [kind, from, to] = way;
      if (kind == pipeline::PortalKind::flush && from == to) continue;
      const auto at = before.find(way);
      RC_ASSERT(at != before.end());
      RC_ASSERT(stance <= at->second);
    }
  }));
}

TEST_CASE("clear: lines that were not kept are made again, and what they make is the same") {
  CHECK(check_many("lines made again", 60, [] {
    const std::string level = random_level(static_cast<unsigned>(drawn(1, 100000)));
    const auto options = options_of(mpq_class(drawn(1, 12), 8), mpq_class(drawn(1, 24), 8), 8, DiscBound::tangents);
    const auto cleared = [&](std::size_t kept_bytes) {
      BakedText b = bake_text(level, stances);
      const pipeline::SurfaceIndex index(b.scene.points, b.set);
      kernel::LadderCounts counts;
      b.map = pipeline::decompose(b.scene.points, b.set, index,
                                  {.stances = stances.stances, .step = stances.step, .kept_bytes = kept_bytes}, counts);
      pipeline::NavGraph graph = link_baked(b);
      pipeline::erode(b.scene.points, b.set, b.map, graph, options, counts);
      return areas_by_surface(b);
    };
    RC_ASSERT(cleared(0) == cleared(std::size_t{1} << 30));
  }));
}
