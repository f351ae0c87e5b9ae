// SPDX-License-Identifier: LGPL-3.0-or-later
// Slicing by a vertical blocker (Budde & Kausch, 8): where its trace stops which stance, and what is cut along it.
//
// 1. A floor of 8 x 8 and one wall. WallScene traces the wall alone: stretches() writes for each stance where it stops.
// 2. obstructions() decomposes the floor as a bake does and writes each obstruction with the highest stance that may
//    cross it. A wall covers no area, so the areas must add up to the floor's.
// 3. Cases worked out by hand: a trace that ends inside, runs through, or runs along the outline; stretches that differ
//    by stance; the step; walls whose top slopes; a wall that touches in a point; a floor that is not level.
#include <catch2/catch.hpp>

#include "support/polygon_pair.h"
#include "support/volume_scene.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using namespace plumb::tests;
using Texts = std::vector<std::string>;

namespace {

using Corners = std::vector<Point3>;
const Corners floor8 = {{0, 0, 0}, {0, 8, 0}, {8, 8, 0}, {8, 0, 0}};

std::vector<double> flat(const Corners& a, const Corners& b) {
  std::vector<double> v;
  for (const Corners* c : {&a, &b})
    for (const Point3 p : *c) v.insert(v.end(), {p.x, p.y, p.z});
  return v;
}
std::vector<PointId> ids(std::size_t from, std::size_t count) {
  std::vector<PointId> v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<PointId>(from + i);
  return v;
}

struct WallScene {
  PointTable points;
  Levels levels;
  ImplicitPlan plan;
  std::vector<PointId> floor, wall;
  Plane plane;
  ConvexCell outline;
  std::optional<WallTrace> trace;

  WallScene(const Corners& f, const Corners& w, const std::vector<mpq_class>& heights, const mpq_class& step = 0)
      : points(PointTable::from_doubles(flat(f, w))),
        levels(points, heights, step),
        plan(points, 0),
        floor(ids(0, f.size())),
        wall(ids(f.size(), w.size())),
        plane(points, floor),
        outline(make_cell(plan, 0, floor)),
        trace(trace_wall(plan, plane, {1, wall}, levels)) {}

  // Stretches by stance, "from to" in the order of rising coordinates, or "-".
  Texts stretches() const {
    Texts out;
    for (const auto& s : trace->stretches) {
      if (!s) {
        out.push_back("-");
        continue;
      }
      CHECK(plan.order_along(trace->line, s->from, s->to) == Sign::negative);
      std::string a = place(plan, s->from), b = place(plan, s->to);
      if (b < a) std::swap(a, b);
      out.push_back(a + " " + b);
    }
    return out;
  }
};

// The obstructions on the surface, sorted: "x,y x,y may cross s".
Texts obstructions(const Corners& floor, const Corners& wall, const std::vector<mpq_class>& heights,
                   const mpq_class& step = 0, std::size_t* cells = nullptr) {
  VolumeScene scene(floor);
  scene.wall(wall);
  const auto r = scene.decompose(heights, step);
  CHECK(r.total == scene.surface_area());
  CHECK(r.areas.size() == 1);  // a wall covers no area
  const auto s = scene.long_points(2).decompose(heights, step);
  CHECK(s.areas == r.areas);
  CHECK(s.table.obstructions.size() == r.table.obstructions.size());
  if (cells) *cells = r.table.cells.size();
  Texts out;
  for (const Obstruction& o : r.table.obstructions) {
    CHECK(o.wall == 1);
    CHECK(o.surface == 0);
    auto [a, b] = scene.ends(r.table, o);
    if (b < a) std::swap(a, b);
    out.push_back(a + " " + b + " may cross " + std::to_string(o.may_cross));
  }
  std::sort(out.begin(), out.end());
  return out;
}

Corners upright(double x0, double x1, double y, double low, double high) {
  return {{x0, y, low}, {x1, y, low}, {x1, y, high}, {x0, y, high}};
}

}  // namespace

