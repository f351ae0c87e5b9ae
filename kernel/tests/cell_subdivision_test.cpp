// SPDX-License-Identifier: LGPL-3.0-or-later
// Pieces under areas that come and go: bounded and seed against one another, and against the same areas at once.
#include "plumb/kernel/cell_subdivision.h"

#include <numeric>

#include "support/update_areas.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

PlanRing counter_clockwise(PlanRing ring) {
  if (signed_area(ring) < 0) std::ranges::reverse(ring);
  return ring;
}
PlanRing square(int low, int high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }
std::vector<LabelledRegion> regions(const CellSubdivision& cell, AreaSets& sets) {
  return normal_form(cell.pieces(), sets);
}

}  // namespace

TEST_CASE("CellSubdivision: without areas, and with areas that do not meet it, it is its base") {
  for (const Decomposition d : {Decomposition::bounded, Decomposition::seed}) {
    CellSubdivision cell(square(0, 4), 1, d);
    CHECK_FALSE(cell.insert(1, {{{4, 0}, {6, 0}, {4, 4}}}));  // beside it
    CHECK_FALSE(cell.contains(1));
    CHECK(cell.insert(2, {square(-1, 6)}));
    AreaSets sets;
    REQUIRE(regions(cell, sets).size() == 1);
    CHECK(regions(cell, sets)[0].rings == std::vector<PlanRing>{square(0, 4)});
    cell.erase(2);
    REQUIRE(cell.pieces().size() == 1);
    CHECK(cell.pieces()[0].ring == square(0, 4));
    CHECK(cell.pieces()[0].areas.empty());
  }
}

TEST_CASE("CellSubdivision: an area within leaves a ring around it") {
  CellSubdivision cell(square(0, 6));
  REQUIRE(cell.insert(7, {{{2, 2}, {4, 2}, {2, 4}}}));
  AreaSets sets;
  const auto found = regions(cell, sets);
  REQUIRE(found.size() == 2);
  CHECK(found[0].rings == std::vector<PlanRing>{square(0, 6), {{2, 2}, {2, 4}, {4, 2}}});
  CHECK(found[1].rings == std::vector<PlanRing>{{{2, 2}, {4, 2}, {2, 4}}});
  CHECK(cell.counts().cuts == 1);
}

TEST_CASE("CellSubdivision: an area of several parts is one") {
  CellSubdivision cell(square(0, 6));
  REQUIRE(cell.insert(1, {{{1, 1}, {5, 1}, {1, 5}}, {{5, 1}, {5, 5}, {1, 5}}}));
  AreaSets sets;
  const auto found = regions(cell, sets);
  REQUIRE(found.size() == 2);
  CHECK(found[1].rings == std::vector<PlanRing>{square(1, 5)});
}

TEST_CASE("CellSubdivision: beyond twelve areas it is parted, and joined again") {
  CellSubdivision cell(square(0, 100));
  std::vector<std::size_t> counts;
  for (AreaId k = 0; k < 30; ++k) {
    const int x = 3 * static_cast<int>(k);
    counts.push_back(cell.pieces().size());
    REQUIRE(cell.insert(k + 1, {{{x, 10}, {x + 5, 10}, {x, 80}}}));
  }
  CHECK(cell.leaves().size() > 1);
  CHECK(area_of(cell.pieces()) == 10000);
  for (AreaId k = 30; k-- > 0;) {
    cell.erase(k + 1);
    if (k <= few_areas) CHECK(cell.leaves().size() == 1);
    CHECK(cell.pieces().size() == counts[k]);
  }
}

TEST_CASE("CellSubdivision: numbers are no longer than three lines make them") {
  std::mt19937 random(5);
  CellSubdivision cell(square(0, 100), 8);
  const auto eighths = [&](int low, int high) -> mpq_class {
    return mpq_class(std::uniform_int_distribution<>(8 * low, 8 * high)(random)) / 8;
  };
  for (AreaId k = 1; k <= 300; ++k) {
    PlanRing ring;
    do {
      const mpq_class x = eighths(3, 97), y = eighths(3, 97);
      ring.clear();
      for (int c = 0; c < 3; ++c) ring.push_back({x + eighths(-3, 3), y + eighths(-3, 3)});
    } while (signed_area(ring) == 0);
    cell.insert(k, {counter_clockwise(ring)}, 8);
  }
  CHECK(cell.counts().longest_bits <= 4 * 10 + 6);
  CHECK(cell.counts().longest_bits > 20);
  CHECK(cell.counts().predicates.max_bits <= cell.counts().longest_bits);
  CHECK(cell.counts().predicates.predicates() > 0);
  CHECK(area_of(cell.pieces()) == 10000);
}

