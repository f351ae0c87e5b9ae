// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a proof of layers: it is refused, or read and written alike, and never shows more to be needed than is.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "../tests/support/partition_oracle.h"
#include "plumb/partition/proof.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::partition;
  using namespace plumb::tests;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  const auto file = read_proof(in);
  if (!file || file->graph.nodes > 1000 || file->graph.arcs.size() > 12) return 0;
  std::stringstream once, twice;
  write_proof(once, file->graph, file->transfers, file->proof);
  const auto again = read_proof(once);
  if (again) write_proof(twice, again->graph, again->transfers, again->proof);
  const auto bound = proved_bound(file->graph, file->proof);
  if (!again || once.str() != twice.str() || bound.value_or(0) > try_every_set(file->graph).transfers) {
    std::fprintf(stderr, "violated: %s\n", again ? "shows what is not so" : "is not read as it was written");
    std::abort();
  }
  return 0;
}
