// SPDX-License-Identifier: GPL-3.0-or-later
// No exception leaves a public call, whatever it is given.
//
// 1. Each file of the corpus goes, under each name by which a format is known, to each call that reads: of scenes,
//    navmeshes, scripts and certificates. What is read is baked, or judged.
// 2. Settings and scenes that are not valid are refused by each call that takes them, with their code.
// 3. Bakes that have not kept what is asked for, stances that are not there and a Progress that cancels are errors.
//
// refused() requires the error besides; its words are those of a program. Cost: seven seconds, most of them the corpus.
#include <plumb/audit.h>
#include <plumb/bake.h>
#include <plumb/certificate.h>
#include <plumb/diff.h>
#include <plumb/explain.h>
#include <plumb/layers.h>
#include <plumb/navmesh.h>
#include <plumb/route.h>
#include <plumb/scene.h>
#include <plumb/update.h>
#include <plumb/write.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace plumb::tests::public_calls {
namespace {

using namespace pipeline;

// Runs a call; an exception fails the test, and is named.
template <class Call>
void run(const std::string& what, const Call& call) {
  try {
    call();
  } catch (const std::exception& e) {
    FAIL_CHECK(what << " throws " << e.what());
  } catch (...) {
    FAIL_CHECK(what << " throws");
  }
}

template <class T>
std::optional<Error> error_of(const Result<T>& result) {
  if (result) return std::nullopt;
  return result.error();
}
std::optional<Error> error_of(std::optional<Error> error) { return error; }

// Runs a call, which must return this error.
template <class Call>
void refused(const std::string& what, ErrorCode code, const Call& call) {
  run(what, [&] {
    const auto error = error_of(call());
    INFO(what);
    REQUIRE(error);
    CHECK(error->code == code);
    CHECK(!error->message.empty());
    CHECK(error->text().find("--") == std::string::npos);
  });
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Scene floor_scene() {
  const std::vector<double> xyz{0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0};
  return *scene_from_triangles(xyz, std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}, UpAxis::z);
}

TEST_CASE("public calls: what is in a file is read or refused") {
  const std::string level = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n", name = "level.obj";
  BakeSettings settings;
  settings.certificate = true;
  auto baked = bake(*import_obj_text(level, name, {.up = UpAxis::z, .digest = true}), settings);
  REQUIRE(baked);
  std::ostringstream certificate;
  REQUIRE(!write(*baked, writers::cert, certificate));
  Progress silent;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PLUMB_SOURCE_DIR "/tests/corpus")) {
    if (!entry.is_regular_file()) continue;
    const std::string text = content(entry.path()), path = entry.path().string();
    ++files;
    run("check of the certificate " + path, [&] { (void)checker::check(level, text); });
    run("check of the level " + path, [&] { (void)checker::check(text, certificate.str()); });
    run("read_update_script_text of " + path, [&] { (void)read_update_script_text(text, path, {}); });
    run("read_nav_mesh_json of " + path, [&] {
      std::istringstream in(text);
      (void)read_nav_mesh_json(in, path);
    });
    for (const char* extension : {"", ".obj", ".off", ".ply", ".stl", ".gltf", ".glb", ".tscn", ".json", ".tres",
                                  ".bin", ".mmtile", ".mmap", ".mesh"}) {
      const std::string as = path + extension;
      run("read_foreign_mesh_text of " + as, [&] {
        const auto mesh = read_foreign_mesh_text(text, as, {});
        if (mesh) (void)audit(*baked, *mesh, {}, silent);
        if (mesh) (void)diff(*mesh, *mesh, {}, silent);
      });
      run("import_scene_text of " + as, [&] {
        const auto scene = import_scene_text(text, as, {.numbers = Numbers::decimal});
        if (!scene || *extension != 0) return;
        (void)bake(*scene, {.step = mpq_class(1, 2), .radius = mpq_class(1, 4)});
        (void)scene_text(*scene);
      });
    }
  }
  CHECK(files > 300);
}

