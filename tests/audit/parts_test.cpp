// SPDX-License-Identifier: GPL-3.0-or-later
// What is known to be a part of a face covers it as it does where nothing is known.
#include "piece_floor.h"
#include "plumb/pipeline/cover_faces.h"
#include "support/floors.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("cover_by_parts: as cover_by_first, of floors that overlap themselves") {
  Met met({{"whole face", 20}, {"some of a face", 20}, {"several parts", 5}});
  CHECK(check_many("the same pieces", 100, met, [&] {
    const FloorFaces base = drawn_floor(), other = drawn_floor();
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
