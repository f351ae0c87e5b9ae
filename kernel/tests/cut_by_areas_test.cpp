// SPDX-License-Identifier: LGPL-3.0-or-later
// A polygon cut by areas at once, against CellSubdivision, where they come one after another.
//
// 1. By hand: no area, areas side by side, areas that overlap, one that holds the polygon, many in a grid.
// 2. Drawn areas: for each set of areas, the pieces at once and one by one have the same region (regions()). Pieces
//    themselves differ, and areas of all pieces add up to the polygon's.
// 3. Half-planes that limit an area: what is left is what clipping the area's ring by them leaves.
// 4. Rings made on demand: the pieces are equal corner by corner to those of rings that were there, each ring is made
//    once at most, and an area that has no point inside the polygon may be left out.
#include "plumb/kernel/cut_by_areas.h"

#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/convex_ring.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

PlanRing square(int low, int high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }

std::vector<NamedArea> named(const std::vector<PlanRing>& rings) {
  std::vector<NamedArea> out;
  for (const PlanRing& r : rings) out.push_back({static_cast<std::uint32_t>(10 + out.size()), &r});
  return out;
}

mpq_class total(const std::vector<AreaPiece>& pieces) {
  mpq_class sum = 0;
  for (const AreaPiece& p : pieces) sum += signed_area(p.ring);
  return sum;
}

// By each set of areas, the regions that lie in it.
std::vector<LabelledRegion> regions(const std::vector<AreaPiece>& pieces) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> label;
  std::vector<LabelledRing> rings;
  for (const AreaPiece& p : pieces) label.emplace(p.areas, 0);
  std::uint32_t next = 0;
  for (auto& [areas, number] : label) number = next++;
  for (const AreaPiece& p : pieces) rings.push_back({p.ring, label.at(p.areas)});
  return labelled_regions(rings);
}

std::vector<AreaPiece> one_by_one(const PlanRing& base, const std::vector<NamedArea>& areas) {
  CellSubdivision cell(base);
  for (const NamedArea& a : areas) cell.insert(a.name, {*a.ring});
  std::vector<AreaPiece> out;
  for (const SubdivisionPiece& p : cell.pieces()) out.push_back({p.ring, p.areas});
  return out;
}

}  // namespace

TEST_CASE("cut_by_areas: without areas, or beside them, the polygon is whole") {
  CHECK(cut_by_areas(square(0, 4), {}, 1, AreaCuts::all).size() == 1);
  const std::vector<PlanRing> rings{{{4, 0}, {6, 0}, {6, 4}}};
  const auto pieces = cut_by_areas(square(0, 4), named(rings), 1, AreaCuts::all);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].ring == square(0, 4));
  CHECK(pieces[0].areas.empty());
}

TEST_CASE("cut_by_areas: where areas overlap, all count or the first alone") {
  const std::vector<PlanRing> rings{{{0, 0}, {3, 0}, {3, 4}, {0, 4}}, {{1, 0}, {4, 0}, {4, 4}, {1, 4}}};
  std::map<std::vector<std::uint32_t>, mpq_class> all, first;
  for (const AreaPiece& p : cut_by_areas(square(0, 4), named(rings), 1, AreaCuts::all))
    all[p.areas] += signed_area(p.ring);
  CHECK(all == decltype(all){{{10}, 4}, {{10, 11}, 8}, {{11}, 4}});
  for (const AreaPiece& p : cut_by_areas(square(0, 4), named(rings), 1, AreaCuts::first))
    first[p.areas] += signed_area(p.ring);
  CHECK(first == decltype(first){{{10}, 12}, {{11}, 4}});
}

TEST_CASE("cut_by_areas: one that holds the polygon takes what those before it leave") {
  const std::vector<PlanRing> rings{square(1, 2), square(-1, 9), square(2, 3)};
  std::map<std::vector<std::uint32_t>, mpq_class> first;
  for (const AreaPiece& p : cut_by_areas(square(0, 4), named(rings), 1, AreaCuts::first))
    first[p.areas] += signed_area(p.ring);
  CHECK(first == decltype(first){{{10}, 1}, {{11}, 15}});
}

TEST_CASE("cut_by_areas: many areas cost about as many pieces") {
  std::vector<PlanRing> rings;
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 40; ++y)
      rings.push_back({{4 * x + 1, 4 * y + 1}, {4 * x + 3, 4 * y + 1}, {4 * x + 2, 4 * y + 3}});
  const auto pieces = cut_by_areas(square(0, 160), named(rings), 1, AreaCuts::all);
  CHECK(total(pieces) == 160 * 160);
  CHECK(std::ranges::count_if(pieces, [](const AreaPiece& p) { return !p.areas.empty(); }) >= 1600);
  CHECK(pieces.size() < 16 * 1600);
}

