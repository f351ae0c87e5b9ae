// SPDX-License-Identifier: GPL-3.0-or-later
// Navmesh: one value for a navmesh, in the axes of the scene.
//
// 1. Fractions, points and their frames, answers without a value.
// 2. Points in other axes than the scene's are told how to be given; those that are over nothing in all axes are not.
// 3. Random floors: all that a Navmesh answers, in fractions and doubles, y up and z up, is what NavQuery and
//    SurfaceQuery answer, turned; and so under updates, whose files are those of NavUpdate.
// 4. Another navmesh in its place: updates stay, and so do the numbers of cells that are the same.
// 5. What is refused: files, stances, areas, facets that are no floor.
// 6. Many threads ask at once after a change.
#include "plumb/pipeline/navmesh.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <sstream>
#include <thread>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_update.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/surface_query.h"
#include "support/nav_builder.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Those of a file that can be read.
constexpr const char* options_y_up =
    R"({"method":"vcd","stances":[{"name":"crawl","height":"1"},{"name":"stand","height":"2"}],"slope":"45",)"
    R"("slope_ratio":null,"sides":"both","numbers":"double","up":"y","step":"0","weld":"0","solids":"none",)"
    R"("optimise":"none","one_surface":false,"radius":"0","window":"0","min_area":"0","bad_faces":"error",)"
    R"("exact_digits":1000,"decomposition":"bounded","seed_points":[]})";

// Rooms of 4 x 4, some of a low stance, one of them a step up. `draw(n)`: a number from 0 to n.
NavMesh rooms(UpAxis up, const std::function<int(int)>& draw) {
  NavBuilder b;
  b.info().up = up;
  b.info().options = options_y_up;
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 3; ++y)
      if (draw(5) != 0) b.box(4 * x, 4 * y, 4 * x + 4, 4 * y + 4, 0, draw(4) == 0 ? 1 : 2);
  const auto low = b.box(0, -4, 4, 0), high = b.box(4, -4, 8, 0, 1);
  b.portal(PortalKind::step, low, high, {ExactPoint{4, -4, 0}, {4, 0, 0}}, {ExactPoint{4, -4, 1}, {4, 0, 1}});
  return b.link_edges().mesh();
}
NavMesh all_rooms() {
  return rooms(UpAxis::y, [](int most) { return most; });
}

std::string json_of(const NavMesh& mesh) {
  std::ostringstream out;
  StreamOutput file(out);
  Progress silent;
  export_json(file, mesh, silent);
  return out.str();
}
std::string json_of(const Navmesh& mesh) {
  std::ostringstream out;
  CHECK(mesh.write_json(out));
  return out.str();
}

Navmesh made(NavMesh mesh) {
  auto out = Navmesh::of(std::move(mesh));
  REQUIRE(out);
  return std::move(*out);
}

ScenePointF rounded(const ScenePoint& p) { return {p.x.to_double(), p.y.to_double(), p.z.to_double()}; }

// A point over, under or beside the floors, with z up.
ExactPoint random_point() {
  return {mpq_class(drawn(-4, 36)) / 2, mpq_class(drawn(-12, 28)) / 2, mpq_class(drawn(-1, 4)) / 2};
}

std::vector<ScenePoint> corners(const kernel::PlanRing& ring, UpAxis up) {
  std::vector<ScenePoint> out;
  for (const kernel::PlanPoint& p : ring) out.push_back(scene_point({p[0], p[1], mpq_class(drawn(-9, 9))}, up));
  return out;
}

}  // namespace

