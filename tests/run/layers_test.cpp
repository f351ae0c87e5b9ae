// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of whole levels: numbers of nodes, arcs and transfers of the environments of the literature, results of scenes
// against those of their navmeshes, and panels and conflicts against a list of all conflicts. The methods themselves
// are tested in tests/partition.
#include "plumb/pipeline/find_layers.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/split_storeys.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string examples = PLUMB_SOURCE_DIR "/docs/examples/";

LayersArguments polygons_of(const std::string& name) {
  LayersArguments a;
  a.level.scene = examples + "layers/" + name + ".obj";
  a.level.up = "z";
  a.polygons = true;
  return a;
}

FoundLayers found_by(const LayersArguments& a) {
  const auto options = make_layers_options(a);
  INFO((options ? "" : options.error().text()));
  REQUIRE(options);
  Progress silent;
  auto found = find_layers(*options, silent);
  INFO((found ? "" : found.error().text()));
  REQUIRE(found);
  return std::move(*found);
}

}  // namespace

TEST_CASE("layers: the environments of the source, their counts and the fewest transfers") {
  struct Known {
    const char* name;
    std::size_t nodes, arcs, conflicts, layers, transfers, solutions;
  };
  const Known known[] = {{"single_staircase", 9, 8, 1, 2, 1, 8},
                         {"multi_staircase", 49, 48, 126, 7, 6, 1716},
                         {"triple_polygon_stack", 17, 16, 3, 3, 2, 59},
                         {"two_floor_ramp", 20, 23, 21, 3, 2, 1},
                         {"multi_storey_building", 59, 66, 122, 9, 8, 0}};
  for (const Known& k : known) {
    INFO(k.name);
    LayersArguments a = polygons_of(k.name);
    const FoundLayers exact = found_by(a);
    CHECK(exact.walkable.graph.nodes == k.nodes);
    CHECK(exact.walkable.graph.arcs.size() == k.arcs);
    CHECK(exact.walkable.graph.conflicts.size() == k.conflicts);
    CHECK(exact.layers.layers.size() == k.layers);
    CHECK(exact.partition.transfers.size() == k.transfers);
    CHECK(exact.proved_fewest());
    for (const char* method : {"min-cut", "van-toll"}) {
      a.method = method;
      CHECK(found_by(a).partition.transfers.size() >= k.transfers);
    }
    a.method = "brute-force";
    const FoundLayers all = found_by(a);
    CHECK(all.partition.transfers.size() == k.transfers);
    if (k.solutions > 0) CHECK(all.partition.solution_count == k.solutions);
  }
}

TEST_CASE("layers: of a scene and of its navmesh are the same") {
  const Folder folder;
  LayersArguments a;
  a.level.scene = examples + "spiral.obj";
  a.level.up = "z";
  a.json = folder / "scene.json";
  a.svg = folder / "scene.svg";
  a.proof = folder / "scene.proof";
  const FoundLayers of_scene = found_by(a);
  CHECK(of_scene.partition.transfers.size() >= 1);

  BakeArguments bake_arguments = a.level;
  bake_arguments.outputs = {folder / "mesh.json"};
  const auto options = make_bake_options(bake_arguments);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  LayersArguments b;
  b.level.scene = folder / "mesh.json";
  b.json = folder / "mesh_layers.json";
  found_by(b);

  auto scene = nlohmann::json::parse(text_of_file(folder / "scene.json")),
       mesh = nlohmann::json::parse(text_of_file(folder / "mesh_layers.json"));
  CHECK(scene["layers"].size() == of_scene.layers.layers.size());
  CHECK(scene["transfer_arcs"] == of_scene.partition.transfers.size());
  CHECK(scene["proved_fewest"] == true);
  scene.erase("file");
  mesh.erase("file");
  CHECK(scene == mesh);
  CHECK(text_of_file(folder / "scene.svg").rfind("<svg", 0) == 0);
  CHECK(text_of_file(folder / "scene.proof").size() > 0);
}

