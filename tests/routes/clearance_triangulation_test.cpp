// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/clearance_triangulation.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <random>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/read_map.h"
#include "support/clearance_walk.h"
#include "support/disturbance_scan.h"

namespace plumb::tests {
namespace {

using namespace pipeline;
using kernel::PlanPoint;

// The parts that open edges join, and where a point is.
class Components {
 public:
  explicit Components(PlanTriangulation t) : t_(std::move(t)), sets_(static_cast<std::uint32_t>(t_.triangle_count())) {
    for (std::uint32_t h = 0; h < t_.half_edges.size(); ++h)
      if (t_.is_open(h)) sets_.unite(h / 3, t_.twin(h) / 3);
  }
  std::set<std::uint32_t> at(const PlanPoint& p) {
    const kernel::NearPoint q(p);
    std::set<std::uint32_t> out;
    for (std::uint32_t f = 0; f < t_.triangle_count(); ++f) {
      bool inside = true;
      for (std::uint32_t h = 3 * f; h < 3 * f + 3; ++h)
        inside &= kernel::orientation(t_.points[t_.from(h)], t_.points[t_.to(h)], q) >= 0;
      if (inside) out.insert(sets_.find(f));
    }
    return out;
  }
  bool joined(const PlanPoint& p, const PlanPoint& q) {
    const auto a = at(p), b = at(q);
    return std::ranges::any_of(a, [&](auto f) { return b.contains(f); });
  }
  const PlanTriangulation& triangulation() const { return t_; }

