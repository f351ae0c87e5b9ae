// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the paths of a navmesh are what they should be, on random pairs of its places.
//
//   plumb_path_check NAVMESH.json PAIRS SEED
//
// One line of JSON. `faults`: paths of NavQuery::route() with something wrong (support/route_check.h: each portal
// passed within its segment, the pieces on the floor, their sum the length) or with a step above the bake's.
// `rounded`: those whose path() in doubles is not as long, to 2^-38. `euclid`: how many lengths were held against
// EuclidPlanner, which searches over triangles, and `unequal`: how many differ. EuclidPlanner is not asked where more
// than two floors meet at an edge, or the level has welds; brute force on random levels is
// (tests/routes/cell_path_test.cpp). `apart`: pairs without a path whose places are in one component, or with one
// though they are not. Exit status: 1 where something is wrong.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "drawn_floor_places.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/plan/euclid.h"
#include "require.h"
#include "support/route_check.h"

namespace plumb::bench {
namespace {

using namespace pipeline;

bool climbs(const NavMesh& mesh, const Route& route) {
  for (std::size_t i = 1; i < route.corners.size(); ++i) {
    const auto &a = route.corners[i - 1], &b = route.corners[i];
    if (a.portal == Route::no_portal || a.portal != b.portal || mesh.portals[a.portal].kind != PortalKind::step)
      continue;
    if (abs(b.point[2] - a.point[2]) > mesh.info.step) return true;
  }
  return false;
}

int run(const char* file, std::size_t pairs, unsigned seed) {
  const auto mesh = read_nav_mesh_json(file);
  require(static_cast<bool>(mesh), "no navmesh");
  std::mt19937_64 random(seed);
  const std::vector<Place> places = draw_places(*mesh, 2 * pairs, random);
  NavQuery query(*mesh);
  query.prepare(1);
  DerivedMesh derived(*mesh);
  const auto floors = make_nav_floors(derived, {});
  require(static_cast<bool>(floors), "no floors");
  std::optional<plan::EuclidPlanner> euclid;
  if (floors->plan.joined.empty() && floors->plan.gaps.empty()) euclid.emplace(floors->plan.triangulation);

  const std::vector<std::uint32_t> component = components(*mesh, 1);
  std::size_t reached = 0, faults = 0, rounded = 0, asked = 0, unequal = 0, apart = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const Place &a = places[2 * i], &b = places[2 * i + 1];
    const ExactPoint from{a[0], a[1], a[2]}, to{b[0], b[1], b[2]};
    const auto start = query.locate(from, 1), goal = query.locate(to, 1);
    if (!start || !goal) continue;
    const auto route = query.route(from, to, {});
    NavQuery::Path path;
    const bool found = query.path(a, b, {}, path) == NavQuery::PathFound::found;
    rounded += found != static_cast<bool>(route);
    if (route) {
      ++reached;
      const std::string fault =
          tests::fault_of(*mesh, *route, 1, {a[0], a[1], start->height}, {b[0], b[1], goal->height});
      if (!fault.empty() || climbs(*mesh, *route)) {
        ++faults;
        std::fprintf(stderr, "pair %zu: %s\n", i, fault.empty() ? "a step above the bake's" : fault.c_str());
      }
      const double length = route->plan_length.low.get_d();
      rounded += found && std::fabs(path.length - length) > 0x1p-38 * length;
    }
    apart += (component[start->cells[0]] == component[goal->cells[0]]) != static_cast<bool>(route);
    if (!euclid || !route) continue;
    ++asked;
    const auto end = [&](const Place& p, const NavQuery::Place& on) {
      return plan::RouteEnd{{p[0], p[1]}, floors->triangles_at({p[0], p[1]}, on.height, on.cells)};
    };
    const auto other = euclid->between(end(a, *start), end(b, *goal));
    if (other && route->plan_length.low <= other->length.high && other->length.low <= route->plan_length.high) continue;
    ++unequal;
    std::fprintf(stderr, "pair %zu: %.17g by NavQuery, %.17g by EuclidPlanner\n", i, route->plan_length.low.get_d(),
                 other ? other->length.low.get_d() : -1);
  }
  std::printf(
      "{\"reached\": %zu, \"faults\": %zu, \"rounded\": %zu, \"euclid\": %zu, \"unequal\": %zu, "
      "\"apart\": %zu}\n",
      reached, faults, rounded, asked, unequal, apart);
  return faults + rounded + unequal + apart == 0 ? 0 : 1;
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) {
  plumb::bench::require(argc == 4, "give NAVMESH.json PAIRS SEED");
  return plumb::bench::run(argv[1], static_cast<std::size_t>(std::atoi(argv[2])),
                           static_cast<unsigned>(std::atoi(argv[3])));
}