TEST_CASE(
    "CellSubdivision: property: whatever came and went, the pieces are those of the live areas alone; bounded gives "
    "the regions of seed") {
  auto kinds = UpdateAreas::kinds(10);
  kinds["parted"] = 20;
  kinds["removed"] = 50;
  kinds["deferred"] = 50;
  Met met(kinds);
  CHECK(check_many("areas that come and go", 60, met, [&] {
    UpdateAreas areas(8, 2, met);
    const int many = drawn(0, 2) == 0 ? 40 : 8;
    CellSubdivision cell(areas.base(), 2);
    std::map<AreaId, PlanRing> live;
    AreaId next = 1;
    for (int k = 0; k < many; ++k) {
      const bool later = drawn(0, 1) == 0;
      cell.defer(later);
      met["deferred"] += later;
      if (!live.empty() && drawn(0, 3) == 0) {
        const auto at = std::next(live.begin(), drawn(0, static_cast<int>(live.size()) - 1));
        if (cell.contains(at->first)) cell.erase(at->first);
        live.erase(at);
        ++met["removed"];
      } else {
        const PlanRing ring = counter_clockwise(areas.next());
        cell.insert(next, {ring}, 2);
        live[next++] = ring;
      }
      if (k + 1 < many && drawn(0, 4) != 0) continue;
      cell.settle();
      const auto pieces = cell.pieces();
      RC_ASSERT(cell.piece_count() == pieces.size());
      RC_ASSERT(area_of(pieces) == signed_area(areas.base()));
      CellSubdivision fresh(areas.base(), 2);
      for (auto at = live.rbegin(); at != live.rend(); ++at) fresh.insert(at->first, {at->second}, 2);
      const auto others = fresh.pieces();
      RC_ASSERT(pieces.size() == others.size());
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        RC_ASSERT(pieces[i].ring == others[i].ring);
        RC_ASSERT(pieces[i].areas == others[i].areas);
      }
      met["parted"] += live.size() > few_areas;
      if (live.size() > 8) continue;  // the seed's numbers grow
      AreaSets sets;
      CellSubdivision seed(areas.base(), 1, Decomposition::seed);
      for (const auto& [name, ring] : live) seed.insert(name, {ring});
      RC_ASSERT(normal_form(std::span<const SubdivisionPiece>(pieces), sets) == regions(seed, sets));
    }
  }));
}

TEST_CASE("triangles_of: no triangle is flat where sides beside one another have corners within them") {
  // The lower side of the square has two corners within it, the left side one.
  std::vector<SubdivisionPiece> pieces;
  for (const PlanRing& ring : std::vector<PlanRing>{square(0, 3),
                                                    {{0, -1}, {1, -1}, {1, 0}, {0, 0}},
                                                    {{1, -1}, {2, -1}, {2, 0}, {1, 0}},
                                                    {{2, -1}, {3, -1}, {3, 0}, {2, 0}},
                                                    {{-1, 0}, {0, 0}, {0, 2}, {-1, 2}},
                                                    {{-1, 2}, {0, 2}, {0, 3}, {-1, 3}}})
    pieces.push_back({ring, {}, {}});
  mpq_class sum = 0;
  for (const auto& t : triangles_of(pieces)) {
    CHECK(orient2d(t[0], t[1], t[2]) > 0);
    sum += orient2d(t[0], t[1], t[2]) / 2;
  }
  CHECK(sum == 15);
}

TEST_CASE("CellSubdivision: property: triangles of pieces conform, and none is flat") {
  Met met({{"more corners", 10}});
  CHECK(check_many("triangles of pieces", 40, met, [&] {
    Met unused;
    UpdateAreas areas(8, 2, unused);
    CellSubdivision cell(areas.base(), 2);
    for (AreaId k = 1; k <= 6; ++k) cell.insert(k, {counter_clockwise(areas.next())}, 2);
    const auto pieces = cell.pieces();
    const auto triangles = triangles_of(pieces);
    mpq_class sum = 0;
    std::map<std::pair<PlanPoint, PlanPoint>, int> edges;
    std::size_t least = 0;
    for (const auto& t : triangles) {
      const mpq_class area = orient2d(t[0], t[1], t[2]);
      RC_ASSERT(area > 0);
      sum += area / 2;
      for (std::size_t k = 0; k < 3; ++k) RC_ASSERT((++edges[{t[k], t[(k + 1) % 3]}] == 1));
    }
    for (const auto& p : pieces) least += p.ring.size() - 2;
    met["more corners"] += triangles.size() > least;
    RC_ASSERT(sum == signed_area(areas.base()));
    // An edge has its reverse, or lies on the base's boundary.
    const PlanRing& base = areas.base();
    for (const auto& known : edges) {
      const std::pair<PlanPoint, PlanPoint>& edge = known.first;
      if (edges.contains({edge.second, edge.first})) continue;
      bool on_base = false;
      for (std::size_t i = 0; i < base.size(); ++i)
        on_base = on_base || (orient2d(base[i], base[(i + 1) % base.size()], edge.first) == 0 &&
                              orient2d(base[i], base[(i + 1) % base.size()], edge.second) == 0);
      RC_ASSERT(on_base);
    }
  }));
}
