// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_stages.h"

#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plane_overlay.h"
#include "support/bake_text.h"
#include "support/level_text.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::SlopeLimit;
using surface::TriangleMesh;

struct Ramped {
  TriangleMesh mesh;
  pipeline::OperationFacts facts;
};

// Cut, closed, with ramps, closed again; no ramp is steeper than its limit of 45 degrees.
Ramped ramped(const std::string& obj, const mpq_class& step, const mpq_class& height = 2) {
  BakedText baked = bake_text(obj, {.stances = {{"stand", height}}, .sides = pipeline::Sides::up});
  const pipeline::SurfaceIndex index(baked.scene.points, baked.set);
  const pipeline::WedgeCutOptions cut{.height = height, .wall_foot = step};
  Ramped out;
  out.mesh = pipeline::wedge_cut(baked.scene.points, baked.set, index, cut);
  pipeline::close_gaps(out.mesh, {});
  const mpq_class before = area(out.mesh);
  out.facts = pipeline::add_ramps(out.mesh, baked.scene.points, baked.set, index, cut,
                                  {.step = step,
                                   .slope = SlopeLimit::from_degrees(45).value(),
                                   .cone = SlopeLimit::from_degrees(1).value(),
                                   .exact_digits = 0});
  CHECK(is_valid(out.mesh));
  CHECK(area(out.mesh) == before);  // a ramp is the floor below it
  for (const auto& t : out.mesh.triangles) {
    if (t.ramp == TriangleMesh::none) continue;
    const auto& [a, b, c] = t.corners;
    CHECK(kernel::exact_plane(out.mesh.points[a], out.mesh.points[b], out.mesh.points[c]).tan_squared() <= 1);
  }
  pipeline::close_gaps(out.mesh, {});
  CHECK(is_valid(out.mesh));
  return out;
}

std::size_t components(const Ramped& r) { return component_count(r.mesh); }
const mpq_class& least() {
  static const mpq_class v = power_of_two(-60);
  return v;
}

// A floor, and a slab over its middle.
LevelText slab_on_floor(const mpq_class& height) {
  return LevelText()
      .slab(0, 0, 10, 10, 0)
      .slab(3, 3, 7, 7, height)
      .wall({3, 3}, {7, 3}, 0, height)
      .wall({7, 3}, {7, 7}, 0, height)
      .wall({7, 7}, {3, 7}, 0, height)
      .wall({3, 7}, {3, 3}, 0, height);
}

}  // namespace

TEST_CASE("add_ramps: a step of just the height is crossed, on all sides and at corners; a little higher is not") {
  const Ramped joined = ramped(slab_on_floor(1).obj(), 1);
  CHECK(components(joined) == 1);
  CHECK(joined.facts.operations == 12);  // four ramps, and two faces at each corner
  CHECK(plan_area(joined.mesh, 0).exact == 100);
  CHECK(components(ramped(slab_on_floor(1).obj(), 1 - least())) == 2);
  CHECK(ramped(slab_on_floor(1).obj(), 0).facts.operations == 0);
}

TEST_CASE("add_ramps: lower steps are crossed on the way down") {
  const Ramped joined = ramped(slab_on_floor(mpq_class(1, 2)).obj(), 1);
  CHECK(components(joined) == 1);
  CHECK(plan_area(joined.mesh, 0).exact == 100);
}

TEST_CASE("add_ramps: only what is supported stays (figure 2.45)") {
  // Beside the slab there is floor along half of its edge alone.
  const Ramped r = ramped(LevelText().slab(0, 0, 4, 2, 1).slab(0, -3, 2, 0, 0).obj(), 1);
  CHECK(components(r) == 1);
  CHECK(r.facts.moved.exact == 2);
  CHECK(plan_area(r.mesh, 0).exact == 14);
}

TEST_CASE("add_ramps: no ramp leads over a gap, which no step crosses") {
  const auto level = [](const mpq_class& gap) {
    return LevelText().slab(0, 0, 4, 2, 1).slab(-1, -4, 5, -gap, 0).obj();
  };
  CHECK(components(ramped(level(0), 1)) == 1);
  const Ramped apart = ramped(level(least()), 1);
  CHECK(components(apart) == 2);
  CHECK(apart.facts.operations == 0);
}

TEST_CASE("add_ramps: a floor that ends before the ramp reaches it is not joined (figure 2.35)") {
  const Ramped apart = ramped(LevelText().slab(0, 0, 4, 2, 1).slab(0, -1 + least(), 4, 0, 0).obj(), 1);
  CHECK(components(apart) == 2);
  CHECK(apart.facts.refused.at("unsupported") == 1);
  CHECK(apart.mesh.triangles.front().component == apart.mesh.triangles.back().component);  // the step is the way
  CHECK(components(ramped(LevelText().slab(0, 0, 4, 2, 1).slab(0, -1, 4, 0, 0).obj(), 1)) == 1);
}