TEST_CASE("Navmesh: fractions") {
  CHECK(Fraction(7, 2).text() == "7/2");
  CHECK(Fraction(2, -4) == Fraction(-1, 2));
  CHECK(Fraction(0.1).text() == "3602879701896397/36028797018963968");
  CHECK(Fraction(3u) == Fraction(mpq_class(3)));
  CHECK(Fraction(-3L).to_double() == -3);
  CHECK(Fraction(1, 3) < Fraction(1, 2));
  CHECK(Fraction().text() == "0");
  mpq_class reducible;
  reducible.get_num() = 18, reducible.get_den() = 10;
  CHECK(Fraction(reducible).text() == "9/5");
  CHECK(mpq_class(Fraction(9, 5).get()) == mpq_class(9) / 5);
  for (const Fraction& none : {Fraction(1, 0), Fraction(std::numeric_limits<double>::quiet_NaN()),
                               Fraction(std::numeric_limits<float>::infinity())}) {
    CHECK_FALSE(none.is_number());
    CHECK(none.text() == "none");
    CHECK(std::isnan(none.to_double()));
    const Navmesh mesh = made(all_rooms());
    CHECK(mesh.locate(ScenePoint{none, 1, 0}).error().code == ErrorCode::bad_option);
    CHECK(mesh.route({1, 1, 2}, {0, none, 0}).error().code == ErrorCode::bad_option);
    CHECK_FALSE(mesh.nearest(ScenePoint{0, none, 0}));
  }
  Fraction moved(5, 3), to;
  to = std::move(moved);
  CHECK(to == Fraction(5, 3));
  to = Fraction(to);
  CHECK(to.text() == "5/3");
}

TEST_CASE("Navmesh: the two frames") {
  const ExactPoint p{1, 2, 3};
  CHECK(scene_point(p, UpAxis::y) == ScenePoint{1, 3, -2});
  CHECK(scene_point(p, UpAxis::z) == ScenePoint{1, 2, 3});
  const std::array<double, 3> q{1, 0, 3};
  CHECK(scene_point(q, UpAxis::y) == ScenePointF{1, 3, 0});
  CHECK_FALSE(std::signbit(scene_point(q, UpAxis::y).z));
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    CHECK(navmesh_point(scene_point(p, up), up) == p);
    CHECK(navmesh_point(scene_point(q, up), up) == q);
  }
}

TEST_CASE("Navmesh: an answer without a value says why") {
  const auto missing = Navmesh::read("/nowhere/level.json");
  CHECK(missing.error().code == ErrorCode::cannot_open);
  CHECK(missing.why().find("/nowhere/level.json") == 0);
  CHECK_THROWS_AS(*missing, NotThere);
  const std::string bytes = json_of(all_rooms());
  const auto read = Navmesh::read(bytes.data(), bytes.size(), "bytes");
  REQUIRE(read);
  CHECK(read.why().empty());
  CHECK_THROWS_AS(read.error(), NotThere);
  CHECK(json_of(*read) == bytes);
  CHECK(Navmesh::read("{", 1, "half").why().find("half") == 0);
  NavMesh wrong = all_rooms();
  wrong.cells[0].facets[0].corners[0] = 9999;
  CHECK(Navmesh::of(wrong).error().code == ErrorCode::bad_scene);
  CHECK(read->write_json("/nowhere/level.json").error().code == ErrorCode::cannot_write);
}

TEST_CASE("Navmesh: what it says of itself") {
  NavBuilder b;
  b.info().up = UpAxis::y;
  b.info().radius = mpq_class(1) / 2;
  b.box(0, 0, 8, 4);
  b.box(9, 0, 10, 1, 0, 1);
  const Navmesh mesh = made(b.mesh());
  CHECK(mesh.up() == UpAxis::y);
  CHECK(mesh.stances() == 2);
  CHECK(std::string(mesh.stance_name(2)) == "stand");
  CHECK(mesh.stance_height(2) == 2);
  CHECK(mesh.stance_of("crawl") == 1);
  CHECK_FALSE(mesh.stance_of("fly"));
  CHECK(mesh.radius() == Fraction(1, 2));
  CHECK(mesh.step() == 0);
  CHECK(mesh.area() == 33);
  CHECK(mesh.area(2) == 32);
  CHECK(mesh.components().size() == 2);
  CHECK(mesh.components()[1].area == 1);
  CHECK(mesh.text() == "Navmesh of hand_made.obj, y up: 2 cells, crawl (1) area 33, stand (2) area 32");
  CHECK_THROWS_AS(mesh.area(3), NotThere);
  CHECK_THROWS_AS(mesh.stance_name(0), NotThere);
  CHECK(mesh.locate(ScenePoint{1, 0, -1}, 3).error().code == ErrorCode::bad_option);
  CHECK(mesh.route({1, 0, -1}, {2, 0, -1}, 3).error().code == ErrorCode::bad_option);
  CHECK(mesh.route({1, 0, -1}, std::vector<ScenePoint>{}).error().code == ErrorCode::bad_option);
  CHECK(*mesh.reachable({1, 0, -1}, {7, 0, -1}));
  CHECK_FALSE(*mesh.reachable({1, 0, -1}, {Fraction(19, 2), 0, Fraction(-1, 2)}));
}