TEST_CASE("wall: a trace that ends inside the polygon stops every stance there, and cells are cut along it") {
  const Corners wall = upright(2, 5, 4, 0, 3);
  WallScene scene(floor8, wall, {1, 2});
  REQUIRE(scene.trace);
  CHECK(scene.stretches() == Texts{"2,4 5,4", "2,4 5,4"});
  std::size_t cells = 0;
  CHECK(obstructions(floor8, wall, {1, 2}, 0, &cells) == Texts{"2,4 5,4 may cross 0"});
  CHECK(cells == 2);
  const auto parts = cut_along(scene.plan, scene.outline, 2, *scene.trace);
  REQUIRE(parts);
  CHECK(doubled_area(scene.plan, parts->inside) + doubled_area(scene.plan, parts->outside) == 128);
  CHECK_FALSE(interiors_overlap(scene.plan, parts->inside, parts->outside));
}

TEST_CASE("wall: through the whole polygon the trace is clipped to it") {
  CHECK(obstructions(floor8, upright(-3, 11, 4, -1, 3), {1, 2}) == Texts{"0,4 8,4 may cross 0"});
  // Not parallel to an axis.
  CHECK(obstructions(floor8, {{-1, 1, 0}, {7, 9, 0}, {7, 9, 3}, {-1, 1, 3}}, {1, 2}) == Texts{"0,2 6,8 may cross 0"});
}

TEST_CASE("wall: a trace that ends on the polygon's outline, or runs along it, is as long as the wall") {
  CHECK(obstructions(floor8, upright(0, 8, 4, 0, 3), {1}) == Texts{"0,4 8,4 may cross 0"});
  CHECK(obstructions(floor8, upright(2, 5, 8, 0, 3), {1}) == Texts{"2,8 5,8 may cross 0"});
  CHECK(obstructions(floor8, upright(2, 9, 8, 0, 3), {1}) == Texts{"2,8 8,8 may cross 0"});
  CHECK(obstructions(floor8, {{0, 4, 0}, {4, 8, 0}, {4, 8, 3}, {0, 4, 3}}, {1}) == Texts{"0,4 4,8 may cross 0"});
  // Of two stances, the lower passes under the hem.
  CHECK(obstructions(floor8, upright(2, 5, 4, 1, 3), {1, 2}) == Texts{"2,4 5,4 may cross 1"});
  CHECK(obstructions(floor8, upright(-1, 5, 4, 1, 3), {1, 2}) == Texts{"0,4 5,4 may cross 1"});
}

TEST_CASE("wall: per-stance stretches are nested, the longer ones for the higher stances") {
  // A curtain over y = 4 whose hem rises from 0 at x = 1 to 3 at x = 7.
  const Corners curtain = {{1, 4, 0}, {7, 4, 3}, {7, 4, 5}, {1, 4, 5}};
  WallScene scene(floor8, curtain, {1, 2, 4});
  REQUIRE(scene.trace);
  CHECK(scene.stretches() == Texts{"1,4 3,4", "1,4 5,4", "1,4 7,4"});
  CHECK(obstructions(floor8, curtain, {1, 2, 4}) ==
        Texts{"1,4 3,4 may cross 0", "3,4 5,4 may cross 1", "5,4 7,4 may cross 2"});
  // A hem lowest in the middle: each stance's stretch sticks out at both ends of the one before.
  const Corners v = {{1, 4, 2}, {4, 4, 0.5}, {7, 4, 2}, {7, 4, 5}, {1, 4, 5}};
  WallScene middle(floor8, v, {1, 2});
  CHECK(middle.stretches() == Texts{"3,4 5,4", "1,4 7,4"});
  CHECK(obstructions(floor8, v, {1, 2}) == Texts{"1,4 3,4 may cross 1", "3,4 5,4 may cross 0", "5,4 7,4 may cross 1"});
}

