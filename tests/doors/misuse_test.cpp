// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does wrong with the public calls is told, and nothing else goes wrong.
//
// 1. Each number that a call takes is given as a fraction that is not in lowest terms: the answer is that of the
//    number, to the byte, and what is written is read back. With the denominator 0 it is bad_option.
// 2. What is not there throws NotThere, with the text of the error: the value of a Result without one, the navmesh of a
//    bake that kept none, answers for a stance that a navmesh does not have.
// 3. Texts of jobs in memory have no options of the command line, and begin with no name that is missing.
#include <plumb/audit.h>
#include <plumb/bake.h>
#include <plumb/diff.h>
#include <plumb/explain.h>
#include <plumb/layers.h>
#include <plumb/navmesh.h>
#include <plumb/query.h>
#include <plumb/route.h>
#include <plumb/scene.h>
#include <plumb/update.h>
#include <plumb/write.h>

#include <catch2/catch.hpp>
#include <functional>
#include <sstream>

#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/setting_table.h"

namespace plumb::tests::misuse {
namespace {

using namespace pipeline;
using Catch::Contains;

// 2 w / 2 d of a number w / d, as mpq_class(18, 10) is 9/5 twice; and what has no value.
mpq_class doubled(const mpq_class& number) {
  mpq_class out;
  out.get_num() = number.get_num() * 2;
  out.get_den() = number.get_den() * 2;
  return out;
}
mpq_class over_zero() {
  mpq_class out;
  out.get_num() = 1;
  out.get_den() = 0;
  return out;
}

Scene floor_scene() {
  const std::vector<double> xyz{0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0};
  return *scene_from_triangles(xyz, std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}, UpAxis::z);
}

std::string json_of(Baked& baked) {
  std::ostringstream out;
  REQUIRE(!write(baked, Format::json, out));
  return std::move(out).str();
}

template <class T>
std::optional<Error> error_of(const Result<T>& result) {
  if (result) return std::nullopt;
  return result.error();
}

// `answer(make)` makes a call with numbers that make() has gone over, and returns text of its answer, or an error.
using Make = std::function<mpq_class(mpq_class)>;
void check_numbers(const std::string& what, const std::function<Result<std::string>(const Make&)>& answer) {
  INFO(what);
  const auto plain = answer([](mpq_class v) { return v; });
  REQUIRE(plain);
  const auto same = answer(doubled);
  REQUIRE(same);
  CHECK(*same == *plain);
  const auto none = answer([](const mpq_class&) { return over_zero(); });
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::bad_option);
  CHECK_THAT(none.error().text(), Contains("has the denominator 0"));
}

template <class T, class Text>
Result<std::string> text_of(const Result<T>& result, const Text& text) {
  if (!result) return result.error();
  return text(*result);
}

RouteOptions between(const ExactPoint& from, const ExactPoint& to) {
  RouteOptions out;
  out.from = from;
  out.to = to;
  return out;
}

Result<std::string> baked_json(const BakeSettings& settings) {
  auto baked = bake(floor_scene(), settings);
  if (!baked) return baked.error();
  return json_of(*baked);
}

}  // namespace

TEST_CASE("misuse: a fraction that is not in lowest terms is the number that it is, in every setting of a bake") {
  std::size_t numbers = 0;
  for (const Setting& setting : setting_table()) {
    if (!setting.number) continue;
    ++numbers;
    INFO(setting.key);
    BakeSettings settings;
    settings.radius = mpq_class(1) / 4;
    settings.wedge.wall_foot = settings.wedge.ramp_slope = settings.wedge.flatten = mpq_class(3) / 2;
    if (setting.key == std::string("slope_ratio")) settings.slope.reset(), settings.slope_ratio = mpq_class(1) / 2;
    if (setting.key == std::string("slope_cos")) settings.slope.reset(), settings.slope_cos = mpq_class(1) / 2;
    const mpq_class value = *setting.number(settings);
    *setting.number(settings) = doubled(value);
    auto made = checked(settings);
    REQUIRE(made);
    if (setting.key == std::string("window")) continue;  // 0 stands for another one
    CHECK(setting.number(*made)->get_str() == value.get_str());
    *setting.number(settings) = over_zero();
    REQUIRE(!checked(settings));
    CHECK_THAT(checked(settings).error().text(), Contains(setting.key) && Contains("has the denominator 0"));
  }
  CHECK(numbers > 15);
}

