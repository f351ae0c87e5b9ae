// SPDX-License-Identifier: GPL-3.0-or-later
// Bakes of scenes in memory, into memory; and bakes that are cancelled.
//
// Scenes are made of arrays and of fractions. What is written into memory is compared, byte by byte, with the files
// that the same settings write, in every format, on one thread and with several bakes at once. Bakes are cancelled at
// random moments: they must say so and leave nothing behind.
#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "plumb/pipeline/write_baked.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string ruin = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
constexpr std::array formats{Format::json, Format::obj,  Format::mtl,  Format::glb,  Format::svg,
                             Format::bin,  Format::mset, Format::tres, Format::cert, Format::report};

// A level as a program has it: plain arrays.
struct Arrays {
  std::vector<double> coordinates;
  std::vector<std::uint32_t> corners, sizes;
};

// Vertices and faces of an OBJ that has nothing but numbers after `v` and `f`.
Arrays arrays_of(const std::string& file) {
  Arrays out;
  std::istringstream text(text_of_file(file));
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    const std::size_t before = out.corners.size();
    if (word == "v")
      while (words >> word) out.coordinates.push_back(std::stod(word));
    else if (word == "f") {
      while (words >> word) out.corners.push_back(static_cast<std::uint32_t>(std::stoul(word) - 1));
      out.sizes.push_back(static_cast<std::uint32_t>(out.corners.size() - before));
    }
  }
  return out;
}

BakeSettings ruin_settings() {
  return {.stances = {{"crawl", mpq_class(1, 2)}, {"stand", mpq_class(9, 5)}},
          .sides = Sides::up,
          .step = mpq_class(3, 10),
          .radius = mpq_class(1, 4),
          .certificate = true};
}

// What comes last is not the same twice.
std::string without_times(const std::string& report) { return report.substr(0, report.find("\"seconds\"")); }

std::string written(Baked& baked, Format format) {
  std::ostringstream stream;
  const auto error = write(baked, format, stream, {.materials = "a.mtl"});
  INFO((error ? error->text() : ""));
  REQUIRE_FALSE(error);
  return format == Format::report ? without_times(stream.str()) : stream.str();
}

// Cancels when it has been asked so often.
struct CancelAt : Progress {
  explicit CancelAt(std::int64_t at) : left(at) {}
  bool cancelled() override { return left-- <= 0; }
  std::atomic<std::int64_t> left;
};

Result<Scene> unit_square(const std::vector<double>& coordinates, const std::vector<std::uint32_t>& corners) {
  return scene_from_triangles(coordinates, corners, UpAxis::z);
}

}  // namespace

TEST_CASE("scene_from_triangles: equal positions become one point, in the file's axes") {
  const std::vector<float> soup{0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, 0, 1, 0, -1, -0.0f, 0, -1};
  const auto scene = scene_from_triangles(soup, std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, UpAxis::y);
  REQUIRE(scene);
  CHECK(is_valid(*scene));
  CHECK(scene->points.size() == 4);
  CHECK(scene->face_count() == 2);
  CHECK(scene->up == UpAxis::y);
  CHECK(scene->points.integer(2, 1) == 1);  // z up: what was z = -1
  CHECK(scene->face_points[0] == scene->face_points[3]);
}

TEST_CASE("scene_from_triangles: what is wrong is named") {
  const std::vector<double> square{0, 0, 0, 1, 0, 0, 1, 1, 0};
  const auto error_of = [&](const std::vector<double>& coordinates, const std::vector<std::uint32_t>& corners) {
    const auto scene = unit_square(coordinates, corners);
    REQUIRE_FALSE(scene);
    return scene.error();
  };
  CHECK(error_of(square, {0, 1}).code == ErrorCode::syntax);
  CHECK(error_of({0, 0, 0, 1}, {0, 0, 0}).code == ErrorCode::syntax);
  CHECK(error_of({}, {}).code == ErrorCode::no_face);
  const Error index = error_of(square, {0, 1, 2, 2, 1, 3});
  CHECK(index.code == ErrorCode::bad_index);
  CHECK(index.message.find("face 1") != std::string::npos);
  const Error number = error_of({0, 0, 0, 1, std::nan(""), 0, 1, 1, 0}, {0, 1, 2});
  CHECK(number.code == ErrorCode::bad_number);
  CHECK(number.message.find("vertex 1") != std::string::npos);
  const std::vector<std::uint32_t> corners{0, 1, 2}, four{4}, pair{2, 1};
  CHECK(scene_from_polygons(square, corners, four, UpAxis::z).error().code == ErrorCode::syntax);
  CHECK(scene_from_polygons(square, corners, pair, UpAxis::z).error().code == ErrorCode::too_few_vertices);
}

