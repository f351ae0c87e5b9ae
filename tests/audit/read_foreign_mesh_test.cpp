// SPDX-License-Identifier: GPL-3.0-or-later
// Other bakers' files: forms that are taken, and what is refused, with one line that says why.
//
// Files are written by hand here, or lie in the seeds of the fuzzers. Each form is read for its polygons, links and
// axes. Then files are cut off and changed at every place: a reader must refuse them or return a valid mesh. Sets of
// more tiles than Detour can number at once are made in memory.
//
// A navmesh in glTF is judged where its nodes put it, exactly, whatever --numbers rounds a level to.
#include <DetourNavMesh.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "plumb/pipeline/foreign_mesh.h"
#include "support/audited.h"
#include "support/gltf_files.h"
#include "support/scene_files.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::filesystem::path seeds = std::filesystem::path(PLUMB_SOURCE_DIR) / "fuzz/seeds";

std::string file(const std::string& name) {
  std::ifstream in(seeds / name, std::ios::binary);
  REQUIRE(in);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

ForeignMesh read(const std::string& bytes, const std::string& name, const ForeignMeshOptions& options = {}) {
  auto mesh = read_foreign_mesh_text(bytes, name, options);
  if (!mesh) FAIL(mesh.error().text());
  REQUIRE(is_valid(*mesh));
  return std::move(*mesh);
}
ForeignMesh read_seed(const std::string& name, const ForeignMeshOptions& options = {}) {
  return read(file(name), name, options);
}
std::string refused(const std::string& bytes, const std::string& name, const ForeignMeshOptions& options = {}) {
  const auto mesh = read_foreign_mesh_text(bytes, name, options);
  if (mesh) FAIL("it is read");
  CHECK(mesh.error().text().find('\n') == std::string::npos);
  return mesh.error().text();
}

// Every file is one of these, or is refused: it is never taken for something that is not valid.
void read_or_refuse(const std::string& bytes, const std::string& name) {
  const auto mesh = read_foreign_mesh_text(bytes, name, {});
  if (mesh ? !is_valid(*mesh) : contains(mesh.error().text(), "\n")) FAIL(name);
}

mpq_class area_of(const FloorFaces& floor) {
  mpq_class sum = 0;
  for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f) sum += plumb::kernel::signed_area(floor.ring(f));
  return sum;
}

constexpr const char* square_obj = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 4 0 1\nv 4 2 1\nf 1 2 3 4\nf 2 5 6 3\n";

// A set with references of 64 bits: squares in a row, each a tile whose sides lead to those beside it. The first tile
// has so many, one on the other. The links that are stored lead in a circle.
std::string row_of_tiles(std::size_t tiles, std::size_t squares_of_first) {
  const auto put = [](std::string& out, const auto& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto reference = [](std::uint64_t tile) { return std::uint64_t{1} << 48 | tile << 20; };
  std::string out = file("read_detour_mesh/set_of_64_bits.mset").substr(0, 40);
  const auto count = static_cast<std::int32_t>(tiles);
  std::memcpy(out.data() + 8, &count, 4);
  for (std::size_t x = 0; x < tiles; ++x) {
    const std::size_t squares = x == 0 ? squares_of_first : 1;
    dtMeshHeader h{};
    h.magic = DT_NAVMESH_MAGIC;
    h.version = DT_NAVMESH_VERSION;
    h.x = static_cast<int>(x);
    h.polyCount = h.detailMeshCount = h.offMeshBase = static_cast<int>(squares);
    h.vertCount = 4;
    h.maxLinkCount = 4;
    h.detailTriCount = 2;
    const auto left = static_cast<float>(x);
    h.bmin[0] = left, h.bmax[0] = left + 1, h.bmax[1] = 1, h.bmax[2] = 1;
    std::string tile;
    put(tile, h);
    put(tile, std::array<float, 12>{left, 0, 0, left, 0, 1, left + 1, 0, 1, left + 1, 0, 0});
    for (std::size_t s = 0; s < squares; ++s) {
      dtPoly p{};
      p.vertCount = 4;
      for (unsigned short k = 0; k < 4; ++k) p.verts[k] = k;
      if (s == 0) p.neis[0] = DT_EXT_LINK | 4, p.neis[2] = DT_EXT_LINK;
      put(tile, p);
    }
    for (int l = 0; l < 4; ++l) {
      put(tile, reference(x + 1));
      put(tile, 0u);
      put(tile, 0u);
    }
    for (std::size_t s = 0; s < squares; ++s) put(tile, dtPolyDetail{0, 0, 0, 2});
    put(tile, std::array<unsigned char, 8>{0, 1, 2, 0, 0, 2, 3, 0});
    put(out, reference(x));
    put(out, static_cast<std::int32_t>(tile.size()));
    put(out, 0u);
    out += tile;
  }
  return out;
}

}  // namespace