TEST_CASE("wall: cells of a stance are cut only along the stretch that stops it") {
  const Corners curtain = {{1, 4, 0}, {7, 4, 3}, {7, 4, 5}, {1, 4, 5}};
  WallScene scene(floor8, curtain, {1, 2, 4});
  const LineId x = scene.plan.at_x(scene.wall[1]);  // x >= 7
  const Signs s = sides(scene.plan, scene.outline, x);
  const SplitCell halves = split(scene.plan, scene.outline, x, {s.data(), s.size()});
  for (Label stance = 1; stance <= 3; ++stance) {
    CHECK(cut_along(scene.plan, halves.outside, stance, *scene.trace));
    CHECK_FALSE(cut_along(scene.plan, halves.inside, stance, *scene.trace));  // the trace ends on its boundary
  }
  WallScene high(floor8, upright(2, 5, 4, 1.5, 3), {1, 2});
  REQUIRE(high.trace);
  CHECK(high.stretches() == Texts{"-", "2,4 5,4"});
  CHECK_FALSE(cut_along(high.plan, high.outline, 1, *high.trace));  // stance 1 passes under it
  CHECK(cut_along(high.plan, high.outline, 2, *high.trace));
}

TEST_CASE("wall: only what is above the step stops, a wall exactly as high as the step does not") {
  CHECK(obstructions(floor8, upright(2, 5, 4, 0, 0.5), {1, 2}, mpq_class(1, 2)).empty());
  CHECK(obstructions(floor8, upright(2, 5, 4, 0, 0.75), {1, 2}, mpq_class(1, 2)) == Texts{"2,4 5,4 may cross 0"});
  CHECK(obstructions(floor8, upright(2, 5, 4, 0, 0.5), {1, 2}) == Texts{"2,4 5,4 may cross 0"});
  CHECK(obstructions(floor8, upright(2, 5, 4, -2, 0), {1, 2}).empty());  // up to the surface
  CHECK(obstructions(floor8, upright(2, 5, 4, 2, 3), {1, 2}).empty());   // from the highest stance on
  CHECK(obstructions(floor8, upright(2, 5, 4, 1, 3), {1, 2}) == Texts{"2,4 5,4 may cross 1"});
}

TEST_CASE("wall: a triangle with a sloped top stops where it rises above the step") {
  const Corners triangle = {{1, 4, 0}, {7, 4, 0}, {7, 4, 3}};  // up to (x - 1) / 2
  WallScene none(floor8, triangle, {2, 4});
  CHECK(none.stretches() == Texts{"1,4 7,4", "1,4 7,4"});
  WallScene scene(floor8, triangle, {2, 4}, 1);
  CHECK(scene.stretches() == Texts{"3,4 7,4", "3,4 7,4"});
  CHECK(obstructions(floor8, triangle, {2, 4}, 1) == Texts{"3,4 7,4 may cross 0"});
  // Standing on its tip, sides leaning out: pierced by both levels.
  const Corners tip = {{4, 4, 0}, {7, 4, 3}, {1, 4, 3}};
  WallScene leaning(floor8, tip, {1, 2}, mpq_class(1, 2));
  CHECK(leaning.stretches() == Texts{"3,4 5,4", "2,4 6,4"});
}

TEST_CASE("wall: on the boundary edge it is an obstruction, and nothing is cut") {
  std::size_t cells = 0;
  CHECK(obstructions(floor8, upright(2, 10, 8, 0, 3), {1, 2}, 0, &cells) == Texts{"2,8 8,8 may cross 0"});
  CHECK(cells == 1);
  CHECK(obstructions(floor8, upright(0, 8, 0, 0, 3), {1, 2}, 0, &cells) == Texts{"0,0 8,0 may cross 0"});
  CHECK(cells == 1);
}

