// SPDX-License-Identifier: GPL-3.0-or-later
// compare() of two floors.
// 1. Floors beside floors whose areas are known by hand: missing, excess, overlap, heights and the window around them,
//    storeys, the outer bound, components.
// 2. Drawn floors that are moved, turned, scaled and reordered: areas do not depend on that, and exchanging the two
//    floors exchanges missing and excess.
// 3. cover_by_parts(), which is told parts of a face, against cover_by_first(), which is not; FaceLift against
//    fractions.
#include <algorithm>

#include "compare/uncovered.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/cover_faces.h"
#include "plumb/pipeline/match_components.h"
#include "support/floors.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Areas {
  mpq_class covered = 0, missing = 0, matched = 0, excess = 0, repeated = 0;
  bool operator==(const Areas&) const = default;
};
Areas areas_of(const Comparison& c) {
  Areas out;
  for (const CoveredFace& f : c.of_truth) out.covered += f.covered, out.missing += f.left;
  for (const CoveredFace& f : c.of_found) out.matched += f.covered, out.excess += f.left;
  for (const CoveredFace& f : c.repeated) out.repeated += f.covered;
  return out;
}
Areas compared(const FloorFaces& truth, const FloorFaces& found, const MatchWindow& window = {1, 1}) {
  return areas_of(compare(truth, found, {}, window, 1));
}

FloorFaces changed(FloorFaces floor, const std::function<ExactPoint(const ExactPoint&)>& change) {
  for (ExactPoint& p : floor.points) p = change(p);
  return floor;
}

}  // namespace

TEST_CASE("compare: a floor covers itself") {
  const FloorFaces floor = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0), square(0, 0, 4, 3)});
  CHECK(compared(floor, floor) == Areas{48, 0, 48, 0, 0});
  const auto heights = matched_heights(compare(floor, floor, {}, {1, 1}, 1), {1, 1}, 1);
  REQUIRE(heights);
  CHECK(heights->low == 0);
  CHECK(heights->high == 0);
}

TEST_CASE("compare: what is taken out is missing, what is there twice overlaps, what is moved is both") {
  const FloorFaces truth = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0)});
  CHECK(compared(truth, floor_of({square(0, 0, 4, 0)})) == Areas{16, 16, 16, 0, 0});
  CHECK(compared(truth, floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0), square(4, 0, 4, 0)})) ==
        Areas{32, 0, 48, 0, 16});
  CHECK(compared(floor_of({square(0, 0, 4, 0)}), floor_of({square(mpq_class(1, 8), 0, 4, 0)})) ==
        Areas{mpq_class(31, 2), mpq_class(1, 2), mpq_class(31, 2), mpq_class(1, 2), 0});
}

TEST_CASE("compare: where true floors overlap, what each covers may add up to a face that they do not cover") {
  const FloorFaces half =
      floor_of({{{0, 0, 0}, {2, 0, 0}, {2, 4, 0}, {0, 4, 0}}, {{0, 0, 0}, {2, 0, 0}, {2, 4, 0}, {0, 4, 0}}});
  CHECK(compared(half, floor_of({square(0, 0, 4, 0)})) == Areas{16, 0, 8, 8, 0});
  // Of one face twice, so that nothing of it adds up.
  const FloorFaces most = floor_of({square(0, 0, 3, 0), square(1, 0, 3, 0)});
  CHECK(compared(most, floor_of({square(0, 0, 4, 0)})) == Areas{18, 0, 12, 4, 0});
}

TEST_CASE("compare: heights are least and greatest of all that match, up to the window") {
  const FloorFaces truth = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0), square(8, 0, 4, 0)});
  const auto heights = [&](const mpq_class& a, const mpq_class& b, const mpq_class& c) {
    const FloorFaces found = floor_of({square(0, 0, 4, a), square(4, 0, 4, b), square(8, 0, 4, c)});
    const auto range = matched_heights(compare(truth, found, {}, {1, 1}, 1), {1, 1}, 1);
    REQUIRE(range);
    return std::array{range->low, range->high};
  };
  const mpq_class little(1, mpz_class(1) << 60);
  CHECK(heights(0, mpq_class(1, 2), mpq_class(-1, 2)) == std::array<mpq_class, 2>{mpq_class(-1, 2), mpq_class(1, 2)});
  CHECK(heights(little, 0, -little) == std::array<mpq_class, 2>{-little, little});
  CHECK(heights(2, 0, 1 - little) == std::array<mpq_class, 2>{0, 1 - little});
  CHECK_FALSE(matched_heights(compare(truth, floor_of({square(0, 0, 4, 2)}), {}, {1, 1}, 1), {1, 1}, 1));
}

TEST_CASE("compare: a window is open") {
  const mpq_class below(1, 2), above(3, 4), little(1, mpz_class(1) << 60);
  const FloorFaces truth = floor_of({square(0, 0, 4, 0)});
  const auto lifted = [&](const mpq_class& z) {
    return compared(truth, floor_of({square(0, 0, 4, z)}), {below, above});
  };
  const Areas all{16, 0, 16, 0, 0}, none{0, 16, 0, 16, 0};
  CHECK(lifted(above) == none);
  CHECK(lifted(above - little) == all);
  CHECK(lifted(-below) == none);
  CHECK(lifted(-below + little) == all);
}