TEST_CASE("read_foreign_mesh: polygons are linked by their edges") {
  const ForeignMesh mesh = read(square_obj, "m.obj", {.up = UpAxis::z});
  CHECK(mesh.polygons.size() == 2);
  CHECK(mesh.links == std::vector<ForeignMesh::Link>{{0, 1}});
  CHECK_FALSE(mesh.has_links);
  CHECK(area_of(triangles_of(mesh, MeshSurface::polygons)) == 8);
}

TEST_CASE("read_foreign_mesh: a file of polygons without any is an empty mesh") {
  CHECK(read("v 0 0 0\n", "m.obj").polygons.empty());
}

TEST_CASE("read_foreign_mesh: axes are the scene's, or given, or transformed") {
  CHECK(read(square_obj, "m.obj", {.up = UpAxis::z}).points[4] == ExactPoint{4, 0, 1});
  CHECK(read(square_obj, "m.obj", {.up = UpAxis::y}).points[4] == ExactPoint{4, -1, 0});
  // Feet to metres, and the axes of a scene whose y is up.
  const std::vector<mpq_class> rows{mpq_class(1, 3), 0, 0, 1, 0, 0, mpq_class(1, 3), 0, 0, mpq_class(-1, 3), 0, 0};
  CHECK(read(square_obj, "m.obj", {.up = UpAxis::y, .transform = rows}).points[4] ==
        ExactPoint{mpq_class(7, 3), 0, mpq_class(1, 3)});
}

TEST_CASE("read_foreign_mesh: text is taken by --numbers") {
  const std::string obj = "v 0.1 0 0\nv 2 0 0\nv 2 2 0\nf 1 2 3\n";
  CHECK(read(obj, "m.obj", {.numbers = Numbers::decimal, .up = UpAxis::z}).points[0][0] == mpq_class(1, 10));
  CHECK(read(obj, "m.obj", {.numbers = Numbers::binary32, .up = UpAxis::z}).points[0][0] == mpq_class(0.1f));
  CHECK(read(obj, "m.obj", {.up = UpAxis::z}).points[0][0] == mpq_class(0.1));
  const std::string tres = file("read_godot_mesh/typed.tres");
  CHECK(read(tres, "m.tres", {.numbers = Numbers::decimal}).points[0][2] == mpq_class(1, 1000));
}

TEST_CASE("read_foreign_mesh: Godot's text resources of both generations") {
  const ForeignMesh two = read_seed("read_godot_mesh/two_squares.tres");
  CHECK(two.format == "Godot navmesh");
  CHECK(two.polygons.size() == 2);
  CHECK(two.links.size() == 1);
  CHECK(area_of(triangles_of(two, MeshSurface::polygons)) == 2);
  CHECK(find_structure(two, 1).clockwise.empty());  // they run clockwise there, as all of Godot's do
  CHECK(two.settings.height == mpq_class(1.8));
  CHECK(two.settings.cell_size == mpq_class(0.3));
  CHECK(read_seed("read_godot_mesh/typed.tres").polygons.size() == 1);
  CHECK(read_seed("read_godot_mesh/godot3.tres").settings.climb == mpq_class(0.9));
  CHECK(read_seed("read_godot_mesh/scene.tscn").polygons.size() == 1);
  CHECK(contains(refused(file("read_godot_mesh/binary.res"), "a.res"), "save it as .tres"));
  CHECK(contains(refused(file("read_godot_mesh/index_out_of_range.tres"), "a.tres"), "names vertex 3 of 3"));
}

