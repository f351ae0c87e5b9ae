// SPDX-License-Identifier: LGPL-3.0-or-later
// Triangulated overlays of rings: windings, neighbours and edges against the rings themselves; areas by hand.
#include "plumb/kernel/plane_overlay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::tests {
namespace {

using kernel::OverlayRing;
using kernel::PlaneOverlay;
using kernel::PlanPoint;
using kernel::PlanRing;

mpq_class area(const PlaneOverlay& overlay, const PlaneOverlay::Triangle& t) {
  const auto& [a, b, c] = t.corners;
  return kernel::signed_area({overlay.points[a], overlay.points[b], overlay.points[c]});
}

PlanRing square(const mpq_class& low, const mpq_class& high) {
  return {{low, low}, {high, low}, {high, high}, {low, high}};
}

// Windings of ring 0 against a count of the ring's edges to the right of a triangle's centre.
int counted_winding(const PlanRing& ring, const PlanPoint& at) {
  int winding = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanPoint &p = ring[i], &q = ring[i + 1 == ring.size() ? 0 : i + 1];
    if ((p[1] > at[1]) == (q[1] > at[1])) continue;
    const int side = sgn(kernel::orient2d(p, q, at));
    if (q[1] > at[1] && side > 0) ++winding;
    if (p[1] > at[1] && side < 0) --winding;
  }
  return winding;
}

void check(const std::vector<OverlayRing>& rings, const PlaneOverlay& overlay) {
  for (PlaneOverlay::Index t = 0; t < overlay.triangles.size(); ++t) {
    const PlaneOverlay::Triangle& triangle = overlay.triangles[t];
    CHECK(area(overlay, triangle) > 0);
    PlanPoint centre;
    for (const auto c : triangle.corners)
      for (std::size_t k = 0; k < 2; ++k) centre[k] += overlay.points[c][k] / 3;
    std::map<std::uint32_t, int> expected;
    for (const OverlayRing& ring : rings) expected[ring.id] += counted_winding(ring.points, centre);
    for (const auto& [id, winding] : expected) CHECK(overlay.winding(triangle.region, id) == winding);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto beyond = triangle.beyond[i];
      const PlanPoint &p = overlay.points[triangle.corners[i]], &q = overlay.points[triangle.corners[(i + 1) % 3]];
      for (const PlaneOverlay::Source& s : overlay.along(t, i)) {
        const PlanRing& ring = rings[s.ring].points;
        const PlanPoint &from = ring[s.edge], &to = ring[(s.edge + 1) % ring.size()];
        CHECK(kernel::orient2d(from, to, p) == 0);
        CHECK(kernel::orient2d(from, to, q) == 0);
        CHECK((kernel::formulas::dot2d(to[0] - from[0], to[1] - from[1], q[0] - p[0], q[1] - p[1]) > 0) == s.forward);
      }
      if (beyond == PlaneOverlay::none) continue;
      CHECK(std::ranges::count(overlay.triangles[beyond].beyond, t) == 1);
      if (overlay.along(t, i).empty()) CHECK(overlay.triangles[beyond].region == triangle.region);
    }
  }
}

