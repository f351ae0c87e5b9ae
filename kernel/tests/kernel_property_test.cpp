// SPDX-License-Identifier: LGPL-3.0-or-later
// Properties of cutting and slicing, on pairs of polygons that are built to be degenerate.
// 1. The pieces of a cut and the part in common add up to the polygon that is cut, in every relation of the two.
// 2. After many cuts both decompositions leave equal areas, and numbers of the bounded one have not grown.
// 3. A line slices a cell into two parts that add up to it, through corners as well as through sides.
// Each property counts the classes of input that it has met, and fails if it has met one too rarely.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "support/polygon_pair.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

Outline grid_outline(int grid) {
  Outline p;
  for (int n = drawn(3, 8); n > 0; --n) p.push_back({drawn(0, grid), drawn(0, grid)});
  return hull(p);
}

// Points with a meaning to an outline: its corners, points inside its sides, on its sides' lines beyond them, in its
// interior, and where the lines of two sides cross. All rounded down to the grid, on which twelve-fold coordinates make
// most of them exact.
constexpr int fold = 12;
GridPoint meaningful(const Outline& o) {
  const auto corner = [&] { return o[static_cast<std::size_t>(drawn(0, static_cast<int>(o.size()) - 1))]; };
  const std::size_t k = static_cast<std::size_t>(drawn(0, static_cast<int>(o.size()) - 1));
  const GridPoint a = o[k], b = o[(k + 1) % o.size()], c = corner(), d = corner();
  switch (drawn(0, 5)) {
    case 0: return a;
    case 1: return {(a.x + b.x) / 2, (a.y + b.y) / 2};
    case 2: return {2 * b.x - a.x, 2 * b.y - a.y};
    case 3: return {(a.x + 2 * b.x) / 3, (a.y + 2 * b.y) / 3};
    case 4: return {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
    default: {
      const std::int64_t w = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
      if (w == 0) return c;
      const std::int64_t s = (c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x);
      return {a.x + s * (b.x - a.x) / w, a.y + s * (b.y - a.y) / w};
    }
  }
}

// Strictly inside, but for rounding and flat choices.
GridPoint interior(const Outline& o) {
  const auto corner = [&] { return o[static_cast<std::size_t>(drawn(0, static_cast<int>(o.size()) - 1))]; };
  const GridPoint a = o[0], b = o[1], c = o[2], d = corner(), e = corner();
  return {(a.x + b.x + c.x + d.x + 2 * e.x) / 6, (a.y + b.y + c.y + d.y + 2 * e.y) / 6};
}

struct Drawn {
  Outline t, b;
};
Drawn draw_pair() {
  Drawn d;
  const int grid = drawn(2, 7);
  d.t = grid_outline(grid);
  const int kind = drawn(0, 9);
  if (kind < 3) {
    d.b = kind == 0 && drawn(0, 4) == 0 ? d.t : grid_outline(grid);
  } else if (!d.t.empty()) {
    for (GridPoint& p : d.t) p = {fold * p.x, fold * p.y};
    Outline b;
    for (int n = drawn(3, 6); n > 0; --n)
      b.push_back(kind == 3 && (!b.empty() || drawn(0, 1))
                      ? interior(d.t)  // nested, with a point on the outline or none
                  : drawn(0, 4) ? meaningful(d.t)
                                : GridPoint{fold * drawn(0, grid), fold * drawn(0, grid)});
    d.b = hull(b);
  }
  RC_PRE(!d.t.empty() && !d.b.empty());
  if (drawn(0, 1)) std::swap(d.t, d.b);
  d.t = rotated(d.t, static_cast<std::size_t>(drawn(0, static_cast<int>(d.t.size()) - 1)));
  d.b = rotated(d.b, static_cast<std::size_t>(drawn(0, static_cast<int>(d.b.size()) - 1)));
  return d;
}

}  // namespace

