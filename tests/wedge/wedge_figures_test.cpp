// SPDX-License-Identifier: GPL-3.0-or-later
// Cases that Sanchez 2021 draws, through all stages.
#include "plumb/pipeline/wedge_stages.h"
#include "support/bake_text.h"
#include "support/level_text.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;
using kernel::SlopeLimit;
using pipeline::WedgeStage;
using surface::TriangleMesh;

pipeline::WedgeStageSettings settings(const mpq_class& step) {
  const SlopeLimit slope = SlopeLimit::from_degrees(45).value();
  return {.cut = {.height = 2, .wall_foot = step},
          .step = step,
          .gaps = {},
          .cone = SlopeLimit::from_degrees(1).value(),
          .slope = slope,
          .ramp_slope = slope,
          .exact_digits = 0};
}

// What each stage leaves is valid, and areas add up.
std::map<WedgeStage, TriangleMesh> stages_of(const std::string& obj, pipeline::WedgeStageSettings with) {
  BakedText baked = bake_text(obj, {.sides = pipeline::Sides::up});
  std::map<WedgeStage, TriangleMesh> out;
  with.seen = [&](WedgeStage stage, const TriangleMesh& mesh) { out[stage] = mesh; };
  pipeline::Progress silent;
  pipeline::Stages running(silent, wedge_stages(with.until, sgn(with.clear.radius) > 0));
  const pipeline::SceneSurfaces level{std::move(baked.scene), std::move(baked.set), {}};
  const pipeline::SurfaceIndex index(level.scene.points, level.set);
  const auto made = run_wedge_stages(level, index, with, running);
  for (const auto& [stage, mesh] : out) CHECK(is_valid(mesh));
  for (std::size_t i = 1; i < made.facts.size(); ++i) {
    const auto &before = made.facts[i - 1], &now = made.facts[i];
    INFO(now.name);
    CHECK(now.area.exact == *before.area.exact + *now.changes.gained.exact - *now.changes.lost.exact);
  }
  return out;
}

LevelText stairs(int treads, const mpq_class& rise, const mpq_class& going) {
  LevelText out;
  out.slab(-4, 0, 0, 2, 0);
  for (int i = 0; i < treads; ++i) {
    const mpq_class x = i * going, z = (i + 1) * rise;
    out.slab(x, 0, x + going, 2, z).wall({x, 0}, {x, 2}, z - rise, z);
  }
  return out;
}

}  // namespace

TEST_CASE("wedge figure 2.23: a thin triangle in a gap keeps it open until it is taken out") {
  // Two floors an eighth apart; the triangle stands across the gap, on end between them.
  const mpq_class gap(1, 8), low(1, 64);
  const LevelText level = LevelText()
                              .slab(0, 0, 2, 2, 0)
                              .slab(2 + gap, 0, 4, 2, 0)
                              .face({{2, 1, 0}, {2 + gap, 1, 0}, {2 + gap / 2, 1 + low, 0}});
  auto with = settings(0);
  with.until = WedgeStage::close_gaps;
  with.gaps.gap = gap;
  const TriangleMesh kept = stages_of(level.obj(), with).at(WedgeStage::close_gaps);
  with.gaps.min_altitude = 2 * low;
  const TriangleMesh closed = stages_of(level.obj(), with).at(WedgeStage::close_gaps);
  CHECK(component_count(closed) == 1);
  CHECK(boundary_rings(closed).size() == 1);
  CHECK(closed.triangles.size() < kept.triangles.size());
}