TEST_CASE("plane_overlay: rings that cross, touch, repeat and turn back") {
  const std::vector<std::vector<OverlayRing>> cases = {
      {{0, square(0, 2)}, {1, square(1, 3)}},
      {{0, square(0, 3)}, {0, square(1, 2)}, {7, square(1, 2)}},                                   // twice around
      {{0, square(0, 2)}, {0, square(0, 2)}, {1, {{0, 0}, {0, 2}, {2, 2}, {2, 0}}}},               // one clockwise
      {{0, square(0, 2)}, {5, {{-1, 1}, {3, 1}}}},                                                 // there and back
      {{0, {{0, 0}, {4, 4}, {4, 0}, {0, 4}}}},                                                     // a bow tie
      {{0, square(0, 2)}, {1, {{2, 0}, {4, 0}, {4, 2}, {2, 2}}}, {2, {{1, 0}, {3, 0}, {2, -1}}}},  // edges in common
      {{0, {{0, 0}, {3, 0}, {3, 0}, {3, 3}, {mpq_class(1, 3), mpq_class(8, 3)}}}, {1, {{0, 0}, {3, 1}, {1, 3}}}},
      {{0, {{0, 0}, {10, 0}, {20, 10}, {10, 10}, {9, 5}}},
       {1, {{4, 4}}},
       {2, {{15, 5}, {15, 5}}}},  // points, one on an edge
  };
  for (const auto& rings : cases) check(rings, kernel::plane_overlay(rings));
  CHECK(kernel::plane_overlay({}).triangles.empty());
  const std::vector<OverlayRing> line{{0, {{0, 0}, {1, 1}, {2, 2}}}};
  CHECK(kernel::plane_overlay(line).triangles.empty());
}

// The area around which the rings of an id wind so many times, by that number; nothing of 0.
std::map<int, mpq_class> areas(const std::vector<OverlayRing>& rings, std::uint32_t id) {
  const PlaneOverlay overlay = kernel::plane_overlay(rings);
  std::map<int, mpq_class> out;
  for (const PlaneOverlay::Triangle& t : overlay.triangles)
    if (const int winding = overlay.winding(t.region, id)) out[winding] += area(overlay, t);
  return out;
}

TEST_CASE("plane_overlay: areas by winding numbers, points and regions, worked out by hand") {
  using Areas = std::map<int, mpq_class>;
  const std::vector<OverlayRing> crossing{{4, square(0, 2)}, {4, square(1, 3)}, {9, {{0, 0}, {0, 2}, {2, 2}, {2, 0}}}};
  CHECK(areas(crossing, 4) == Areas{{1, 6}, {2, 1}});
  CHECK(areas(crossing, 9) == Areas{{-1, 4}});
  CHECK(areas(crossing, 5).empty());
  CHECK(areas({{0, {{0, 0}, {4, 4}, {4, 0}, {0, 4}}}}, 0) == Areas{{-1, 4}, {1, 4}});  // a bow tie
  const std::vector<OverlayRing> two{{0, square(0, 2)}, {1, square(1, 3)}};
  const PlaneOverlay overlay = kernel::plane_overlay(two);
  CHECK(overlay.points.size() == 10);  // 8 corners and 2 crossings
  CHECK(std::ranges::count(overlay.points, PlanPoint{2, 1}) == 1);
  CHECK(std::ranges::count(overlay.points, PlanPoint{1, 2}) == 1);
  // The hull has 6 corners, of which none is straight: 2 * 10 - 2 - 6 triangles. Regions: what is in either square, or
  // both, and the two notches between square and hull.
  CHECK(overlay.triangles.size() == 12);
  CHECK(overlay.windings.size() == 5);
  mpq_class hull = 0;
  for (const PlaneOverlay::Triangle& t : overlay.triangles) hull += area(overlay, t);
  CHECK(hull == 8);
  // One edge twice, and turned: what runs along its side, ascending.
  const std::vector<OverlayRing> along{{0, {{0, 0}, {1, 0}, {0, 1}}}, {1, {{0, 0}, {1, 0}}}};
  const PlaneOverlay edges = kernel::plane_overlay(along);
  REQUIRE(edges.triangles.size() == 1);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto sources = edges.along(0, i);
    if (edges.points[edges.triangles[0].corners[i]] == PlanPoint{0, 0}) {
      REQUIRE(sources.size() == 3);
      CHECK(sources[0] == PlaneOverlay::Source{0, 0, true});
      CHECK(sources[1] == PlaneOverlay::Source{1, 0, true});
      CHECK(sources[2] == PlaneOverlay::Source{1, 1, false});
    } else {
      CHECK(sources.size() == 1);
    }
  }
}

}  // namespace
}  // namespace plumb::tests