TEST_CASE("a scene of polygons of fractions: points once each, in integers of their common denominator") {
  const mpq_class third = mpq_class(1) / 3, half = mpq_class(1) / 2;
  std::vector<std::vector<ExactPoint>> polygons{{{0, 0, 0}, {third, 0, 0}, {0, third, half}},
                                                {{third, 0, 0}, {third, third, 0}, {0, third, half}}};
  const auto scene = scene_from_polygons(polygons);
  REQUIRE(scene);
  CHECK(is_valid(*scene));
  CHECK(scene->points.size() == 4);
  CHECK(scene->points.denominator() == 6);
  CHECK(scene->face_count() == 2);
  CHECK(scene->points.integer(2, 2) == 3);
  std::vector<std::vector<ScenePoint>> y_up{{{0, 0, 0}, {Fraction(1, 3), 0, 0}, {0, half, Fraction(-1, 3)}},
                                            {{third, 0, 0}, {third, 0, mpq_class(-third)}, {0, half, Fraction(-1, 3)}}};
  const auto turned = scene_from_polygons(y_up, UpAxis::y);
  REQUIRE(turned);
  CHECK(turned->up == UpAxis::y);
  CHECK(turned->points.size() == 4);
  for (kernel::PointId p = 0; p < 4; ++p)
    for (const int axis : {0, 1, 2}) CHECK(turned->points.integer(p, axis) == scene->points.integer(p, axis));
  y_up[1][1].z = Fraction(1, 0);
  CHECK(scene_from_polygons(y_up, UpAxis::y).error().code == ErrorCode::bad_number);
  polygons.push_back({{0, 0, 0}, {1, 0, 0}});
  CHECK(scene_from_polygons(polygons).error().code == ErrorCode::too_few_vertices);
  CHECK(scene_from_polygons(std::span<const std::vector<ExactPoint>>{}).error().code == ErrorCode::no_face);
}

TEST_CASE("bake: a scene in which a point occurs twice is refused") {
  Scene scene = *unit_square({0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 1, 2});
  CHECK(is_valid(scene));
  scene.points = kernel::PointTable::from_doubles({0, 0, 0, 1, 0, 0, 1, 0, 0});
  CHECK_FALSE(is_valid(scene));
  CHECK(bake(scene).error().code == ErrorCode::bad_scene);
  // A hair's breadth apart, beyond doubles once they are scaled.
  scene.points = kernel::PointTable::from_doubles({0, 0, 0, 1e200, 0, 0, 1e200, 1e-200, 0});
  CHECK(is_valid(scene));
}

TEST_CASE("bake: settings are checked as options are") {
  const Scene scene = *unit_square({0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 1, 2});
  const auto code_of = [&](const BakeSettings& settings) {
    const auto baked = bake(scene, settings);
    return baked ? std::optional<ErrorCode>() : baked.error().code;
  };
  CHECK_FALSE(code_of({}));
  CHECK_FALSE(code_of({.slope = std::nullopt, .slope_ratio = mpq_class(3, 4)}));
  CHECK_FALSE(code_of({.slope = std::nullopt, .slope_cos = mpq_class(7, 10)}));
  for (const BakeSettings& wrong : std::vector<BakeSettings>{{.stances = {}},
                                                             {.stances = {{"a", 2}, {"b", 1}}},
                                                             {.slope_ratio = 1},
                                                             {.slope = 90},
                                                             {.step = 2},
                                                             {.weld = -1},
                                                             {.disc = 10},
                                                             {.threads = 0}})
    CHECK(code_of(wrong) == ErrorCode::bad_option);
}

TEST_CASE("bake: in memory and by files, the same bytes in every format") {
  const BakeSettings settings = ruin_settings();
  const Folder folder;
  BakeOptions options;
  static_cast<BakeSettings&>(options) = *checked(settings);
  options.scene = ruin;
  options.report = folder / "r.json";
  for (const char* name : {"a.json", "a.obj", "a.glb", "a.svg", "a.bin", "a.mset", "a.tres", "a.cert"})
    options.outputs.push_back(folder / name);
  Progress silent;
  const auto report = bake(options, silent);
  REQUIRE(report);
  CHECK(report->not_written.empty());

  const Arrays level = arrays_of(ruin);
  auto scene = scene_from_polygons(level.coordinates, level.corners, level.sizes, UpAxis::y);
  REQUIRE(scene);
  scene->file = ruin;
  const auto digested = import_scene(ruin, {.digest = true});
  scene->sha256 = digested->sha256;  // as if it had been read
  scene->bytes = digested->bytes;
  auto baked = bake(std::move(*scene), settings);
  REQUIRE(baked);
  for (const Format format : formats) {
    const std::string name = format == Format::report ? "r.json"
                             : format == Format::mtl  ? "a.mtl"
                                                      : std::string("a") + text_of(format);
    INFO(name);
    const std::string file = text_of_file(folder / name);
    CHECK(written(*baked, format) == (format == Format::report ? without_times(file) : file));
  }
}