TEST_CASE("Navmesh: a point in other axes is told how it is given") {
  // Floors of 8 x 4 whose height is 20, and of a room at 0.
  NavBuilder b;
  b.box(10, 30, 18, 34, 20);
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    b.info().up = up;
    const Navmesh mesh = made(b.mesh());
    const ExactPoint p{12, 31, 21};
    const ScenePoint right = scene_point(p, up);
    CHECK(mesh.locate(right));
    const std::string how = "in this scene " + std::string(text_of(up)) + " points up, so give the point as " +
                            right.x.text() + "," + right.y.text() + "," + right.z.text();
    const ScenePoint turned = scene_point(p, up == UpAxis::y ? UpAxis::z : UpAxis::y);
    const ScenePoint exchanged{right.x, right.z, right.y};
    for (const ScenePoint& wrong : {turned, exchanged}) {
      const auto found = mesh.locate(wrong);
      CHECK(found.error().code == ErrorCode::no_floor);
      INFO(found.why());
      CHECK(found.why().find(how) != std::string::npos);
      CHECK(mesh.locate(rounded(wrong)).why() == found.why());
      CHECK(mesh.route(right, wrong).why().find(how) != std::string::npos);
      CHECK(mesh.reachable(wrong, right).why().find(how) != std::string::npos);
    }
    CHECK(mesh.locate(ScenePoint{0, 0, 0}).why().find("give a point over such a floor") != std::string::npos);
  }
}

