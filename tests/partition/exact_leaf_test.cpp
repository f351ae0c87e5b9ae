// SPDX-License-Identifier: GPL-3.0-or-later
// The exact linear program, which proofs fall back on where rounded duals do not do: seldom, so it is tried by itself.
#include "../../partition/src/exact.h"

#include <catch2/catch.hpp>

#include "plumb/partition/partition.h"
#include "support/environment_graphs.h"

using namespace plumb::partition;
using namespace plumb::tests;

TEST_CASE("exact duals of the pairs of a hub with four arms are thirds") {
  std::vector<ProgramRow> rows;
  for (std::uint32_t b = 0; b < 4; ++b)
    for (std::uint32_t a = 0; a < b; ++a) rows.push_back({{a, b}, 1});
  const auto duals = exact_duals(4, rows);
  REQUIRE(duals);
  mpq_class sum = 0;
  std::vector<mpq_class> load(4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK((*duals)[i] >= 0);
    sum += (*duals)[i];
    for (const std::uint32_t c : rows[i].columns) load[c] += (*duals)[i];
  }
  CHECK(sum == 2);
  for (const mpq_class& l : load) CHECK(l <= 1);
  CHECK(exact_duals(0, {})->empty());
}

TEST_CASE("exact duals are feasible and reach what the program in doubles reaches") {
  std::mt19937 random(11);
  std::size_t fractional = 0;
  for (int i = 0; i < 300; ++i) {
    const auto columns = static_cast<std::uint32_t>(3 + random() % 12);
    LinearProgram program(columns);
    std::vector<ProgramRow> rows;
    for (std::size_t n = 1 + random() % 20; n > 0; --n) {
      std::set<std::uint32_t> arcs;
      for (std::size_t k = 2 + random() % 3; k > 0; --k) arcs.insert(static_cast<std::uint32_t>(random() % columns));
      const std::uint32_t asks = 1 + random() % 2;
      rows.push_back({{arcs.begin(), arcs.end()}, asks});
      program.add({std::vector<NodeId>(asks + 1), {arcs.begin(), arcs.end()}});
    }
    const auto duals = exact_duals(columns, rows);
    REQUIRE(duals);
    REQUIRE(program.solve() == LinearProgram::Outcome::optimal);
    mpq_class sum = 0;
    std::vector<mpq_class> load(columns);
    bool whole = true;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      REQUIRE((*duals)[r] >= 0);
      whole = whole && (*duals)[r].get_den() == 1;
      sum += (*duals)[r] * rows[r].asks;
      for (const std::uint32_t c : rows[r].columns) load[c] += (*duals)[r];
    }
    for (const mpq_class& l : load) REQUIRE(l <= 1);
    REQUIRE(std::abs(sum.get_d() - program.value()) < 1e-7);
    fractional += !whole;
  }
  CHECK(fractional > 30);
}

TEST_CASE("a leaf is proved from exact duals alone") {
  const EnvironmentGraph g = star({1, 2, 1, 3});
  const SimplifiedGraph s = simplify(g);
  REQUIRE(s.blocks.size() == 1);
  const SimplifiedBlock& block = s.blocks[0];
  const auto proves = [&](const std::vector<Decision>& decided, const LinearProgram& program, std::uint32_t needed) {
    const auto leaf = prove_leaf_exactly(block, decided, program, needed);
    return leaf && proved_bound(g, {{{{0, 1, 2, 3, 4, 5, 6}, *leaf}}}) >= needed;
  };
  std::vector<Decision> decided(4, Decision::free);
  std::vector<NodeId> tips;
  for (NodeId v = 0; v < block.graph.nodes; ++v)
    if (block.node[v] != 0) tips.push_back(v);
  const auto arc_to = [&](NodeId tip) {
    ArcId a = 0;
    while (block.graph.arcs[a][0] != tip && block.graph.arcs[a][1] != tip) ++a;
    return a;
  };
  LinearProgram program(4);
  for (const NodeId u : tips)
    for (const NodeId v : tips)
      if (u < v) program.add({{u, v}, {std::min(arc_to(u), arc_to(v)), std::max(arc_to(u), arc_to(v))}});
  CHECK(proves(decided, program, 2));
  CHECK_FALSE(proves(decided, program, 3));
  program.add({tips, {0, 1, 2, 3}});
  CHECK(proves(decided, program, 3));
  CHECK_FALSE(proves(decided, program, 4));
}
