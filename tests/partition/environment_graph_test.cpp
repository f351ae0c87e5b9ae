// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/environment_graph.h"

#include <catch2/catch.hpp>

using namespace plumb::partition;

using Pairs = std::vector<std::array<NodeId, 2>>;

TEST_CASE("environment graph: surfaces are numbered by lowest node, whatever the order of arcs") {
  CHECK(surfaces({}).empty());
  CHECK(surfaces({3, {}, {{0, 2}}}) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(surfaces({6, {{5, 1}, {4, 0}, {3, 5}}, {}}) == std::vector<std::uint32_t>{0, 1, 2, 1, 0, 1});
}

TEST_CASE("environment graph: one graph per surface, with parallel arcs, without conflicts between surfaces") {
  const EnvironmentGraph graph{6, {{5, 1}, {4, 0}, {3, 5}, {1, 5}}, {{0, 1}, {0, 4}, {1, 3}, {2, 3}, {3, 5}}};
  REQUIRE(is_valid(graph));
  const std::vector<SurfaceGraph> parts = split(graph);
  REQUIRE(parts.size() == 3);
  for (const SurfaceGraph& part : parts) CHECK(is_valid(part.graph));
  CHECK(parts[0].node == std::vector<NodeId>{0, 4});
  CHECK(parts[0].arc == std::vector<ArcId>{1});
  CHECK(parts[0].graph.arcs == Pairs{{1, 0}});
  CHECK(parts[0].graph.conflicts == Pairs{{0, 1}});
  CHECK(parts[1].node == std::vector<NodeId>{1, 3, 5});
  CHECK(parts[1].arc == std::vector<ArcId>{0, 2, 3});
  CHECK(parts[1].graph.arcs == Pairs{{2, 0}, {1, 2}, {0, 2}});
  CHECK(parts[1].graph.conflicts == Pairs{{0, 1}, {1, 2}});
  CHECK(parts[2].graph.nodes == 1);
  CHECK(parts[2].graph.arcs.empty());
  CHECK(split({}).empty());
}

TEST_CASE("environment graph: every broken invariant is seen") {
  const EnvironmentGraph good{4, {{0, 1}, {2, 1}, {1, 2}}, {{0, 2}, {0, 3}, {1, 2}}};
  CHECK(is_valid(good));
  const auto broken = [&](auto&& change) {
    EnvironmentGraph graph = good;
    change(graph);
    return !is_valid(graph);
  };
  CHECK(broken([](auto& g) { g.nodes = 3; }));
  CHECK(broken([](auto& g) { g.arcs[0] = {1, 1}; }));
  CHECK(broken([](auto& g) { g.arcs[2][0] = 4; }));
  CHECK(broken([](auto& g) { g.conflicts[0] = {2, 0}; }));
  CHECK(broken([](auto& g) { g.conflicts[2] = {1, 1}; }));
  CHECK(broken([](auto& g) { g.conflicts[2] = {1, 4}; }));
  CHECK(broken([](auto& g) { std::swap(g.conflicts[0], g.conflicts[1]); }));
  CHECK(broken([](auto& g) { g.conflicts[1] = g.conflicts[0]; }));
}