TEST_CASE("read_foreign_mesh: of a scene, those of its regions, or one that is named") {
  std::string scene = file("read_godot_mesh/scene.tscn");
  const std::size_t at = scene.find("[node");
  scene.insert(at,
               "[sub_resource type=\"NavigationMesh\" id=\"Other\"]\nvertices = PackedVector3Array(0, 0, 0, 2, 0, 0, "
               "2, 0, -2)\npolygons = [PackedInt32Array(2, 1, 0)]\n\n");
  CHECK(contains(refused(scene, "a.tscn"), "NavigationMesh_1, Other"));  // no region has either
  scene +=
      "\n[node name=\"R\" type=\"NavigationRegion3D\" parent=\".\"]\nnavigation_mesh = "
      "SubResource(\"NavigationMesh_1\")\n";
  CHECK(area_of(triangles_of(read(scene, "a.tscn"), MeshSurface::polygons)) == mpq_class(1, 2));
  CHECK(area_of(triangles_of(read(scene, "a.tscn", {.resource = "Other"}), MeshSurface::polygons)) == 2);
  CHECK(contains(refused(scene, "a.tscn", {.resource = "x"}), "no navmesh 'x'"));
}

TEST_CASE("read_foreign_mesh: dumps of Recast, and rerecast's") {
  const ForeignMesh dump = read_seed("read_json_mesh/recast.json", {.numbers = Numbers::decimal});
  CHECK(dump.polygons.size() == 2);
  CHECK(dump.links == std::vector<ForeignMesh::Link>{{0, 1}});
  CHECK(dump.has_links);
  CHECK(dump.points[2] == ExactPoint{mpq_class(1, 5), mpq_class(-37, 10), mpq_class(1, 5)});
  CHECK(dump.polygons[0].area == 63);
  CHECK(dump.settings.cell_height == mpq_class(1, 5));
  CHECK(read_seed("read_json_mesh/recast.json", {.areas = {1}}).polygons.size() == 1);
  const ForeignMesh nav = read_seed("read_json_mesh/rerecast.nav", {.numbers = Numbers::decimal});
  CHECK(nav.detail.size() == 2);
  CHECK(area_of(triangles_of(nav, MeshSurface::detail)) == mpq_class(36, 25));
  CHECK(contains(refused(file("read_json_mesh/index_out_of_range.json"), "a.json"), "names vertex 9 of 6"));
  CHECK(contains(refused("{\"a\": 1}", "a.json"), "plumb bake"));
  CHECK(contains(refused("{", "a.json"), "no JSON"));
}

TEST_CASE("read_foreign_mesh: plumb's own navmesh") {
  const ForeignMesh mesh = read_seed("read_json_mesh/plumb.json");
  CHECK(mesh.has_links);
  CHECK(area_of(triangles_of(mesh, MeshSurface::detail)) == 36);
  CHECK(contains(mesh.format, "plumb"));
}

TEST_CASE("read_foreign_mesh: Detour's sets and tiles, of both widths") {
  const ForeignMesh set = read_seed("read_detour_mesh/set.mset"),
                    wide = read_seed("read_detour_mesh/set_of_64_bits.mset");
  CHECK(set.polygons.size() == 8);
  CHECK(set.points == wide.points);
  CHECK(set.links == wide.links);
  CHECK(set.links.size() == 10);
  CHECK(set.off_mesh == 2);
  CHECK(area_of(triangles_of(set, MeshSurface::detail)) == area_of(triangles_of(wide, MeshSurface::polygons)));
  CHECK(set.settings.height == mpq_class(1.8f));
  const ForeignMesh tile = read_seed("read_detour_mesh/tile.bin");
  CHECK(tile.polygons.size() == 3);
  CHECK(tile.off_mesh == 1);
  CHECK(tile.format == "Detour tile");
  CHECK(contains(refused(file("read_detour_mesh/tile_cache.bin"), "a.bin"), "TSET"));
  CHECK(contains(refused(file("read_detour_mesh/other_byte_order.bin"), "a.bin"), "byte order"));
  CHECK(contains(refused(file("read_detour_mesh/cut_off.bin"), "a.bin"), "300 bytes should have"));
}