TEST_CASE("compare: a slope leaves the window along a line") {
  const FloorFaces slope = floor_of({{{0, 0, 0}, {4, 0, 4}, {4, 4, 4}, {0, 4, 0}}});
  CHECK(compared(slope, floor_of({square(0, 0, 4, 0)})) == Areas{4, 12, 4, 12, 0});
  const auto heights = matched_heights(compare(slope, floor_of({square(0, 0, 4, 0)}), {}, {1, 1}, 1), {1, 1}, 1);
  REQUIRE(heights);
  CHECK(heights->low == -1);
  CHECK(heights->high == 0);
}

TEST_CASE("compare: storeys that are exchanged match nowhere") {
  const FloorFaces truth = floor_of({square(0, 0, 4, 0), square(0, 0, 4, 3)});
  CHECK(compared(truth, floor_of({square(0, 0, 4, 3), square(0, 0, 4, 0)})) == Areas{32, 0, 32, 0, 0});
  CHECK(compared(floor_of({square(0, 0, 4, 0), square(9, 0, 4, 3)}),
                 floor_of({square(0, 0, 4, 3), square(9, 0, 4, 0)})) == Areas{0, 32, 0, 32, 0});
}

TEST_CASE("compare: with an outer bound, excess is what is beyond it") {
  const FloorFaces inner = floor_of({square(1, 1, 2, 0)}), found = floor_of({square(0, 0, 4, 0)});
  const Comparison c = compare(inner, found, floor_of({square(0, 0, 3, 0)}), {1, 1}, 1);
  mpq_class excess = 0;
  for (const CoveredFace& f : c.excess()) excess += f.left;
  CHECK(excess == 7);
  CHECK(areas_of(c).missing == 0);
}

TEST_CASE("compare: with an outer bound, a component is spurious if it has no place there") {
  const FloorFaces inner = floor_of({square(0, 0, 2, 0)}), outer = floor_of({square(0, 0, 4, 0)});
  const FloorFaces found = floor_of({square(0, 0, 1, 0), square(3, 3, 3, 0), square(9, 9, 1, 0)});
  const auto spurious = [&](const std::optional<FloorFaces>& bound) {
    return match_components(compare(inner, found, bound, {1, 1}, 1), {0}, {0, 1, 2}, 0, 0).spurious;
  };
  CHECK(spurious(outer) == std::vector<std::uint32_t>{2});
  CHECK(spurious({}) == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("compare: components are lost, spurious, split and merged") {
  const FloorFaces truth = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0), square(0, 9, 4, 0), square(20, 0, 4, 0)});
  const FloorFaces found = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0), square(0, 9, 4, 0), square(30, 0, 4, 0)});
  const Comparison c = compare(truth, found, {}, {1, 1}, 1);
  // In truth the first two are one; found are the second and the third one, far apart as they are.
  const MatchedComponents m = match_components(c, {0, 0, 1, 2}, {0, 1, 1, 2}, 0, 0);
  CHECK(m.truth == 3);
  CHECK(m.found == 3);
  CHECK(m.lost == std::vector<std::uint32_t>{2});
  CHECK(m.spurious == std::vector<std::uint32_t>{2});
  CHECK(m.split == std::vector<std::uint32_t>{0});
  CHECK(m.merged == std::vector<std::uint32_t>{1});
  // Of three floors of 16: (32^2 + 16^2 - 3 * 16^2) / 48^2, both ways.
  REQUIRE(m.only_truth_joins);
  CHECK(m.only_truth_joins->exact == mpq_class(2, 9));
  CHECK(m.only_found_joins->exact == mpq_class(2, 9));
  CHECK(match_components(c, {0, 0, 1, 2}, {0, 1, 1, 2}, 16, 0).split.empty());
}

TEST_CASE("AreaTotal: shares are compared exactly") {
  AreaTotal third, whole;
  for (int i = 0; i < 3; ++i) third.add(mpq_class(1, 9));
  whole.add(1);
  CHECK(compare_share(third, mpq_class(1, 3), whole) == 0);
  CHECK(compare_share(third, mpq_class(1, 3) + mpq_class(1, mpz_class(1) << 90), whole) < 0);
  CHECK(compare_area(third, mpq_class(1, 3) - mpq_class(1, mpz_class(1) << 90)) > 0);
  CHECK(third.area(0).exact == mpq_class(1, 3));
  CHECK_FALSE(third.area(2).exact);
}

