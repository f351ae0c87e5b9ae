// SPDX-License-Identifier: GPL-3.0-or-later
// One drawn mesh in the formats of other programs: each reader finds what was drawn.
// 1. A case for each format (Polyanya, navcat, rerecast, Habitat, TrinityCore, triangles in JSON), which writes the
//    file and reads it.
// 2. Files that are cut off or changed anywhere are refused, or are a mesh.
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <set>

#include "plumb/pipeline/foreign_mesh.h"
#include "support/property.h"
#include "support/scene_files.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::filesystem::path seeds = std::filesystem::path(PLUMB_SOURCE_DIR) / "fuzz/seeds";

// Cells of a grid that are there, in quarters; heights by corner.
struct Grid {
  struct Cell {
    std::array<int, 4> corners;  // counter-clockwise in (x, y) of a flat map
    std::array<int, 4> beyond;   // across the edge from a corner to the next; -1: nothing
  };
  std::vector<std::array<int, 3>> vertices;  // x, height, z
  std::vector<Cell> cells;
};

Grid drawn_grid(bool flat) {
  const int width = drawn(1, 4), depth = drawn(1, 4);
  Grid out;
  for (int j = 0; j <= depth; ++j)
    for (int i = 0; i <= width; ++i)
      out.vertices.push_back({4 * i + drawn(0, 1), flat ? 0 : drawn(0, 3), 4 * j + drawn(0, 1)});
  std::vector<int> number(static_cast<std::size_t>(width * depth), -1);
  for (int j = 0; j < depth; ++j)
    for (int i = 0; i < width; ++i) {
      if (drawn(0, 3) == 0 && !out.cells.empty()) continue;
      number[static_cast<std::size_t>(j * width + i)] = static_cast<int>(out.cells.size());
      const int at = j * (width + 1) + i;
      out.cells.push_back({{at, at + 1, at + width + 2, at + width + 1}, {}});
    }
  for (int j = 0; j < depth; ++j)
    for (int i = 0; i < width; ++i) {
      const auto own = [&](int x, int y) {
        return x < 0 || y < 0 || x >= width || y >= depth ? -1 : number[static_cast<std::size_t>(y * width + x)];
      };
      if (own(i, j) < 0) continue;
      out.cells[static_cast<std::size_t>(own(i, j))].beyond = {own(i, j - 1), own(i + 1, j), own(i, j + 1),
                                                               own(i - 1, j)};
    }
  return out;
}

std::string quarter(int v) {
  static const char* parts[] = {"", ".25", ".5", ".75"};
  return std::to_string(v / 4) + parts[v % 4];
}
template <class List>
std::string joined(const List& list, const std::string& between) {
  std::string out;
  for (const auto& entry : list) out += (out.empty() ? "" : between) + entry;
  return out;
}
std::vector<std::string> numbers(const Grid& g) {
  std::vector<std::string> out;
  for (const auto& v : g.vertices)
    for (const int c : v) out.push_back(quarter(c));
  return out;
}

// What was drawn, in the scene's frame, z up: sets of corners, and pairs of these.
using Outline = std::set<std::array<mpq_class, 3>>;
std::set<Outline> outlines(const ForeignMesh& mesh) {
  std::set<Outline> out;
  for (const ForeignMesh::Polygon& p : mesh.polygons) {
    Outline outline;
    for (const auto c : p.corners) outline.insert(mesh.points[c]);
    out.insert(outline);
  }
  return out;
}
Outline outline_of(const Grid& g, const Grid::Cell& cell) {
  Outline out;
  for (const int c : cell.corners) {
    const auto& v = g.vertices[static_cast<std::size_t>(c)];
    mpq_class x(v[0], 4), y(-v[2], 4), z(v[1], 4);
    x.canonicalize(), y.canonicalize(), z.canonicalize();
    out.insert({x, y, z});
  }
  return out;
}
std::size_t links_of(const Grid& g) {
  std::size_t out = 0;
  for (const Grid::Cell& c : g.cells)
    for (const int other : c.beyond) out += other >= 0;
  return out / 2;
}