TEST_CASE("wedge figure 2.28: treads do not creep together, and stay a stair that ramps join") {
  const mpq_class rise(1, 8), going(1, 4);
  auto with = settings(rise);
  with.until = WedgeStage::close_ramps;
  with.gaps.gap = mpq_class(1, 5);  // more than a rise
  const auto left = stages_of(stairs(12, rise, going).obj(), with);
  const TriangleMesh &cut = left.at(WedgeStage::wedge_cut), &closed = left.at(WedgeStage::close_gaps);
  for (const ExactPoint& p : closed.points)
    CHECK(std::ranges::any_of(cut.points, [&](const ExactPoint& q) {
      const ExactPoint d{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
      return kernel::formulas::dot(d, d) <= with.gaps.gap * with.gaps.gap;
    }));
  CHECK(component_count(left.at(WedgeStage::close_ramps)) == 1);
}

TEST_CASE("wedge figure 2.44: ramps that are neighbours connect") {
  // A step on a floor: the floor is whole again, but for its outline.
  const LevelText level = LevelText().slab(0, 0, 10, 10, 0).slab(3, 3, 7, 7, 1);
  auto with = settings(1);
  with.until = WedgeStage::close_ramps;
  const TriangleMesh mesh = stages_of(level.obj(), with).at(WedgeStage::close_ramps);
  CHECK(component_count(mesh) == 1);
  CHECK(boundary_rings(mesh).size() == 1);
  CHECK(area(mesh) == 100);
}

TEST_CASE("wedge method: a road beside a pavement stays flat, unless flattening reaches over all of it") {
  // ../shared/cases/wedge/kerb
  const std::string obj = LevelText().slab(0, 0, 3, 40, mpq_class(3, 25)).slab(3, 0, 10, 40, 0).obj();
  auto with = settings(mpq_class(2, 5));
  const auto slope = [&] {
    mpq_class sum = 0;
    const TriangleMesh mesh = stages_of(obj, with).at(WedgeStage::simplify);
    for (const auto& t : mesh.triangles) {
      const auto& [a, b, c] = t.corners;
      const auto &p = mesh.points[a], &q = mesh.points[b], &r = mesh.points[c];
      if (p[2] != q[2] || q[2] != r[2]) sum += kernel::formulas::orient2d(p, q, r) / 2;
    }
    return sum;
  };
  CHECK(slope() == mpq_class(24, 5));  // the ramp: .12 x 40
  with.flatten = 0;
  CHECK(slope() == mpq_class(24, 5));
  with.flatten = 41;
  CHECK(slope() == 280);
}

TEST_CASE("wedge method: stairs that turn a corner are one slope a side, or two where treads are long") {
  // ../shared/cases/wedge/s_pyr: six steps of 1/5, with treads of 3/10, on four sides; and others.
  for (const mpq_class& rise : {mpq_class(1, 10), mpq_class(3, 20), mpq_class(1, 5)})
    for (const mpq_class& going :
         {mpq_class(1, 4), mpq_class(7, 25), mpq_class(3, 10), mpq_class(7, 20), mpq_class(2, 5)}) {
      INFO(rise.get_str() << " " << going.get_str());
      LevelText level;
      const auto ring = [&](const mpq_class& out, const mpq_class& in, const mpq_class& z) {
        level.slab(-out, -out, out, -in, z)
            .slab(-out, in, out, out, z)
            .slab(-out, -in, -in, in, z)
            .slab(in, -in, out, in, z);
      };
      ring(8, 4, 0);
      for (int i = 1; i < 6; ++i) ring(4 - going * (i - 1), 4 - going * i, rise * i);
      const mpq_class top = 4 - 5 * going;
      level.slab(-top, -top, top, top, rise * 6);
      const TriangleMesh mesh = stages_of(level.obj(), settings(mpq_class(1, 4))).at(WedgeStage::simplify);
      CHECK(area(mesh) == 256);
      CHECK(component_count(mesh) == 1);
      std::set<std::array<mpq_class, 3>> slopes;
      for (const auto& t : mesh.triangles) {
        const auto& [a, b, c] = t.corners;
        const kernel::ExactPlane plane = kernel::exact_plane(mesh.points[a], mesh.points[b], mesh.points[c]);
        if (sgn(plane.tan_squared()) != 0) slopes.insert(plane.x);
      }
      // The lowest ramp may end nearer on the floor than the stair's slope would: the lower part may be steeper then.
      const bool is_one = rise == mpq_class(1, 5) && going == mpq_class(3, 10);
      CHECK((slopes.size() == 4 || (slopes.size() == 8 && !is_one)));
    }
}

TEST_CASE("wedge method: a free stair keeps no level strip of a tread") {
  // ../shared/cases/wedge/s_free: six treads of 3/10, 2 wide, up to a platform; a floor all around.
  const mpq_class rise(1, 5), going(3, 10);
  LevelText level;
  level.slab(-6, -6, 8, 8, 0);
  const auto body = [&](const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1,
                        const mpq_class& z) {
    level.slab(x0, y0, x1, y1, z)
        .wall({x0, y0}, {x1, y0}, 0, z)
        .wall({x1, y0}, {x1, y1}, 0, z)
        .wall({x1, y1}, {x0, y1}, 0, z)
        .wall({x0, y1}, {x0, y0}, 0, z);
  };
  for (int i = 0; i < 6; ++i) body(going * i, 0, going * (i + 1), 2, rise * (i + 1));
  body(going * 6, -1, going * 6 + 3, 3, rise * 6);
  const auto stages = stages_of(level.obj(), settings(mpq_class(1, 4)));
  const TriangleMesh& mesh = stages.at(WedgeStage::simplify);
  for (const auto& t : mesh.triangles) {
    const auto& [a, b, c] = t.corners;
    const mpq_class z = mesh.points[a][2], top = rise * 6;
    if (z == mesh.points[b][2] && z == mesh.points[c][2]) CHECK((z == 0 || z == top));
  }
  CHECK(area(mesh) == area(stages.at(WedgeStage::close_ramps)));
}

TEST_CASE("wedge method: the sides of a ramp are no border to the floor beside it") {
  // ../shared/cases/wedge/sill: a sill of .15 in a door of two thick walls.
  const mpq_class low(3, 20), x0(19, 10), x1(21, 10), y0(3, 2), y1(5, 2);
  LevelText level;
  level.slab(0, 0, 4, 4, 0).slab(x0, y0, x1, y1, low);
  for (const mpq_class& x : {x0, x1}) level.wall({x, 0}, {x, y0}, 0, 3).wall({x, y1}, {x, 4}, 0, 3);
  for (const mpq_class& y : {y0, y1}) level.wall({x0, y}, {x1, y}, 0, 3);
  auto with = settings(mpq_class(1, 5));
  with.clear.radius = mpq_class(3, 10);
  with.clear.window = mpq_class(1, 2);
  const auto areas = [&] {
    const auto stages = stages_of(level.obj(), with);
    return std::array{area(stages.at(WedgeStage::simplify)), area(stages.at(WedgeStage::simplify_cleared))};
  };
  const auto ramps = areas();
  CHECK(ramps[0] == 16);
  CHECK(component_count(stages_of(level.obj(), with).at(WedgeStage::simplify_cleared)) == 1);
  // The same area as of a flat floor: the sill takes nothing, the walls all.
  with.ramp_slope = SlopeLimit::from_ratio(power_of_two(-20)).value();  // no ramp is supported
  CHECK(areas() == ramps);
}

TEST_CASE("wedge method: a thick wall below an edge keeps a ramp off the floor, if it is not let off its foot") {
  // The riser of a step takes half its thickness of the floor before it: no step leads over that.
  const mpq_class rise(1, 2);
  const LevelText level = LevelText().slab(-4, 0, 0, 4, 0).slab(0, 0, 4, 4, rise).wall({0, 0}, {0, 4}, 0, rise);
  const auto components = [&](const mpq_class& foot, const mpq_class& thickness) {
    auto with = settings(rise);
    with.cut.wall_foot = foot;
    with.cut.wall_thickness = thickness;
    with.until = WedgeStage::close_ramps;
    return component_count(stages_of(level.obj(), with).at(WedgeStage::close_ramps));
  };
  CHECK(components(rise, 4) == 1);
  CHECK(components(0, power_of_two(-20)) == 2);
}
