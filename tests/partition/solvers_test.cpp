// SPDX-License-Identifier: GPL-3.0-or-later
// partition() on graphs alone: named cases, and every method against trying all sets of arcs.
#include <catch2/catch.hpp>

#include "plumb/partition/partition.h"
#include "support/partition_oracle.h"

using namespace plumb::partition;
using namespace plumb::tests;

namespace {

constexpr Method methods[] = {Method::brute_force, Method::min_cut, Method::van_toll, Method::exact};

// The fewest transfers, by brute force and exact, which must agree; the heuristics must be valid and no better.
Partition checked(const EnvironmentGraph& g) {
  const Partition all = partition(g, Method::brute_force), proved = partition(g, Method::exact);
  REQUIRE(is_valid(all, g));
  REQUIRE(is_valid(proved, g));
  REQUIRE(proved.transfers.size() == all.transfers.size());
  REQUIRE(all.lower_bound == all.transfers.size());
  REQUIRE(proved.lower_bound == proved.transfers.size());
  REQUIRE(proved.proof);
  REQUIRE(proved_bound(g, *proved.proof) == proved.lower_bound);
  for (const Method m : {Method::min_cut, Method::van_toll}) {
    const Partition p = partition(g, m);
    REQUIRE(is_valid(p, g));
    REQUIRE(p.transfers.size() >= all.transfers.size());
    REQUIRE(p.lower_bound <= all.transfers.size());
  }
  return all;
}

}  // namespace

TEST_CASE("graphs without anything to separate are one layer a surface") {
  for (const Method m : methods) {
    CHECK(partition({}, m).layers == 0);
    const EnvironmentGraph apart{4, {{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}};  // conflicts between different surfaces
    const Partition p = partition(apart, m);
    CHECK(is_valid(p, apart));
    CHECK(p.transfers.empty());
    CHECK(p.layer == std::vector<std::uint32_t>{0, 0, 1, 1});
    CHECK(p.lower_bound == 0);
  }
  CHECK(partition({3, {{0, 1}}, {}}, Method::brute_force).solution_count == 1);
  CHECK(partition({3, {{0, 1}}, {}}, Method::brute_force).solutions == std::vector<std::vector<ArcId>>{{}});
}

TEST_CASE(
    "the document's environments of one path or star have the minimal solutions that it counts, and the one it "
    "missed") {
  const Partition single = checked(winding(9, 8));
  CHECK(single.transfers.size() == 1);
  CHECK(single.solution_count == 8);
  const Partition multi = checked(winding(49, 8));
  CHECK(multi.transfers.size() == 6);
  CHECK(multi.layers == 7);
  CHECK(multi.solution_count == 1716);  // cuts of 49 into 7 runs of at most 8: C(13, 6)
  CHECK(multi.solutions.size() == 1716);
  const Partition stack = checked(star({1, 4, 11}));
  CHECK(stack.transfers.size() == 2);
  CHECK(stack.solution_count == 59);  // two of three arms: 1 * 4 + 1 * 11 + 4 * 11
}

TEST_CASE("a hub with four mutually overlapping arms needs three transfers, which paths alone do not show") {
  const EnvironmentGraph g = star({1, 1, 1, 1});
  CHECK(checked(g).solution_count == 4);
  const Partition p = partition(g, Method::exact);
  CHECK(p.transfers.size() == 3);
  REQUIRE(p.proof->blocks.size() == 1);
  const ProofTree& tree = p.proof->blocks[0].tree;
  CHECK(tree.arcs.empty());  // no branch: a cover of more than two ends closes it
  CHECK(std::any_of(tree.covers.begin(), tree.covers.end(), [](const Cover& c) { return c.ends.size() > 2; }));
}

TEST_CASE("neighbours in conflict are cut apart, at every arc between them") {
  const EnvironmentGraph g = graph_of(3, {{0, 1}, {1, 0}, {1, 2}}, {{0, 1}});
  const Partition p = checked(g);
  CHECK(p.transfers == std::vector<ArcId>{0, 1});
  CHECK(p.solution_count == 1);
}

TEST_CASE("parallel arcs are different ways") {
  // 0 = 1 - 2 - 3 with two arcs first: one is enough elsewhere.
  const EnvironmentGraph g = graph_of(4, {{0, 1}, {0, 1}, {1, 2}, {2, 3}}, {{0, 3}});
  const Partition p = checked(g);
  CHECK(p.transfers.size() == 1);
  CHECK(p.solution_count == 2);
  const EnvironmentGraph twice = graph_of(3, {{0, 1}, {0, 1}, {1, 2}, {2, 1}}, {{0, 2}});
  CHECK(checked(twice).solutions == std::vector<std::vector<ArcId>>{{0, 1}, {2, 3}});
}

TEST_CASE("layers of min_cut and van_toll on a storey over another, by hand") {
  // Two storeys of two cells, and a ramp that overlaps neither: one transfer.
  const EnvironmentGraph g = graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {{0, 4}, {1, 3}});
  for (const Method m : methods) CHECK(partition(g, m).transfers.size() == 1);
}