TEST_CASE("add_ramps: a sharp corner is filled (figure 4.1)") {
  // The tip of a triangle over a floor.
  const Ramped r = ramped(LevelText().slab(-5, -5, 15, 6, 0).face({{0, 0, 1}, {10, 0, 1}, {0, 1, 1}}).obj(), 1);
  CHECK(components(r) == 1);
}

TEST_CASE("add_ramps: something low over a ramp cuts it") {
  const auto level = [](const mpq_class& low) {
    return LevelText()
        .slab(0, 0, 4, 2, 1)
        .slab(0, -4, 4, 0, 0)
        .slab(-1, mpq_class(-3, 4), 5, mpq_class(-1, 4), low)
        .obj();
  };
  // Over the ramp from 1/4 to 3/4 of its height: a ceiling from 2 over its lower edge up lets who is 2 high pass.
  CHECK(components(ramped(level(mpq_class(11, 4)), 1)) == 2);  // the ceiling itself is a floor
  const Ramped low = ramped(level(mpq_class(11, 4) - least()), 1);
  CHECK(components(low) == 3);
  CHECK(low.facts.operations == 0);
  // If nobody stands on the ceiling: what is left of the ramp above and below it reaches floor at one end only.
  const mpq_class y0(-3, 4), y1(-1, 4), z = mpq_class(11, 4) - least();
  const Ramped cut = ramped(LevelText()
                                .slab(0, 0, 4, 2, 1)
                                .slab(0, -4, 4, 0, 0)
                                .face({{-1, y0, z}, {-1, y1, z}, {5, y1, z}, {5, y0, z}})
                                .obj(),
                            1);
  CHECK(components(cut) == 2);
  CHECK(cut.facts.operations == 0);
  CHECK(cut.facts.refused.at("loose") > 0);
}

TEST_CASE("add_ramps: places under several ramps lie on the highest, and nothing overlaps") {
  // Two crates a little apart, so that the corner of one's ramp lies in the plane of the other's (two_crates).
  const Ramped r = ramped(LevelText()
                              .slab(-5, -5, 10, 10, 0)
                              .slab(0, 0, 2, 2, mpq_class(1, 5))
                              .slab(0, mpq_class(21, 10), 2, 4, mpq_class(1, 5))
                              .obj(),
                          mpq_class(1, 4));
  CHECK(area(r.mesh) == 225);
  // Not more than one triangle is over a place: they share no area with one another.
  std::vector<kernel::PlanRing> rings;
  for (const auto& t : r.mesh.triangles) {
    auto& ring = rings.emplace_back();
    for (const auto c : t.corners) ring.push_back({r.mesh.points[c][0], r.mesh.points[c][1]});
  }
  std::vector<kernel::OverlayRing> all;
  for (const auto& ring : rings) all.push_back({0, ring});
  const kernel::PlaneOverlay overlay = kernel::plane_overlay(all);
  for (const auto& t : overlay.triangles) CHECK(overlay.winding(t.region, 0) <= 1);
}

TEST_CASE("add_ramps: random stairs are one at their rise, and not a little below it") {
  std::mt19937 random(20);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  int turned = 0, steep = 0;
  for (int stair = 0; stair < 60; ++stair) {
    // A tread is at least as long as it is high. Some stairs are turned, by an angle whose sine is 3/5.
    const mpq_class rise = mpq_class(draw(1, 7)) / 8, width = mpq_class(draw(1, 16)) / 8;
    const bool is_turned = draw(0, 1) == 1;
    const mpq_class sine = is_turned ? mpq_class(3, 5) : mpq_class(0),
                    cosine = is_turned ? mpq_class(4, 5) : mpq_class(1);
    const auto at = [&](const mpq_class& x, const mpq_class& y, const mpq_class& z) {
      return LevelText::Corner{x * cosine - y * sine, x * sine + y * cosine, z};
    };
    LevelText level;
    mpq_class x = 0, z = 0;
    const int steps = draw(2, 6);
    for (int i = 0; i <= steps; ++i) {
      const mpq_class going = rise + mpq_class(draw(0, 4)) / 4, end = x + going;
      steep += going == rise;
      level.face({at(x, 0, z), at(end, 0, z), at(end, width, z), at(x, width, z)});
      x = end;
      z += rise;
    }
    turned += is_turned;
    const std::string obj = level.obj();
    CHECK(components(ramped(obj, rise, 3)) == 1);
    CHECK(components(ramped(obj, rise - least(), 3)) == static_cast<std::size_t>(steps) + 1);
  }
  CHECK(turned > 20);
  CHECK(steep > 20);
}