TEST_CASE("layers: a navmesh that no bake wrote is bad input") {
  const Folder folder;
  BakeArguments arguments;
  arguments.scene = examples + "spiral.obj";
  arguments.up = "z";
  arguments.outputs = {folder / "mesh.json"};
  const auto options = make_bake_options(arguments);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  const std::string mesh = text_of_file(folder / "mesh.json");
  const auto refused = [&](const std::string& old, const std::string& text) {
    const auto at = mesh.find(old);
    REQUIRE(at != std::string::npos);
    write_file(folder / "edited.json", std::string(mesh).replace(at, old.size(), text));
    LayersArguments a;
    a.level.scene = folder / "edited.json";
    const auto layers = make_layers_options(a);
    REQUIRE(layers);
    const auto found = find_layers(*layers, silent);
    return !found && found.error().code == ErrorCode::syntax;
  };
  const auto portal = mesh.find("\"portals\":[\n") + 12;
  const std::string first = mesh.substr(portal, mesh.find('\n', portal) - portal);
  CHECK(refused(first, "[],"));                                                        // no portal
  CHECK(refused("\"from\":[\"0\",\"4\",\"9/4\"]", "\"from\":[\"0\",\"7\",\"9/4\"]"));  // off its cells
}

TEST_CASE("layers: no panel shows two polygons over each other") {
  for (const char* name : {"library", "multi_staircase", "triple_polygon_stack"}) {
    INFO(name);
    const FoundLayers found = found_by(polygons_of(name));
    std::vector<double> heights;
    for (const auto& polygon : found.walkable.polygons) heights.push_back(polygon[0][2].get_d());
    const auto panel = panels_of(partition::Overlap(found.walkable.polygons), found.partition, heights);
    REQUIRE(panel.size() == found.partition.layers);
    const auto of = [&](partition::NodeId n) { return panel[found.partition.layer[n]]; };
    for (const auto& [n, m] : found.walkable.graph.conflicts) CHECK(of(n) != of(m));
    // Every panel is used.
    CHECK(std::set(panel.begin(), panel.end()).size() == *std::max_element(panel.begin(), panel.end()) + 1);
  }
}

TEST_CASE("layers: panels are those that the list of all conflicts gives") {
  std::mt19937 random(3);
  const auto at = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<partition::Polygon> polygons(static_cast<std::size_t>(at(0, 30)));
    std::vector<double> heights;
    for (partition::Polygon& p : polygons) {
      const int x = at(0, 9), y = at(0, 9), w = at(1, 5), z = at(0, 9);
      if (at(0, 1)) p = {{x, y, z}, {x + w, y, z}, {x + w, y + w, z}, {x, y + w, z}};
      else p = {{x, y, z}, {x + w, y + w, z}, {x, y + w, z}};  // boxes overlap, polygons may not
      heights.push_back(z);
    }
    const partition::Overlap overlap(polygons);
    const auto conflicts = find_conflicts(overlap);
    // Neighbours by number are joined where they may be.
    partition::Partition layers;
    std::vector<std::vector<partition::NodeId>> nodes;
    for (partition::NodeId n = 0; n < polygons.size(); ++n) {
      const auto apart = [&](partition::NodeId m) { return !std::ranges::binary_search(conflicts, std::array{m, n}); };
      if (nodes.empty() || !at(0, 1) || !std::ranges::all_of(nodes.back(), apart)) nodes.emplace_back();
      nodes.back().push_back(n);
      layers.layer.push_back(static_cast<std::uint32_t>(nodes.size()) - 1);
    }
    layers.layers = static_cast<std::uint32_t>(nodes.size());

    std::vector<std::uint32_t> order(nodes.size()), expected(nodes.size(), 0);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t l) {
      double sum = 0;
      for (const partition::NodeId n : nodes[l]) sum += heights[n];
      return sum / static_cast<double>(nodes[l].size());
    });
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (std::ranges::any_of(conflicts, [&](const auto& c) {
              return std::minmax({layers.layer[c[0]], layers.layer[c[1]]}) == std::minmax({order[i], order[k]});
            }))
          expected[order[i]] = std::max(expected[order[i]], expected[order[k]] + 1);
    REQUIRE(panels_of(overlap, layers, heights) == expected);
  }
}

