// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest path of a point among obstacles, exactly.
//
// A hall of 10 by 6 has a wall from (4, 1) to the far side. The path turns at two corners of the wall, and its length
// is 2 sqrt(20) + 2: the planner gives an interval of fractions around it that is narrower than 2^-60 of the length.
#include <plumb/plan/euclid.h>
#include <plumb/plan/plan_map.h>
#include <plumb/plan/plan_triangulation.h>

#include <cstdio>

using namespace plumb;

int main() {
  using plan::MapLayer;
  const kernel::PlanRing hall{{0, 0}, {10, 0}, {10, 6}, {0, 6}}, wall{{4, 1}, {6, 1}, {6, 6}, {4, 6}};
  const MapLayer layers[]{{.role = MapLayer::Role::floors, .polygons = {{.region = {{hall}}}}},
                          {.role = MapLayer::Role::obstacles, .polygons = {{.region = {{wall}}}}}};
  const auto made = plan::make_plan_map(layers);
  if (const auto* error = std::get_if<plan::MapError>(&made)) return std::puts(error->what.c_str()), 1;
  const auto triangles = plan::triangulate(std::get<plan::PlanMap>(made), plan::KeptSegments::obstacles);

  plan::EuclidPlanner planner(triangles);
  const auto path = planner.path({0, 3}, {10, 3});
  if (!path) return std::puts("no way"), 1;
  for (const kernel::PlanPoint& p : path->points)
    std::printf("(%s, %s) ", p[0].get_str().c_str(), p[1].get_str().c_str());
  std::printf("length %.17g\n", path->length.low.get_d());

  // Squared, less 2: 80 lies within the interval.
  const mpq_class low = path->length.low - 2, high = path->length.high - 2;
  const bool turns = path->points == std::vector<kernel::PlanPoint>{{0, 3}, {4, 1}, {6, 1}, {10, 3}};
  return turns && low * low <= 80 && high * high >= 80 && path->length.width() < mpq_class(1, 1000000000) ? 0 : 1;
}