TEST_CASE("read_foreign_mesh: Detour's files of other versions are refused by number") {
  std::string tile = file("read_detour_mesh/tile.bin");
  tile[4] = 6;
  CHECK(contains(refused(tile, "a.bin"), "version 6"));
  std::string set = file("read_detour_mesh/set.mset");
  set[4] = 3;
  CHECK(contains(refused(set, "a.mset"), "version 3"));
}

TEST_CASE("read_foreign_mesh: files cut off anywhere are refused, or are a mesh") {
  for (const char* name : {"read_detour_mesh/set.mset", "read_detour_mesh/set_of_64_bits.mset",
                           "read_detour_mesh/tile.bin", "read_godot_mesh/two_squares.tres",
                           "read_godot_mesh/scene.tscn", "read_json_mesh/recast.json", "read_json_mesh/rerecast.nav"}) {
    const std::string whole = file(name);
    for (std::size_t size = 0; size < whole.size(); ++size) read_or_refuse(whole.substr(0, size), name);
    const std::string head = whole.substr(0, whole.size() / 2);
    CHECK_FALSE(refused(head, name).empty());
  }
}

TEST_CASE("read_foreign_mesh: every count and index of a tile that is wrong is refused, or is a mesh") {
  const std::string whole = file("read_detour_mesh/tile.bin");
  std::size_t refusals = 0;
  for (std::size_t at = 0; at + 4 <= whole.size(); at += 4)
    for (const std::uint32_t value : {0u, 1u, 0x7fu, 0xffffu, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7fc00000u}) {
      std::string bytes = whole;
      std::memcpy(bytes.data() + at, &value, 4);
      read_or_refuse(bytes, "a.bin");
      refusals += !read_foreign_mesh_text(bytes, "a.bin", {});
    }
  CHECK(refusals > 400);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned char value : {0x00, 0x07, 0x7f, 0xff}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(value);
      read_or_refuse(bytes, "a.bin");
    }
}

TEST_CASE("read_foreign_mesh: more tiles than 22 bits can number have the links that Detour makes") {
  CHECK(read(row_of_tiles(4, 1), "a.mset").links.size() == 3);
  // 7 bits for the tiles, and 16 for the polygons.
  const ForeignMesh many = read(row_of_tiles(65, 65535), "a.mset");
  CHECK(many.polygons.size() == 65535 + 64);
  CHECK(many.links.size() == 64);
}

TEST_CASE("a glTF navmesh keeps its transforms unrounded: 50 of them, under every --numbers") {
  std::mt19937_64 random(81);
  std::uniform_real_distribution<double> any(-9, 9);
  const TriangleLevel level{{0, 0, 0, 4, 0, 0, 0, 1, 5}, {0, 1, 2}};
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    const std::array<double, 3> move{any(random), any(random), any(random)};
    const double scale = std::abs(any(random)) + 0.1;
    const std::string node =
        ",\"translation\":" + json_array(move) + ",\"scale\":" + json_array(std::array{scale, scale, scale});
    const std::string file = glb(gltf_json(level, "", node), gltf_buffer(level));
    for (const Numbers numbers : {Numbers::binary64, Numbers::binary32, Numbers::decimal}) {
      ForeignMeshOptions options;
      options.numbers = numbers;
      const auto mesh = read_foreign_mesh_text(file, "a.glb", options);
      if (!mesh) FAIL(mesh.error().text());
      REQUIRE(mesh->points.size() == 3);
      for (std::size_t v = 0; v < 3; ++v) {
        const auto world = [&](std::size_t axis) -> mpq_class {
          return mpq_class(level.xyz[3 * v + axis]) * mpq_class(scale) + mpq_class(move[axis]);
        };
        // y up: (x, -z, y).
        CHECK(mesh->points[v] == plumb::kernel::ExactPoint{world(0), -world(2), world(1)});
      }
    }
  }
}