TEST_CASE("compare: areas do not depend on order, place, size and direction; the other way round they are exchanged") {
  Met met({{"matched", 60}, {"repeated", 30}, {"partly", 30}});
  CHECK(check_many("compare", 150, met, [&] {
    const FloorFaces truth = drawn_floor(), found = drawn_floor();
    const MatchWindow window{tenth(drawn(1, 8)), tenth(drawn(1, 8))};
    const Areas areas = compared(truth, found, window);
    if (areas.matched > 0) ++met["matched"];
    if (areas.repeated > 0) ++met["repeated"];
    if (areas.matched > 0 && areas.excess > 0) ++met["partly"];

    FloorFaces reordered = truth;
    std::ranges::reverse(reordered.faces);
    RC_ASSERT(compared(reordered, found, window) == areas);

    const auto moved = [](const ExactPoint& p) { return ExactPoint{p[0] + mpq_class(3, 8), p[1] - 7, p[2] + 5}; };
    RC_ASSERT(compared(changed(truth, moved), changed(found, moved), window) == areas);
    const auto turned = [](const ExactPoint& p) { return ExactPoint{-p[1], p[0], p[2]}; };
    RC_ASSERT(compared(changed(truth, turned), changed(found, turned), window) == areas);
    const auto doubled = [](const ExactPoint& p) { return ExactPoint{2 * p[0], 2 * p[1], 2 * p[2]}; };
    const Areas large =
        compared(changed(truth, doubled), changed(found, doubled), {2 * window.below, 2 * window.above});
    RC_ASSERT((large ==
               Areas{4 * areas.covered, 4 * areas.missing, 4 * areas.matched, 4 * areas.excess, 4 * areas.repeated}));

    const Areas back = compared(found, truth, {window.above, window.below});
    RC_ASSERT((back.covered + back.missing == areas.matched + areas.excess));
    RC_ASSERT(back.missing == areas.excess);
    RC_ASSERT(back.excess == areas.missing);

    const Comparison two = compare(truth, found, {}, window, 2);
    RC_ASSERT(areas_of(two) == areas);
  }));
}

TEST_CASE("cover_by_parts: as cover_by_first, of floors that overlap themselves") {
  Met met({{"whole face", 20}, {"some of a face", 20}, {"several parts", 5}});
  CHECK(check_many("the same pieces", 100, met, [&] {
    const FloorFaces base = drawn_floor(), other = drawn(0, 4) == 0 ? base : drawn_floor();
    if (base.faces.empty() || other.faces.empty()) return;
    PieceFloor parts(base.unit);
    FaceLift lift(base);
    std::vector<FloorFaces::Index> of;
    std::vector<mpq_class> areas, part_areas;
    kernel::PlanRing whole;
    const auto covered = cover_by_first(base, other, {-1, 1}, 1);
    for (FloorFaces::Index f = 0; f < covered.size(); ++f) {
      areas.push_back(covered[f].area);
      const std::size_t before = of.size();
      for (const CoveredFace::Piece& p : covered[f].pieces) {
        if (p.by.empty() || drawn(0, 3) == 0) continue;
        parts.add(parts.piece(lift, f, base.faces[f].owner, ring_of(p, base, f, whole)));
        of.push_back(f);
        part_areas.push_back(p.area);
        ++met[p.ring.empty() ? "whole face" : "some of a face"];
      }
      if (of.size() > before + 1) ++met["several parts"];
    }
    const auto known = cover_by_parts(base, areas, {parts.floor(), of, part_areas}, 1),
               right = cover_by_first(base, parts.floor(), {0, 0, true}, 1);
    for (FloorFaces::Index f = 0; f < base.faces.size(); ++f) {
      RC_ASSERT(known[f].left == right[f].left);
      RC_ASSERT(known[f].shared == right[f].shared);
      RC_ASSERT(known[f].pieces.size() == right[f].pieces.size());
      for (std::size_t i = 0; i < known[f].pieces.size(); ++i) {
        RC_ASSERT(known[f].pieces[i].ring == right[f].pieces[i].ring);
        RC_ASSERT(known[f].pieces[i].by == right[f].pieces[i].by);
      }
    }
  }));
}

TEST_CASE("FaceLift: heights are those of the face's plane, by fractions") {
  Met met({{"level", 20}, {"slanting", 100}});
  CHECK(check_many("heights", 200, met, [&] {
    const FloorFaces floor = drawn_floor();
    FaceLift lift(floor);
    for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f) {
      const ExactPoint &a = floor.points[floor.faces[f].corners[0]], &b = floor.points[floor.faces[f].corners[1]],
                       &c = floor.points[floor.faces[f].corners[2]];
      ++met[a[2] == b[2] && a[2] == c[2] ? "level" : "slanting"];
      kernel::PlanPoint at{mpq_class(drawn(-20, 20), drawn(1, 7)), mpq_class(drawn(-20, 20), drawn(1, 7))};
      for (mpq_class& v : at) v.canonicalize();
      const mpq_class height = lift(f, at)[2];
      RC_ASSERT(height == kernel::height_on_plane(a, b, c, at));
      RC_ASSERT(height == floor.plane(f).height(at[0], at[1]));
      RC_ASSERT(gcd(height.get_num(), height.get_den()) == 1);
    }
  }));
}
