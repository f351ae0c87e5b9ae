// SPDX-License-Identifier: GPL-3.0-or-later
// Boolean operations of regions against CGAL's (Boolean_set_operations_2), which are GPL: areas, and what either has
// beyond the other.
#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Polygon_set_2.h>
#include <catch2/catch.hpp>

#include "plumb/kernel/cgal.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plumb::kernel;
using PolygonSet = CGAL::Polygon_set_2<CgalKernel>;

// Simple polygons joined and subtracted: with holes, touching corners and sides in one line.
PolygonSet draw_set() {
  PolygonSet set;
  for (int n = drawn(1, 5); n > 0; --n) {
    PlanRing ring;
    if (drawn(0, 2) == 0) {
      const int x = drawn(0, 6), y = drawn(0, 6), w = drawn(1, 5), h = drawn(1, 5);
      ring = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    } else {
      for (int k = drawn(3, 5); k > 0; --k)
        ring.push_back({mpq_class(drawn(0, 10)), mpq_class(drawn(0, 10)) / drawn(1, 3)});
    }
    const auto polygon = to_cgal(PlanRegion{{ring}});
    if (!polygon) continue;
    if (drawn(0, 2) == 0) set.difference(polygon->outer_boundary());
    else set.join(polygon->outer_boundary());
  }
  return set;
}

PlanRegion region_of(const PolygonSet& set) {
  std::vector<CgalPolygonWithHoles> polygons;
  set.polygons_with_holes(std::back_inserter(polygons));
  PlanRegion out;
  for (const auto& p : polygons)
    for (PlanRing& ring : from_cgal(p).rings) out.rings.push_back(std::move(ring));
  return out;
}

// Does work of CGAL's alone. CGAL 5.5 may end with a failed precondition of its own where polygons touch in points.
template <class Work>
bool cgal_does(const Work& work) {
  try {
    work();
    return true;
  } catch (const CGAL::Failure_exception&) {
    return false;
  }
}

}  // namespace

TEST_CASE("property: CGAL makes the same of two regions") {
  Met met({{"hole", 1}, {"cells", 100}});
  int failures = 0;
  CHECK(check_many("CGAL's boolean operations", 100, met, [&] {
    PolygonSet a, b;
    if (!cgal_does([&] {
          a = draw_set();
          b = draw_set();
        })) {
      ++failures;
      return;
    }
    const PlanRegion left = region_of(a), right = region_of(b);
    std::vector<CgalPolygonWithHoles> polygons;
    a.polygons_with_holes(std::back_inserter(polygons));
    for (const auto& p : polygons) met["hole"] += p.number_of_holes() > 0;
    for (const BooleanOperation operation : {BooleanOperation::unite, BooleanOperation::intersect,
                                             BooleanOperation::subtract, BooleanOperation::symmetric_difference}) {
      const std::vector<PlanRing> cells = combine(left, right, operation);
      mpq_class sum = 0;
      for (const PlanRing& cell : cells) sum += signed_area(cell);
      PolygonSet expected = a;
      if (!cgal_does([&] {
            if (operation == BooleanOperation::unite) expected.join(b);
            else if (operation == BooleanOperation::intersect) expected.intersection(b);
            else if (operation == BooleanOperation::subtract) expected.difference(b);
            else expected.symmetric_difference(b);
            PolygonSet left_over = expected;
            for (const PlanRing& cell : cells) {
              PolygonSet beyond;
              beyond.insert(to_cgal(cell));
              beyond.difference(expected);
              RC_ASSERT(beyond.is_empty());
              left_over.difference(to_cgal(cell));
            }
            RC_ASSERT(left_over.is_empty());
            RC_ASSERT(sum == area(region_of(expected)));
          })) {
        ++failures;
        continue;
      }
      ++met[cells.empty() ? "nothing" : "cells"];
    }
  }));
  CHECK(failures <= 4);
}