TEST_CASE("public calls: a folder and a name without a file are no files") {
  for (const std::string path : {PLUMB_SOURCE_DIR "/tests/corpus", PLUMB_SOURCE_DIR "/nowhere.json", "/dev/null/x"}) {
    refused("import_scene of " + path, ErrorCode::cannot_open, [&] { return import_scene(path, {}); });
    refused("read_nav_mesh_json of " + path, ErrorCode::cannot_open, [&] { return read_nav_mesh_json(path); });
    refused("read_foreign_mesh of " + path, ErrorCode::cannot_open, [&] { return read_foreign_mesh(path, {}); });
    refused("read_update_script of " + path, ErrorCode::cannot_open, [&] { return read_update_script(path, {}); });
    run("find_map_route of " + path, [&] {
      Progress silent;
      MapRouteArguments arguments;
      arguments.map = path, arguments.from = "0,0", arguments.to = "1,1";
      const auto options = make_map_route_options(arguments);
      CHECK((!options || !find_map_route(*options, silent)));
    });
  }
}

TEST_CASE("public calls: settings that are not valid are refused") {
  const std::vector<std::pair<const char*, std::function<void(BakeSettings&)>>> wrong{
      {"no stance", [](BakeSettings& s) { s.stances.clear(); }},
      {"a height of 0", [](BakeSettings& s) { s.stances[0].height = 0; }},
      {"a name of a verdict", [](BakeSettings& s) { s.stances[0].name = "blocked"; }},
      {"an empty name", [](BakeSettings& s) { s.stances[0].name.clear(); }},
      {"a name twice",
       [](BakeSettings& s) {
         s.stances.push_back({"stand", mpq_class(5)});
       }},
      {"heights that descend",
       [](BakeSettings& s) {
         s.stances.push_back({"low", mpq_class(1)});
       }},
      {"a slope of 90", [](BakeSettings& s) { s.slope = 90; }},
      {"two limits of slope", [](BakeSettings& s) { s.slope_ratio = 1; }},
      {"no limit of slope", [](BakeSettings& s) { s.slope.reset(); }},
      {"a negative step", [](BakeSettings& s) { s.step = -1; }},
      {"a step as high as the stance", [](BakeSettings& s) { s.step = s.stances[0].height; }},
      {"a negative weld", [](BakeSettings& s) { s.weld = -1; }},
      {"a negative radius", [](BakeSettings& s) { s.radius = -1; }},
      {"a negative window", [](BakeSettings& s) { s.window = -1; }},
      {"a disc of 7", [](BakeSettings& s) { s.radius = 1, s.disc = 7; }},
      {"a negative area", [](BakeSettings& s) { s.min_area = -1; }},
      {"no thread", [](BakeSettings& s) { s.threads = 0; }},
      {"a wedge with a weld", [](BakeSettings& s) { s.method = Method::wedge, s.weld = 1; }},
      {"a threshold of no stance", [](BakeSettings& s) { s.fail_if.emplace_back().stance = 2; }},
      {"a threshold of areas that are not measured",
       [](BakeSettings& s) {
         s.fail_if.emplace_back().metric = OutcomeMetric::blocked;
         s.areas = false;
       }},
      {"a negative simplify", [](BakeSettings& s) { s.wedge.simplify = -1; }}};
  for (const auto& [what, change] : wrong) {
    BakeSettings settings;
    change(settings);
    if (std::string_view(what) == "no limit of slope") {
      run(what, [&] { (void)checked(settings); });
      continue;
    }
    refused(what, ErrorCode::bad_option, [&] { return checked(settings); });
    refused(what, ErrorCode::bad_option, [&] { return bake(floor_scene(), settings); });
    refused(what, ErrorCode::bad_option, [&] { return bake_live(floor_scene(), settings); });
  }
  refused("a seed beside the floor", ErrorCode::bad_option, [] {
    return bake(floor_scene(), {.seed_points = {ExactPoint{9, 9, 9}}});
  });
}

