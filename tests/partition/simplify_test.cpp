// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "plumb/partition/partition.h"
#include "plumb/partition/simplify.h"
#include "support/partition_oracle.h"

using namespace plumb::partition;
using namespace plumb::tests;

namespace {

struct Size {
  std::size_t forced, blocks, nodes, arcs, conflicts;
  bool operator==(const Size&) const = default;
};
Size size_of(const SimplifiedGraph& s) {
  Size size{s.forced.size(), s.blocks.size(), 0, 0, 0};
  for (const SimplifiedBlock& b : s.blocks) {
    size.nodes += b.graph.nodes;
    size.arcs += b.graph.arcs.size();
    size.conflicts += b.graph.conflicts.size();
  }
  return size;
}

}  // namespace

TEST_CASE("simplification of named graphs") {
  SECTION("a path between two nodes in conflict is one transfer, anywhere on it") {
    const SimplifiedGraph s = simplify(winding(9, 8));
    CHECK(size_of(s) == Size{1, 0, 0, 0, 0});
    CHECK(s.forced[0] == Chain{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(s.forced_ends == std::vector<NodeId>{0, 8});
    CHECK(original_transfers(s, {}) == std::vector<ArcId>{0});
  }
  SECTION("a staircase all of whose nodes are in conflict stays as it is") {
    CHECK(size_of(simplify(winding(49, 8))) == Size{0, 1, 49, 48, 126});
  }
  SECTION("three arms from a hub keep three arcs") {
    CHECK(size_of(simplify(star({1, 4, 11}))) == Size{0, 1, 4, 3, 3});
  }
  SECTION("what no conflict path uses goes: a tail, a ring behind a bridge, another surface") {
    const EnvironmentGraph g =
        graph_of(9, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {6, 7}, {7, 8}}, {{0, 1}, {5, 8}});
    const SimplifiedGraph s = simplify(g);
    CHECK(s.forced == std::vector<Chain>{{0}, {1, 2}});
    CHECK(s.blocks.empty());
  }
  SECTION("pieces that share a node only are solved apart") {
    const EnvironmentGraph g =
        graph_of(7, {{0, 1}, {1, 2}, {2, 3}, {1, 3}, {3, 4}, {4, 5}, {5, 6}, {4, 6}}, {{0, 3}, {0, 2}, {3, 6}, {3, 5}});
    CHECK(size_of(simplify(g)).blocks == 2);
  }
  SECTION("a dead end overlaps what its way out overlaps too") {
    // 3 leads to 0 only, and both overlap 2.
    const EnvironmentGraph g = graph_of(4, {{0, 1}, {1, 2}, {0, 3}}, {{0, 2}, {2, 3}});
    const SimplifiedGraph s = simplify(g);
    CHECK(s.forced == std::vector<Chain>{{0, 1}});
    CHECK(s.blocks.empty());
  }
  SECTION("parallel arcs stay") {
    CHECK(size_of(simplify(graph_of(4, {{0, 1}, {1, 0}, {1, 2}, {1, 3}}, {{0, 2}, {0, 3}, {2, 3}}))) ==
          Size{0, 1, 4, 4, 3});
  }
}

TEST_CASE("simplification keeps the minimal solutions") {
  std::mt19937 random(5);
  std::size_t smaller = 0, chains = 0, forced = 0, apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const EnvironmentGraph g = random_graph(random, 11, 11);
    const SimplifiedGraph s = simplify(g);
    const AllPartitions truth = try_every_set(g);
    std::size_t fewest = s.forced.size(), count = 1;
    for (const Chain& c : s.forced) count *= c.size();
    std::vector<std::vector<ArcId>> cuts;
    std::vector<bool> seen(g.arcs.size(), false);
    const auto once = [&](const Chain& chain) {
      for (const ArcId a : chain) {
        REQUIRE_FALSE(seen[a]);
        seen[a] = true;
      }
      chains += chain.size() > 1;
    };
    for (const Chain& c : s.forced) once(c);
    for (const SimplifiedBlock& b : s.blocks) {
      REQUIRE(is_valid(b.graph));
      for (const Chain& c : b.chains) once(c);
      const AllPartitions part = try_every_set(b.graph);
      fewest += part.transfers;
      std::size_t ways = 0;
      for (const auto& solution : part.solutions) {
        std::size_t product = 1;
        for (const ArcId a : solution) product *= b.chains[a].size();
        ways += product;
      }
      count *= ways;
      cuts.push_back(part.solutions[0]);
    }
    CAPTURE(i, g.nodes, g.arcs.size());
    REQUIRE(fewest == truth.transfers);
    REQUIRE(count == truth.solutions.size());
    REQUIRE(std::binary_search(truth.solutions.begin(), truth.solutions.end(), original_transfers(s, cuts)));
    smaller += std::count(seen.begin(), seen.end(), false) > 0;
    forced += !s.forced.empty();
    apart += s.blocks.size() > 1;
  }
  CHECK(smaller > 500);
  CHECK(chains > 500);
  CHECK(forced > 500);
  CHECK(apart > 10);
}