ForeignMesh read(const std::string& text, const std::string& name, const ForeignMeshOptions& options = {}) {
  auto mesh = read_foreign_mesh_text(text, name, options);
  if (!mesh) RC_FAIL(mesh.error().text());
  RC_ASSERT(is_valid(*mesh));
  return std::move(*mesh);
}
void check_is(const ForeignMesh& mesh, const Grid& g) {
  std::set<Outline> expected;
  for (const Grid::Cell& c : g.cells) expected.insert(outline_of(g, c));
  RC_ASSERT(mesh.polygons.size() == g.cells.size());
  RC_ASSERT(outlines(mesh) == expected);
  RC_ASSERT(mesh.links.size() == links_of(g));
  RC_ASSERT(find_structure(mesh, 1).clockwise.empty());
}

// Neighbours of version 1 are across the edge that follows a corner, later ones across that before it.
std::string polyanya(const Grid& g, int version, bool neighbours) {
  std::string out = "mesh\n" + std::to_string(version) + "\n" + std::to_string(g.vertices.size()) + " ";
  // Version 3 has faces that are no floor, too.
  const bool wall = version == 3;
  out += std::to_string(g.cells.size() + wall) + "\n";
  const int first = version == 3 ? 1 : 0;
  for (std::size_t v = 0; v < g.vertices.size(); ++v) {
    out += quarter(g.vertices[v][0]) + " " + quarter(g.vertices[v][2]);
    std::vector<std::string> around;
    for (std::size_t c = 0; c < g.cells.size(); ++c)
      if (std::ranges::find(g.cells[c].corners, static_cast<int>(v)) != g.cells[c].corners.end())
        around.push_back(std::to_string(c));
    around.push_back("-1");
    if (version != 3) out += " " + std::to_string(around.size()) + " " + joined(around, " ");
    out += "\n";
  }
  const auto polygon = [&](const Grid::Cell& cell, bool is_floor) {
    std::vector<std::string> row;
    if (version == 3) row.push_back(is_floor ? "1" : "0");
    row.push_back("4");
    for (const int c : cell.corners) row.push_back(std::to_string(c + first));
    for (std::size_t k = 0; neighbours && k < 4; ++k) {
      const int other = cell.beyond[version == 1 ? k : (k + 3) % 4];
      row.push_back(version == 3 ? (is_floor && other >= 0 ? std::to_string(other + 1)
                                                           : std::to_string(other >= 0 ? -other - 1 : 0))
                                 : std::to_string(other));
    }
    out += joined(row, drawn(0, 9) == 0 && neighbours ? "\n" : " ") + "\n";
  };
  for (const Grid::Cell& c : g.cells) polygon(c, true);
  if (wall) polygon(g.cells[0], false);
  return out;
}

}  // namespace

TEST_CASE("read_foreign_mesh: Polyanya's meshes of every version") {
  CHECK(check_many("polyanya", 50, [] {
    const Grid g = drawn_grid(true);
    for (int version = 1; version <= 3; ++version) check_is(read(polyanya(g, version, true), "a.mesh"), g);
    const ForeignMesh without = read(polyanya(g, 2, false), "a.mesh");  // edges tell
    RC_ASSERT(!without.has_links);
    check_is(without, g);
    // In a scene whose z is up, y is y.
    const ForeignMesh z_up = read(polyanya(g, 2, true), "a.mesh", {.up = UpAxis::z});
    RC_ASSERT(find_structure(z_up, 1).clockwise.empty());
    for (const ExactPoint& p : z_up.points) RC_ASSERT(p[1] >= 0 && p[2] == 0);
  }));
}

