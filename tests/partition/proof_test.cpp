// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "plumb/partition/partition.h"
#include "support/broken_proofs.h"
#include "support/environment_graphs.h"
#include "support/temporary_folder.h"

using namespace plumb::partition;
using namespace plumb::tests;

namespace {

std::string text_of(const EnvironmentGraph& g, const std::vector<ArcId>& transfers, const Proof& proof) {
  std::ostringstream out;
  write_proof(out, g, transfers, proof);
  return out.str();
}

// Whether a text proves that its transfers are the fewest, by this program.
bool holds(const std::string& text) {
  std::istringstream in(text);
  const auto file = read_proof(in);
  if (!file || proved_bound(file->graph, file->proof) != file->transfers.size()) return false;
  std::vector<std::uint32_t> layer(file->graph.nodes);
  for (NodeId v = 0; v < layer.size(); ++v) layer[v] = v;
  for (ArcId a = 0; a < file->graph.arcs.size(); ++a)
    if (!std::binary_search(file->transfers.begin(), file->transfers.end(), a))
      std::replace(layer.begin(), layer.end(), std::uint32_t{layer[file->graph.arcs[a][0]]},
                   std::uint32_t{layer[file->graph.arcs[a][1]]});
  const auto apart = [&](const auto& pair) { return layer[pair[0]] != layer[pair[1]]; };
  return std::all_of(file->graph.conflicts.begin(), file->graph.conflicts.end(), apart) &&
         std::all_of(file->transfers.begin(), file->transfers.end(),
                     [&](ArcId a) { return apart(file->graph.arcs[a]); });
}

// What the checker in Python says of each text.
std::vector<bool> by_python(const std::vector<std::string>& texts) {
  const Folder folder;
  std::ofstream list(folder / "list");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = folder / std::to_string(i);
    std::ofstream(name) << texts[i];
    list << name << '\n';
  }
  list.close();
  const std::string out = folder / "out";
  const std::string command =
      std::string("xargs python3 " PLUMB_SOURCE_DIR "/tests/partition/check_layers_proof.py < ") + folder / "list" +
      " > " + out;
  [[maybe_unused]] const int result = std::system(command.c_str());
  std::vector<bool> said;
  std::ifstream lines(out);
  for (std::string line; std::getline(lines, line);) said.push_back(line.ends_with("transfers are the fewest"));
  return said;
}

ProofTree leaf(std::vector<Cover> covers) { return {{}, {}, std::move(covers)}; }

}  // namespace

TEST_CASE("bounds by hand") {
  const EnvironmentGraph hub = star({1, 1, 1, 1});  // arcs 0..3 from 0 to 1..4
  const std::vector<ArcId> all{0, 1, 2, 3};
  const auto bound = [&](ProofTree tree) { return proved_bound(hub, {{{all, std::move(tree)}}}); };
  CHECK(proved_bound(hub, {}) == 0u);
  CHECK(bound(leaf({})) == 0u);
  CHECK(bound(leaf({{{1, 2}, {0, 1}, 1}})) == 1u);
  CHECK(bound(leaf({{{1, 2}, {0, 1}, 1}, {{3, 4}, {2, 3}, 1}})) == 2u);
  const mpq_class third(1, 3);
  std::vector<Cover> pairs;
  for (NodeId v = 1; v <= 4; ++v)
    for (NodeId u = 1; u < v; ++u) pairs.push_back({{u, v}, {u - 1, v - 1}, third});
  CHECK(bound(leaf(pairs)) == 2u);  // what conflict paths show at most
  CHECK(bound(leaf({{{1, 2, 3, 4}, all, 1}})) == 3u);
  CHECK(bound(leaf({{{1, 2, 3, 4}, all, mpq_class(2, 3)}})) == 2u);
  CHECK(bound(leaf({{{1, 2, 3, 4}, all, mpq_class(67, 100)}})) == 3u);  // 2.01, rounded up
  CHECK(bound(leaf({{{1, 2, 3, 4}, all, 2}})) == 2u);                   // 6 - 4: too much is paid back
  // Is one of the first two a transfer? Then two more for the triple that is left, else 3 and 4 are to be cut off.
  ProofTree tree{{0, 1}, {}, {}};
  tree.parts.push_back(leaf({{{2, 3, 4}, {1, 2, 3}, 1}}));
  tree.parts.push_back(leaf({{{1, 2}, {0, 1}, 0}}));
  CHECK(bound(tree) == 2u);  // r of arc 1 is 0, the least of its group
  CHECK(bound({{0, 1}, {leaf({}), leaf({{{1, 2}, {0, 1}, 0}})}, {}}) == 1u);
  CHECK(bound({{0, 1}, {leaf({}), leaf({})}, {}}) == 0u);
  CHECK_FALSE(bound({{0, 1}, {leaf({})}, {}}));
  CHECK_FALSE(bound({{}, {leaf({}), leaf({})}, {}}));
  CHECK_FALSE(bound({{0, 1}, {{{1}, {leaf({}), leaf({})}, {}}, leaf({})}, {}}));  // decided twice
  CHECK_FALSE(bound({{4}, {leaf({}), leaf({})}, {}}));
  CHECK_FALSE(bound(leaf({{{1, 2}, {0, 1}, -1}})));
  CHECK_FALSE(bound(leaf({{{1, 2}, {0}, 1}})));
  CHECK_FALSE(bound(leaf({{{0, 1}, {0}, 1}})));  // neighbours, but not in conflict
  CHECK_FALSE(bound(leaf({{{1}, {0}, 1}})));
  CHECK_FALSE(bound(leaf({{{2, 1}, {0, 1}, 1}})));
  CHECK_FALSE(proved_bound(hub, {{{{0, 1}, leaf({{{1, 3}, {0, 2}, 1}})}}}));  // arc 2 is not in the block
  CHECK_FALSE(proved_bound(hub, {{{{0, 1}, leaf({})}, {{1, 2}, leaf({})}}}));
  CHECK_FALSE(proved_bound(hub, {{{{0, 9}, leaf({})}}}));
}