TEST_CASE("brute force and exact find what trying every set of arcs finds") {
  std::mt19937 random(20240501);
  std::size_t with_trees = 0, cut = 0;
  for (int i = 0; i < 3000; ++i) {
    const EnvironmentGraph g = random_graph(random, 9, 11);
    CAPTURE(i, g.nodes, g.arcs.size(), g.conflicts.size());
    const AllPartitions truth = try_every_set(g);
    const Partition all = checked(g);
    REQUIRE(all.transfers.size() == truth.transfers);
    REQUIRE(all.solution_count == truth.solutions.size());
    REQUIRE(all.solutions == truth.solutions);
    REQUIRE(all.transfers == truth.solutions[0]);
    PartitionOptions few;
    few.kept_solutions = 3;
    const Partition kept = partition(g, Method::brute_force, few);
    REQUIRE(kept.solution_count == truth.solutions.size());
    const auto three = truth.solutions.begin() + std::min<std::ptrdiff_t>(3, std::ssize(truth.solutions));
    REQUIRE(kept.solutions == std::vector(truth.solutions.begin(), three));
    cut += truth.transfers > 1;
    const Partition proved = partition(g, Method::exact);
    for (const BlockProof& b : proved.proof->blocks)
      for (const Cover& c : b.tree.covers) with_trees += c.ends.size() > 2;
  }
  CHECK(cut > 1000);
  CHECK(with_trees > 20);
}

TEST_CASE("brute force and exact agree on random graphs up to 14 arcs and on larger ones") {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) checked(random_graph(random, 12, 14));
  std::size_t branched = 0;
  for (int i = 0; i < 1000; ++i) {
    const EnvironmentGraph g = random_graph(random, 25, 36);
    checked(g);
    const Partition proved = partition(g, Method::exact);
    for (const BlockProof& b : proved.proof->blocks) branched += !b.tree.arcs.empty();
  }
  CHECK(branched > 5);
}

TEST_CASE("numbers of nodes and arcs do not change how many transfers are needed") {
  std::mt19937 random(99);
  for (int i = 0; i < 500; ++i) {
    const EnvironmentGraph g = random_graph(random, 14, 20), h = relabelled(g, random);
    const Partition a = partition(g, Method::brute_force), b = partition(h, Method::brute_force);
    REQUIRE(a.transfers.size() == b.transfers.size());
    REQUIRE(a.solution_count == b.solution_count);
    REQUIRE(partition(h, Method::exact).transfers.size() == a.transfers.size());
  }
}

TEST_CASE("what is no partition is not valid") {
  const EnvironmentGraph g = winding(9, 8);
  const Partition good = partition(g, Method::exact);
  const auto changed = [&](const auto& change) {
    Partition p = partition(g, Method::exact);
    change(p);
    return is_valid(p, g);
  };
  CHECK(is_valid(good, g));
  CHECK_FALSE(changed([](Partition& p) { p.transfers.clear(); }));
  CHECK_FALSE(changed([](Partition& p) { p.layers = 3; }));
  CHECK_FALSE(changed([](Partition& p) { p.layer[0] = 1; }));
  CHECK_FALSE(changed([](Partition& p) { p.layer.pop_back(); }));
  CHECK_FALSE(changed([](Partition& p) { p.transfers.push_back(99); }));
  const EnvironmentGraph ring{3, {{0, 1}, {1, 2}, {2, 0}}, {}};
  Partition open = partition(ring, Method::exact);
  open.transfers = {0};  // joins one layer to itself
  CHECK_FALSE(is_valid(open, ring));
}

TEST_CASE("a building of 20 storeys, 18,000 nodes and 177,000 conflicts is proven") {
  const EnvironmentGraph g = building(20, 30);
  REQUIRE(g.nodes == 17982);
  REQUIRE(g.conflicts.size() == 177498);
  const Partition p = partition(g, Method::exact);
  CHECK(is_valid(p, g));
  CHECK(p.transfers.size() == 76);  // every ramp is over and under cells of both its storeys: a layer of its own
  CHECK(p.layers == 58);
  CHECK(p.lower_bound == 76);
}
