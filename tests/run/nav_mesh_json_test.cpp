// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/nav_mesh_json.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "plumb/pipeline/files.h"
#include "support/hand_mesh.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::string exported(const NavMesh& mesh, const std::string& path) {
  Progress silent;
  auto file = AtomicFile::create(path);
  REQUIRE(file);
  export_json(*file, mesh, silent);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
  return text_of_file(path);
}

}  // namespace

TEST_CASE("JSON: reads back what was baked, whole") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    Folder folder;
    const NavMesh mesh = hand_mesh(up);
    REQUIRE(is_valid(mesh));
    exported(mesh, folder / "a.json");
    const auto read = read_nav_mesh_json(folder / "a.json");
    REQUIRE(read);
    CHECK(is_valid(*read));
    CHECK(read->info.version == "0.1.0");
    CHECK(read->info.scene == "hand & made.obj");
    CHECK(read->info.stances.size() == 2);
    CHECK(read->info.stances[1].height == mpq_class(9, 5));
    CHECK(read->info.step == mpq_class(2, 5));
    CHECK(read->info == mesh.info);
    CHECK(read->info.options.find("\"weld\":\"1/2\"") != std::string::npos);
    CHECK(read->info.up == up);
    CHECK(read->denominator == 15);
    CHECK(read->points == mesh.points);
    CHECK(read->cells == mesh.cells);
    CHECK(read->portals == mesh.portals);
    CHECK(read->obstructions == mesh.obstructions);
  }
}

TEST_CASE("JSON: one-way links are read back, and are left out where there are none") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    Folder folder;
    const NavMesh mesh = hand_mesh_with_links(up);
    REQUIRE(is_valid(mesh));
    const std::string text = exported(mesh, folder / "a.json");
    const auto read = read_nav_mesh_json(folder / "a.json");
    REQUIRE(read);
    CHECK(is_valid(*read));
    CHECK(read->one_way_links == mesh.one_way_links);
    CHECK(read->points == mesh.points);
    CHECK(exported(*read, folder / "b.json") == text);
    CHECK(exported(hand_mesh(up), folder / "c.json").find("one_way_links") == std::string::npos);
  }
  Folder folder;
  const std::string good = exported(hand_mesh_with_links(), folder / "good.json");
  CHECK(good.find(
            "\"one_way_links\":[\n{\"a\":0,\"b\":3,\"kind\":\"leap\",\"stance\":2,\"both_ways\":true,\"from\":[\"0\","
            "\"0\","
            "\"-1/2\"],\"to\":[\"0\",\"0\",\"0\"],\"on_b\":[[\"-1/3\",\"0\",\"-1/2\"],[\"-1/3\",\"0\",\"0\"]]},\n") !=
        std::string::npos);
  const std::size_t links = good.find("\"one_way_links\"");
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"\"b\":3", "\"b\":7"},
           {"\"b\":3", "\"b\":0"},
           {"\"b\":3", "\"b\":4"},
           {"\"a\":0,\"b\":3", "\"a\":3,\"b\":1"},
           {"\"leap\"", "\"jump\""},
           {"\"stance\":2", "\"stance\":3"},
           {"\"stance\":2", "\"stance\":0"},
           {"\"both_ways\":true", "\"both_ways\":1"},
           {"\"both_ways\":true,", ""},
           {"[\"0\",\"0\",\"-1/2\"]", "[\"0\",\"0\"]"},
           {"\"on_b\":[[\"-1/3\",\"0\",\"-1/2\"],", "\"on_b\":["}}) {
    INFO(from << " -> " << to);
    std::string text = good;
    const std::size_t at = text.find(from, links);
    REQUIRE(at != std::string::npos);
    write_file(folder / "bad.json", text.replace(at, std::string(from).size(), to));
    const auto read = read_nav_mesh_json(folder / "bad.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::syntax);
  }
}

