// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/plan_triangulation.h"

#include <catch2/catch.hpp>

#include <random>

#include "support/plan_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using Index = PlanTriangulation::Index;

// All triangles, looked at one by one.
std::vector<Index> scan(const PlanTriangulation& t, const kernel::FilteredPoint& p) {
  std::vector<Index> out;
  for (Index f = 0; f < t.triangle_count(); ++f) {
    bool inside = true;
    for (Index h = 3 * f; h < 3 * f + 3; ++h)
      inside &= kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], p) >= 0;
    if (inside) out.push_back(f);
  }
  return out;
}

TEST_CASE("oriented walk: finds what a scan finds, on sides, vertices and beyond the hull too") {
  int on_vertex = 0, on_side = 0, nowhere = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const PlanTriangulation t = triangulate(random_walls(random), KeptSegments::obstacles);
    REQUIRE(is_valid(t));
    OrientedWalk walk(t, seed);
    for (int k = 0; k < 60; ++k) {
      const auto drawn = [&] { return mpq_class(static_cast<int>(random() % 27) - 1, 2); };
      kernel::PlanPoint at{drawn(), drawn()};
      for (auto& c : at) c.canonicalize();
      const kernel::FilteredPoint p(at);
      const std::vector<Index> found = walk.triangles_at(p);
      REQUIRE(found == scan(t, p));
      on_vertex += found.size() > 2;
      on_side += found.size() == 2;
      nowhere += found.empty();
    }
  }
  CHECK(on_vertex > 100);
  CHECK(on_side > 100);
  CHECK(nowhere > 100);
}

TEST_CASE("oriented walk: the same seed gives the same walk") {
  std::mt19937 random(7);
  const PlanTriangulation t = triangulate(random_walls(random), KeptSegments::obstacles);
  OrientedWalk walk(t, 5), again(t, 5);
  for (int k = 0; k < 20; ++k) {
    const kernel::FilteredPoint p({mpq_class(k, 2), mpq_class(20 - k, 3)});
    CHECK(walk.locate(p) == again.locate(p));
    CHECK(walk.steps() == again.steps());
  }
}

}  // namespace