TEST_CASE("cut_by_areas: the regions are those of areas that come one by one") {
  Met met({{"crowded", 20}, {"overlap", 50}});
  CHECK(check_many("cut_by_areas", 200, met, [&] {
    const int count = drawn(1, drawn(0, 4) == 0 ? 30 : 6);
    std::vector<PlanRing> rings;
    while (rings.size() < static_cast<std::size_t>(count)) {
      PlanRing ring;
      for (int k = 0; k < 3; ++k) ring.push_back({mpq_class(drawn(-2, 10)), mpq_class(drawn(-8, 40), 4)});
      for (PlanPoint& p : ring) p[1].canonicalize();
      if (signed_area(ring) < 0) std::ranges::reverse(ring);
      if (PlanRing strict = normal_convex_ring(ring); !strict.empty()) rings.push_back(std::move(strict));
    }
    if (count > 12) ++met["crowded"];
    const auto areas = named(rings);
    const auto pieces = cut_by_areas(square(0, 8), areas, 4, AreaCuts::all);
    for (const AreaPiece& p : pieces)
      if (p.areas.size() > 1) ++met["overlap"];
    RC_ASSERT(regions(pieces) == regions(one_by_one(square(0, 8), areas)));
    const auto outside = cut_by_areas(square(0, 8), areas, 4, AreaCuts::outside);
    const auto first = cut_by_areas(square(0, 8), areas, 4, AreaCuts::first);
    RC_ASSERT(total(first) == 64);
    mpq_class covered = 0, covered_first = 0;
    for (const AreaPiece& p : pieces) covered += p.areas.empty() ? mpq_class(0) : signed_area(p.ring);
    for (const AreaPiece& p : first) covered_first += p.areas.empty() ? mpq_class(0) : signed_area(p.ring);
    RC_ASSERT(covered == covered_first);
    for (const AreaPiece& p : outside) RC_ASSERT(p.areas.empty());
    RC_ASSERT(total(outside) == 64 - covered);
  }));
}

TEST_CASE("cut_by_areas: one that holds the polygon, among so many others that it is split") {
  // A strip of 40 x 3, 20 squares of 1 in it, and an area that holds the strip, after k of the squares; in small
  // numbers, and in numbers that no double holds.
  using Sums = std::map<std::vector<std::uint32_t>, mpq_class>;
  for (const mpq_class& size : {mpq_class(1), mpq_class((mpz_class(1) << 60) + 1)})
    for (const std::uint32_t k : {0u, 1u, 7u, 20u})
      for (const bool limited : {false, true}) {
        CAPTURE(size.get_str(), k, limited);
        const auto box = [&](int x0, int y0, int x1, int y1) {
          return PlanRing{
              {x0 * size, y0 * size}, {x1 * size, y0 * size}, {x1 * size, y1 * size}, {x0 * size, y1 * size}};
        };
        const PlanRing strip = box(0, 0, 40, 3), large = box(-1, -1, 41, 4);
        const std::vector<HalfPlane> to_20{half_plane({-1, 0, 20 * size}, 1)};  // x <= 20
        std::vector<PlanRing> squares;
        for (int i = 0; i < 20; ++i) squares.push_back(box(2 * i, 1, 2 * i + 1, 2));
        std::vector<NamedArea> areas;
        for (std::uint32_t i = 0; i <= 20; ++i) {
          if (i == k) areas.push_back({100 + i, &large, {}, limited ? std::span(to_20) : std::span<const HalfPlane>()});
          if (i < 20) areas.push_back({100 + i + (i >= k), &squares[i]});
        }
        const auto sums = [&](AreaCuts cuts) {
          Sums out;
          for (const AreaPiece& p : cut_by_areas(strip, areas, 1, cuts))
            out[p.areas] += signed_area(p.ring) / (size * size);
          return out;
        };
        const std::uint32_t own = 100 + k;
        Sums all, first, outside;
        for (std::uint32_t i = 0; i < 20; ++i) {
          const std::uint32_t name = 100 + i + (i >= k);
          const bool in_large = !limited || i < 10;
          all[in_large ? std::vector{std::min(own, name), std::max(own, name)} : std::vector{name}] = 1;
          if (!in_large || i < k) first[{name}] = 1;
        }
        const std::uint32_t before = limited ? std::min(k, 10u) : k;
        all[{own}] = limited ? 60 - 10 : 120 - 20;
        first[{own}] = mpq_class(limited ? 60 : 120) - before;
        if (limited) all[{}] = first[{}] = outside[{}] = 60 - 10;
        CHECK(sums(AreaCuts::all) == all);
        CHECK(sums(AreaCuts::first) == first);
        CHECK(sums(AreaCuts::outside) == outside);
      }
}

