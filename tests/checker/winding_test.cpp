// SPDX-License-Identifier: GPL-3.0-or-later
// What the checker says of outlines that touch or cross themselves, against the baker's parts: it accepts those, and
// refuses them with another diagonal, without a triangle, or in another order.
#include "level/rings.h"

#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "plumb/pipeline/scene_surfaces.h"
#include "support/planar_scene.h"
#include "support/wound_figures.h"

using namespace plumb::pipeline;
using namespace plumb::test;

namespace {

struct Drawn {
  std::vector<Point> points;
  plumb::checker::Scene scene;
  plumb::checker::Ring ring;
};

// Equal places are one point. Heights of 0 to `bend` along the axis, of places 64 apart. The checker's are larger by a
// factor, too large for short points with some, and with others not all of them whole, as their denominators differ.
Drawn drawn(const Figure& figure, int axis, long bend, std::mt19937& random) {
  Drawn out;
  std::map<Place, plumb::checker::Index> number;
  for (const Place& p : figure) {
    const auto [at, is_new] = number.try_emplace(p, static_cast<plumb::checker::Index>(out.points.size()));
    if (out.ring.empty() || out.ring.back() != at->second) out.ring.push_back(at->second);
    if (!is_new) continue;
    const long u = 64 * p[0], v = 64 * p[1], h = bend == 0 ? 0 : draw(random, 0, bend);
    out.points.push_back(axis == 0 ? Point{h, u, v} : axis == 1 ? Point{u, h, v} : Point{u, v, h});
  }
  while (out.ring.back() == out.ring.front()) out.ring.pop_back();
  const auto kind = random() % 3;
  const mpz_class factor = kind == 1 ? mpz_class(1) << 60 : mpz_class(1);
  for (const auto& [x, y, z] : out.points) {
    const mpz_class w = kind == 2 ? 1 + random() % 3 : 1;
    out.scene.points.push_back({x * factor * w, y * factor * w, z * factor * w, w});
  }
  return out;
}

Scene baked_scene(const Drawn& d) { return scene_of(d.points, {Face(d.ring.begin(), d.ring.end())}); }

std::vector<plumb::checker::Ring> rings(const SurfaceSet& set) {
  std::vector<plumb::checker::Ring> out;
  for (const Surface& s : set.surfaces) {
    const Face f = in_file_order(set, s);
    out.emplace_back(f.begin(), f.end());
  }
  return out;
}

}  // namespace

TEST_CASE(
    "winding: the checker refuses the planar outlines that the baker refuses, and its parts add up to the others") {
  int accepted = 0, refused = 0, crossed = 0;
  for (const FigureKind& kind : figure_kinds)
    for (unsigned seed = 0; seed < 60; ++seed) {
      std::mt19937 random(2000 + seed);
      const Figure figure = kind.draw(random);
      if (figure.size() < 4 || on_one_line(figure)) continue;
      INFO(kind.name << ", seed " << seed);
      Drawn d = drawn(figure, static_cast<int>(seed % 3), 0, random);
      Scene scene = baked_scene(d);
      const auto set = convexify(scene, BadFaces::error, 1);
      const plumb::checker::Plane plane = *plumb::checker::plane_of(d.scene, d.ring);
      const plumb::checker::View view(d.scene, plane);
      const auto windings = view.windings(d.ring);
      REQUIRE(bool(set) == bool(windings));
      ++(set ? accepted : refused);
      if (!set) continue;
      const auto& crossings = windings->crossings;
      CHECK(crossings.size() == set->crossings.size());
      crossed += !crossings.empty();
      d.scene.points.insert(d.scene.points.end(), crossings.begin(), crossings.end());
      std::vector<plumb::checker::Ring> parts = rings(*set);
      if (crossings.empty()) CHECK(windings->boundary.empty() == parts.empty());
      CHECK(view.adds_up({parts.begin(), parts.end()}, d.ring));
      for (const plumb::checker::Ring& part : parts) CHECK(view.convexity(part) == view.orientation(d.ring));
      if (parts.empty()) continue;
      parts.pop_back();
      CHECK_FALSE(view.adds_up({parts.begin(), parts.end()}, d.ring));
    }
  CHECK(accepted >= 400);
  CHECK(refused >= 100);
  CHECK(crossed >= 40);
}

