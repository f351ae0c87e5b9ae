// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/stage_files.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <sstream>

#include "plumb/pipeline/import_scene.h"
#include "support/read_glb.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using pipeline::ExactPoint;
using pipeline::Scene;
using pipeline::UpAxis;
using surface::EdgeClass;
using surface::TriangleMesh;

// A square in two triangles, the second a ramp that rises to a third; a boundary edge of each class.
TriangleMesh square() {
  TriangleMesh mesh;
  mesh.points = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, mpq_class(1, 3)}};
  mesh.triangles = {{{0, 1, 2}, 7}, {{0, 2, 3}, kernel::no_polygon, 0, 0}};
  mesh.boundary = {
      {0, 0, EdgeClass::open}, {0, 1, EdgeClass::blocked}, {1, 1, EdgeClass::inner_wall}, {1, 2, EdgeClass::step}};
  REQUIRE(is_valid(mesh));
  return mesh;
}

Scene scene_with(UpAxis up) {
  Scene scene;
  scene.up = up;
  return scene;
}

// Records by group, corners by the coordinates of the file.
std::map<std::string, std::vector<std::vector<std::array<double, 3>>>> groups_of(const std::string& obj) {
  std::map<std::string, std::vector<std::vector<std::array<double, 3>>>> out;
  std::vector<std::array<double, 3>> vertices;
  std::istringstream lines(obj);
  std::string group, line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "g") words >> group;
    if (kind == "v") {
      auto& v = vertices.emplace_back();
      words >> v[0] >> v[1] >> v[2];
    }
    if (kind != "f" && kind != "l") continue;
    auto& record = out[group].emplace_back();
    for (std::size_t i; words >> i;) record.push_back(vertices.at(i - 1));
    CHECK(record.size() == (kind == "f" ? 3 : 2));
    CHECK((kind == "f") == (group == "triangles" || group == "ramps"));
  }
  return out;
}

std::string written(const Folder& folder, const TriangleMesh& mesh, UpAxis up, const char* extension) {
  REQUIRE_FALSE(write_stage_files(folder / "a/b", 3, "add_ramps", mesh, scene_with(up)));
  return text_of_file(folder / (std::string("a/b/03_add_ramps") + extension));
}

}  // namespace

TEST_CASE("stage files: the OBJ has the triangles and the edges by class, in the frame of the input") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const Folder folder;
    const std::string text = written(folder, square(), up, ".obj");
    const auto groups = groups_of(text);
    const auto at = [&](double x, double y, double z) {
      return up == UpAxis::y ? std::array{x, z, -y} : std::array{x, y, z};
    };
    const auto o = at(0, 0, 0), p = at(2, 0, 0), q = at(2, 2, 0), r = at(0, 2, 1 / 3.0);
    using Records = std::vector<std::vector<std::array<double, 3>>>;
    CHECK(groups.size() == 7);
    CHECK(groups.at("triangles") == Records{{o, p, q}});
    CHECK(groups.at("ramps") == Records{{o, q, r}});
    CHECK(groups.at("edge.open") == Records{{o, p}});
    CHECK(groups.at("edge.step") == Records{{r, o}});
    CHECK(groups.at("edge.blocked") == Records{{p, q}});
    CHECK(groups.at("edge.inner_wall") == Records{{q, r}});
    const Records inner = groups.at("edge.inner");
    CHECK((inner == Records{{o, q}} || inner == Records{{q, o}}));

    // Our own importer reads the faces.
    pipeline::ImportOptions reading;
    reading.up = up;
    const auto scene = pipeline::import_obj_text(text, "stage.obj", reading);
    REQUIRE(scene);
    CHECK(is_valid(*scene));
    CHECK(scene->face_count() == 2);
    CHECK(scene->points.size() == 4);
    CHECK(scene->groups.size() == 2);
    CHECK(scene->groups.back().group == "ramps");
  }
}

TEST_CASE("stage files: the GLB has the same parts, each in its colour, lines lifted") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const Folder folder;
    const auto parts = parts_of(read_glb(written(folder, square(), up, ".glb")));
    const std::map<std::string, std::size_t> corners{{"triangles", 3},    {"ramps", 3},           {"edge.open", 2},
                                                     {"edge.blocked", 2}, {"edge.inner_wall", 2}, {"edge.step", 2},
                                                     {"edge.inner", 2}};
    CHECK(parts.size() == corners.size());
    std::set<std::array<std::uint16_t, 4>> colours;
    for (const auto& [name, count] : corners) {
      INFO(name);
      const GlbPart& part = parts.at(name);
      const bool line = name.starts_with("edge.");
      CHECK(part.corners.size() == count);
      CHECK(part.mode == (line ? TINYGLTF_MODE_LINE : TINYGLTF_MODE_TRIANGLES));
      CHECK((part.lift > 0) == line);
      CHECK(colours.insert(part.colour).second);
    }
    // y up, whatever the input.
    CHECK(parts.at("ramps").corners == std::vector<std::array<float, 3>>{{0, 0, 0}, {2, 0, -2}, {0, 1.0f / 3, -2}});
    CHECK(parts.at("edge.blocked").corners == std::vector<std::array<float, 3>>{{2, 0, 0}, {2, 0, -2}});
  }
}

TEST_CASE("stage files: both or none, the same bytes each time, and no triangles are files too") {
  const Folder folder;
  const std::string obj = written(folder, square(), UpAxis::z, ".obj"),
                    glb = written(folder, square(), UpAxis::z, ".glb");
  CHECK(written(folder, square(), UpAxis::z, ".obj") == obj);
  CHECK(text_of_file(folder / "a/b/03_add_ramps.glb") == glb);
  REQUIRE_FALSE(write_stage_files(folder / "none", 12, "wedge_cut", {}, scene_with(UpAxis::y)));
  CHECK(read_glb(text_of_file(folder / "none/12_wedge_cut.glb")).nodes.empty());
  CHECK(groups_of(text_of_file(folder / "none/12_wedge_cut.obj")).empty());

  // A folder stands where the second file is to be.
  std::filesystem::create_directories(folder / "full/01_a.glb");
  const auto error = write_stage_files(folder / "full", 1, "a", square(), scene_with(UpAxis::z));
  REQUIRE(error);
  CHECK(error->code == pipeline::ErrorCode::cannot_write);
  CHECK(error->file == folder / "full/01_a.glb");
  CHECK_FALSE(std::filesystem::exists(folder / "full/01_a.obj"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "full"), {}) == 1);

  // A file stands where the folder is to be.
  write_file(folder / "file", "");
  const auto no_folder = write_stage_files(folder / "file", 1, "a", square(), scene_with(UpAxis::z));
  REQUIRE(no_folder);
  CHECK(no_folder->code == pipeline::ErrorCode::cannot_write);
  CHECK(no_folder->file == folder / "file");
}