TEST_CASE("read_foreign_mesh: navcat's navmesh, a row of the grid a tile") {
  Met met({{"several tiles", 20}, {"links", 20}});
  CHECK(check_many("navcat", 50, met, [&] {
    const Grid g = drawn_grid(false);
    const bool links = drawn(0, 1) == 0;
    const std::size_t a_tile = static_cast<std::size_t>(drawn(1, 4));
    std::vector<std::string> tiles, nodes, ties;
    for (std::size_t begin = 0; begin < g.cells.size(); begin += a_tile) {
      std::vector<std::string> polys;
      const std::string id = std::to_string(7 * tiles.size() + 3);
      for (std::size_t c = begin; c < std::min(g.cells.size(), begin + a_tile); ++c) {
        std::vector<std::string> corners;
        for (const int v : g.cells[c].corners) corners.insert(corners.begin(), std::to_string(v));
        polys.push_back("{\"vertices\":[" + joined(corners, ",") + "],\"neis\":[0,0,0,0],\"flags\":1,\"area\":5}");
        nodes.push_back("{\"allocated\":true,\"type\":0,\"tileId\":" + id +
                        ",\"polyIndex\":" + std::to_string(c - begin) + "}");
        for (const int other : g.cells[c].beyond)
          if (other >= 0)
            ties.push_back("{\"allocated\":true,\"fromNodeIndex\":" + std::to_string(c) +
                           ",\"toNodeIndex\":" + std::to_string(other) + "}");
      }
      tiles.push_back("\"" + id + "\":{\"id\":" + id + ",\"vertices\":[" + joined(numbers(g), ",") + "],\"polys\":[" +
                      joined(polys, ",") + "],\"detailMeshes\":[],\"walkableHeight\":1.5}");
    }
    if (tiles.size() > 1) ++met["several tiles"];
    if (links) ++met["links"];
    const std::string text =
        "{\"origin\":[0,0,0]," +
        (links ? "\"nodes\":[" + joined(nodes, ",") + "],\"links\":[" + joined(ties, ",") + "]," : "") + "\"tiles\":{" +
        joined(tiles, ",") + "}}";
    const ForeignMesh mesh = read(text, "a.json", {.up = UpAxis::z});
    RC_ASSERT(mesh.has_links == links);
    RC_ASSERT(mesh.settings.height == mpq_class(3, 2));
    RC_ASSERT(mesh.polygons[0].area == 5);
    check_is(mesh, g);
  }));
}

TEST_CASE("read_foreign_mesh: navcat's links, detail and connections") {
  const ForeignMesh mesh =
      *read_foreign_mesh_text(text_of_file(seeds / "read_json_mesh/navcat_links.json"), "a.json", {});
  CHECK(mesh.polygons.size() == 3);
  CHECK(mesh.links == std::vector<ForeignMesh::Link>{{0, 1}, {0, 2}});
  CHECK(mesh.off_mesh == 1);
  CHECK(mesh.detail.size() == 8);  // four of the first, two fans
  CHECK(mesh.settings.radius == mpq_class(1, 2));
  CHECK(mesh.settings.cell_height == mpq_class(1, 8));
}

TEST_CASE("read_foreign_mesh: triangles in JSON") {
  CHECK(check_many("triangles in JSON", 50, [] {
    const Grid g = drawn_grid(false);
    std::vector<std::string> corners;
    for (const Grid::Cell& c : g.cells)
      for (const int k : {0, 3, 2, 0, 2, 1}) corners.push_back(std::to_string(c.corners[static_cast<std::size_t>(k)]));
    const std::string list = joined(numbers(g), ",");
    const ForeignMesh plain =
                          read("{\"positions\":[" + list + "],\"indices\":[" + joined(corners, ",") + "]}", "a.json"),
                      geometry = read(
                          "{\"metadata\":{\"type\":\"BufferGeometry\"},\"data\":{\"attributes\":{\"position\":"
                          "{\"itemSize\":3,\"array\":[" +
                              list + "]}},\"index\":{\"array\":[" + joined(corners, ",") + "]}}}",
                          "a.json");
    for (const ForeignMesh* mesh : {&plain, &geometry}) {
      RC_ASSERT(mesh->polygons.size() == 2 * g.cells.size());
      RC_ASSERT(mesh->links.size() == g.cells.size() + links_of(g));
      RC_ASSERT(find_structure(*mesh, 1).clockwise.empty());
    }
  }));
}