namespace {

// All questions about one point, and another, in fractions and doubles.
void check_answers(const Navmesh& mesh, const NavMesh& data, kernel::Label stance, Met& met) {
  const NavQuery nav(data);
  const SurfaceQuery query(nav, stance);
  const UpAxis up = data.info.up;
  const ExactPoint p = random_point(), q = random_point();
  const ScenePoint from = scene_point(p, up), to = scene_point(q, up);
  const auto place = query.below(p);
  const auto found = mesh.locate(from, stance);
  RC_ASSERT(bool(place) == bool(found));
  const auto nearest = query.nearest(p);
  const auto nearest_found = mesh.nearest(from, stance);
  RC_ASSERT(bool(nearest) == bool(nearest_found));
  if (nearest) {
    RC_ASSERT(nearest_found->place.cell == nearest->place.cell);
    RC_ASSERT(nearest_found->place.point == scene_point(nearest->place.point, up));
    RC_ASSERT(nearest_found->squared_distance == Fraction(nearest->squared_distance));
    const auto near = mesh.nearest(rounded(from), stance);
    RC_ASSERT(near->place.cell == nearest->place.cell);
  }
  const auto route = nav.route(p, q, {.stance = stance});
  const auto route_found = mesh.route(from, to, stance);
  RC_ASSERT(bool(route) == bool(route_found));
  Navmesh::Path path;
  RC_ASSERT(mesh.path(rounded(from), rounded(to), path, stance) == bool(route));
  if (!route) {
    RC_ASSERT(route.error().code == route_found.error().code);
    RC_ASSERT(route.error().text() == route_found.why());
    ++met[route.error().code == ErrorCode::no_floor ? "no floor" : "unreachable"];
  } else {
    ++met["routes"];
    RC_ASSERT(route_found->cells == route->cells);
    RC_ASSERT(route_found->least == Fraction(route->length.low));
    RC_ASSERT(route_found->most == Fraction(route->length.high));
    RC_ASSERT(route_found->points.size() == route->line.size());
    for (std::size_t i = 0; i < route->line.size(); ++i)
      RC_ASSERT(route_found->points[i] == scene_point(route->line[i], up));
    for (std::size_t i = 0; i < route->portals.size(); ++i) {
      RC_ASSERT(route_found->kinds[i] == data.portals[route->portals[i]].kind);
      met["steps"] += route_found->kinds[i] == PortalKind::step;
    }
    RC_ASSERT(path.points.front() == rounded(route_found->points.front()));
    RC_ASSERT(path.points.back() == rounded(route_found->points.back()));
    RC_ASSERT(mesh.route(from, std::vector{to, from}, stance)->goal == (route->plan_length.high == 0 ? 0u : 1u));
  }
  if (!place) return;
  RC_ASSERT(found->cell == place->cell);
  RC_ASSERT(found->point == scene_point(place->point, up));
  RC_ASSERT(mesh.locate(rounded(from), stance)->point == rounded(found->point));
  RC_ASSERT(mesh.component_of(place->cell, stance) == query.component(place->cell));
  const kernel::PlanPoint target{q[0], q[1]};
  const auto ray = query.raycast(*place, target);
  const auto ray_found = mesh.raycast(*found, to, stance);
  RC_ASSERT(ray_found->arrives == ray->arrives);
  RC_ASSERT(ray_found->end.point == scene_point(ray->end.point, up));
  RC_ASSERT(bool(ray_found->border) == bool(ray->border));
  if (ray->border) RC_ASSERT((*ray_found->border)[1] == scene_point((*ray->border)[1], up));
  const Navmesh::Place<double> near{found->cell, rounded(found->point)};
  RC_ASSERT(mesh.raycast(near, rounded(to), stance)->arrives == ray->arrives);
  RC_ASSERT(mesh.move(*found, to, stance)->point == scene_point(query.move(*place, target)->point, up));
  RC_ASSERT(bool(mesh.move(near, rounded(to), stance)));
  const auto border = query.border_distance(*place);
  const auto border_found = mesh.border(*found, stance);
  RC_ASSERT(bool(border) == bool(border_found));
  if (border) {
    RC_ASSERT(border_found->place.point == scene_point(border->place.point, up));
    RC_ASSERT(border_found->squared_distance == Fraction(border->squared_distance));
    RC_ASSERT(border_found->border[0] == scene_point(border->border[0], up));
    RC_ASSERT(bool(mesh.border(near, stance)));
  }
  const auto reached = query.reach(*place, mpq_class(5));
  const auto within = mesh.within(*found, Fraction(5), stance);
  RC_ASSERT(within.size() == reached.size());
  RC_ASSERT(mesh.within(near, 5.0, stance).size() == reached.size());
  for (std::size_t i = 0; i < reached.size(); ++i)
    RC_ASSERT((within[i].cell == reached[i].cell && within[i].most == reached[i].most));
  std::mt19937_64 engine(7), other(7);
  RC_ASSERT((*mesh.random(7, 2, stance))[0].point == scene_point(query.random(engine).point, up));
  RC_ASSERT((*mesh.random_within(7, 1, *found, 3, stance))[0].point ==
            scene_point(query.random_within(other, *place, 3)->point, up));
}

}  // namespace

