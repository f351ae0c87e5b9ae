// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of small environment graphs: brute force finds what trying every set of arcs finds, exact as few, with a proof
// that holds and survives being written and read; the other methods are valid and no better.
//
// Bytes: nodes, arcs, two for the ends of each arc; the rest are conflicts, two bytes each.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "../tests/support/partition_oracle.h"
#include "plumb/partition/partition.h"

namespace {

void demand(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::partition;
  using namespace plumb::tests;
  if (size < 2) return 0;
  const std::uint32_t nodes = 1 + data[0] % 14;
  const std::size_t most_arcs = data[1] % 13;
  std::vector<std::array<NodeId, 2>> arcs, conflicts;
  for (std::size_t i = 2; i + 1 < size && conflicts.size() < 100; i += 2) {
    const std::array<NodeId, 2> pair{data[i] % nodes, data[i + 1] % nodes};
    if (pair[0] != pair[1]) (arcs.size() < most_arcs ? arcs : conflicts).push_back(pair);
  }
  const EnvironmentGraph g = graph_of(nodes, std::move(arcs), conflicts);
  const AllPartitions truth = try_every_set(g);
  const Partition all = partition(g, Method::brute_force), proved = partition(g, Method::exact);
  demand(is_valid(all, g) && all.solutions == truth.solutions && all.solution_count == truth.solutions.size(),
         "brute force");
  demand(is_valid(proved, g) && proved.transfers.size() == truth.transfers, "exact");
  demand(proved_bound(g, *proved.proof) == truth.transfers && proved.lower_bound == truth.transfers, "the proof");
  for (const Method m : {Method::min_cut, Method::van_toll}) {
    const Partition p = partition(g, m);
    demand(is_valid(p, g) && p.transfers.size() >= truth.transfers && p.lower_bound <= truth.transfers, "a heuristic");
  }
  std::stringstream text;
  write_proof(text, g, proved.transfers, *proved.proof);
  const auto file = read_proof(text);
  demand(file && proved_bound(file->graph, file->proof) == truth.transfers, "the proof that was read");
  return 0;
}
