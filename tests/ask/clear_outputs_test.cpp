// SPDX-License-Identifier: GPL-3.0-or-later
// A bake with a radius in its files, read back, and in what walks on them.
#include <catch2/catch.hpp>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/find_layers.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "support/bodies.h"
#include "support/options_of.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A floor with a pillar in the middle.
struct Pillar {
  Folder folder;
  std::string scene = folder / "pillar.obj";

  Pillar() { std::ofstream(scene) << BodyLevel().slab(0, 0, 10, 10, 0).box({4, 4, -1}, {6, 6, 4}).obj; }

  BakeArguments arguments(const std::vector<std::string>& outputs) const {
    BakeArguments a;
    a.scene = scene;
    a.up = "z";
    a.sides = "up";
    a.solids = "closed";
    a.radius = "1";
    for (const std::string& name : outputs) a.outputs.push_back(folder / name);
    a.report = folder / "report.json";
    a.exact_digits = "0";
    return a;
  }
  BakeReport bake(const BakeArguments& a) const {
    Progress silent;
    auto report = pipeline::bake(options_of(a), silent);
    if (!report) throw std::runtime_error(report.error().text());
    return std::move(*report);
  }
  std::string text(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder / name, std::ios::binary).rdbuf();
    return out.str();
  }
};

}  // namespace

TEST_CASE("clear: the .json reads back, and routes on it keep their distance") {
  const Pillar level;
  level.bake(level.arguments({"a.json"}));
  const auto mesh = read_nav_mesh_json(level.folder / "a.json");
  REQUIRE(mesh);
  CHECK(is_valid(*mesh));
  CHECK(mesh->info.radius == 1);
  CHECK(std::ranges::any_of(mesh->cells, [](const NavMesh::Cell& c) { return c.stance == kernel::too_close; }));
  const NavQuery query(*mesh);
  CHECK_FALSE(query.locate({mpq_class(1, 2), 5, 0}, 1));  // nearer to the wall than the radius
  CHECK(query.locate({1, 5, 0}, 1));
  const auto route = query.route({2, 5, 0}, {8, 5, 0}, {});
  REQUIRE(route);
  // Around the pillar: at 7 or at 3, or on its rounded corners, never nearer.
  for (const ExactPoint& p : route->line) {
    const mpq_class dx = std::max<mpq_class>(abs(p[0] - 5) - 1, 0), dy = std::max<mpq_class>(abs(p[1] - 5) - 1, 0);
    CHECK(dx * dx + dy * dy >= 1);
  }
  // Without a radius no file may have the verdict.
  std::string text = level.text("a.json");
  const auto at = text.find("\"radius\":\"1\"");
  REQUIRE(at != std::string::npos);
  text.replace(at, 12, "\"radius\":\"0\"");
  std::ofstream(level.folder / "b.json") << text;
  CHECK_FALSE(read_nav_mesh_json(level.folder / "b.json"));
}

TEST_CASE("clear: groups, colours, areas and cells of what is too close") {
  const Pillar level;
  BakeArguments a = level.arguments({"a.obj", "a.svg", "a.glb"});
  a.clearance = "both";
  const BakeReport report = level.bake(a);
  CHECK(level.text("a.obj").find("\ng too_close\n") != std::string::npos);
  CHECK(level.text("a.mtl").find("newmtl too_close\n") != std::string::npos);
  CHECK(level.text("a.svg").find("too_close") != std::string::npos);
  CHECK(level.text("a.glb").find("too_close") != std::string::npos);
  const auto json = nlohmann::json::parse(level.text("report.json"));
  const auto exact = [](const nlohmann::json& area) {
    mpq_class q(area["exact"].get<std::string>());
    return q;
  };
  const mpq_class pillar = 4 + 8, ring = area(kernel::disc_polygon(16, kernel::DiscBound::tangents, 1)),
                  hull = area(kernel::disc_polygon(16, kernel::DiscBound::hull, 1));
  CHECK(exact(json["area"]["stances"][0]["area"]) == 64 - pillar - ring);
  CHECK(exact(json["area"]["or_higher"][0]["inner"]) == 64 - pillar - ring);
  CHECK(exact(json["area"]["or_higher"][0]["outer"]) == 64 - pillar - hull);
  CHECK(exact(json["area"]["traversable"]) ==
        exact(json["area"]["too_close"]) + exact(json["area"]["inside"]) + exact(json["area"]["stances"][0]["area"]));
  CHECK(json["cells"]["too_close"].get<int>() > 0);
  CHECK(json["options"]["disc"] == 16);
  CHECK(report_summary(report).find("With the true disc: stand between ") != std::string::npos);
}

TEST_CASE("clear: a radius of nothing leaves every file as it is") {
  const Pillar level;
  BakeArguments a = level.arguments({"a.json", "a.obj", "a.svg", "a.glb", "a.bin", "a.cert"});
  a.radius = "0";
  level.bake(a);
  BakeArguments b = level.arguments({"b.json", "b.obj", "b.svg", "b.glb", "b.bin", "b.cert"});
  b.radius = "0/5";
  b.disc = "64";
  b.clearance = "both";
  b.window = "3";
  level.bake(b);
  for (const std::string kind : {".json", ".svg", ".glb", ".bin", ".cert"})
    CHECK(level.text("a" + kind) == level.text("b" + kind));
  CHECK(level.text("a.obj").find("too_close") == std::string::npos);
  CHECK(level.text("a.mtl").find("too_close") == std::string::npos);
  CHECK(level.text("a.cert").starts_with("plumb certificate 2\n"));
}

TEST_CASE("clear: a seed point on ground that is too close is no place to stand") {
  const Pillar level;
  BakeArguments a = level.arguments({"a.json"});
  a.seed_points = {"0.5,5,1"};
  Progress silent;
  const auto refused = pipeline::bake(options_of(a), silent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("too close to a border") != std::string::npos);
  a.seed_points = {"2,5,1"};
  CHECK(pipeline::bake(options_of(a), silent));
}

TEST_CASE("clear: layers of a level with a radius") {
  const Pillar level;
  LayersArguments a;
  a.level = level.arguments({});
  a.level.report.clear();
  const auto options = make_layers_options(a);
  REQUIRE(options);
  Progress silent;
  const auto found = find_layers(*options, silent);
  REQUIRE(found);
  level.bake(level.arguments({"a.json"}));
  LayersArguments of_file;
  of_file.level.scene = level.folder / "a.json";
  const auto file_options = make_layers_options(of_file);
  REQUIRE(file_options);
  const auto of_mesh = find_layers(*file_options, silent);
  REQUIRE(of_mesh);
  CHECK(found->layers.layers.size() == 1);  // on the pillar nothing is left
  CHECK(of_mesh->layers.layers.size() == 1);
  CHECK(found->walkable.graph.nodes == of_mesh->walkable.graph.nodes);
}