TEST_CASE("a proof is written and read; every program that checks it agrees") {
  std::mt19937 random(3);
  std::vector<std::string> texts;
  for (int i = 0; i < 150; ++i) {
    const EnvironmentGraph g = random_graph(random, 18, 28);
    const Partition p = partition(g, Method::exact);
    texts.push_back(text_of(g, p.transfers, *p.proof));
    std::istringstream in(texts.back());
    std::string error;
    const auto file = read_proof(in, &error);
    INFO(texts.back() << error);
    REQUIRE(file);
    REQUIRE(text_of(file->graph, file->transfers, file->proof) == texts.back());
    REQUIRE(holds(texts.back()));
  }
  CHECK(std::any_of(texts.begin(), texts.end(), [](const auto& t) { return t.find("branch") != t.npos; }));
  for (const EnvironmentGraph& g : {winding(49, 8), star({1, 4, 11}), star({1, 1, 1, 1}), building(4, 12)}) {
    const Partition p = partition(g, Method::exact);
    texts.push_back(text_of(g, p.transfers, *p.proof));
  }
  CHECK(by_python(texts) == std::vector<bool>(texts.size(), true));
}

TEST_CASE("a broken proof is refused, or proves no more than is true") {
  std::mt19937 random(17);
  std::map<int, std::size_t> refused, drawn;
  std::vector<std::string> texts;
  std::vector<bool> expected;
  for (int i = 0; i < 400; ++i) {
    const EnvironmentGraph g = i % 4 ? random_graph(random, 18, 28) : random_graph(random, 30, 48);
    const Partition p = partition(g, Method::exact);
    for (int kind = 0; kind < breaks; ++kind) {
      Proof broken = *p.proof;
      if (!break_proof(broken, kind, g, random)) continue;
      const auto bound = proved_bound(g, broken);
      INFO(text_of(g, p.transfers, broken));
      REQUIRE(bound.value_or(0) <= p.transfers.size());
      ++drawn[kind];
      refused[kind] += bound != p.transfers.size();
      bool writable = true;  // what has no text is not asked of the other checker
      for (BlockProof& b : broken.blocks) {
        std::vector<ProofTree*> branches;
        collect(b.tree, false, branches);
        for (const ProofTree* t : branches) writable = writable && t->parts.size() == 2;
      }
      if (writable && i < 100) {
        texts.push_back(text_of(g, p.transfers, broken));
        expected.push_back(holds(texts.back()));
      }
    }
  }
  for (int kind = 0; kind < breaks; ++kind) {
    CAPTURE(kind);
    CHECK(drawn[kind] >= (kind < 11 ? 200u : 5u));
    CHECK(refused[kind] > 0);
  }
  for (const int kind : {0, 3, 6, 11, 12}) {  // never right
    CAPTURE(kind);
    CHECK(refused[kind] == drawn[kind]);
  }
  CHECK(by_python(texts) == expected);
}

TEST_CASE("what is no text of a proof is refused with the line") {
  const auto error = [](const std::string& text) {
    std::istringstream in(text);
    std::string what;
    CHECK_FALSE(read_proof(in, &what));
    return what;
  };
  const std::string head = "plumb-layers-proof 1\nnodes 3\narc 0 1\narc 1 2\nconflict 0 2\n";
  CHECK(error("") == "1: not a proof of layers, version 1");
  CHECK(error("plumb-layers-proof 2\n") == "1: not a proof of layers, version 1");
  CHECK(error("plumb-layers-proof 1\nnodes x\n") == "2: 'nodes' and their number expected");
  CHECK(error("plumb-layers-proof 1\nnodes 3\narc 0\n") == "3: two nodes expected");
  CHECK(error("plumb-layers-proof 1\nnodes 3\narc 0 3\nend\n") == "4: arcs and conflicts are not those of a graph");
  CHECK(error(head + "transfer 2\nend\n") == "6: no such arc");
  CHECK(error(head + "transfer 1\ntransfer 0\nend\n") == "7: transfers must ascend");
  CHECK(error(head + "block 0 1\nend\n") == "7: 'branch' or 'leaf' expected");
  CHECK(error(head + "block 0 1\nbranch 0\nleaf\nend\n") == "9: 'branch' or 'leaf' expected");
  CHECK(error(head + "block 0 1\nleaf\ncover -1 ends 0 2 arcs 0 1\nend\n") == "8: not a weight");
  CHECK(error(head + "block 0 1\nleaf\ncover 1/0 ends 0 2 arcs 0 1\nend\n") == "8: not a weight");
  CHECK(error(head + "block 0 1\nleaf\ncover 1 ends 0 2\nend\n") == "8: 'arcs' expected");
  CHECK(error(head + "block 0 1\nleaf\ncover 1 ends 0 2 arcs 0 y\nend\n") == "8: not a number");
  CHECK(error(head + "block 0 1\nleaf\n") == "8: 'end' expected, or a statement out of place");
}
