// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of a level: which faces are near which, what cropping leaves, and that tiles which do not agree are refused.
#include "plumb/pipeline/tile_grid.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/crop_nav_mesh.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/tile_seam.h"
#include "seam_joiner.h"
#include "share_corners.h"
#include "support/temporary_folder.h"

namespace {

using namespace plumb;
using namespace plumb::pipeline;

// Points of a navmesh are made from what it was baked from.
Baked baked(const std::string& obj, const BakeSettings& settings = {}) {
  auto scene = import_obj_text(obj, "test.obj", {.up = UpAxis::z});
  REQUIRE(scene);
  auto out = bake(std::move(*scene), settings);
  REQUIRE(out);
  return std::move(*out);
}

// A floor from (0, 0) to (8, 4), and one half a unit higher from (8, 0) to (12, 4).
constexpr const char* two_floors =
    "v 0 0 0\nv 8 0 0\nv 8 4 0\nv 0 4 0\nf 1 2 3 4\nv 8 0 0.5\nv 12 0 0.5\nv 12 4 0.5\nv 8 4 0.5\nf 5 6 7 8\n";

std::vector<TileSeam> seams_of(const NavMesh& mesh, const TileGrid& grid, const std::vector<Tile>& tiles) {
  std::vector<TileSeam> out;
  for (const Tile& tile : tiles) out.push_back(seam_of(crop(mesh, grid, tile), tile, "key", 0, 0));
  return out;
}

struct Joined {
  JoinedTiles totals;
  std::vector<std::vector<WholeComponent>> components;  // by stance
};
Joined join_seams(const std::vector<TileSeam>& seams, const TilePruning& pruning = {}) {
  const tests::Folder folder;
  auto scratch = ScratchFile::create(folder.path().string());
  REQUIRE(scratch);
  SeamJoiner joiner(std::move(*scratch), 0);
  for (const TileSeam& seam : seams) joiner.add(seam);
  Joined out;
  auto totals = joiner.finish(pruning, [&](std::size_t stance, const WholeComponent& component) {
    out.components.resize(stance + 1);
    out.components[stance].push_back(component);
  });
  REQUIRE(totals);
  out.totals = std::move(*totals);
  for (std::size_t s = 0; s < out.components.size(); ++s)
    CHECK(out.components[s].size() == out.totals.stances[s].components);
  return out;
}

std::vector<Tile> tiles(std::int64_t columns, std::int64_t rows) {
  std::vector<Tile> out;
  for (std::int64_t i = 0; i < columns; ++i)
    for (std::int64_t j = 0; j < rows; ++j) out.push_back({i, j});
  return out;
}

}  // namespace

TEST_CASE("TileGrid: a place on a line touches the tiles on both sides, and the reach counts") {
  const TileGrid grid{4, {1, 0}, mpq_class(1, 8)};
  CHECK(grid.touched(0, 2, 3) == std::array<mpz_class, 2>{0, 0});
  CHECK(grid.touched(0, 5, 5) == std::array<mpz_class, 2>{0, 1});
  CHECK(grid.touched(0, mpq_class(39, 8), 5) == std::array<mpz_class, 2>{0, 1});
  CHECK(grid.touched(0, mpq_class(41, 8), 6) == std::array<mpz_class, 2>{0, 1});  // it ends where tile 1 begins
  CHECK(grid.touched(0, mpq_class(42, 8), 6) == std::array<mpz_class, 2>{1, 1});
  CHECK(grid.touched(1, -4, -4) == std::array<mpz_class, 2>{-2, -1});
  CHECK(grid.line(0, -1) == -3);
}

TEST_CASE("crop: tiles share a floor out, and lines between them are ways") {
  const Baked level = baked(two_floors, {.step = 1});
  const TileGrid grid{3, {0, 0}, 0};
  mpq_class area = 0;
  for (const Tile& tile : tiles(4, 2)) {
    const CroppedMesh cropped = crop(level.mesh(), grid, tile);
    CHECK(is_valid(cropped.mesh));
    const TileSeam seam = seam_of(cropped, tile, "", 0, 0);
    const mpq_class here = seam.areas.at("stand").exact.value();
    CHECK(here == 3 * (tile.j == 0 ? 3 : 1));
    area += here;
  }
  CHECK(area == 48);
  // Tile 2, 0 reaches from 6 to 9: a step within it, and ways to the left, to the right and up, the latter two of them.
  const CroppedMesh middle = crop(level.mesh(), grid, {2, 0});
  REQUIRE(middle.mesh.portals.size() == 1);
  CHECK(middle.mesh.portals[0].kind == PortalKind::step);
  CHECK(middle.ways.size() == 4);
}