TEST_CASE("property: cut pieces and the common part partition the traversable, in every relation and degeneracy") {
  Met met({{"disjoint", 50},
           {"traversable in blocker", 200},
           {"blocker in traversable", 20},
           {"cutting", 800},
           {"new point", 1000},
           {"point of traversable", 800},
           {"point of blocker", 800},
           {"point of both", 800},
           {"one intersection point", 50},
           {"disjoint, touching", 40},
           {"equal", 20},
           {"two points on one side", 200},
           {"parallel sides", 500},
           {"sides on one line, same direction", 800},
           {"sides on one line, opposite directions", 30},
           {"Table 3: no / no", 400},
           {"Table 3: no / outside", 400},
           {"Table 3: inside / outside", 200},
           {"Table 3: outside / no", 400},
           {"Table 3: outside / inside", 400}});
  CHECK(check_many("cut partitions", 4000, met, [&] {
    const Drawn d = draw_pair();
    OutlineRelation relation;
    const std::string wrong = cut_violation(d.t, d.b, drawn(0, 1) != 0, &relation);
    if (!wrong.empty()) RC_FAIL(wrong);

    const MetPair pair(d.t, d.b);
    const IntersectionPoints& points = pair.points;
    const char* const relations[] = {"disjoint", "traversable in blocker", "blocker in traversable", "cutting"};
    const char* const types[] = {"new point", "point of traversable", "point of blocker", "point of both"};
    ++met[relations[static_cast<int>(relation)]];
    for (const IntersectionPoint& p : points) ++met[types[static_cast<int>(p.type)]];
    if (points.size() == 1) ++met["one intersection point"];
    if (relation == OutlineRelation::disjoint && !points.empty()) ++met["disjoint, touching"];
    if (d.t.size() == d.b.size() && doubled_common_area(d.t, d.t) == doubled_common_area(d.t, d.b) &&
        doubled_common_area(d.b, d.b) == doubled_common_area(d.t, d.b))
      ++met["equal"];
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto &p = points[k].on_traversable, &q = points[(k + 1) % points.size()].on_traversable;
      if (points.size() > 1 && !p.at_corner && !q.at_corner && p.edge == q.edge) ++met["two points on one side"];
    }
    for (const Corner& t : pair.traversable)
      for (const Corner& b : pair.blocker) {
        if (pair.plan.equal_directed(t.line, b.line)) ++met["sides on one line, same direction"];
        else if (pair.plan.equal_lines(t.line, b.line)) ++met["sides on one line, opposite directions"];
        else if (pair.plan.turn(t.line, b.line) == Sign::zero) ++met["parallel sides"];
      }
    for (const Stretch s : stretches(pair, {points.data(), points.size()})) {
      RC_ASSERT((points.size() == 1 ||
                 cut_table[static_cast<int>(s.blocker)][static_cast<int>(s.traversable)] != CutAction::not_possible));
      const char* const names[] = {"no", "inside", "outside"};
      ++met[std::string("Table 3: ") + names[static_cast<int>(s.blocker)] + " / " +
            names[static_cast<int>(s.traversable)]];
    }
  }));
}

TEST_CASE("property: cuts one after another: bounded and seed leave equal areas, numbers of bounded never grow") {
  Met met({{"a piece of a cut, cut again", 4000}, {"diagonals", 400}, {"nothing left", 40}});
  CHECK(check_many("cuts follow cuts", 4000, met, [&] {
    const int grid = drawn(3, 6);
    Outline surface = grid_outline(grid);
    RC_PRE(!surface.empty());
    for (GridPoint& p : surface) p = {fold * p.x, fold * p.y};
    std::vector<double> xyz;
    std::vector<std::vector<PointId>> polygons;
    const auto add = [&](const Outline& o) {
      polygons.emplace_back();
      for (const GridPoint p : o) {
        polygons.back().push_back(static_cast<PointId>(xyz.size() / 3));
        xyz.insert(xyz.end(), {static_cast<double>(p.x), static_cast<double>(p.y), 0.0});
      }
    };
    add(surface);
    for (int n = drawn(2, 5); n > 0; --n) {
      Outline b;
      for (int k = drawn(3, 5); k > 0; --k) b.push_back(meaningful(surface));
      if (b = hull(b); !b.empty()) add(b);
    }
    const PointTable points = PointTable::from_doubles(xyz);
    mpq_class left[2];
    for (const Decomposition d : {Decomposition::bounded, Decomposition::seed}) {
      ImplicitPlan plan(points, 0);
      const ConvexCell whole = make_cell(plan, 0, polygons[0]);
      std::vector<ConvexCell> free = {whole}, next;
      OutlineSides sides;
      Pieces pieces;
      mpq_class sum = 0;
      for (PolygonId id = 1; id < polygons.size(); ++id) {
        const ConvexCell blocker = make_cell(plan, id, polygons[id]);
        next.clear();
        for (const ConvexCell& cell : free) {
          if (!decompose_traversable(plan, cell, blocker, d, false, sides, pieces)) {
            next.push_back(cell);
            continue;
          }
          if (id > 1) ++met["a piece of a cut, cut again"];
          RC_ASSERT(is_valid(plan, pieces.obstructed));
          sum += doubled_area(plan, pieces.obstructed);
          for (const ConvexCell& piece : pieces.free) RC_ASSERT(is_valid(plan, piece));
          for (const ConvexCell& piece : pieces.free) RC_ASSERT(!interiors_overlap(plan, piece, blocker));
          next.insert(next.end(), pieces.free.begin(), pieces.free.end());
        }
        free.swap(next);
      }
      for (std::size_t i = 0; i < free.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) RC_ASSERT(!interiors_overlap(plan, free[i], free[j]));
      for (const ConvexCell& cell : free) left[static_cast<int>(d)] += doubled_area(plan, cell);
      RC_ASSERT(sum + left[static_cast<int>(d)] == doubled_area(plan, whole));
      if (d == Decomposition::bounded) RC_ASSERT(plan.counts().max_bits <= 4 * points.bits() + 6);
      if (d == Decomposition::bounded) RC_ASSERT(plan.diagonals().empty());
      if (d == Decomposition::seed && !plan.diagonals().empty()) ++met["diagonals"];
    }
    RC_ASSERT(left[0] == left[1]);
    if (left[0] == 0) ++met["nothing left"];
  }));
}