 private:
  PlanTriangulation t_;
  kernel::UnionFind sets_;
};

std::vector<std::array<PlanPoint, 2>> lines(const std::vector<Passage>& passages) {
  std::vector<std::array<PlanPoint, 2>> out;
  for (const Passage& p : passages) out.push_back({p.from, p.to});
  return out;
}

struct Agreement {
  int pairs = 0, joined = 0, differ = 0;
};

Agreement compare(const PlanMap& map, std::mt19937& random, int pairs, DisturbanceRule rule = DisturbanceRule::complete) {
  const auto lct = clearance_triangulation(map, rule);
  REQUIRE(is_valid(lct.triangulation));
  const Obstacles obstacles(map);
  mpq_class all = 1;
  for (const auto& p : map.points) all = std::max(all, mpq_class(abs(p.at[0]) + abs(p.at[1])));
  std::vector<Passage> widths = barriers(lct, 16 * all * all);
  Agreement out;
  if (widths.empty()) return out;
  for (int k = 0; k < 5; ++k) {
    const mpq_class square = squared_width(widths[random() % widths.size()]) / 4;
    for (const mpq_class& r : {square, mpq_class(square + mpq_class(1, mpz_class(1) << 60))}) {
      const ClearanceWalk walk(map, lct, r);
      Components parts(triangulate(map, KeptSegments::obstacles, lines(barriers(lct, r))));
      REQUIRE(is_valid(parts.triangulation()));
      const PassageArrangement oracle(obstacles, r);
      std::vector<PlanPoint> places;
      const auto& t = parts.triangulation();
      for (int tries = 0; tries < 40 * pairs && places.size() < 2 * static_cast<std::size_t>(pairs); ++tries) {
        const auto f = static_cast<std::uint32_t>(random() % t.triangle_count());
        const mpq_class u(static_cast<int>(random() % 1024), 1024), v(static_cast<int>(random() % 1024), 1024);
        const bool over = u + v > 1;
        const mpq_class a = over ? 1 - u : u, b = over ? 1 - v : v;
        PlanPoint p;
        for (std::size_t i = 0; i < 2; ++i)
          p[i] = t.points[t.from(3 * f)].at[i] * (1 - a - b) + t.points[t.from(3 * f + 1)].at[i] * a +
                 t.points[t.from(3 * f + 2)].at[i] * b;
        if (!obstacles.stops_at(p, r)) places.push_back(p);
      }
      for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
        const bool by_values = walk.passable(places[i], places[i + 1]),
                   by_lines = parts.joined(places[i], places[i + 1]),
                   by_oracle = oracle.passable(places[i], places[i + 1]);
        ++out.pairs;
        out.joined += by_oracle;
        if (by_values == by_oracle && by_lines == by_oracle) continue;
        ++out.differ;
        std::cout << "r^2 " << r << " from " << places[i][0].get_d() << "," << places[i][1].get_d() << " to " << places[i + 1][0].get_d() << ","
                  << places[i + 1][1].get_d() << ": values " << by_values << " lines " << by_lines << " oracle " << by_oracle << std::endl;
      }
    }
  }
  return out;
}

PlanMap random_walls(std::mt19937& random) {
  const int size = 12;
  const auto drawn = [&] { return static_cast<int>(random() % (size + 1)); };
  std::vector<std::array<PlanPoint, 2>> walls;
  for (unsigned n = 3 + random() % 8; n > 0; --n) {
    PlanPoint p{drawn(), drawn()}, q{drawn(), drawn()};
    if (p != q) walls.push_back({p, q});
  }
  const std::vector<MapLayer> floor{
      {MapLayer::Role::floors, "", {{{{{{0, 0}, {size, 0}, {size, size}, {0, size}}}}, 1}}}};
  return std::get<PlanMap>(make_plan_map(floor, walls));
}

TEST_CASE("local clearance: random walls, three ways", "[.fuzz]") {
  const int from = std::getenv("FROM") ? std::atoi(std::getenv("FROM")) : 0;
  const auto rule = std::getenv("RULE") ? static_cast<DisturbanceRule>(std::atoi(std::getenv("RULE"))) : DisturbanceRule::complete;
  int bad = 0, all = 0, refined = 0;
  for (int seed = from; seed < from + (from ? 1 : 2000); ++seed) {
    std::mt19937 random(seed);
    const PlanMap map = random_walls(random);
    const auto lct = clearance_triangulation(map, rule);
    refined += lct.refinements > 0;
    CAPTURE(seed);
    if (rule == DisturbanceRule::complete) CHECK(DisturbanceScan(lct).count() == 0);
    const Agreement a = compare(map, random, 10, rule);
    all += a.pairs;
    if (a.differ) { ++bad; std::cout << "seed " << seed << " points " << map.points.size() << " differ " << a.differ << std::endl; CHECK(a.differ==0);}
  }
  std::cout << "bad " << bad << " pairs " << all << " refined " << refined << std::endl;
}

TEST_CASE("local clearance: all shared maps below 1,100 vertices, three ways") {
  const std::filesystem::path folder = std::filesystem::path(PLUMB_SHARED_DIR) / "scenes/maps2d";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: " << folder << " is not there");
    return;
  }
  const int pairs = std::getenv("PAIRS") ? std::atoi(std::getenv("PAIRS")) : 20;
  std::set<std::filesystem::path> files(std::filesystem::directory_iterator{folder}, {});
  for (const auto& file : files) {
    CAPTURE(file);
    const auto map = read_map({file, {}, {}});
    REQUIRE(map);
    const auto t0 = std::chrono::steady_clock::now();
    const auto lct = clearance_triangulation(*map);
    const auto t1 = std::chrono::steady_clock::now();
    std::cout << file.filename() << " points " << map->points.size() << " refinements " << lct.refinements << " bits "
              << lct.longest_numerator << " ms " << std::chrono::duration<double>(t1 - t0).count() * 1000 << std::flush;
    const auto t2 = std::chrono::steady_clock::now();
    DisturbanceScan scan(lct);
    CHECK(scan.count() == 0);
    std::cout << " lines " << scan.lines() << " scan s " << std::chrono::duration<double>(std::chrono::steady_clock::now() - t2).count() << std::flush;
    if (map->points.size() < 1100) {
      std::mt19937 random(1);
      const Agreement a = compare(*map, random, pairs);
      std::cout << "  pairs " << a.pairs << " joined " << a.joined << " differ " << a.differ << " s "
                << std::chrono::duration<double>(std::chrono::steady_clock::now() - t1).count();
      CHECK(a.differ == 0);
    }
    std::cout << std::endl;
  }
}

}  // namespace
}  // namespace plumb::tests
