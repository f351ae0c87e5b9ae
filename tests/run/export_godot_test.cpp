// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_godot.h"

#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <set>

#include "plumb/pipeline/files.h"
#include "support/hand_mesh.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Written {
  std::string text;
  GodotFacts facts;
};

Written tres_of(const NavMesh& nav, kernel::Label stance) {
  Folder folder;
  Progress silent;
  DerivedMesh derived(nav);
  const GodotMesh mesh = make_godot(derived, stance, 1);
  auto file = AtomicFile::create(folder / "a.tres");
  REQUIRE(file);
  export_godot(*file, nav.info, nav.info.stances.at(static_cast<std::size_t>(stance) - 1), 45, mesh, silent);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
  return {text_of_file(folder / "a.tres"), mesh.facts};
}

std::vector<double> numbers(const std::string& list) {
  std::vector<double> out;
  std::istringstream in(std::regex_replace(list, std::regex(","), " "));
  for (double v; in >> v;) out.push_back(v);
  return out;
}

struct Tres {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::vector<double>> polygons;
  std::map<std::string, std::string> fields;
};

// A reader of our own: each property is one line.
Tres parse(const std::string& text) {
  Tres out;
  std::istringstream in(text);
  std::string line;
  REQUIRE(std::getline(in, line));
  CHECK(line == "[gd_resource type=\"NavigationMesh\" format=3]");
  REQUIRE(std::getline(in, line));
  CHECK(line.empty());
  REQUIRE(std::getline(in, line));
  CHECK(line == "[resource]");
  while (std::getline(in, line)) {
    const std::size_t equals = line.find(" = ");
    REQUIRE(equals != std::string::npos);
    CHECK(out.fields.emplace(line.substr(0, equals), line.substr(equals + 3)).second);
  }
  const std::string& vertices = out.fields.at("vertices");
  std::smatch match;
  REQUIRE(std::regex_match(vertices, match, std::regex(R"(PackedVector3Array\((.*)\))")));
  const auto flat = numbers(match[1]);
  REQUIRE(flat.size() % 3 == 0);
  for (std::size_t i = 0; i < flat.size(); i += 3) out.vertices.push_back({flat[i], flat[i + 1], flat[i + 2]});
  const std::string polygons = out.fields.at("polygons");
  CHECK(polygons.front() == '[');
  CHECK(polygons.back() == ']');
  const std::regex each(R"(PackedInt32Array\(([^)]*)\))");
  for (std::sregex_iterator i(polygons.begin(), polygons.end(), each), end; i != end; ++i)
    out.polygons.push_back(numbers((*i)[1]));
  return out;
}

}  // namespace

TEST_CASE("Godot: every field, y up whatever the input, polygons clockwise from above") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const Tres tres = parse(tres_of(hand_mesh(up), 2).text);
    std::set<std::string> names;
    for (const auto& [name, value] : tres.fields) names.insert(name);
    CHECK(names == std::set<std::string>{"vertices", "polygons", "cell_size", "cell_height", "agent_height",
                                         "agent_radius", "agent_max_climb", "agent_max_slope"});
    CHECK(std::stod(tres.fields.at("agent_height")) == Approx(1.8));
    CHECK(std::stod(tres.fields.at("agent_radius")) == 0);
    CHECK(std::stod(tres.fields.at("agent_max_climb")) == Approx(.4));
    CHECK(std::stod(tres.fields.at("agent_max_slope")) == 45);
    CHECK(tres.polygons.size() == 4);
    double area = 0;
    std::set<double> used;
    for (const auto& polygon : tres.polygons) {
      double doubled = 0;  // to the right, seen from above with z towards the viewer
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto &a = tres.vertices.at(static_cast<std::size_t>(polygon[i])),
                   &b = tres.vertices.at(static_cast<std::size_t>(polygon[(i + 1) % polygon.size()]));
        doubled += a[0] * b[2] - a[2] * b[0];
        used.insert(polygon[i]);
      }
      CHECK(doubled > 0);
      area += doubled / 2;
    }
    CHECK(area == Approx(2 + 4 / 3.0 + 1 / 3.0));
    CHECK(used.size() == tres.vertices.size());
    CHECK(std::count(tres.vertices.begin(), tres.vertices.end(), std::array<double, 3>{1, 0, -1}) == 1);
  }
}

TEST_CASE("Godot: one stance, with those who could stand higher") {
  CHECK(parse(tres_of(hand_mesh(), 1).text).polygons.size() == 5);
  CHECK(std::stod(parse(tres_of(hand_mesh(), 1).text).fields.at("agent_height")) == 1);
}

TEST_CASE("Godot: cells are smaller than the least distance of two corners, at most Godot's own size") {
  CHECK(tres_of(hand_mesh(), 2).facts == GodotFacts{.25, 0});
  MeshBuilder b;
  b.cell(2, {{{0, 0, 0}, {1, 0, 0}, {1, mpq_class(1, 100), 0}}});
  const GodotFacts facts = tres_of(b.mesh, 2).facts;
  CHECK(facts == GodotFacts{1 / 128.0, 0});
  CHECK(tres_of(b.mesh, 2).text.find("\ncell_size = 0.0078125\ncell_height = 0.0078125\n") != std::string::npos);
}

TEST_CASE("Godot: the size of cells is that of the two nearest of many corners") {
  std::mt19937 random(34);
  std::set<double> sizes;
  for (int round = 0; round < 60; ++round) {
    // Triangles side by side that have no corner in common, each with its own least distance, which is not below the
    // size of the smallest cells that Godot counts here: 120 / 2^20.
    MeshBuilder b;
    double nearest = 1;
    for (int i = 0; i < 40; ++i) {
      const unsigned steps = 8 + random() % (round % 2 ? 4096 : 64);
      const mpq_class at(3 * i),
          side = mpq_class(steps, 4096) / (1 + static_cast<int>(random() % 2) * 7) + (i % 4 ? 1 : 0);
      b.cell(2, {{{at, 0, 0}, {at + 1, 0, 0}, {at + 1, side, 0}}});
      nearest = std::min(nearest, static_cast<double>(static_cast<float>(side.get_d())));
    }
    double size = .25;
    while (size > nearest) size /= 2;
    sizes.insert(size);
    CHECK(tres_of(b.mesh, 2).facts == GodotFacts{size, 0});
  }
  CHECK(sizes.size() > 4);
}

TEST_CASE("Godot: where cells cannot be small enough, corners are in the middles of them") {
  MeshBuilder b;
  b.cell(2, {{{0, 0, 0}, {1000000, 0, 0}, {1000000, mpq_class(1, 10), 0}, {1000000, 500, 3}}});
  const Written written = tres_of(b.mesh, 2);
  CHECK(written.facts == GodotFacts{1, 2});  // a million cells are what Godot counts
  const Tres tres = parse(written.text);
  CHECK(tres.vertices.size() == 3);
  std::set<std::array<double, 3>> cells;
  for (const auto& v : tres.vertices) {
    CHECK(cells.insert({std::floor(v[0]), std::floor(v[1]), std::floor(v[2])}).second);
    for (const double c : v) CHECK(c - std::floor(c) == .5);
  }
}

TEST_CASE("Godot: a navmesh without cells") {
  const Written none = tres_of(MeshBuilder().mesh, 1);
  CHECK(none.text.find("vertices = PackedVector3Array()\npolygons = []\n") != std::string::npos);
  CHECK(none.facts == GodotFacts{.25, 0});
}
