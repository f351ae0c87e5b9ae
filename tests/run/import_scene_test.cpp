// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/import_scene.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "plumb/pipeline/bake.h"
#include "support/bake_text.h"
#include "support/scene_corpus.h"
#include "support/scene_files.h"
#include "support/scenes_equal.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
namespace fs = std::filesystem;

namespace {

const fs::path corpus = fs::path(PLUMB_SOURCE_DIR) / "tests/corpus/scenes_other";

ImportOptions z_up(Numbers numbers) {
  ImportOptions o;
  o.numbers = numbers;
  o.up = UpAxis::z;
  return o;
}

// A floor with a ramp onto a shelf over part of it, y up: blocked, low and free places. Every coordinate is a binary32
// of few digits.
TriangleLevel shelf() {
  TriangleLevel l;
  const auto quad = [&](std::vector<double> xyz) {
    const auto first = static_cast<std::uint32_t>(l.xyz.size() / 3);
    l.xyz.insert(l.xyz.end(), xyz.begin(), xyz.end());
    for (const std::uint32_t c : {0, 1, 2, 0, 2, 3}) l.corners.push_back(first + c);
  };
  quad({-4, 0, 4, 4, 0, 4, 4, 0, -4, -4, 0, -4});
  quad({-1, 1.25, 1, 1, 1.25, 1, 1, 1.25, -1, -1, 1.25, -1});
  quad({1, 1.25, 1, 3.5, 0, 1, 3.5, 0, -1, 1, 1.25, -1});
  return l;
}

}  // namespace

TEST_CASE("corpus of scenes that are no OBJ: each has the outcome its index states") {
  const int checked = check_scene_corpus(
      corpus, [](const std::string& path, Numbers mode) { return import_scene(path, z_up(mode)); },
      [](const std::string& path, Numbers mode, const Result<Scene>& scene) {
        ImportOptions threads = z_up(mode);
        threads.threads = 3;
        const auto again = import_scene(path, threads);
        REQUIRE(bool(again) == bool(scene));
        if (scene) CHECK(same_scene(*scene, *again));
        else CHECK(scene.error().text() == again.error().text());
      });
  CHECK(checked > 500);
}

TEST_CASE("one level in every format bakes to the same areas, from files by their extensions") {
  const TriangleLevel level = shelf();
  const Folder folder;
  folder.write("the buffer.bin", gltf_buffer(level));
  const std::vector<std::string> files = {
      folder.write("a.obj", as_obj(level)),
      folder.write("b.OFF", as_off(level)),
      folder.write("c.ply", as_ply(level)),
      folder.write("little.ply", as_binary_ply<float>(level, std::endian::little)),
      folder.write("big.ply", as_binary_ply<float>(level, std::endian::big)),
      folder.write("little_double.ply", as_binary_ply<double>(level, std::endian::little)),
      folder.write("big_double.ply", as_binary_ply<double>(level, std::endian::big)),
      folder.write("d.stl", as_stl(level)),
      folder.write("binary.stl", as_binary_stl(level)),
      folder.write("e.glb", as_glb(level)),
      folder.write("f.gltf", gltf_json(level, "the%20buffer.bin")),
  };
  BakeTextOptions options;
  options.stances = {{"crawl", mpq_class(1)}, {"stand", mpq_class(2)}};
  for (const auto& [name, numbers] : number_modes) {
    ImportOptions reading;
    reading.numbers = numbers;
    const auto obj = import_scene(files[0], reading);
    REQUIRE(obj);
    const auto expected = areas(bake_scene(*obj, options));
    CHECK(expected.size() == 3);  // blocked under the ramp's foot, crawl, stand
    mpq_class total = 0;
    for (const auto& [label, area] : expected) total += area;
    CHECK(total == 64 + 4 + 5);
    for (const std::string& file : files) {
      INFO(file << " " << name);
      const auto scene = import_scene(file, reading);
      REQUIRE(scene);
      CHECK(is_valid(*scene));
      CHECK(scene->file == file);
      CHECK(scene->bytes == fs::file_size(file));
      CHECK(scene->points.size() == obj->points.size());
      CHECK(scene->face_count() == obj->face_count());
      CHECK(areas(bake_scene(*scene, options)) == expected);
    }
  }
}