TEST_CASE("misuse: what a bake of such numbers writes is read back") {
  check_numbers("heights", [](const Make& make) {
    return baked_json({.stances = {{"crouch", make(mpq_class(11) / 10)}, {"stand", mpq_class(9) / 5}}});
  });
  check_numbers("a step", [](const Make& make) { return baked_json({.step = make(mpq_class(2) / 5)}); });
  check_numbers("a weld", [](const Make& make) { return baked_json({.weld = make(mpq_class(2) / 5)}); });
  check_numbers("a radius", [](const Make& make) { return baked_json({.radius = make(mpq_class(1) / 4)}); });
  check_numbers("a seed point", [](const Make& make) {
    return baked_json({.seed_points = {{make(3), make(mpq_class(3) / 2), 1}}});
  });
  auto baked =
      bake(floor_scene(), {.stances = {{"stand", doubled(mpq_class(9) / 5)}}, .step = doubled(mpq_class(1) / 4)});
  REQUIRE(baked);
  std::istringstream in(json_of(*baked));
  const auto read = read_nav_mesh_json(in, "own.json");
  REQUIRE(read);
  CHECK(read->info.stances[0].height.get_str() == "9/5");
  CHECK(read->info.step.get_str() == "1/4");
}

TEST_CASE("misuse: the numbers of every other public call, too") {
  const Scene scene = floor_scene();
  auto baked = bake(scene, {.stances = {{"stand", mpq_class(9) / 5}}});
  REQUIRE(baked);
  const NavMesh& mesh = baked->mesh();
  Progress silent;
  const mpq_class half = mpq_class(1) / 2;

  check_numbers("tiles of an .mset", [&](const Make& make) -> Result<std::string> {
    std::ostringstream out;
    if (auto error = write(*baked, Format::mset, out, {.tile = make(mpq_class(7) / 2)})) return *error;
    return std::move(out).str();
  });
  check_numbers("a live bake", [&](const Make& make) -> Result<std::string> {
    auto live = bake_live(scene, {.step = make(half)});
    if (!live) return live.error();
    return live->mesh()->info.step.get_str();
  });
  const std::vector<double> xyz{1, 1, 0, 9, 1, 0, 9, 8, 0, 1, 8, 0};
  const std::vector<std::uint32_t> corners{0, 1, 2, 3}, sizes{4};
  const auto other = foreign_mesh(xyz, corners, sizes, UpAxis::z);
  REQUIRE(other);
  const auto audited = [&](const AuditSettings& settings) {
    return text_of(audit(*baked, *other, settings, silent), [](const AuditFacts& f) { return audit_json(f); });
  };
  const auto without_times = [](Result<std::string> json) -> Result<std::string> {
    if (json) json->resize(json->find("\"stages\"") == std::string::npos ? json->size() : json->find("\"stages\""));
    return json;
  };
  for (mpq_class AuditSettings::*const member : {&AuditSettings::sliver})
    check_numbers("an audit's sliver", [&](const Make& make) {
      AuditSettings settings;
      settings.*member = make(half);
      return without_times(audited(settings));
    });
  for (std::optional<mpq_class> AuditSettings::*const member :
       {&AuditSettings::below, &AuditSettings::above, &AuditSettings::cell_size, &AuditSettings::cell_height,
        &AuditSettings::max_error, &AuditSettings::min_region, &AuditSettings::climb})
    check_numbers("an audit's setting", [&](const Make& make) {
      AuditSettings settings;
      settings.*member = make(half);
      return without_times(audited(settings));
    });
  check_numbers("a threshold", [&](const Make& make) {
    return without_times(audited({.thresholds = {{Metric::missing, make(half), true, "missing>1/2%"}}}));
  });
  check_numbers("a join", [&](const Make& make) {
    return text_of(foreign_mesh(xyz, corners, sizes, UpAxis::z, {.join = make(half)}),
                   [](const ForeignMesh& m) { return std::to_string(m.links.size()); });
  });
  check_numbers("a transform", [&](const Make& make) {
    const std::vector<mpq_class> rows{make(half), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    return text_of(read_foreign_mesh_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj", {.transform = rows}),
                   [](const ForeignMesh& m) { return m.points[1][0].get_str(); });
  });
  check_numbers("a diff", [&](const Make& make) {
    return text_of(diff(*other, *other, {.below = make(half), .above = half}, silent),
                   [](const DiffFacts& f) { return diff_json(f); });
  });

  ExplainedLevel level(*baked->level, baked->options);
  check_numbers("a point to explain", [&](const Make& make) {
    return text_of(level.explain({.at = {make(3), 3, 1}, .reach = make(half)}, silent),
                   [](const Explanation& e) { return explanation_json(e); });
  });
  check_numbers("a range of heights", [&](const Make& make) {
    return text_of(level.height_thresholds({.of = ThresholdsOf::height, .low = make(half), .high = 2}, silent),
                   [](const HeightThresholds& t) { return thresholds_text(t); });
  });
  check_numbers("two places", [&](const Make& make) {
    return text_of(level.reachability({.from = {make(3), 3, 1}, .to = {4, 4, 1}, .window = 1}, silent),
                   [](const Reachability& r) { return r.reached ? std::string("joined") : std::string("parted"); });
  });
  check_numbers("a route", [&](const Make& make) {
    RouteOptions options = between({1, 1, 1}, {make(7), 7, 1});
    return text_of(find_navmesh_route(mesh, options, silent),
                   [](const FoundNavmeshRoute& found) { return route_json(std::get<FoundCorridorRoute>(found)); });
  });
  check_numbers("a route of a disc", [&](const Make& make) {
    RouteOptions options = between({1, 1, 1}, {7, 7, 1});
    options.window = make(half);
    options.disc.emplace().radius = make(half);
    options.disc->cost.swept = make(half);
    options.weights = {{"stand", make(half)}};
    return text_of(find_navmesh_route(mesh, options, silent),
                   [](const FoundNavmeshRoute& found) { return disc_route_json(std::get<FoundDiscRoute>(found)); });
  });
  check_numbers("a place", [&](const Make& make) {
    PlaceOptions options;
    options.from = ExactPoint{make(3), 3, 1};
    options.within = make(3);
    return text_of(find_places(mesh, options), [](const FoundPlaces& found) { return found.json; });
  });

  const NavQuery query(mesh);
  check_numbers("locate", [&](const Make& make) {
    return text_of(query.locate({make(3), 3, 1}, 1, make(2)),
                   [](const NavQuery::Place& p) { return std::to_string(p.cells[0]); });
  });
  check_numbers("a shortest path", [&](const Make& make) {
    return text_of(query.route({make(3), 3, 1}, {7, 7, 1}, {.reach = make(2)}),
                   [](const Route& r) { return r.corners.back().point[0].get_str(); });
  });
  check_numbers("a shortest path to several", [&](const Make& make) {
    const std::vector<ExactPoint> goals{{make(7), 7, 1}};
    return text_of(SurfaceQuery(query, 1).route_to_nearest({3, 3, 1}, goals),
                   [](const auto& found) { return found.second.corners.back().point[0].get_str(); });
  });
  const SurfaceQuery surface(query, 1);
  const mpq_class six = doubled(3);
  CHECK(surface.below(ExactPoint{six, six, 1})->point[0].get_str() == "3");
  CHECK(surface.nearest(ExactPoint{six, six, doubled(-1)}, std::optional(doubled(1)))->squared_distance == 1);
  CHECK(surface.raycast(ExactPlace{0, {six, six, 0}}, std::array{six, mpq_class(5)})->arrives);
  CHECK(surface.move(ExactPlace{0, {six, six, 0}}, std::array{doubled(4), six})->point[0].get_str() == "4");
  CHECK(surface.border_distance(ExactPlace{0, {six, six, 0}}, std::optional(doubled(3)))->squared_distance == 9);
  CHECK(surface.reach(ExactPlace{0, {six, six, 0}}, doubled(1)).size() == 1);
  CHECK(query.height(0, six, six)->get_str() == "0");
  const mpq_class none = over_zero();
  CHECK(!surface.below(ExactPoint{none, 3, 1}));
  CHECK(!surface.nearest(ExactPoint{3, 3, none}));
  CHECK(!surface.raycast(ExactPlace{0, {3, 3, 0}}, std::array{none, mpq_class(5)}));
  CHECK(!surface.move(ExactPlace{0, {none, 3, 0}}, std::array{mpq_class(1), mpq_class(5)}));
  CHECK(!surface.border_distance(ExactPlace{0, {3, none, 0}}));
  CHECK(surface.reach(ExactPlace{0, {3, 3, 0}}, none).empty());
  CHECK(!query.height(0, none, 1));

  check_numbers("an area", [&](const Make& make) -> Result<std::string> {
    auto area = make_update_area({{make(1), 1}, {3, 1}, {3, make(3)}}, HeightRange{make(-1), 1});
    if (!area) return area.error();
    NavUpdate updates(mesh);
    if (auto id = updates.update(*area, {Change::Kind::set_cost, make(half), ""}); !id) return id.error();
    return updates.mesh().cells.back().updated().cost.get_str();
  });
  check_numbers("an area made by hand", [&](const Make& make) -> Result<std::string> {
    NavUpdate updates(mesh);
    const auto id = updates.update({.parts = {{{1, 1}, {make(3), 1}, {3, 3}}}, .heights = {}}, {});
    if (!id) return id.error();
    return std::to_string(updates.mesh().cells.size());
  });
  NavUpdate updates(mesh);
  CHECK(error_of(updates.update({.parts = {{{1, 1}, {3, 1}, {3, 3}}}, .heights = {}, .unit = 0}, {}))->code ==
        ErrorCode::bad_option);
  const std::vector<std::vector<ExactPoint>> polygon{{{0, 0, 0}, {doubled(4), 0, 0}, {0, doubled(4), 0}}};
  CHECK(bake(*scene_from_polygons(polygon))->report.traversable == 1);
  const std::vector<std::vector<ExactPoint>> bad{{{0, 0, 0}, {over_zero(), 0, 0}, {0, 4, 0}}};
  REQUIRE(!scene_from_polygons(bad));
  CHECK(scene_from_polygons(bad).error().code == ErrorCode::bad_number);
  ForeignMesh by_hand = *other;
  by_hand.points[0][0] = over_zero();
  CHECK(audit(*baked, by_hand, {}, silent).error().code == ErrorCode::bad_scene);
  CHECK(diff(by_hand, *other, {}, silent).error().code == ErrorCode::bad_scene);
}

TEST_CASE("misuse: a setting that is left out is what the command line has, but for threads") {
  BakeArguments arguments;
  arguments.scene = "level.obj";
  arguments.up = "z";
  const auto made = make_bake_options(arguments);
  REQUIRE(made);
  BakeOptions own;
  static_cast<BakeSettings&>(own) = *checked({});
  own.up = UpAxis::z;
  CHECK(json_text(options_json(*made)) == json_text(options_json(own)));
  CHECK(BakeSettings{}.threads == 1);
}

TEST_CASE("misuse: what is not there says why") {
  const auto no_face = scene_from_triangles(std::vector<float>{}, std::vector<std::uint32_t>{}, UpAxis::z);
  REQUIRE(!no_face);
  CHECK_THROWS_MATCHES(*no_face, NotThere, Catch::Message(no_face.error().text()));
  CHECK_THROWS_MATCHES(no_face->face_count(), NotThere, Catch::Message(no_face.error().text()));
  CHECK_THROWS_AS(Result<int>(7).error(), NotThere);
  const auto bad = checked({.step = -1, .bad_faces = BadFaces::drop});
  CHECK_THROWS_WITH(*bad, Contains("step '-1'") && !Contains("--"));

  auto bare = bake(floor_scene(), {.mesh = false});
  REQUIRE(bare);
  for (const auto& take : std::vector<std::function<void()>>{[&] { (void)bare->mesh(); }, [&] { make_mesh(*bare); },
                                                             [&] { (void)float_mesh(*bare->derived); },
                                                             [&] { (void)bare->derived->border(1); }})
    CHECK_THROWS_MATCHES(take(), NotThere,
                         Catch::Message("the bake has kept no navmesh; set BakeSettings::mesh before "
                                        "it, or mesh_later"));
  auto later = bake(floor_scene(), {.mesh = false, .mesh_later = true});
  REQUIRE(later);
  CHECK_THROWS_AS(later->mesh(), NotThere);
  make_mesh(*later);
  CHECK(later->mesh().cells.size() == 1);
}

TEST_CASE("misuse: a stance that a navmesh does not have is no empty answer") {
  auto baked = bake(floor_scene());
  REQUIRE(baked);
  const NavMesh& mesh = baked->mesh();
  NavQuery query(mesh);
  Progress silent;
  ExplainedLevel level(*baked->level, baked->options);
  for (const kernel::Label stance : {kernel::Label(9), kernel::Label(0), kernel::Label(-3)}) {
    const std::string says = "there is no stance " + std::to_string(stance) + "; give one of 1 to 1";
    for (const std::optional<Error>& error :
         {error_of(query.locate({3, 3, 1}, stance)), error_of(query.route({1, 1, 1}, {3, 3, 1}, {.stance = stance})),
          error_of(float_mesh(*baked->derived, {.stance = stance})),
          error_of(level.reachability({.from = {1, 1, 1}, .to = {3, 3, 1}, .stance = stance, .window = 1}, silent)),
          [&]() -> std::optional<Error> {
            std::ostringstream out;
            return write(*baked, Format::tres, out, {.stance = stance});
          }()}) {
      REQUIRE(error);
      CHECK(error->code == ErrorCode::bad_option);
      CHECK(error->text() == says);
    }
    NavQuery::Path path;
    for (const auto& take : std::vector<std::function<void()>>{
             [&] { (void)query.neighbours(0, stance); }, [&] { query.prepare(stance); },
             [&] {
               (void)query.path({1, 1, 1}, {3, 3, 1}, {.stance = stance}, path);
             },
             [&] { (void)SurfaceQuery(query, stance); }, [&] { (void)components(mesh, stance); },
             [&] { (void)border(mesh, stance); }, [&] { (void)baked->derived->border(stance); }})
      CHECK_THROWS_MATCHES(take(), NotThere, Catch::Message(says));
  }
  const auto nowhere = query.locate({99, 99, 1}, 1);
  REQUIRE(!nowhere);
  CHECK(nowhere.error().code == ErrorCode::no_floor);
}

TEST_CASE("misuse: texts of jobs in memory have a program's words, and begin with what they are about") {
  const std::vector<double> xyz{0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0};
  auto baked = bake(floor_scene(), {.step = mpq_class(2) / 5});
  REQUIRE(baked);
  Progress silent;
  const std::vector<double> elsewhere{900, 0, 0, 908, 0, 0, 908, 8, 0, 900, 8, 0};
  for (const std::vector<double>& place : {xyz, elsewhere}) {
    auto other = foreign_mesh(place, std::vector<std::uint32_t>{0, 1, 2, 3}, std::vector<std::uint32_t>{4}, UpAxis::z);
    REQUIRE(other);
    other->settings.height = 3;
    const auto facts = audit(*baked, *other, {.cell_size = 1, .cell_height = 1}, silent);
    REQUIRE(facts);
    const std::string text = audit_text(*facts);
    CHECK_THAT(text, Catch::StartsWith("arrays, 1 polygon"));
    CHECK_THAT(text, Contains("below = 2.4, above = 2.4 takes that floor for true") && !Contains("--"));
    if (place == elsewhere) CHECK_THAT(audit_failures(*facts), Catch::StartsWith("the navmesh fails missing>0"));
  }
  const std::string summary = report_summary(baked->report);
  CHECK_THAT(summary, Catch::StartsWith("2 faces, ") && !Contains("--"));
  ExplainedLevel level(*baked->level, baked->options);
  const auto slopes = level.slope_thresholds({.of = ThresholdsOf::slope, .low = 0, .high = 90}, silent);
  REQUIRE(slopes);
  CHECK_THAT(thresholds_text(*slopes), Catch::StartsWith("1 slope from "));
  const auto route = find_navmesh_route(baked->mesh(), between({1, 1, 1}, {3, 3, 1}), silent);
  REQUIRE(route);
  CHECK_THAT(route_text(std::get<FoundCorridorRoute>(*route)), Catch::StartsWith("stand from "));
  const auto layers = find_layers(baked->mesh(), {}, silent);
  REQUIRE(layers);
  CHECK_THAT(layers_summary(*layers), Catch::StartsWith("1 node, "));
}

}  // namespace plumb::tests::misuse