TEST_CASE("wall: one that touches in a point only is none") {
  CHECK(
      obstructions(floor8, {{-2, 2, 0}, {2, -2, 0}, {2, -2, 3}, {-2, 2, 3}}, {1, 2}).empty());  // past the corner (0,0)
  CHECK(obstructions(floor8, {{2, 4, 5}, {4, 4, 2}, {6, 4, 5}}, {1, 2}).empty());    // a tip at the stance's height
  CHECK(obstructions(floor8, {{2, 4, -1}, {4, 4, 1}, {6, 4, -1}}, {2}, 1).empty());  // a tip at the step's height
  CHECK(obstructions(floor8, upright(8, 10, 4, 0, 3), {1, 2}).empty());              // up to a point of the side x = 8
  WallScene away(floor8, upright(9, 12, 4, 0, 3), {1, 2});
  REQUIRE(away.trace);
  CHECK(trace_pieces(away.plan, away.outline, *away.trace).empty());
}

TEST_CASE("wall: over a tilted floor heights are measured straight up") {
  const Corners tilted = {{0, 0, 0}, {0, 8, 0}, {8, 8, 4}, {8, 0, 4}};  // z = x / 2
  // A level lintel at 3 over y = 4: headroom 3 - x / 2 under it, nothing of it above its own floor beyond x = 6.
  const Corners lintel = upright(0, 8, 4, 3, 10);
  CHECK(obstructions(tilted, lintel, {1, 2}) == Texts{"2,4 4,4 may cross 1", "4,4 8,4 may cross 0"});
  // A level top at 3: it sinks into the floor at x = 6, and under the step of 1/2 at x = 5.
  CHECK(obstructions(tilted, upright(0, 8, 4, -5, 3), {1, 2}) == Texts{"0,4 6,4 may cross 0"});
  CHECK(obstructions(tilted, upright(0, 8, 4, -5, 3), {1, 2}, mpq_class(1, 2)) == Texts{"0,4 5,4 may cross 0"});
}

TEST_CASE("wall: corners over one another and corners inside a side make no extra ends") {
  const Corners wall = {{2, 4, 0}, {3, 4, 0}, {5, 4, 0}, {5, 4, 1}, {5, 4, 3}, {2, 4, 3}, {2, 4, 1}};
  for (std::size_t k = 0; k < wall.size(); ++k) {
    Corners turned = wall;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(k), turned.end());
    CHECK(obstructions(floor8, turned, {1, 2}) == Texts{"2,4 5,4 may cross 0"});
  }
}

namespace {

// Where a polygon leaves the plane of a surface upward, "from to" in the order of rising coordinates; "-": nowhere.
std::string crossing(const Corners& floor, const Corners& polygon, bool vertical) {
  const PointTable points = PointTable::from_doubles(flat(floor, polygon));
  const Levels levels(points, {1, 2}, 0);
  const std::vector<PointId> surface = ids(0, floor.size()), corners = ids(floor.size(), polygon.size());
  ImplicitPlan plan(points, 0);
  const Plane plane(points, surface);
  Signs over;
  for (const PointId p : corners) over.push_back(rise(points, plane, p, levels, 0, false, plan.counts()));
  const auto found = cross_surface(plan, plane, {1, corners}, vertical, {over.data(), over.size()}, levels);
  if (!found) return "-";
  CHECK(plan.order_along(found->line, found->stretch.from, found->stretch.to) == Sign::negative);
  std::string a = place(plan, found->stretch.from), b = place(plan, found->stretch.to);
  if (b < a) std::swap(a, b);
  return a + " " + b;
}
const Corners tilted8 = {{0, 0, 0}, {0, 8, 0}, {8, 8, 4}, {8, 0, 4}};  // z = x / 2

}  // namespace