TEST_CASE("a command's file: an output must not replace the scene's buffer") {
  const TriangleLevel level = shelf();
  const Folder folder;
  const std::string buffer = folder.write("level.json", gltf_buffer(level));
  BakeArguments arguments;
  arguments.scene = folder.write("level.gltf", gltf_json(level, "level.json"));
  arguments.outputs = {folder / "x/../level.json"};
  fs::create_directory(folder / "x");
  const auto options = make_bake_options(arguments);
  REQUIRE(options);
  Progress silent;
  const auto refused = bake(*options, silent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_option);
  CHECK(refused.error().message.find("a buffer of the scene") != std::string::npos);
  CHECK(fs::file_size(buffer) == gltf_buffer(level).size());
}

TEST_CASE("limits: exceeding one is an error in every format") {
  const TriangleLevel level = shelf();
  const std::pair<std::string, std::string> scenes[] = {{"a.off", as_off(level)},
                                                        {"a.ply", as_ply(level)},
                                                        {"b.ply", as_binary_ply<float>(level, std::endian::big)},
                                                        {"a.stl", as_stl(level)},
                                                        {"b.stl", as_binary_stl(level)},
                                                        {"a.glb", as_glb(level)}};
  for (const auto& [name, bytes] : scenes) {
    INFO(name);
    const auto scene = import_scene_text(bytes, name, {});
    REQUIRE(scene);
    const auto code_with = [&, &name = name, &bytes = bytes](auto&& change) {
      ImportOptions options;
      change(options);
      const auto limited = import_scene_text(bytes, name, options);
      return limited ? std::string("read")
                     : std::to_string(static_cast<int>(limited.error().code)) +
                           limited.error().message.substr(limited.error().message.find("more than"));
    };
    const std::string too_large = std::to_string(static_cast<int>(ErrorCode::too_large));
    CHECK(code_with([&](ImportOptions& o) { o.max_vertices = scene->vertex_records; }) == "read");
    CHECK(code_with([&](ImportOptions& o) {
            o.max_vertices = scene->vertex_records - 1;
          }).starts_with(too_large + "more than " + std::to_string(scene->vertex_records - 1) + " vertices"));
    CHECK(code_with([&](ImportOptions& o) { o.max_corners = 18; }) == "read");
    CHECK(code_with([&](ImportOptions& o) { o.max_corners = 17; }).starts_with(too_large + "more than 17 corners"));
    CHECK(code_with([&](ImportOptions& o) { o.max_face_corners = 2; }).starts_with(too_large + "more than 2 corners"));
  }
  ImportOptions short_names;
  short_names.max_name_bytes = 4;
  CHECK(import_scene_text(as_stl(level), "a.stl", short_names).error().code == ErrorCode::too_large);
  ImportOptions no_groups;
  no_groups.max_group_bytes = 4;
  CHECK(import_scene_text(as_stl(level), "a.stl", no_groups).error().code == ErrorCode::too_large);
}

TEST_CASE("a file that is cut off anywhere is refused, and nothing crashes") {
  const TriangleLevel level = shelf();
  const std::pair<std::string, std::string> scenes[] = {{"b.ply", as_binary_ply<float>(level, std::endian::big)},
                                                        {"b.stl", as_binary_stl(level)},
                                                        {"a.glb", as_glb(level)},
                                                        {"a.gltf", gltf_json(level, "none.bin")},
                                                        {"a.stl", as_stl(level)}};
  for (const auto& [name, bytes] : scenes)
    for (std::size_t n = 0; n + 1 < bytes.size(); ++n) {
      INFO(name << " cut at " << n);
      // A copy of just these bytes: reading beyond them shows where memory is checked.
      const std::vector<char> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
      const auto scene = import_scene_text({cut.data(), n}, name, {});
      const bool whole = name == "a.stl" && n >= bytes.find("endsolid") + 8;
      REQUIRE(bool(scene) == whole);
    }
}

TEST_CASE("names of no format, and files that are none") {
  for (const char* name : {"", "level", "level.fbx", ".ply.", "glb"}) {
    const auto scene = import_scene_text("ply\n", name, {});
    REQUIRE_FALSE(scene);
    CHECK(scene.error().code == ErrorCode::unsupported_format);
  }
  for (const std::string extension : {".gltf", ".glb", ".off", ".ply", ".stl", ".obj"}) {
    CHECK(is_scene_extension(extension));
    CHECK(import_scene("/nowhere/level" + extension, {}).error().code == ErrorCode::cannot_open);
    CHECK(import_scene_text("", "level" + extension, {}).error().code == ErrorCode::no_face);
  }
}