TEST_CASE("property: slicing by a line partitions a cell, through corners as well as through sides") {
  Met met({{"through two sides", 300},
           {"through a corner and a side", 300},
           {"through two corners", 40},
           {"past it", 50},
           {"touching a corner", 50},
           {"along a side", 200}});
  CHECK(check_many("split partitions", 4000, met, [&] {
    const Outline o = grid_outline(drawn(2, 7));
    RC_PRE(!o.empty());
    Outline line;
    for (int k = 0; k < 2; ++k) line.push_back(drawn(0, 2) ? meaningful(o) : GridPoint{drawn(-1, 8), drawn(-1, 8)});
    RC_PRE(line[0] != line[1]);
    std::vector<double> xyz;
    std::vector<PointId> corners;
    for (const GridPoint p : o) {
      corners.push_back(static_cast<PointId>(corners.size()));
      xyz.insert(xyz.end(), {static_cast<double>(p.x), static_cast<double>(p.y), 0.0});
    }
    for (const GridPoint p : line) xyz.insert(xyz.end(), {static_cast<double>(p.x), static_cast<double>(p.y), 0.0});
    const PointTable points = PointTable::from_doubles(xyz);
    ImplicitPlan plan(points, 0);
    const ConvexCell cell = make_cell(plan, 0, corners);
    const auto n = static_cast<PointId>(corners.size());
    const LineId l = plan.edge(n, n + 1, {edge_kind, false, 1, 0});
    const Signs s = sides(plan, cell, l);
    const auto zeros = std::count(s.begin(), s.end(), Sign::zero);
    const bool cut =
        std::count(s.begin(), s.end(), Sign::positive) > 0 && std::count(s.begin(), s.end(), Sign::negative) > 0;
    ++met[cut ? (zeros == 0   ? "through two sides"
                 : zeros == 1 ? "through a corner and a side"
                              : "through two corners")
              : (zeros == 0   ? "past it"
                 : zeros == 1 ? "touching a corner"
                              : "along a side")];
    if (!cut) return;
    const SplitCell parts = split(plan, cell, l, {s.data(), s.size()});
    RC_ASSERT(is_valid(plan, parts.inside));
    RC_ASSERT(is_valid(plan, parts.outside));
    RC_ASSERT(!interiors_overlap(plan, parts.inside, parts.outside));
    RC_ASSERT(doubled_area(plan, parts.inside) + doubled_area(plan, parts.outside) == doubled_area(plan, cell));
    for (const Corner& c : parts.inside) RC_ASSERT(plan.side(c.vertex, l) != Sign::negative);
    for (const Corner& c : parts.outside) RC_ASSERT(plan.side(c.vertex, l) != Sign::positive);
  }));
}