TEST_CASE("Navmesh: property: it answers as the queries do, in the scene's axes, and under updates") {
  Met met({{"routes", 100}, {"no floor", 100}, {"unreachable", 50}, {"steps", 10}, {"doors", 50}, {"reverts", 20}});
  CHECK(check_many("navmeshes", 40, met, [&] {
    const UpAxis up = drawn(0, 1) == 0 ? UpAxis::y : UpAxis::z;
    const NavMesh base = rooms(up, [](int most) { return drawn(0, most); });
    Navmesh mesh = made(base);
    NavUpdate updates(base);
    const auto stance = static_cast<kernel::Label>(drawn(1, 2));
    for (int k = 0; k < 5; ++k) check_answers(mesh, base, stance, met);
    std::vector<UpdateId> doors, areas;
    const auto one_of = [](const std::vector<UpdateId>& ids) {
      return ids[static_cast<std::size_t>(drawn(0, static_cast<int>(ids.size()) - 1))];
    };
    for (int step = 0; step < 6; ++step) {
      const int x = drawn(0, 14), y = drawn(-3, 10), what = drawn(0, 3);
      const kernel::PlanRing ring{{x, y}, {x + 2, y}, {x + 2, y + 3}, {x, y + 3}};
      if (what == 0 || (what == 1 && doors.empty())) {
        doors.push_back(*updates.prepare(*make_update_area(ring, {}), {}));
        RC_ASSERT(*mesh.prepare(corners(ring, up)) == doors.back());
      } else if (what == 1) {
        const UpdateId door = one_of(doors);
        if (updates.enable(door)) RC_ASSERT((mesh.enable(door) && !mesh.enable(door)));
        else RC_ASSERT((updates.disable(door) && mesh.disable(door)));
        ++met["doors"];
      } else if (what == 2 && !areas.empty()) {
        const UpdateId id = one_of(areas);
        std::erase(areas, id);
        RC_ASSERT((updates.revert(id) && mesh.revert(id) && !mesh.revert(id)));
        ++met["reverts"];
      } else {
        const mpq_class half = mpq_class(1) / 2;
        areas.push_back(*updates.update(*make_update_area(ring, HeightRange{-1, half}), {}));
        RC_ASSERT(*mesh.update(corners(ring, up), {.heights = std::array<Fraction, 2>{-1, half}}) == areas.back());
      }
      RC_ASSERT(json_of(mesh) == json_of(updates.mesh()));
      if (drawn(0, 4) == 0) mesh.renew();
      const NavMesh now = updates.mesh();
      const NavQuery nav(now);
      mpq_class area = 0;
      for (const auto& c : SurfaceQuery(nav, stance).components()) area += c.area;
      RC_ASSERT(mesh.area(stance) == Fraction(area));
      const ExactPoint p = random_point(), q = random_point();
      const auto expected = nav.route(p, q, {.stance = stance});
      const auto found = mesh.route(scene_point(p, up), scene_point(q, up), stance);
      RC_ASSERT(bool(found) == bool(expected));
      if (found) RC_ASSERT(found->plan_most == Fraction(expected->plan_length.high));
    }
  }));
}

TEST_CASE("Navmesh: another navmesh in its place") {
  NavBuilder one, two, other;
  for (NavBuilder* b : {&one, &two}) {
    b->info().up = UpAxis::y;
    b->box(0, 0, 4, 4), b->box(4, 0, 8, 4);
  }
  two.box(8, 0, 12, 4);
  Navmesh mesh = made(one.link_edges().mesh());
  mesh.prepare_paths();
  const auto last = mesh.locate(ScenePoint{7, 0, -1})->cell;
  CHECK(mesh.route({1, 0, -1}, {11, 0, -1}).error().code == ErrorCode::no_floor);
  REQUIRE(mesh.follow(two.link_edges().mesh()));
  CHECK(mesh.locate(ScenePoint{7, 0, -1})->cell == last);
  CHECK(mesh.route({1, 0, -1}, {11, 0, -1})->plan_least == 10);
  CHECK(json_of(mesh) == json_of(two.mesh()));
  // Updates apply to what is new, and are taken back there.
  const auto door = mesh.update({{9, 0, 0}, {10, 0, 0}, {10, 0, -4}, {9, 0, -4}});
  CHECK(mesh.route({1, 0, -1}, {11, 0, -1}).error().code == ErrorCode::unreachable);
  CHECK(mesh.follow(one.mesh()));
  CHECK(mesh.area() == 32);
  CHECK(mesh.follow(two.mesh()));
  CHECK(mesh.area() == 44);
  CHECK(mesh.revert(*door));
  CHECK(mesh.route({1, 0, -1}, {11, 0, -1})->plan_least == 10);
  CHECK(json_of(mesh) == json_of(two.mesh()));
  other.info().stances.pop_back();
  other.info().up = UpAxis::y;
  other.box(0, 0, 1, 1, 0, 1);
  CHECK(mesh.follow(other.mesh()).error().code == ErrorCode::bad_option);
  NavMesh wrong = two.mesh();
  wrong.portals[0].a = 77;
  CHECK(mesh.follow(wrong).error().code == ErrorCode::bad_scene);
  CHECK(mesh.area() == 48);
}

