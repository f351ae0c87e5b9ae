// SPDX-License-Identifier: GPL-3.0-or-later
// The environments in docs/examples/layers have the counts that their headers state, and the layers that they were
// designed for.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <set>

#include "obj_polygons.h"
#include "plumb/partition/layers.h"

using namespace plumb::partition;
using namespace plumb::tests;

namespace {

struct Environment {
  std::vector<Polygon> polygons;
  PolygonEnvironment environment;

  explicit Environment(const std::string& name)
      : polygons(polygons_of_obj(PLUMB_SOURCE_DIR "/docs/examples/layers/" + name + ".obj")),
        environment(environment_of(polygons)) {}

  const EnvironmentGraph& graph() const { return environment.graph; }
  std::size_t without_conflict() const {
    std::set<NodeId> met;
    for (const auto& [a, b] : graph().conflicts) met.insert({a, b});
    return graph().nodes - met.size();
  }
  // Most polygons with one in common that are all in conflict with each other.
  std::size_t largest_stack() const {
    const auto in_conflict = [&](NodeId a, NodeId b) {
      return std::ranges::binary_search(graph().conflicts, std::array{a, b});
    };
    std::size_t largest = 0;
    const auto grow = [&](auto&& self, std::vector<NodeId> candidates, std::size_t size) -> void {
      largest = std::max(largest, size);
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        std::vector<NodeId> left;
        for (std::size_t k = i + 1; k < candidates.size(); ++k)
          if (in_conflict(candidates[i], candidates[k])) left.push_back(candidates[k]);
        self(self, left, size + 1);
      }
    };
    std::vector<NodeId> all(graph().nodes);
    for (NodeId v = 0; v < graph().nodes; ++v) all[v] = v;
    grow(grow, all, 0);
    return largest;
  }
};

void check_layers(const Environment& e, const Partition& p) {
  REQUIRE(is_valid(p, e.graph()));
  const LayeredEnvironment layers = layers_of(e.graph(), e.polygons, e.environment.segments, p);
  CHECK(is_valid(layers, e.graph(), e.polygons, e.environment.segments));
}

}  // namespace

TEST_CASE("layer environments: nodes, arcs and conflicts of the shipped files") {
  struct Row {
    const char* name;
    std::size_t nodes, arcs, conflicts, stack;
  };
  for (const Row& row : {Row{"single_staircase", 9, 8, 1, 2},
                         {"multi_staircase", 49, 48, 126, 7},
                         {"triple_polygon_stack", 17, 16, 3, 3},
                         {"two_floor_ramp", 20, 23, 21, 3},
                         {"multi_storey_building", 59, 66, 122, 4},
                         {"library", 298, 421, 813, 8}}) {
    INFO(row.name);
    const Environment e(row.name);
    CHECK(e.graph().nodes == row.nodes);
    CHECK(e.graph().arcs.size() == row.arcs);
    CHECK(e.graph().conflicts.size() == row.conflicts);
    CHECK(e.largest_stack() == row.stack);
    CHECK(split(e.graph()).size() == 1);
    std::ifstream file(PLUMB_SOURCE_DIR "/docs/examples/layers/" + std::string(row.name) + ".obj");
    const std::string header(std::istreambuf_iterator<char>(file), {});
    CHECK(header.find("# Nodes " + std::to_string(row.nodes) + ", arcs " + std::to_string(row.arcs) + ", conflicts " +
                      std::to_string(row.conflicts) + ".") != std::string::npos);
  }
  CHECK(Environment("two_floor_ramp").without_conflict() == 0);
  CHECK(Environment("multi_storey_building").without_conflict() == 0);
}

TEST_CASE("layer environments: all minimal solutions of all but the library") {
  struct Row {
    const char* name;
    std::uint64_t solutions;
    std::uint32_t transfers, layers;
  };
  for (const Row& row : {Row{"single_staircase", 8, 1, 2},
                         {"multi_staircase", 1716, 6, 7},
                         {"triple_polygon_stack", 59, 2, 3},
                         {"two_floor_ramp", 1, 2, 3},
                         {"multi_storey_building", 1, 8, 9}}) {
    INFO(row.name);
    const Environment e(row.name);
    const Partition p = partition(e.graph(), Method::brute_force);
    CHECK(p.solution_count == row.solutions);
    CHECK(p.transfers.size() == row.transfers);
    CHECK(p.layers == row.layers);
    check_layers(e, p);
  }
}

TEST_CASE("layer environments: ramps that are layers of their own") {
  for (const auto& [name, layers] : {std::pair{"two_floor_ramp", 3u}, {"multi_storey_building", 9u}}) {
    INFO(name);
    const Environment e(name);
    const Partition p = partition(e.graph(), Method::exact);
    CHECK(p.lower_bound == p.transfers.size());
    CHECK(p.transfers.size() == layers - 1);
    REQUIRE(p.layers == layers);
    check_layers(e, p);
    std::vector<std::vector<NodeId>> nodes(layers);
    for (NodeId v = 0; v < e.graph().nodes; ++v) nodes[p.layer[v]].push_back(v);
    for (const auto& layer : nodes) {
      const bool ramp = e.polygons[layer[0]][0][2] != e.polygons[layer[0]][2][2];
      CHECK((layer.size() == 1) == ramp);
    }
  }
}

TEST_CASE("layer environments: the library needs nine transfers between nine layers") {
  const Environment e("library");
  const Partition p = partition(e.graph(), Method::exact);
  CHECK(p.lower_bound == p.transfers.size());
  CHECK(p.transfers.size() == 9);
  CHECK(p.layers == 9);
  check_layers(e, p);
}
