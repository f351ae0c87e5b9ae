// SPDX-License-Identifier: GPL-3.0-or-later
// What a query of each planner costs beside the shortest path of a point (NavQuery) on the same triangles.
//
//   plumb_route_bench PAIRS RADIUS MAP.json...
//
// A row a planner: the ratio of its time to NavQuery's, pair by pair, at the median and at the 99th percentile. Pairs
// are those that the disc gets between. Nothing is said of what a route costs, and making planners is not counted.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/read_map.h"
#include "plumb/pipeline/route_settings_text.h"
#include "plumb/plan/route_planner.h"
#include "support/random_places.h"

namespace plumb::tests {
namespace {

using namespace pipeline;
using namespace plan;
using kernel::PlanPoint;

// The triangles of a map that are not blocked, as cells.
NavMesh mesh_of(const PlanTriangulation& t) {
  NavMesh mesh;
  mesh.info.stances = {{"disc", 1}};
  for (const kernel::FilteredPoint& p : t.points) mesh.points.push_back({p.at[0], p.at[1], 0});
  for (PlanTriangulation::Index i = 0; i < t.triangle_count(); ++i) {
    NavMesh::Facet facet;
    for (PlanTriangulation::Index h = 3 * i; h < 3 * i + 3; ++h) facet.corners.push_back(t.from(h));
    NavMesh::Cell& cell = mesh.cells.emplace_back();
    cell.stance = 1;
    cell.facets.push_back(facet);
    for (PlanTriangulation::Index h = 3 * i; h < 3 * i + 3; ++h)
      if (t.is_open(h) && h < t.twin(h))
        mesh.portals.push_back({i, t.twin(h) / 3, PortalKind::flush, 1, {t.from(h), t.to(h)}, {t.from(h), t.to(h)}});
  }
  for (NavMesh::Portal& p : mesh.portals)
    if (p.a > p.b) {
      std::swap(p.a, p.b);
      std::swap(p.on_a[0], p.on_a[1]);
      p.on_b = p.on_a;
    }
  std::ranges::stable_sort(mesh.portals, {}, [](const NavMesh::Portal& p) { return std::pair(p.a, p.b); });
  return mesh;
}

template <class Query>
double seconds(Query&& query) {
  const auto before = std::chrono::steady_clock::now();
  query();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

double share(std::vector<double> values, double at) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(at * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

void rows(const std::string& name, const PlanMap& map, const mpq_class& radius, std::size_t count) {
  const PlanTriangulation triangles = triangulate(map, KeptSegments::obstacles_and_borders);
  const NavMesh mesh = mesh_of(triangles);
  const NavQuery query(mesh);
  PassabilityQuery passable(map);
  RandomPlaces drawn(map);
  std::vector<std::array<PlanPoint, 2>> ends;
  std::vector<double> times;
  for (int tries = 0; ends.size() < count && tries < 4000; ++tries) {
    const PlanPoint p = drawn(), q = drawn();
    if (passable(p, q, radius * radius).answer != Passability::Answer::passable) continue;
    ends.push_back({p, q});
    times.push_back(seconds([&] {
      if (!query.route({p[0], p[1], 0}, {q[0], q[1], 0}, {})) std::printf("NavQuery finds no way\n");
    }));
  }
  for (const PlannerKind planner : {PlannerKind::euclid, PlannerKind::vicinity, PlannerKind::blockage}) {
    RouteSettings settings;
    settings.planner = planner;
    settings.radius = planner == PlannerKind::euclid ? mpq_class(0) : radius;
    if (RoutePlanner::refusal(map, settings)) continue;
    RoutePlanner plan(map, settings);
    std::vector<double> ratios;
    for (std::size_t i = 0; i < ends.size(); ++i)
      ratios.push_back(seconds([&] { plan(ends[i][0], ends[i][1]); }) / times[i]);
    std::printf("| %s | %s | %s | %zu | %.2f | %.2f |\n", name.c_str(), settings.radius.get_str().c_str(),
                text_of(planner), ratios.size(), share(ratios, 0.5), share(ratios, 0.99));
    std::fflush(stdout);
  }
}

int run(int argc, char** argv) {
  if (argc < 4) return std::fprintf(stderr, "usage: see the head of route_bench.cpp\n"), 2;
  std::printf("| map | r | planner | pairs | time over A* and funnel, median | 99 %% |\n|---|---|---|---|---|---|\n");
  for (int i = 3; i < argc; ++i) {
    const std::string file = argv[i];
    const auto map = read_map({file, {}, {}});
    if (!map) return std::fprintf(stderr, "%s\n", map.error().text().c_str()), 2;
    rows(file.substr(file.rfind('/') + 1), *map, *kernel::parse_rational(argv[2]), std::stoul(argv[1]));
  }
  return 0;
}

}  // namespace
}  // namespace plumb::tests

int main(int argc, char** argv) { return plumb::tests::run(argc, argv); }