TEST_CASE("has_inside: a point strictly inside of a half-plane, in fractions of the unit") {
  const HalfPlane beyond_2 = half_plane({1, 0, -2}, 3), over_half = half_plane({0, 2, -1}, 3);
  const auto inside = [](const HalfPlane& h, const PlanPoint& p) {
    const PlanRing ring{p};
    return has_inside(h, plan_refs(ring), 3);
  };
  CHECK(inside(beyond_2, {mpq_class(7, 3), 0}));
  CHECK_FALSE(inside(beyond_2, {2, 5}));
  CHECK_FALSE(inside(beyond_2, {mpq_class(5, 3), 0}));
  CHECK(inside(over_half, {mpq_class(1, 7), mpq_class(4, 7)}));
  CHECK_FALSE(inside(over_half, {mpq_class(1, 7), mpq_class(1, 2)}));
  CHECK_FALSE(inside(over_half, {mpq_class(1, 7), mpq_class(3, 7)}));
}

TEST_CASE("cut_by_areas: half-planes limit an area") {
  const PlanRing whole = square(0, 4);
  const auto covered = [&](const std::vector<std::array<mpq_class, 3>>& half_planes) {
    std::vector<HalfPlane> limits;
    for (const auto& x : half_planes) limits.push_back(half_plane(x, 1));
    const NamedArea area[] = {{7, &whole, {}, limits}};
    mpq_class sum = 0;
    for (const AreaPiece& p : cut_by_areas(square(1, 3), area, 1, AreaCuts::all))
      if (!p.areas.empty()) sum += signed_area(p.ring);
    return sum;
  };
  CHECK(covered({}) == 4);
  CHECK(covered({{1, 0, -2}}) == 2);
  CHECK(covered({{1, 0, 0}}) == 4);
  CHECK(covered({{-1, 0, 4}}) == 4);
  CHECK(covered({{-1, 0, 1}}) == 0);
  CHECK(covered({{-1, 0, -1}}) == 0);
  // The triangle (1, 3), (16/9, 20/9), (13/6, 3).
  CHECK(covered({{1, 1, -4}, {-2, 1, mpq_class(4, 3)}}) == mpq_class(49, 108));
}

TEST_CASE("cut_by_areas: an area with limits is what clipping leaves of its ring") {
  Met met({{"clipped away", 15}, {"clipped", 60}});
  CHECK(check_many("cut_by_areas with limits", 150, met, [&] {
    const int count = drawn(1, 5);
    std::vector<PlanRing> rings, clipped;
    std::vector<std::vector<HalfPlane>> limits;
    while (rings.size() < static_cast<std::size_t>(count)) {
      PlanRing ring;
      const int part = drawn(0, 2) == 0 ? 3 : 4;  // of some, corners are off the grid
      for (int k = 0; k < 3; ++k) ring.push_back({mpq_class(drawn(-2, 10)), mpq_class(drawn(-8, 40), part)});
      for (PlanPoint& p : ring) p[1].canonicalize();
      if (signed_area(ring) < 0) std::ranges::reverse(ring);
      ring = normal_convex_ring(std::move(ring));
      if (ring.empty()) continue;
      rings.push_back(ring);
      std::vector<HalfPlane>& own = limits.emplace_back();
      for (int n = drawn(0, 2); n > 0; --n) {
        std::array<mpq_class, 3> h{mpq_class(drawn(-3, 3), 2), mpq_class(drawn(-3, 3)), mpq_class(drawn(-40, 40), 7)};
        for (mpq_class& v : h) v.canonicalize();
        if (h[0] == 0 && h[1] == 0) continue;
        const auto side = [&](const PlanPoint& p) { return mpq_class(h[0] * p[0] + h[1] * p[1] + h[2]); };
        clip_half_plane(ring, side, [](const PlanPoint& p, const mpq_class& a, const PlanPoint& q, const mpq_class& b) {
          return point_along(p, q, mpq_class(a / (a - b)));
        });
        own.push_back(half_plane(h, 4));
      }
      const mpq_class before = signed_area(rings.back());
      clipped.push_back(ring.size() < 3 ? PlanRing{} : normal_convex_ring(ring));
      if (clipped.back().empty()) ++met["clipped away"];
      else if (signed_area(clipped.back()) < before) ++met["clipped"];
    }
    std::vector<NamedArea> areas, expected;
    std::vector<std::vector<HalfPlane>> sides;  // of some
    for (const PlanRing& r : rings) sides.push_back(drawn(0, 1) == 0 ? sides_of(r, 4) : std::vector<HalfPlane>());
    for (std::size_t i = 0; i < rings.size(); ++i) {
      const auto name = static_cast<std::uint32_t>(i);
      areas.push_back({name, &rings[i], sides[i], limits[i]});
      if (!clipped[i].empty()) expected.push_back({name, &clipped[i]});
    }
    for (const AreaCuts cuts : {AreaCuts::all, AreaCuts::first, AreaCuts::outside})
      RC_ASSERT(regions(cut_by_areas(square(0, 8), areas, 4, cuts)) ==
                regions(cut_by_areas(square(0, 8), expected, 4, cuts)));
  }));
}