TEST_CASE("bake: what was not kept is not written") {
  const Scene scene = *unit_square({0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 1, 2});
  auto baked = bake(scene, {.mesh = false});
  REQUIRE(baked);
  std::ostringstream stream;
  CHECK(write(*baked, Format::glb, stream)->code == ErrorCode::bad_option);
  CHECK(write(*baked, Format::cert, stream)->code == ErrorCode::bad_option);
  auto kept = bake(scene, {.certificate = true});
  REQUIRE(kept);
  CHECK(write(*kept, Format::tres, stream, {.stance = 2})->code == ErrorCode::bad_option);
  CHECK(write(*kept, Format::mset, stream, {.tile = mpq_class()})->code == ErrorCode::bad_option);
  CHECK(stream.str().empty());
  CHECK_FALSE(write(*kept, Format::tres, stream));
  stream.setstate(std::ios::badbit);
  CHECK(write(*kept, Format::json, stream)->code == ErrorCode::cannot_write);
}

TEST_CASE("bake: what no file shows need not be made, and files are the same") {
  const Scene scene = *import_scene(ruin, {});
  auto all = bake(scene, {.step = mpq_class(2, 5)});
  auto less = bake(scene, {.step = mpq_class(2, 5), .unwalkable = false, .areas = false});
  REQUIRE(all);
  REQUIRE(less);
  CHECK_FALSE(all->mesh().obstructions.empty());
  CHECK(less->mesh().obstructions.empty());
  CHECK(std::ranges::none_of(less->mesh().cells, [](const NavMesh::Cell& c) { return c.stance < 1; }));
  for (const Format format : {Format::tres, Format::mset, Format::bin}) {
    INFO(text_of(format));
    const std::string file = written(*less, format);
    CHECK_FALSE(file.empty());
    CHECK(file == written(*all, format));
  }
  std::ostringstream stream;
  for (const Format format : {Format::json, Format::obj, Format::glb, Format::svg, Format::csv, Format::report})
    CHECK(write(*less, format, stream)->code == ErrorCode::bad_option);
  CHECK(stream.str().empty());
}

TEST_CASE("bake: two threads at once make what one makes") {
  const Scene scene = *import_scene(ruin, {});
  auto alone = bake(scene, {.threads = 2});
  const std::string expected = written(*alone, Format::json);
  std::array<std::string, 2> made;
  std::array<std::thread, 2> threads;
  for (std::size_t t = 0; t < 2; ++t)
    threads[t] = std::thread([&, t] {
      auto baked = bake(scene, {.threads = 2});
      std::ostringstream stream;
      if (baked && !write(*baked, Format::json, stream)) made[t] = stream.str();
    });
  for (std::thread& t : threads) t.join();
  CHECK(made[0] == expected);
  CHECK(made[1] == expected);
}

TEST_CASE("bake: cancelled at 50 random moments, it says so and leaves nothing") {
  BakeOptions options;
  static_cast<BakeSettings&>(options) = *checked({.sides = Sides::up, .step = mpq_class(3, 10), .certificate = true});
  options.scene = ruin;
  options.threads = 2;
  const Folder folder;
  for (const char* name : {"a.json", "a.obj", "a.glb", "a.svg", "a.bin", "a.tres", "a.cert"})
    options.outputs.push_back(folder / name);
  constexpr std::int64_t many = std::int64_t{1} << 40;
  CancelAt never(many);
  REQUIRE(bake(options, never));
  const std::int64_t asked = many - never.left;
  CHECK(asked > 400);
  for (const std::string& name : folder.files()) std::filesystem::remove(folder / name);

  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    CancelAt moment(std::uniform_int_distribution<std::int64_t>(0, asked * 9 / 10)(random));
    const auto report = bake(options, moment);
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::cancelled);
    CHECK(folder.files().empty());
  }
  CancelAt again(many);
  CHECK(bake(options, again));
}

TEST_CASE("write: after it was cancelled, the same can be written again") {
  const Scene scene = *import_scene(ruin, {});
  auto expected = bake(scene, {.sides = Sides::up});
  constexpr std::int64_t many = std::int64_t{1} << 40;
  for (const Format format : {Format::json, Format::obj, Format::bin, Format::tres, Format::svg}) {
    INFO(text_of(format));
    std::ostringstream stream;
    CancelAt never(many);
    REQUIRE_FALSE(write(*bake(scene, {.sides = Sides::up}), format, stream, {}, never));
    // Each time a new bake: what a cancelled call has made already is kept, so the next one asks less often.
    for (const int share : {1, 3, 6, 9}) {
      auto baked = bake(scene, {.sides = Sides::up});
      REQUIRE(baked);
      CancelAt moment((many - never.left) * share / 10);
      const auto error = write(*baked, format, stream, {}, moment);
      REQUIRE(error);
      CHECK(error->code == ErrorCode::cancelled);
      CHECK(written(*baked, format) == written(*expected, format));
    }
  }
}