TEST_CASE("read_foreign_mesh: rerecast's polygon mesh by itself, and with its detail mesh") {
  Met met({{"beside it", 15}, {"given", 15}, {"alone", 10}, {"neighbours", 10}});
  CHECK(check_many("rerecast", 60, met, [&] {
    const Grid g = drawn_grid(false);
    const bool neighbours = drawn(0, 1) == 0;
    std::vector<std::string> vertices, polygons, beyond, parts, corners, triangles;
    for (const auto& v : g.vertices)
      vertices.push_back("[" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + "]");
    for (const Grid::Cell& c : g.cells) {
      parts.push_back("{\"base_vertex_index\":" + std::to_string(corners.size()) +
                      ",\"vertex_count\":4,\"base_triangle_index\":" + std::to_string(triangles.size()) +
                      ",\"triangle_count\":2}");
      for (const int k : {0, 3, 2, 1}) {
        const auto& v = g.vertices[static_cast<std::size_t>(c.corners[static_cast<std::size_t>(k)])];
        polygons.push_back(std::to_string(c.corners[static_cast<std::size_t>(k)]));
        const int other = c.beyond[static_cast<std::size_t>((k + 3) % 4)];
        beyond.push_back(std::to_string(other < 0 ? 65535 : other));
        // An eighth higher than the polygons.
        corners.push_back("[" + quarter(v[0]) + "," + std::to_string(v[1] / 4.0 + 0.125) + "," + quarter(v[2]) + "]");
      }
      for (int k = 0; k < 2; ++k) polygons.push_back("65535"), beyond.push_back("65535");
      triangles.push_back("[0,1,2]"), triangles.push_back("[0,2,3]");
    }
    const std::string mesh = "{\"vertices\":[" + joined(vertices, ",") + "],\"polygons\":[" + joined(polygons, ",") +
                             "],\"polygon_neighbors\":[" + (neighbours ? joined(beyond, ",") : "") +
                             "],\"areas\":[],\"max_vertices_per_polygon\":6,\"aabb\":{\"min\":[0,0,0],\"max\":[9,9,9]},"
                             "\"cell_size\":0.25,\"cell_height\":0.25}",
                      detail = "{\"meshes\":[" + joined(parts, ",") + "],\"vertices\":[" + joined(corners, ",") +
                               "],\"triangles\":[" + joined(triangles, ",") + "],\"triangle_flags\":[]}";
    const Folder folder;
    const int kind = drawn(0, 2);
    ForeignMeshOptions options;
    const std::string file = folder.write("poly_mesh.json", mesh);
    if (kind == 1) folder.write(drawn(0, 1) == 0 ? "detail_mesh.json" : "poly_mesh_detail.json", detail);
    if (kind == 2) options.more_files = {folder.write("other.json", detail)};
    ++met[kind == 0 ? "alone" : kind == 1 ? "beside it" : "given"];
    if (neighbours) ++met["neighbours"];
    const auto read = read_foreign_mesh(file, options);
    if (!read) RC_FAIL(read.error().text());
    RC_ASSERT(is_valid(*read));
    RC_ASSERT(read->has_links == neighbours);
    RC_ASSERT(read->settings.cell_size == mpq_class(1, 4));
    check_is(*read, g);
    RC_ASSERT(read->detail.size() == (kind == 0 ? 0 : 2 * g.cells.size()));
    for (const ForeignMesh::Triangle& t : read->detail)
      for (const auto c : t.corners) {
        const ExactPoint& p = read->points[c];
        const Outline outline = outline_of(g, g.cells[t.polygon]);
        RC_ASSERT(outline.contains(std::array<mpq_class, 3>{p[0], p[1], mpq_class(p[2] - mpq_class(1, 8))}));
      }
  }));
}

namespace {

// A set of tiles taken apart: their bytes.
std::vector<std::string> tiles_of(const std::string& set) {
  std::vector<std::string> out;
  for (std::size_t at = 40; at < set.size();) {
    std::int32_t size = 0;
    std::memcpy(&size, set.data() + at + 4, 4);
    out.push_back(set.substr(at + 8, static_cast<std::size_t>(size)));
    at += 8 + static_cast<std::size_t>(size);
  }
  return out;
}

}  // namespace

TEST_CASE("read_foreign_mesh: Habitat's set is RecastDemo's, with settings") {
  const std::string set = text_of_file(seeds / "read_detour_mesh/set.mset");
  const ForeignMesh plain = *read_foreign_mesh_text(set, "a.mset", {});
  CHECK(check_many("Habitat", 50, [&] {
    std::vector<double> settings;
    for (int k = 0; k < 13; ++k) settings.push_back(drawn(1, 40) / 8.0);
    std::string bytes = set.substr(0, 40) + floats(settings) + std::string("\1\0\1\0", 4) + set.substr(40);
    bytes[4] = 2;
    const ForeignMesh mesh = read(bytes, "a.navmesh");
    RC_ASSERT(mesh.points == plain.points);
    RC_ASSERT(mesh.links == plain.links);
    RC_ASSERT(mesh.settings.cell_size == mpq_class(settings[0]));
    RC_ASSERT(mesh.settings.cell_height == mpq_class(settings[1]));
    RC_ASSERT(mesh.settings.height == mpq_class(settings[2]));
    RC_ASSERT(mesh.settings.radius == mpq_class(settings[3]));
    RC_ASSERT(mesh.settings.climb == mpq_class(settings[4]));
    RC_ASSERT(mesh.settings.min_region == mpq_class(settings[6] * settings[6]));
    RC_ASSERT(mesh.settings.max_error == mpq_class(settings[9]));
  }));
}