TEST_CASE("Navmesh: what is refused changes nothing") {
  NavBuilder b;
  b.box(0, 0, 8, 4);
  Navmesh mesh = made(b.mesh());
  const std::string before = json_of(mesh);
  const std::vector<ScenePoint> square{{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
  CHECK(mesh.update({{1, 1, 0}, {2, 2, 0}}).error().code == ErrorCode::bad_face);
  CHECK(mesh.update({{1, 1, 0}, {2, 2, 0}, {2, 1, 0}, {1, 2, 0}}).error().code == ErrorCode::bad_face);
  CHECK(mesh.update({{1, 1, 0}, {2, 1, 0}, {2, Fraction(1, 0), 0}}).error().code == ErrorCode::bad_option);
  CHECK(mesh.update(square, {.heights = std::array<Fraction, 2>{2, 1}}).error().code == ErrorCode::out_of_range);
  CHECK(mesh.update(square, {.kind = AreaChange::Kind::set_cost, .cost = -1}).error().code == ErrorCode::out_of_range);
  CHECK(mesh.update(square, {.kind = AreaChange::Kind::tag}).error().code == ErrorCode::bad_option);
  CHECK_FALSE(mesh.revert(1));
  CHECK_FALSE(mesh.enable(1));
  CHECK_FALSE(mesh.disable(1));
  CHECK(json_of(mesh) == before);
  const auto mud = mesh.update(square, {.kind = AreaChange::Kind::add_cost, .cost = 2});
  CHECK(*mud == 1);
  CHECK(json_of(mesh).find("\"cost\":\"3\"") != std::string::npos);
  CHECK_FALSE(mesh.enable(1));
  // A facet that is upright, and one that is not convex.
  for (const NavBuilder::Points& corners : {NavBuilder::Points{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}},
                                            NavBuilder::Points{{0, 0, 0}, {4, 3, 0}, {8, 0, 0}, {4, 4, 0}}}) {
    NavBuilder odd;
    odd.info().up = UpAxis::y;
    odd.info().options = options_y_up;
    odd.cell(corners);
    CHECK(Navmesh::of(odd.mesh()).error().code == ErrorCode::bad_scene);
    const std::string bytes = json_of(odd.mesh());
    const auto read = Navmesh::read(bytes.data(), bytes.size(), "odd.json");
    CHECK(read.error().code == ErrorCode::syntax);
    INFO(read.why());
    CHECK(read.why().find("odd.json: ") == 0);
    CHECK(mesh.follow(odd.mesh()).error().code == ErrorCode::bad_scene);
  }
  // A navmesh that was moved from is only to be destroyed or assigned to.
  Navmesh moved = std::move(mesh);
  mesh = made(all_rooms());
  CHECK(moved.area() == 32);
  CHECK(mesh.area() > 32);
}

TEST_CASE("Navmesh: many threads ask at once, also the first time after a change") {
  NavBuilder b;
  b.box(0, 0, 8, 4);
  Navmesh mesh = made(b.mesh());
  for (int change = 0; change < 4; ++change) {
    if (change % 2 == 1) REQUIRE(mesh.update({{3, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 4, 0}}));
    else if (change > 0) REQUIRE(mesh.revert(static_cast<Navmesh::UpdateId>(change / 2)));
    std::vector<int> right(4, 0);
    std::vector<std::thread> threads;
    for (int& out : right)
      threads.emplace_back([&] {
        Navmesh::Path path;
        for (int k = 0; k < 50; ++k)
          out += mesh.path({1, 2, 0}, {7, 2, 0}, path) == (change % 2 == 0) &&
                 mesh.area() == (change % 2 == 0 ? 32 : 28) && mesh.data().info.scene == "hand_made.obj";
      });
    for (std::thread& t : threads) t.join();
    for (const int count : right) CHECK(count == 50);
  }
}