TEST_CASE("crossing: a polygon that is not vertical passes through the surface along a line") {
  // z = x - 3, over 2 <= x <= 6.
  const Corners ramp = {{2, 2, -1}, {2, 4, -1}, {6, 4, 3}, {6, 2, 3}};
  CHECK(crossing(floor8, ramp, false) == "3,2 3,4");
  CHECK(crossing(tilted8, ramp, false) == "-");  // up to the plane, along an edge
  CHECK(crossing(tilted8, {{2, 2, 0}, {2, 4, 0}, {6, 4, 4}, {6, 2, 4}}, false) == "4,2 4,4");
  // It begins in the plane, along an edge; at a corner it only touches.
  CHECK(crossing(floor8, {{2, 2, 0}, {2, 4, 0}, {6, 4, 3}, {6, 2, 3}}, false) == "2,2 2,4");
  CHECK(crossing(floor8, {{2, 3, 0}, {6, 4, 3}, {6, 2, 3}}, false) == "-");
  CHECK(crossing(floor8, {{2, 3, -1}, {4, 5, 0}, {6, 3, 1}, {4, 1, 0}}, false) == "4,1 4,5");  // from corner to corner
  CHECK(crossing(floor8, {{2, 2, -2}, {2, 4, -2}, {6, 4, 0}, {6, 2, 0}}, false) == "-");       // up to the plane
  CHECK(crossing(floor8, {{2, 2, 1}, {2, 4, 1}, {6, 4, 3}, {6, 2, 3}}, false) == "-");         // above it
  CHECK(crossing(floor8, {{2, 2, -3}, {2, 4, -3}, {6, 4, -1}, {6, 2, -1}}, false) == "-");
}

TEST_CASE("crossing: a vertical polygon stands in the surface") {
  CHECK(crossing(floor8, upright(2, 5, 4, -1, 3), true) == "2,4 5,4");
  CHECK(crossing(floor8, upright(2, 5, 4, 0, 3), true) == "2,4 5,4");
  CHECK(crossing(floor8, upright(2, 5, 4, 1, 3), true) == "-");
  CHECK(crossing(floor8, upright(2, 5, 4, -3, 0), true) == "-");
  CHECK(crossing(floor8, {{2, 4, -1}, {6, 4, -1}, {6, 4, 1}}, true) == "4,4 6,4");  // its slanted side crosses
  CHECK(crossing(floor8, {{4, 2, -1}, {4, 6, -1}, {4, 6, 1}}, true) == "4,4 4,6");
  CHECK(crossing(floor8, {{2, 4, 3}, {4, 4, 0}, {6, 4, 3}}, true) == "-");  // a tip in the plane
  CHECK(crossing(floor8, {{2, 4, 3}, {4, 4, -1}, {6, 4, 3}}, true) == "7/2,4 9/2,4");
  CHECK(crossing(tilted8, upright(2, 8, 4, 2, 6), true) == "4,4 8,4");
}

TEST_CASE("crossing: cells end where an obstacle that counts passes through the surface, whatever their verdict") {
  // The wall of a solid in the step: it stops nobody, but what is inside of the solid ends there.
  for (const bool counts : {false, true}) {
    VolumeScene scene(floor8);
    scene.wall(upright(-1, 9, 4, -1, 0.5));
    if (counts) scene.bound_solids();
    const auto r = scene.decompose({1, 2}, mpq_class(1, 2));
    CHECK(r.areas == std::map<Label, mpq_class>{{2, 64}});
    CHECK(r.table.cells.size() == (counts ? 2 : 1));
    CHECK(r.table.obstructions.empty());
  }
  // A ramp that rises out of the floor: both sides of the line are cells, beyond its own ends as well if bounded there.
  VolumeScene ramp(floor8);
  ramp.add({{2, -1, -1}, {2, 9, -1}, {6, 9, 3}, {6, -1, 3}}).bound_solids();  // z = x - 3
  const auto r = ramp.decompose({1, 2});
  CHECK(r.areas == std::map<Label, mpq_class>{{blocked, 8}, {1, 8}, {2, 48}});
  // What is covered is not cut.
  VolumeScene covered_floor(floor8);
  covered_floor.slab(0, 0, 8, 4, 0, true).wall(upright(2, 6, 2, -1, 0.5)).bound_solids();
  const auto c = covered_floor.decompose({1, 2}, mpq_class(1, 2));
  CHECK(c.areas == std::map<Label, mpq_class>{{covered, 32}, {2, 32}});
  CHECK(c.table.cells.size() == 2);
}
