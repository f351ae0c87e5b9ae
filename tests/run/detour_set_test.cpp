// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in tiles, loaded into Detour as RecastDemo does.
//
// Detour is the judge: it loads each file, and its paths must exist exactly where portals of the navmesh lead, stance
// by stance, in tiles of any size. The header is compared with the tiles, and what Detour cannot number must be
// refused.
#include <catch2/catch.hpp>
#include <filesystem>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "support/detour_pairs.h"
#include "support/detour_tile.h"
#include "support/hand_mesh.h"
#include "support/options_of.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using plumb::kernel::Label;

namespace {

DetourFile made(const NavMesh& mesh, const std::optional<mpq_class>& tile_size) {
  mesh.points.make_exact(1);
  auto file = make_detour_set(mesh, tile_size);
  INFO((file ? "" : file.error().text()));
  REQUIRE(file);
  return std::move(*file);
}

void check_pairs(const NavMesh& mesh, const mpq_class& tile_size, int wanted) {
  const DetourFile file = made(mesh, tile_size);
  INFO("tiles of " << tile_size << ": " << file.facts.tiles << ", polygons " << file.facts.polygons << ", closed edges "
                   << file.facts.closed_edges);
  CHECK(file.facts.tiles > 1);
  CHECK(file.facts.left_out == 0);
  for (Label s = 1; s <= static_cast<Label>(mesh.info.stances.size()); ++s) {
    INFO("stance " << s);
    DetourSet set(file.bytes);
    const PathAnswers answers = DetourPairs(mesh, set, file.facts.cell_size.get_d(), s).ask(wanted);
    INFO(answers.which.str());
    CHECK(answers.asked == wanted);
    CHECK(answers.reachable > 0);
    CHECK(answers.wrong == 0);
  }
}

Baked baked(const std::string& file, const char* up, const std::vector<std::string>& stances, const char* step) {
  BakeArguments a;
  a.scene = file;
  a.up = up;
  a.sides = "up";
  a.stances = stances;
  a.step = step;
  BakeOptions o = options_of(a);
  o.mesh = true;
  auto scene = import_scene(o.scene, {.numbers = o.numbers, .up = o.up});
  REQUIRE(scene);
  auto out = bake(std::move(*scene), o);
  REQUIRE(out);
  return std::move(*out);
}

// So many squares of side 1 each way, as on a chess board: black ones are a step above white ones.
Baked chess_board(std::uint32_t squares) {
  std::vector<double> coordinates;
  std::vector<std::uint32_t> corners, sizes;
  for (std::uint32_t i = 0; i < squares; ++i)
    for (std::uint32_t j = 0; j < squares; ++j) {
      const double x = i, y = j, z = (i + j) % 2 == 0 ? 0 : 0.25;
      for (const double v : {x, y, z, x + 1, y, z, x + 1, y + 1, z, x, y + 1, z}) coordinates.push_back(v);
      for (std::uint32_t k = 0; k < 4; ++k) corners.push_back(static_cast<std::uint32_t>(corners.size()));
      sizes.push_back(4);
    }
  auto scene = scene_from_polygons(coordinates, corners, sizes, UpAxis::z);
  REQUIRE(scene);
  auto out = bake(std::move(*scene), {.sides = Sides::up, .step = mpq_class(1, 4), .joining_weld = false});
  REQUIRE(out);
  return std::move(*out);
}

}  // namespace

TEST_CASE("Detour tiles: the file is a header and tiles, each where its lines say") {
  const NavMesh mesh = hand_mesh();
  const DetourFile file = made(mesh, mpq_class(3, 4));
  const DetourSet set(file.bytes);
  CHECK(set.header.magic == 0x4d534554);
  CHECK(set.header.version == 1);
  CHECK(set.header.parameters.tileWidth == 0.75f);
  CHECK(set.header.parameters.tileHeight == 0.75f);
  CHECK(file.facts.tile_size == mpq_class(3, 4));
  CHECK(static_cast<std::uint64_t>(set.header.tiles) == file.facts.tiles);
  CHECK(file.facts.cut > 0);
  for (const auto& [reference, size] : set.tiles) {
    const dtMeshTile* tile = set.mesh.getTileByRef(reference);
    REQUIRE(tile != nullptr);
    const dtMeshHeader& header = *tile->header;
    const float low[2] = {set.header.parameters.orig[0] + 0.75f * static_cast<float>(header.x),
                          set.header.parameters.orig[2] + 0.75f * static_cast<float>(header.y)};
    CHECK(header.bmin[0] == low[0]);
    CHECK(header.bmin[2] == low[1]);
    CHECK(header.bmax[0] == low[0] + 0.75f);
    CHECK(header.bmax[2] == low[1] + 0.75f);
    CHECK(header.polyCount > 0);
    for (int v = 0; v < header.vertCount - 2 * header.offMeshConCount; ++v)
      for (const int axis : {0, 2}) {
        CHECK(tile->verts[3 * v + axis] >= header.bmin[axis]);
        CHECK(tile->verts[3 * v + axis] <= header.bmax[axis]);
      }
  }
}