TEST_CASE("read_foreign_mesh: TrinityCore's tiles, in any order, with a map and without") {
  const std::string set = text_of_file(seeds / "read_detour_mesh/set.mset");
  const ForeignMesh plain = *read_foreign_mesh_text(set, "a.mset", {});
  const std::vector<std::string> tiles = tiles_of(set);
  REQUIRE(tiles.size() >= 2);
  Met met({{"map named", 15}, {"map given", 10}, {"no map", 10}, {"longer header", 15}});
  CHECK(check_many("TrinityCore", 60, met, [&] {
    const Folder folder;
    const bool longer = drawn(0, 1) == 0, has_header = drawn(0, 1) == 0;
    if (longer) ++met["longer header"];
    std::vector<std::string> files;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      const std::string header = "PAMM" + bytes_of(std::uint32_t{7}) + bytes_of(std::uint32_t{15}) +
                                 bytes_of(static_cast<std::uint32_t>(tiles[t].size())) + std::string("\1\0\0\0", 4) +
                                 std::string(longer ? 48 : 0, '\x3f');
      files.push_back(folder.write("0010" + std::to_string(10 + t) + "4.mmtile", header + tiles[t]));
    }
    const std::string map =
        folder.write("001.mmap", (has_header ? "PAMM" + bytes_of(std::uint32_t{16}) : std::string()) +
                                     set.substr(12, 28) + (has_header ? bytes_of(std::uint32_t{0}) : std::string()));
    std::swap(files[0], files[static_cast<std::size_t>(drawn(0, static_cast<int>(files.size()) - 1))]);
    const int kind = drawn(0, 2);
    ++met[kind == 0 ? "map named" : kind == 1 ? "map given" : "no map"];
    ForeignMeshOptions options;
    std::string first = map;
    if (kind == 1) options.more_files = files;
    if (kind == 2) {
      first = files[0];
      options.more_files.assign(files.begin() + 1, files.end());
    }
    const auto mesh = read_foreign_mesh(first, options);
    if (!mesh) RC_FAIL(mesh.error().text());
    RC_ASSERT(outlines(*mesh) == outlines(plain));
    RC_ASSERT(mesh->links.size() == plain.links.size());
    RC_ASSERT(mesh->off_mesh == plain.off_mesh);
  }));
}

TEST_CASE("read_foreign_mesh: what is one file is given alone") {
  const std::string set = (seeds / "read_detour_mesh/set.mset").string(),
                    tile = (seeds / "read_detour_mesh/tile.bin").string(),
                    godot = (seeds / "read_godot_mesh/two_squares.tres").string();
  for (const auto& [file, other] : {std::pair(set, tile), std::pair(tile, set), std::pair(godot, godot)}) {
    const auto mesh = read_foreign_mesh(file, {.more_files = {other}});
    REQUIRE_FALSE(mesh);
    CHECK(mesh.error().code == ErrorCode::bad_option);
  }
}

TEST_CASE("read_foreign_mesh: new formats cut off or changed anywhere are refused, or are a mesh") {
  std::size_t refusals = 0;
  for (const char* folder : {"read_detour_mesh", "read_godot_mesh", "read_json_mesh", "read_polyanya_mesh"})
    for (const auto& entry : std::filesystem::directory_iterator(seeds / folder)) {
      const std::string whole = text_of_file(entry.path()), name = entry.path().filename().string();
      const auto try_it = [&](const std::string& bytes) {
        const auto mesh = read_foreign_mesh_text(bytes, name, {});
        if (mesh ? !is_valid(*mesh) : mesh.error().text().find('\n') != std::string::npos) FAIL(name);
        refusals += !mesh;
      };
      const std::size_t step = std::max<std::size_t>(1, whole.size() / 400);
      for (std::size_t at = 0; at < whole.size(); at += step) {
        try_it(whole.substr(0, at));
        for (const char c : {'\0', '9', '-', '[', '"', '\xff', '}', 'e'}) {
          std::string changed = whole;
          changed[at] = c;
          try_it(changed);
        }
      }
    }
  CHECK(refusals > 5000);
}