TEST_CASE("cut_by_areas: rings made on demand, and areas left out that have nothing of the polygon") {
  Met met({{"never made", 20}, {"left out", 10}, {"off the grid", 20}, {"many", 3}});
  CHECK(check_many("cut_by_areas on demand", 60, met, [&] {
    const PlanRing base = square(0, 8);
    const std::vector<PlanRef> corners = plan_refs(base);
    const int count = drawn(0, 9) == 0 ? drawn(13, 15) : drawn(1, 6);
    if (count > 12) ++met["many"];
    std::vector<PlanRing> rings, straight;  // the same with a corner in the middle of a side
    std::vector<std::vector<HalfPlane>> limits, sides;
    while (rings.size() < static_cast<std::size_t>(count)) {
      const int x = drawn(-2, 7), y = drawn(-2, 7), width = drawn(1, 4), height = drawn(1, 12), part = drawn(2, 4);
      mpq_class top(height, part);
      top.canonicalize();
      PlanRing ring{{x, y}, {x + width, y}, {x, y + top}};
      if (!is_on_grid(ring, 4)) ++met["off the grid"];
      PlanRing more = ring;
      more.insert(more.begin() + 1, point_along(ring[0], ring[1], mpq_class(1, 2)));
      rings.push_back(std::move(ring));
      straight.push_back(std::move(more));
      sides.push_back(sides_of(rings.back(), 4));
      std::vector<HalfPlane>& own = limits.emplace_back();
      // Some touch the polygon in a side or in a corner.
      if (drawn(0, 1)) own.push_back(half_plane({drawn(-1, 1), 1, drawn(-10, 2)}, 4));
    }
    std::vector<std::vector<PlanRef>> near;
    for (const PlanRing& r : straight) near.push_back(plan_refs(r));
    std::vector<NamedArea> known, on_demand, fewer;
    for (std::uint32_t i = 0; i < rings.size(); ++i) {
      known.push_back({i, &rings[i], sides[i], limits[i]});
      on_demand.push_back({i, nullptr, {}, limits[i], near[i]});
      // Whether a half-plane has something of the polygon's inside is a question of its corners.
      const bool empty = std::ranges::any_of(limits[i], [&](const HalfPlane& h) { return !has_inside(h, corners, 4); });
      for (const HalfPlane& h : limits[i]) {
        PlanRing clipped = base;
        const auto side = [&](const PlanPoint& p) { return mpq_class(4 * (h.a * p[0] + h.b * p[1]) + h.c); };
        clip_half_plane(clipped, side,
                        [](const PlanPoint& p, const mpq_class& a, const PlanPoint& q, const mpq_class& b) {
                          return point_along(p, q, mpq_class(a / (a - b)));
                        });
        RC_ASSERT(has_inside(h, corners, 4) == (clipped.size() >= 3 && signed_area(clipped) > 0));
      }
      if (!empty) fewer.push_back(on_demand.back());
      else ++met["left out"];
    }
    for (const AreaCuts cuts : {AreaCuts::all, AreaCuts::first, AreaCuts::outside}) {
      std::vector<int> made(rings.size());
      const auto make = [&](NamedArea& area) {
        ++made[area.name];
        area.ring = &rings[area.name];
        area.sides = sides[area.name];
      };
      const auto same = [](const std::vector<AreaPiece>& a, const std::vector<AreaPiece>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const AreaPiece& p, const AreaPiece& q) {
          return p.ring == q.ring && p.areas == q.areas;
        });
      };
      const auto expected = cut_by_areas(base, known, 4, cuts);
      RC_ASSERT(same(cut_by_areas(base, on_demand, 4, cuts, make), expected));
      for (const int times : made) {
        RC_ASSERT(times <= 1);
        if (times == 0) ++met["never made"];
      }
      made.assign(rings.size(), 0);
      if (rings.size() <= few_areas) RC_ASSERT(same(cut_by_areas(base, fewer, 4, cuts, make), expected));
    }
  }));
}
