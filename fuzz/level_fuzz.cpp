// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a bake of an arbitrary small level on a lattice against the definitions, asked at single points and edges.
// The first byte chooses the stage:
//
// 0. What `explain` says at points of every cell, at their corners, on their edges and anywhere, against the stance map
//    and the definitions at one point (tests/support/pointwise.h).
// 1. Flush portals, by comparing every edge of every cell with every other.
// 2. Steps and welds at one point of every side, where every other side and every polygon is tried.
// 3. Merged cells: convex, disjoint, and together what the cells were.
//
// Bytes: one for the stage, two for the options, then faces (lattice_level.h). Cost: some milliseconds; 1 and 2 try all
// pairs, so larger levels are left out of them.
#include <cstdint>
#include <random>

#include "lattice_level.h"
#include "plumb/pipeline/optimise.h"
#include "require.h"
#include "support/explain_agreement.h"
#include "support/flush_oracle.h"
#include "support/offmesh_oracle.h"
#include "support/partition_check.h"

namespace {

using namespace plumb;
using namespace plumb::tests;

constexpr std::size_t most_half_edges = 250;  // for what tries all pairs

void no_fault(const std::string& fault) { require(fault.empty(), fault.c_str()); }

BakeTextOptions text_options(const pipeline::BakeArguments& arguments) {
  const pipeline::BakeOptions options = options_of(arguments);
  BakeTextOptions out;
  out.stances = options.stances;
  out.step = options.step;
  out.sides = options.sides;
  return out;
}

void check_explain(const std::string& level, const BakeTextOptions& options, unsigned seed) {
  ExplainTally tally;
  ExplainedLevel explained(level, options, seed);
  no_fault(explained.fault(12, tally));
  no_fault(explained.fault_at_random(8, tally));
}

void check_offmesh(const Linked& level, const mpq_class& weld, unsigned seed) {
  OffmeshOracle::Counts counts;
  std::minstd_rand random(seed);
  // A denominator that no breakpoint of so small a level has: it is prime, and longer than theirs.
  const auto share = [&]() -> mpq_class { return mpq_class(random() % 1000002 + 1) / 1000003; };
  no_fault(OffmeshOracle(level).fault(weld, share, counts));
}

void check_merged(const Linked& level, int form) {
  using pipeline::Optimise;
  const BakedText& b = level.baked;
  pipeline::OptimiseOptions options{
      .goal = std::array{Optimise::count, Optimise::regular, Optimise::none}[static_cast<std::size_t>(form % 3)],
      .one_surface = form / 4 % 2 == 1,
      .threads = 1};
  const auto merged = pipeline::optimise(b.scene.points, b.set, b.map, level.graph, options);
  no_fault(fault(level, merged));
  require(merged.pieces.size() >= merged.lower_bound, "no fewer pieces than the least number");
  require(merged.exact_cells <= merged.exact_optimum, "no more pieces than CGAL's optimum");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 5) return 0;
  Bytes bytes(data, size);
  const int stage = bytes();
  pipeline::BakeArguments arguments = lattice_options(bytes);
  arguments.scene = "level.obj";
  const std::string obj = lattice_level(bytes, 8);
  const auto seed = static_cast<unsigned>(size);
  BakeTextOptions options;
  try {
    options = text_options(arguments);
    (void)bake_text(obj, options);
  } catch (const std::runtime_error&) {
    return 0;  // no level
  }
  if (stage % 4 == 0) {
    check_explain(obj, options, seed);
    return 0;
  }
  const mpq_class weld = mpq_class(stage / 16 % 4) / (1 + stage / 64);
  const Linked level = link_text(obj, options, stage % 4 == 2 ? weld : mpq_class(0));
  if (stage % 4 == 3) check_merged(level, stage / 4);
  if (level.graph.half_edges.size() > most_half_edges) return 0;
  FlushOracle::Tally tally;
  if (stage % 4 == 1) no_fault(FlushOracle(level).fault(tally));
  if (stage % 4 == 2) check_offmesh(level, weld, seed);
  return 0;
}
