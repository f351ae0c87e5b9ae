// SPDX-License-Identifier: LGPL-3.0-or-later
// plumb::surface: what is subtracted from a polygon is gone and nothing else is; edges that collapse leave a mesh of
// the same outline.
#include <array>

#include "plumb/kernel/filtered_point.h"
#include "plumb/surface/collapse_mesh.h"
#include "plumb/surface/region_boundary.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using surface::TaggedRing;
using surface::TriangleMesh;

// On which side of a line a place is.
int side(const PlanPoint& a, const PlanPoint& b, const PlanPoint& at) {
  return sgn(mpq_class((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])));
}

// How often closed rings go round a place that is on none of them: by the sides that pass it on its right.
int turns(const std::vector<TaggedRing>& rings, const PlanPoint& at) {
  int out = 0;
  for (const TaggedRing& ring : rings)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PlanPoint &p = ring[i].at, &q = ring[(i + 1) % ring.size()].at;
      if ((p[1] <= at[1]) == (q[1] <= at[1])) continue;
      if (p[1] < q[1] && side(p, q, at) > 0) ++out;
      if (p[1] > q[1] && side(q, p, at) > 0) --out;
    }
  return out;
}

// A triangle on a small grid, counter-clockwise, whose sides have the tag.
TaggedRing drawn_triangle(std::uint32_t tag) {
  std::array<PlanPoint, 3> c;
  for (PlanPoint& p : c) p = {drawn(0, 8), drawn(0, 8)};
  const int turn = side(c[0], c[1], c[2]);
  if (turn == 0) c = {{{3, 3}, {5, 3}, {4, 5}}};
  if (turn < 0) std::swap(c[1], c[2]);
  return {{c[0], tag}, {c[1], tag}, {c[2], tag}};
}

}  // namespace

TEST_CASE("surface: a convex polygon minus triangles holds the places that none of them holds, and no others") {
  Met met({{"left", 1000}, {"taken", 1000}, {"own edges", 500}, {"edges of others", 500}});
  CHECK(check_many("region_boundary", 200, met, [&] {
    const TaggedRing whole{{{1, 1}, 0}, {{7, 0}, 0}, {{8, 6}, 0}, {{2, 8}, 0}};
    std::vector<TaggedRing> taken;
    for (int i = drawn(0, 30); i > 0; --i) {
      TaggedRing triangle = drawn_triangle(static_cast<std::uint32_t>(i));
      if (surface::clip_to(triangle, surface::points_of(whole))) taken.push_back(std::move(triangle));
    }
    const std::vector<TaggedRing> left = surface::region_boundary(whole, taken);
    for (int k = 0; k < 40; ++k) {
      // On no line between places of the grid: those have coordinates of small denominators.
      const PlanPoint at{mpq_class(drawn(0, 800), 100) + mpq_class(1, 1000003),
                         mpq_class(drawn(0, 800), 100) + mpq_class(1, 1000033)};
      bool is_left = turns({whole}, at) == 1;
      for (const TaggedRing& ring : taken) is_left = is_left && turns({ring}, at) == 0;
      RC_ASSERT(turns(left, at) == (is_left ? 1 : 0));
      ++met[is_left ? "left" : "taken"];
    }
    // An edge has the tag of a polygon that has it on its boundary.
    for (const TaggedRing& ring : left)
      for (std::size_t i = 0; i < ring.size(); ++i) {
        ++met[ring[i].tag == 0 ? "own edges" : "edges of others"];
        bool found = ring[i].tag == 0;
        for (const TaggedRing& t : taken)
          for (std::size_t s = 0; s < t.size(); ++s)
            found = found || (t[s].tag == ring[i].tag && side(t[s].at, t[(s + 1) % t.size()].at, ring[i].at) == 0 &&
                              side(t[s].at, t[(s + 1) % t.size()].at, ring[(i + 1) % ring.size()].at) == 0);
        RC_ASSERT(found);
      }
  }));
}

TEST_CASE("surface: what subtracts calls back, and what that throws ends it") {
  const TaggedRing whole{{{0, 0}, 0}, {{8, 0}, 0}, {{8, 8}, 0}, {{0, 8}, 0}};
  const std::vector<TaggedRing> taken{{{{1, 1}, 1}, {{2, 1}, 1}, {{1, 2}, 1}}};
  int calls = 0;
  CHECK(surface::region_boundary(whole, taken, [&] { ++calls; }).size() == 2);
  CHECK(calls > 0);
  CHECK_THROWS_AS(surface::region_boundary(whole, taken, [] { throw 1; }), int);
}

TEST_CASE("surface: edges that may collapse leave a valid mesh over the same outline") {
  Met met({{"collapsed within", 300}, {"collapsed on the border", 100}, {"refused", 300}});
  CHECK(check_many("collapse", 60, met, [&] {
    // A grid of squares, each cut along one diagonal, of any heights.
    const int n = drawn(2, 6);
    TriangleMesh mesh;
    for (int y = 0; y <= n; ++y)
      for (int x = 0; x <= n; ++x) mesh.points.push_back({x, y, mpq_class(drawn(0, 9)) / 3});
    const auto at = [&](int x, int y) { return static_cast<TriangleMesh::Index>(y * (n + 1) + x); };
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const TriangleMesh::Index a = at(x, y), b = at(x + 1, y), c = at(x + 1, y + 1), d = at(x, y + 1);
        const bool rising = drawn(0, 1) == 0;
        mesh.triangles.push_back({rising ? std::array{a, b, c} : std::array{a, b, d}});
        mesh.triangles.push_back({rising ? std::array{a, c, d} : std::array{b, c, d}});
      }
    const auto beyond = surface::neighbours(mesh);
    for (TriangleMesh::Index t = 0; t < mesh.triangles.size(); ++t)
      for (std::uint8_t s = 0; s < 3; ++s)
        if (beyond[t][s] == TriangleMesh::none) mesh.boundary.push_back({t, s});
    RC_ASSERT(surface::is_valid(mesh));

    surface::CollapseMesh changed(mesh);
    surface::Star star;
    for (int k = 0; k < 40; ++k) {
      const auto v = static_cast<TriangleMesh::Index>(drawn(0, static_cast<int>(mesh.points.size()) - 1));
      if (!changed.exists(v)) continue;
      changed.find_star(v, star);
      std::vector<TriangleMesh::Index> goals;
      star.each_goal([&](TriangleMesh::Index w) { goals.push_back(w); });
      const TriangleMesh::Index w = goals[static_cast<std::size_t>(drawn(0, static_cast<int>(goals.size()) - 1))];
      const bool border = changed.on_boundary(v);
      if ((border && !changed.is_straight(v, star)) || !changed.may_join(v, w, star) ||
          !changed.face_up(star, w, changed.place(w))) {
        ++met["refused"];
        continue;
      }
      changed.collapse(v, w, star);
      ++met[border ? "collapsed on the border" : "collapsed within"];
      const TriangleMesh left = changed.result();
      RC_ASSERT(surface::is_valid(left));
      RC_ASSERT(surface::plan_area(left, 0).exact == mpq_class(n * n));
    }
  }));
}