TEST_CASE("winding: of faces that are not planar, it accepts the baker's triangles and no others") {
  int triangulated = 0, bent = 0, turned = 0;
  for (const FigureKind& kind : figure_kinds)
    for (unsigned seed = 0; seed < 60; ++seed) {
      std::mt19937 random(3000 + seed);
      Figure figure = kind.draw(random);
      if (figure.size() < 4 || on_one_line(figure)) continue;
      std::rotate(figure.begin(), figure.begin() + static_cast<long>(random() % figure.size()), figure.end());
      INFO(kind.name << ", seed " << seed);
      const Drawn d = drawn(figure, static_cast<int>(seed % 3), 2, random);
      Scene scene = baked_scene(d);
      const auto set = convexify(scene, BadFaces::drop, 1);
      REQUIRE(set);
      const plumb::checker::View view(d.scene, plumb::checker::area_vector(d.scene, d.ring));
      const int orientation = view.orientation(d.ring);
      // Without area along the axis that it was drawn for it is seen along another, where corners may coincide.
      const auto hides = [&] {
        for (const auto p : d.ring)
          for (const auto q : d.ring)
            if (p != q && view.compare(p, q) == 0) return true;
        return false;
      };
      if (hides()) {
        CHECK(set->triangulated_faces.empty());
        continue;
      }
      const auto windings = view.windings(d.ring);
      const bool simple = windings && windings->crossings.empty();
      if (!set->fanned_faces.empty()) CHECK((orientation == 0 || !simple));
      if (set->triangulated_faces.empty()) continue;
      ++triangulated;
      REQUIRE(simple);
      std::vector<plumb::checker::Ring> triangles = rings(*set);
      CHECK(plumb::checker::is_delaunay(view, triangles, windings->boundary, orientation));
      bent += !set->bent_faces.empty();
      CHECK(plumb::checker::runs_as(d.ring, windings->boundary) == set->bent_faces.empty());
      for (std::size_t i = 0; i < triangles.size(); ++i) {
        std::vector<plumb::checker::Ring> changed = triangles;
        changed.erase(changed.begin() + static_cast<long>(i));
        CHECK_FALSE(plumb::checker::is_delaunay(view, changed, windings->boundary, orientation));
        changed = triangles;
        std::rotate(changed[i].begin(), changed[i].begin() + 1, changed[i].end());
        CHECK_FALSE(plumb::checker::is_delaunay(view, changed, windings->boundary, orientation));
        // Another diagonal of two that share an edge.
        for (std::size_t k = 0; k < i; ++k)
          for (int corner = 0; corner < 3; ++corner) {
            const auto at = [&](int c) { return triangles[i][static_cast<std::size_t>((corner + c) % 3)]; };
            const auto& other = triangles[k];
            const auto is_end = [&](plumb::checker::Index p) { return p == at(0) || p == at(1); };
            if (std::count_if(other.begin(), other.end(), is_end) != 2) continue;
            const plumb::checker::Index apex = *std::find_if_not(other.begin(), other.end(), is_end);
            changed = triangles;
            changed[i] = {at(0), apex, at(2)};
            changed[k] = {apex, at(1), at(2)};
            const auto before = [&](plumb::checker::Index p, plumb::checker::Index q) {
              return view.compare(p, q) < 0;
            };
            for (auto* t : {&changed[i], &changed[k]})
              std::rotate(t->begin(), std::min_element(t->begin(), t->end(), before), t->end());
            std::sort(changed.begin(), changed.end(), [&](const auto& s, const auto& t) {
              return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), before);
            });
            ++turned;
            CHECK_FALSE(plumb::checker::is_delaunay(view, changed, windings->boundary, orientation));
          }
      }
    }
  INFO(triangulated << " faces in triangles, " << bent << " bent, " << turned << " diagonals turned");
  CHECK(triangulated >= 300);
  CHECK(bent >= 30);
  CHECK(turned >= 1000);
}