TEST_CASE("public calls: what a bake may not find") {
  BakeSettings settings;
  refused("a threshold without a number", ErrorCode::bad_option,
          [&] { return read_outcome_thresholds("stand<", settings.stances); });
  for (const auto& [list, passes] : {std::pair("stand<100%,components>1,warnings>0", true), {"stand>15", false}}) {
    settings.fail_if = *read_outcome_thresholds(list, settings.stances);
    const auto baked = bake(floor_scene(), settings);
    REQUIRE(baked);
    CHECK(baked->report.passes() == passes);
    CHECK(outcome_failures(baked->report).empty() == passes);
  }
}

TEST_CASE("public calls: scenes that are not valid are refused") {
  const std::vector<float> xyz{0, 0, 0, 4, 0, 0, 4, 4, 0};
  const auto triangles = [&](const std::vector<float>& points, const std::vector<std::uint32_t>& corners) {
    return scene_from_triangles(points, corners, UpAxis::z);
  };
  refused("a vertex that is not there", ErrorCode::bad_index, [&] { return triangles(xyz, {0, 1, 3}); });
  refused("no face", ErrorCode::no_face, [&] { return triangles(xyz, {}); });
  for (const float wrong : {HUGE_VALF, -HUGE_VALF, std::nanf("")})
    run("a coordinate that is not finite", [&] { CHECK(!triangles({wrong, 0, 0, 4, 0, 0, 4, 4, 0}, {0, 1, 2})); });
  run("coordinates that are no triples", [&] { CHECK(!triangles({0, 0, 0, 4}, {0, 1, 2})); });
  run("corners that are no triples", [&] { CHECK(!triangles(xyz, {0, 1})); });
  for (const auto& change : std::vector<std::function<void(Scene&)>>{
           [](Scene& s) { s.face_points[0] = 77; }, [](Scene& s) { s.face_begin.back() = 99; },
           [](Scene& s) { s.face_begin.clear(); }, [](Scene& s) { s.face_points.pop_back(); }}) {
    Scene scene = floor_scene();
    change(scene);
    refused("a scene made by hand", ErrorCode::bad_scene, [&] { return bake(scene); });
  }
}

TEST_CASE("public calls: what a bake has not kept is an error") {
  auto baked = bake(floor_scene(), {.mesh = false, .unwalkable = false, .areas = false});
  REQUIRE(baked);
  for (const Writer& writer :
       {writers::json, writers::obj, writers::mtl, writers::glb, writers::svg, writers::html, writers::tres,
        writers::bin, writers::mset, writers::csv, writers::cert, writers::report})
    refused("format " + std::to_string(static_cast<int>(writer.format)), ErrorCode::bad_option, [&] {
      std::ostringstream out;
      return write(*baked, writer, out);
    });
  auto whole = bake(floor_scene());
  REQUIRE(whole);
  for (const kernel::Label stance : {kernel::Label(0), kernel::Label(-1), kernel::Label(2)}) {
    refused("float_mesh", ErrorCode::bad_option, [&] { return float_mesh(*whole->derived, {.stance = stance}); });
    refused("a .tres", ErrorCode::bad_option, [&] {
      std::ostringstream out;
      return write(*whole, writers::tres, out, {.stance = stance});
    });
  }
  refused("fewer than three corners", ErrorCode::bad_option,
          [&] { return float_mesh(*whole->derived, {.most_corners = 2}); });
  Progress silent;
  refused("the layers of no stance", ErrorCode::bad_option,
          [&] { return find_layers(whole->mesh(), {.stance = "nobody"}, silent); });
  refused("the floor of no stance", ErrorCode::bad_option, [&] {
    const auto mesh = float_mesh(*whole->derived);
    return audit(*whole, *foreign_mesh(*mesh, UpAxis::z), {.stance = "nobody"}, silent);
  });
  struct Stop : Progress {
    bool cancelled() override { return true; }
  } stop;
  refused("a cancelled bake", ErrorCode::cancelled, [&] { return bake(floor_scene(), {}, stop); });
}

}  // namespace
}  // namespace plumb::tests::public_calls