TEST_CASE("JSON: coordinates are the input's, records are as documented") {
  Folder folder;
  const std::string text = exported(hand_mesh(UpAxis::y), folder / "a.json");
  // z up (2, 1, 1/3) is (2, 1/3, -1) where y is up.
  for (const char* part : {"\n\"cells\":[\n{\"stance\":2,\"facets\":[{\"surface\":0,\"face\":0,\"witness\":null,"
                           "\"vertices\":[[\"0\",\"0\",\"0\"],[\"1\",\"0\",\"0\"],"
                           "[\"1\",\"0\",\"-1\"],[\"0\",\"0\",\"-1\"]]},{",
                           "\n{\"a\":0,\"b\":1,\"kind\":\"flush\",\"stance\":2,\"from\":[\"1\",\"0\",\"-1\"],\"to\":["
                           "\"0\",\"0\",\"-1\"]},\n",
                           "\n{\"a\":0,\"b\":2,\"kind\":\"step\",\"stance\":1,\"from\":[\"2\",\"1/"
                           "3\",\"0\"],\"to\":[\"2\",\"1/3\",\"-1\"],"
                           "\"on_b\":[[\"2\",\"8/15\",\"0\"],[\"2\",\"8/15\",\"-1\"]]},\n",
                           "\n\"obstructions\":[\n{\"surface\":5,\"wall\":9,\"from\":[\"4\",\"0\",\"0\"],\"to\":[\"9/"
                           "2\",\"0\",\"-1/2\"],\"may_cross\":0},\n"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("JSON: writing, reading and writing again gives the same bytes") {
  for (const bool empty : {false, true}) {
    Folder folder;
    NavMesh mesh = hand_mesh();
    BakeArguments arguments;
    arguments.scene = "hand & made.obj";
    arguments.stances = {"crouch=1", "stand=9/5"};
    arguments.slope_ratio = "5/4";
    arguments.sides = "up";
    arguments.numbers = "decimal";
    mesh.info = nav_mesh_info(*make_bake_options(arguments));
    // Another numbering of the points is lost; the text is not.
    std::vector<NavMesh::PointIndex> order(mesh.points.size());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[0], order[1]);
    mesh.points = mesh.points.selected(order);
    if (empty) mesh.points = {}, mesh.cells.clear(), mesh.portals.clear(), mesh.obstructions.clear();
    const std::string first = exported(mesh, folder / "a.json");
    const auto read = read_nav_mesh_json(folder / "a.json");
    REQUIRE(read);
    CHECK(exported(*read, folder / "b.json") == first);
  }
}

TEST_CASE("JSON: what is no navmesh is refused with a reason") {
  Folder folder;
  const std::string good = exported(hand_mesh(), folder / "good.json");
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  NavMesh flat = hand_mesh();
  auto& corners = flat.cells[0].facets[0].corners;
  corners = {corners[0], corners[1], corners[0]};
  const std::pair<const char*, std::string> cases[] = {
      {"empty", ""},
      {"a facet without area", exported(flat, folder / "flat.json")},
      {"cut short", good.substr(0, good.size() / 2)},
      {"not JSON", "v 0 0 0\n"},
      {"another JSON", "{\"cells\":3}"},
      {"an array", "[]"},
      {"not in lowest terms", replaced("\"1/3\"", "\"2/6\"")},
      {"a decimal", replaced("\"1/3\"", "\"2.5\"")},
      {"over zero", replaced("\"1/3\"", "\"7/0\"")},
      {"a bare number", replaced("\"1/3\"", "7")},
      {"two coordinates", replaced("\"1/3\",", "")},
      {"a stance too high", replaced("{\"stance\":2", "{\"stance\":3")},
      {"a stance below inside", replaced("{\"stance\":-2", "{\"stance\":-3")},
      {"no witness", replaced("\"witness\":null,", "")},
      {"a negative surface", replaced("\"surface\":1", "\"surface\":-1")},
      {"no options", replaced("\"options\"", "\"choices\"")},
      {"a stance without a name", replaced("\"crouch\"", "\"\"")},
      {"two stances of one name", replaced("\"crouch\"", "\"stand\"")},
      {"a step that is too high", replaced("\"step\":\"2/5\"", "\"step\":\"1\"")},
      {"an option that is no number", replaced("\"weld\":\"1/2\"", "\"weld\":\"wide\"")},
      {"a bad option", replaced("\"sides\":\"both\"", "\"sides\":\"none\"")},
      {"a denominator of zero", replaced("\"denominator\":\"15\"", "\"denominator\":\"0\"")},
      {"a number for a cell", replaced("\"cells\":[\n", "\"cells\":[7,\n")},
      {"no cells", replaced("\"cells\"", "\"rooms\"")},
      {"no portals", replaced("\"portals\"", "\"doors\"")},
      {"portals twice", replaced("\"obstructions\"", "\"portals\"")},
      {"a portal to nowhere", replaced("\"b\":1", "\"b\":7")},
      {"a portal to its own cell", replaced("\"b\":1", "\"b\":0")},
      {"a portal to a blocked cell", replaced("\"b\":1", "\"b\":4")},
      {"portals out of order", replaced("\"b\":1", "\"b\":3")},
      {"an unknown portal", replaced("\"flush\"", "\"jump\"")},
      {"a flush portal with two segments", replaced("\"weld\"", "\"flush\"")},
      {"a step with one segment", replaced("\"flush\"", "\"step\"")},
      {"a portal for too high a stance", replaced("\"step\",\"stance\":1", "\"step\",\"stance\":2")},
      {"a portal for none", replaced("\"step\",\"stance\":1", "\"step\",\"stance\":0")},
      {"a segment of one end", replaced("\"on_b\":[[\"2\",\"8/15\",\"0\"],", "\"on_b\":[")},
  };
  for (const auto& [name, text] : cases) {
    INFO(name);
    write_file(folder / "bad.json", text);
    const auto read = read_nav_mesh_json(folder / "bad.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::syntax);
    CHECK(read.error().file == (folder / "bad.json"));
  }
  CHECK(read_nav_mesh_json(folder / "none.json").error().code == ErrorCode::cannot_open);
}