TEST_CASE("layers: conflicts of surfaces give the partitions that all conflicts give") {
  std::size_t fewer = 0;
  for (const char* name : {"single_staircase", "multi_staircase", "triple_polygon_stack", "two_floor_ramp"}) {
    INFO(name);
    FoundLayers found = found_by(polygons_of(name));
    partition::EnvironmentGraph graph = found.walkable.graph;
    // A copy of it, higher: surfaces over each other; and a floor under all.
    std::vector<partition::Polygon> polygons = found.walkable.polygons;
    for (partition::Polygon copy : found.walkable.polygons) {
      for (auto& corner : copy) corner[2] += 100;
      polygons.push_back(std::move(copy));
    }
    for (const auto& [a, b] : found.walkable.graph.arcs) graph.arcs.push_back({a + graph.nodes, b + graph.nodes});
    polygons.push_back({{-99, -99, -99}, {99, -99, -99}, {99, 99, -99}, {-99, 99, -99}});
    polygons.push_back({{-99, -99, -88}, {99, -99, -88}, {99, 99, -88}, {-99, 99, -88}});
    graph.nodes = static_cast<std::uint32_t>(polygons.size());
    partition::EnvironmentGraph less = graph;
    const partition::Overlap overlap(polygons);
    graph.conflicts = find_conflicts(overlap);
    less.conflicts = find_conflicts_of_surfaces(overlap, less);
    CHECK(std::ranges::includes(graph.conflicts, less.conflicts));
    fewer += graph.conflicts.size() - less.conflicts.size();
    for (const auto method : {partition::Method::min_cut, partition::Method::van_toll}) {
      const partition::Partition all = partition::partition(graph, method), some = partition::partition(less, method);
      CHECK(all.layer == some.layer);
      CHECK(all.transfers == some.transfers);
    }
  }
  CHECK(fewer >= 4);  // of the two floors at least
}

TEST_CASE("layers: bad options") {
  const auto refused = [](auto change) {
    LayersArguments a = polygons_of("single_staircase");
    change(a);
    const auto options = make_layers_options(a);
    return !options && options.error().code == ErrorCode::bad_option;
  };
  CHECK_FALSE(refused([](LayersArguments&) {}));
  CHECK(refused([](LayersArguments& a) { a.method = "best"; }));
  CHECK(refused([](LayersArguments& a) { a.stance = "stand"; }));
  for (const char* weights : {"", "1", "1,2", "1,2,0", "1,2,3,4", "1,-2,3", "1,2,2000", "a,b,c", "1,2,3 "}) {
    INFO(weights);
    CHECK(refused([&](LayersArguments& a) { a.weights = weights; }));
  }
  CHECK_FALSE(refused([](LayersArguments& a) { a.weights = "0,3,1"; }));
  CHECK(refused([](LayersArguments& a) { a.json = a.svg = "same"; }));
  CHECK(refused([](LayersArguments& a) { a.json = a.level.scene; }));
  CHECK(refused([](LayersArguments& a) { a.proof = "p", a.method = "min-cut"; }));
  CHECK(refused([](LayersArguments& a) { a.level.scene = "mesh.json"; }));  // with --polygons
  LayersArguments a;
  a.level.scene = examples + "spiral.obj";
  a.level.up = "z";
  a.stance = "swim";
  const auto options = make_layers_options(a);
  REQUIRE(options);
  Progress silent;
  CHECK_FALSE(find_layers(*options, silent));
}