TEST_CASE("Detour tiles: without a size, or of a greater one, there is the tile of a .bin") {
  const NavMesh mesh = hand_mesh();
  const std::string tile = make_detour(mesh)->bytes;
  for (const std::optional<mpq_class>& size : {std::optional<mpq_class>(), std::optional<mpq_class>(100)}) {
    const DetourFile file = made(mesh, size);
    CHECK(file.facts.tiles == 1);
    CHECK(file.bytes.substr(48) == tile);
    const DetourSet set(file.bytes);
    CHECK(set.header.parameters.maxTiles == 1);
  }
}

TEST_CASE("Detour tiles: through edges, up a step and across a gap, stance by stance, in tiles of any size") {
  const NavMesh mesh = hand_mesh();
  for (const mpq_class& size : {mpq_class(3, 2), mpq_class(3, 4), mpq_class(2, 3), mpq_class(8, 15)})
    check_pairs(mesh, size, 200);
}

TEST_CASE("Detour tiles: floors that Detour would join, or not, are parted and connected") {
  // A passage a hundredth wide, which no edge of Detour's is seen through; and beside it, within two climbs below, a
  // floor that is apart from the others.
  MeshBuilder b(UpAxis::z, {"crawl=1/2"});
  b.mesh.info.step = mpq_class(2, 5);
  const mpq_class thin(1, 100), low(-3, 5);
  b.cell(1, {{{0, 0, 0}, {1, 0, 0}, {1, 4, 0}, {0, 4, 0}}});
  b.cell(1, {{{1, 1, 0}, {3, 1, 0}, {3, 1 + thin, 0}, {1, 1 + thin, 0}}});
  b.cell(1, {{{3, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 4, 0}}});
  b.cell(1, {{{1, 2, low}, {3, 2, low}, {3, 4, low}, {1, 4, low}}});
  b.flush(0, 1, 1, {1, 1, 0}, {1, 1 + thin, 0});
  b.flush(1, 2, 1, {3, 1, 0}, {3, 1 + thin, 0});
  REQUIRE(is_valid(b.mesh));
  const DetourFile file = made(b.mesh, mpq_class(2));
  CHECK(file.facts.closed_edges >= 2);
  CHECK(file.facts.off_mesh_connections >= 1);
  check_pairs(b.mesh, 2, 100);
  check_pairs(b.mesh, mpq_class(1, 2), 100);
}

TEST_CASE("Detour tiles: what cannot be numbered is refused") {
  const NavMesh mesh = hand_mesh();
  const auto refused = make_detour_set(mesh, mpq_class(1, 10'000));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK(refused.error().message.find("--tile") != std::string::npos);
}

TEST_CASE("Detour tiles: a level that no tile holds") {
  const Baked level = chess_board(184);  // 33,856 squares
  const NavMesh& mesh = level.mesh();
  const auto one = make_detour_set(mesh, std::nullopt);
  REQUIRE_FALSE(one);
  CHECK(one.error().code == ErrorCode::too_large);
  CHECK(one.error().message.find("33,856 polygons") != std::string::npos);
  check_pairs(mesh, 64, 20);
}

TEST_CASE("Detour tiles: paths on the shipped level") {
  const Baked level = baked(PLUMB_SOURCE_DIR "/docs/examples/ruin.obj", "y", {"crawl=0.5", "stand=1.8"}, "0.4");
  for (const mpq_class& size : {mpq_class(4), mpq_class(1)}) check_pairs(level.mesh(), size, 200);
}

TEST_CASE("Detour tiles: paths on shared levels") {
  struct Level {
    const char *file, *up, *low, *high, *step;
    int tile;
  };
  for (const Level& l : {Level{"made/competition.obj", "z", "crouch=1.2", "stand=1.8", "0.4", 10},
                         Level{"recast/nav_test.obj", "y", "crouch=1", "stand=2", "0.9", 16},
                         Level{"recast/dungeon.obj", "y", "crouch=1", "stand=2", "0.4", 10}}) {
    const std::string scene = std::string(PLUMB_SHARED_DIR "/scenes/") + l.file;
    if (!std::filesystem::exists(scene)) {
      WARN("skipped: " + scene + " is not there");
      continue;
    }
    INFO(l.file);
    check_pairs(baked(scene, l.up, {l.low, l.high}, l.step).mesh(), l.tile, 200);
  }
}