TEST_CASE("crop: a way along a line belongs to the tiles in which its cells lie") {
  const Baked level = baked(two_floors, {.step = 1});
  const TileGrid grid{4, {0, 0}, 0};  // the step is on the line at 8
  const CroppedMesh left = crop(level.mesh(), grid, {1, 0}), right = crop(level.mesh(), grid, {2, 0});
  REQUIRE(right.ways.size() == 1);
  CHECK(right.ways[0].kind == PortalKind::step);
  CHECK(right.ways[0].beyond == Tile{1, 0});
  const auto step = std::ranges::find(left.ways, PortalKind::step, &WayOut::kind);
  REQUIRE(step != left.ways.end());
  CHECK(step->beyond == Tile{2, 0});
  CHECK(step->here == std::array{right.ways[0].there[1], right.ways[0].there[0]});
}

TEST_CASE("seam joiner: components of the whole level, whatever the tiles") {
  const Baked stepped = baked(two_floors, {.step = 1}), apart = baked(two_floors);
  for (const mpq_class& size : {mpq_class(3), mpq_class(4), mpq_class(2), mpq_class(12, 7), mpq_class(100)}) {
    const TileGrid grid{size, {0, 0}, 0};
    const mpq_class columns = 12 / size, rows = 4 / size;
    const std::vector<Tile> all = tiles(mpz_class(columns).get_si() + 1, mpz_class(rows).get_si() + 1);
    const Joined one = join_seams(seams_of(stepped.mesh(), grid, all)),
                 two = join_seams(seams_of(apart.mesh(), grid, all));
    REQUIRE(one.components[0].size() == 1);
    CHECK(one.components[0][0].area.exact == 48);
    CHECK(one.totals.areas.at("stand").exact == 48);
    REQUIRE(two.components[0].size() == 2);
    CHECK(two.components[0][0].area.exact == 32);
    CHECK(two.components[0][1].area.exact == 16);
  }
}

TEST_CASE("seam joiner: components that are too small or that no seed reaches are dropped, in every stance") {
  const Baked level = baked(two_floors, {.stances = {{"crawl", mpq_class(1, 4)}, {"stand", 2}}});
  const TileGrid grid{6, {0, 0}, 0};
  const auto seams = seams_of(level.mesh(), grid, tiles(2, 1));
  const Joined large = join_seams(seams, {{}, 17});
  REQUIRE(large.components[1].size() == 2);
  CHECK_FALSE(large.components[1][0].dropped);
  CHECK(large.components[1][1].dropped == DropReason::small);
  CHECK_FALSE(join_seams(seams, {{}, 16}).components[1][1].dropped);
  const Joined seeded = join_seams(seams, {{{{Tile{1, 0}, 1}}}, 0});
  CHECK(seeded.totals.stances[0].dropped == 1);
  CHECK(seeded.components[0][0].dropped == DropReason::unreached);
  CHECK_FALSE(seeded.components[0][1].dropped);
}

TEST_CASE("seam joiner: tiles that do not say the same of a way are refused") {
  const Baked level = baked(two_floors, {.step = 1});
  const TileGrid grid{4, {0, 0}, 0};
  const auto seams = seams_of(level.mesh(), grid, tiles(3, 1));
  const auto with = [&](const auto& change) {
    auto changed = seams;
    change(changed);
    return changed;
  };
  CHECK_NOTHROW(join_seams(seams));
  CHECK_THROWS_AS(join_seams(with([](auto& s) { s[0].ways.pop_back(); })), InternalError);
  CHECK_THROWS_AS(join_seams(with([](auto& s) { s[2].ways.clear(); })), InternalError);
  CHECK_THROWS_AS(join_seams(with([](auto& s) { s[0].ways[0].here[0][1] += 1; })), InternalError);
  CHECK_THROWS_AS(join_seams(with([](auto& s) { s[0].ways[0].here[0][2] += 1; })), InternalError);
  CHECK_THROWS_AS(join_seams(with([](auto& s) { s[2].ways[0].kind = PortalKind::flush; })), InternalError);
}

TEST_CASE("tile seams: read back as they were written, and what is no seam is refused") {
  const Baked level = baked(two_floors, {.step = 1});
  const TileGrid grid{3, {0, 0}, 0};
  const TileSeam seam = seam_of(crop(level.mesh(), grid, {2, 0}), {2, 0}, "key", 0, 0);
  const auto text_of_seam = [](const TileSeam& s) {
    std::ostringstream out;
    StreamOutput file(out);
    write_tile_seam(file, s);
    return out.str();
  };
  const std::string text = text_of_seam(seam);
  const tests::Folder folder;
  const auto read = [&](const std::string& content) { return read_tile_seam(folder.write("seam.json", content)); };
  const auto back = read(text);
  REQUIRE(back);
  CHECK(text_of_seam(*back) == text);
  for (std::size_t cut = 0; cut + 1 < text.size(); cut += 7) CHECK_FALSE(read(text.substr(0, cut)));
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string out = text;
    const auto at = out.find(what);
    REQUIRE(at != std::string::npos);
    return out.replace(at, what.size(), by);
  };
  const std::string ones(9999, '1');  // exact sums grow long
  const auto long_area = read(replaced("\"exact\":\"", "\"exact\":\"" + ones));
  REQUIRE(long_area);
  CHECK_FALSE(read(replaced("\"exact\":\"", "\"exact\":\"x")));
  CHECK_FALSE(read(replaced("\"stance\":1", "\"stance\":2")));
  CHECK_FALSE(read(replaced("\"kind\":\"flush\"", "\"kind\":\"fall\"")));
  CHECK_FALSE(read(replaced("\"components\":[0]", "\"components\":[9]")));
  CHECK_FALSE(read(replaced("\"lowest\":0", "\"lowest\":9")));
  TileSeam point = seam;  // a way from one point to itself has no line
  point.ways[0].here[1] = point.ways[0].here[0];
  CHECK_FALSE(read(text_of_seam(point)));
  CHECK_FALSE(read(replaced("\"tile\":[2,0]", "\"tile\":[2]")));
}

TEST_CASE("share_corners: tiles beside each other have the corners of both on their line") {
  // Floors meet at x = 4, at height 0: three strips on the left, two on the right, each of a slope of its own.
  std::string obj;
  const auto strip = [&](int x, double height, int from, int to) {
    for (const auto& [at, y, z] : {std::tuple(x, from, height), {4, from, 0.0}, {4, to, 0.0}, {x, to, height}})
      obj += "v " + std::to_string(at) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
    obj += "f -4 -3 -2 -1\n";
  };
  strip(0, 0.25, 0, 1);
  strip(0, 0.5, 1, 3);
  strip(0, 0.25, 3, 4);
  strip(8, 0.5, 0, 2);
  strip(8, 0.25, 2, 4);
  const Baked level = baked(obj, {.optimise = Optimise::none});
  const TileGrid grid{4, {0, 0}, 0};
  const std::vector<Tile> both{{0, 0}, {1, 0}};
  const auto seams = seams_of(level.mesh(), grid, both);
  const auto places_on_line = [&](const NavMesh& mesh) {
    std::vector<mpq_class> out;
    for (const NavMesh::Cell& cell : mesh.cells)
      for (const NavMesh::Facet& facet : cell.facets)
        for (const NavMesh::PointIndex p : facet.corners)
          if (mesh.points[p][0] == 4) out.push_back(mesh.points[p][1]);
    std::ranges::sort(out);
    return out;
  };
  for (const std::size_t t : {0, 1}) {
    std::ostringstream text;
    StreamOutput file(text);
    Progress silent;
    export_json(file, crop(level.mesh(), grid, both[t]).mesh, silent);
    std::istringstream in(text.str());
    auto mesh = read_nav_mesh_json(in, "tile");
    REQUIRE(mesh);
    CHECK(places_on_line(*mesh) ==
          (t == 0 ? std::vector<mpq_class>{0, 1, 1, 3, 3, 4} : std::vector<mpq_class>{0, 2, 2, 4}));
    share_corners(*mesh, grid, both[t], {seams[1 - t]});
    CHECK(is_valid(*mesh));
    CHECK(places_on_line(*mesh) ==
          (t == 0 ? std::vector<mpq_class>{0, 1, 1, 2, 3, 3, 4} : std::vector<mpq_class>{0, 1, 2, 2, 3, 4}));
  }
}
