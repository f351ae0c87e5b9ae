// SPDX-License-Identifier: GPL-3.0-or-later
// The fewest transfers there are, and the proof that fewer do not do: branch and cut with exact proofs of its leaves.
// Problem. Choose the fewest arcs that separate all nodes in conflict. As an integer program: each cover (a path
// between two nodes in conflict, or a tree between several that are all in conflict) contains so many transfers at
// least. There are too many covers to list, and the program's answers in doubles prove nothing.
// 1. fewest_transfers() simplifies the graph into independent blocks (simplify.h). Each starts with the best of several
//    heuristics, improved.
// 2. ExactSearch::node() solves the program over the covers found so far, adds those that its answer violates
//    (Separation), and repeats that. round() makes a partition of each answer, which may be better than the best so
//    far.
// 3. Where no cover is violated and the answer is no partition, branch() decides one arc: a transfer, or none.
// 4. prove_leaf() ends a branch. The program's duals, as fractions with small denominators, are weights of covers; if
//    they prove in exact arithmetic that no better partition agrees with the decisions, they are the proof. Otherwise
//    prove_leaf_exactly() takes duals from an exact solver. If these do not prove it either, the search goes on.
// 5. impossible() ends a branch in which two nodes in conflict are joined by arcs that are decided to be no transfers.
// Cost. Exponential at worst; in practice few branches, and the programs cost most.
// Exactness. Doubles choose what is tried; each leaf is proved in fractions, and proof.cpp checks the whole again.
// Source: branch and cut is textbook, as are covers for multicuts; Saaltink has no exact method for large graphs.
#include "exact.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>

#include "graph_parts.h"
#include "methods.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/union_find.h"
#include "separation.h"

namespace plumb::partition {
namespace {

// What is left of a cover without the arcs that are transfers: by arc removed it asks for one less at most, and one is
// paid.
std::vector<BlockCover> without_transfers(const SimplifiedBlock& block, const BlockCover& cover,
                                          const std::vector<Decision>& decided) {
  if (std::none_of(cover.arcs.begin(), cover.arcs.end(), [&](ArcId a) { return decided[a] == Decision::transfer; }))
    return {cover};
  std::map<NodeId, NodeId> parent;
  const auto find = [&](NodeId v) {
    while (parent.emplace(v, v).first->second != v) v = parent[v];
    return v;
  };
  for (const ArcId a : cover.arcs)
    if (decided[a] != Decision::transfer) parent[find(block.graph.arcs[a][0])] = find(block.graph.arcs[a][1]);
  std::map<NodeId, BlockCover> parts;
  for (const NodeId v : cover.ends) parts[find(v)].ends.push_back(v);
  std::vector<BlockCover> left;
  for (auto& [root, part] : parts) {
    if (part.ends.size() < 2) continue;
    for (const ArcId a : cover.arcs)
      if (decided[a] != Decision::transfer && find(block.graph.arcs[a][0]) == root) part.arcs.push_back(a);
    left.push_back(std::move(part));
  }
  return left;
}

// Of duals: any weights make a proof or none, which is seen exactly.
constexpr kernel::Hint same_weight{1e-9};

// A fraction with a small denominator if there is one this near, else a dyadic one.
mpq_class rational(double y) {
  for (int q = 1; q <= 120; ++q)
    if (const double p = std::round(y * q); std::abs(y * q - p) < same_weight * q) {
      mpq_class r(kernel::to_gmp(static_cast<std::int64_t>(p)), q);
      r.canonicalize();
      return r;
    }
  mpq_class r(kernel::to_gmp(static_cast<std::int64_t>(std::ldexp(y, 30))), 1 << 30);
  r.canonicalize();
  return r;
}

struct Weighted {
  std::vector<BlockCover> covers;
  std::vector<mpq_class> weights;
};

std::optional<ProofTree> proved(const SimplifiedBlock& block, const std::vector<Decision>& decided, const Weighted& w,
                                std::uint32_t needed) {
  mpq_class bound = 0;
  std::vector<mpq_class> rest(decided.size(), 1);
  for (std::size_t i = 0; i < w.covers.size(); ++i) {
    if (w.weights[i] == 0) continue;
    bound += w.weights[i] * w.covers[i].asks();
    for (const ArcId a : w.covers[i].arcs)
      if (decided[a] == Decision::free) rest[a] -= w.weights[i];
  }
  for (ArcId a = 0; a < decided.size(); ++a) {
    if (decided[a] == Decision::transfer) bound += 1;
    if (decided[a] == Decision::free && rest[a] < 0) bound += rest[a] * kernel::to_gmp(block.chains[a].size());
  }
  if (bound <= kernel::to_gmp(std::int64_t{needed} - 1)) return std::nullopt;
  ProofTree leaf;
  for (std::size_t i = 0; i < w.covers.size(); ++i)
    if (w.weights[i] != 0) leaf.covers.push_back(original_cover(block, w.covers[i], w.weights[i]));
  return leaf;
}

}  // namespace

std::vector<ArcId> original_arcs(const SimplifiedBlock& block, const std::vector<ArcId>& arcs) {
  std::vector<ArcId> all;
  for (const ArcId a : arcs) all.insert(all.end(), block.chains[a].begin(), block.chains[a].end());
  std::sort(all.begin(), all.end());
  return all;
}

Cover original_cover(const SimplifiedBlock& block, const BlockCover& cover, mpq_class weight) {
  Cover out;
  for (const NodeId v : cover.ends) out.ends.push_back(block.node[v]);
  out.arcs = original_arcs(block, cover.arcs);
  out.weight = std::move(weight);
  return out;
}

std::optional<ProofTree> prove_leaf(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                    const LinearProgram& program, std::uint32_t needed) {
  Weighted w;
  for (std::size_t i = 0; i < program.covers(); ++i) {
    const double y = program.dual(i);
    if (!(y > same_weight)) continue;
    for (BlockCover& part : without_transfers(block, program.cover(i), decided)) {
      w.covers.push_back(std::move(part));
      w.weights.push_back(rational(y));
    }
  }
  if (auto leaf = proved(block, decided, w, needed)) return leaf;
  return prove_leaf_exactly(block, decided, program, needed);
}

std::optional<ProofTree> prove_leaf_exactly(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                            const LinearProgram& program, std::uint32_t needed) {
  Weighted w;
  std::vector<ProgramRow> rows;
  std::vector<std::uint32_t> column(decided.size(), ~0u);
  std::uint32_t columns = 0;
  for (std::size_t i = 0; i < program.covers(); ++i)
    for (BlockCover& part : without_transfers(block, program.cover(i), decided)) {
      ProgramRow row;
      row.asks = part.asks();
      for (const ArcId a : part.arcs) {
        if (decided[a] != Decision::free) continue;
        if (column[a] == ~0u) column[a] = columns++;
        row.columns.push_back(column[a]);
      }
      if (row.columns.empty()) {  // nothing that could be cut: no partition agrees
        ProofTree leaf;
        leaf.covers.push_back(original_cover(block, part, 1));
        return leaf;
      }
      rows.push_back(std::move(row));
      w.covers.push_back(std::move(part));
    }
  auto duals = exact_duals(columns, rows);
  if (!duals) return std::nullopt;
  w.weights = std::move(*duals);
  return proved(block, decided, w, needed);
}

namespace {

// These choose the way of a search; what it finds is proved exactly.
constexpr kernel::Hint near_integer{1e-6};
constexpr kernel::Hint rounding_of_value{1e-9};
constexpr kernel::Hint least_progress{1e-4};

// Branch and cut on one block.
class ExactSearch {
 public:
  // `start` keeps conflicts apart.
  ExactSearch(const SimplifiedBlock& block, const Labels& start);
  ProofTree run();
  const Labels& best() const { return best_; }
  std::uint32_t transfers() const { return upper_; }

 private:
  ProofTree node();
  std::optional<ProofTree> impossible() const;
  void offer(Labels labels);
  void round(std::span<const double> x);
  std::vector<BlockCover> violated(std::span<const double> x);
  ProofTree branch(ArcId arc);
  void decide(ArcId arc, Decision decision);

  const SimplifiedBlock& block_;
  const EnvironmentGraph& graph_;
  Separation separation_;
  LinearProgram program_;
  Labels best_;
  std::uint32_t upper_ = 0;
  std::vector<double> best_x_;
  std::vector<Decision> decided_;
};

ExactSearch::ExactSearch(const SimplifiedBlock& block, const Labels& start)
    : block_(block),
      graph_(block.graph),
      separation_(graph_),
      program_(graph_.arcs.size()),
      decided_(graph_.arcs.size(), Decision::free) {
  upper_ = static_cast<std::uint32_t>(graph_.arcs.size()) + 1;
  offer(start);
}

void ExactSearch::offer(Labels labels) {
  const std::uint32_t cut = cut_count(graph_, labels);
  if (cut >= upper_) return;
  upper_ = cut;
  best_ = std::move(labels);
  const std::vector<bool> arcs = cut_arcs(graph_, best_);
  best_x_.assign(arcs.begin(), arcs.end());
}

// Arcs joined in the order of what the program would rather not cut.
void ExactSearch::round(std::span<const double> x) {
  std::vector<ArcId> order(graph_.arcs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](ArcId a, ArcId b) { return x[a] < x[b]; });
  Labels single(graph_.nodes);
  std::iota(single.begin(), single.end(), 0u);
  offer(improve(graph_, join_layers(graph_, single, order)));
}

// First those that the best solution known meets exactly, or nearly: of such is the proof that it is best made.
std::vector<BlockCover> ExactSearch::violated(std::span<const double> x) {
  const std::size_t most = 200 + graph_.arcs.size() / 50;
  std::vector<bool> shared(graph_.arcs.size());
  for (std::size_t a = 0; a < shared.size(); ++a) shared[a] = decided_[a] == Decision::no_transfer;
  for (const double part : {0.5, 0.875, 1.0}) {
    std::vector<double> length(x.begin(), x.end());
    for (std::size_t a = 0; a < length.size(); ++a)
      length[a] = decided_[a] == Decision::transfer ? Separation::closed : part * x[a] + (1 - part) * best_x_[a];
    auto found = separation_.paths(length, shared, most);
    if (!found.empty()) return found;
    if (part == 1.0) return separation_.trees(length, 100);
  }
  return {};
}

// A conflict path of arcs that are not to be cut.
std::optional<ProofTree> ExactSearch::impossible() const {
  std::vector<bool> cut(graph_.arcs.size());
  for (std::size_t a = 0; a < cut.size(); ++a) cut[a] = decided_[a] != Decision::no_transfer;
  const Labels labels = components_without(graph_, cut);
  for (const auto& [u, v] : graph_.conflicts) {
    if (labels[u] != labels[v]) continue;
    BlockCover cover{{u, v}, {}};
    for (ArcId a = 0; a < cut.size(); ++a)
      if (!cut[a] && labels[graph_.arcs[a][0]] == labels[u]) cover.arcs.push_back(a);
    ProofTree leaf;
    leaf.covers.push_back(original_cover(block_, cover, 1));
    return leaf;
  }
  return std::nullopt;
}

void ExactSearch::decide(ArcId arc, Decision decision) {
  decided_[arc] = decision;
  program_.fix(arc, decision == Decision::free ? -1 : decision == Decision::transfer ? 1 : 0);
}

ProofTree ExactSearch::branch(ArcId arc) {
  ProofTree tree;
  tree.arcs = block_.chains[arc];
  decide(arc, Decision::transfer);
  tree.parts.push_back(node());
  decide(arc, Decision::no_transfer);
  tree.parts.push_back(node());
  decide(arc, Decision::free);
  return tree;
}

ProofTree ExactSearch::node() {
  if (auto leaf = impossible()) return std::move(*leaf);
  std::vector<double> x(graph_.arcs.size(), 0);
  double value_before = -1;
  for (std::uint32_t rounds = 0, stalled = 0;; ++rounds) {
    const LinearProgram::Outcome outcome = program_.solve();
    if (outcome == LinearProgram::Outcome::optimal) {
      const double value = program_.value();
      if (value > upper_ - 1 + rounding_of_value)
        if (auto leaf = prove_leaf(block_, decided_, program_, upper_)) return std::move(*leaf);
      for (std::size_t a = 0; a < x.size(); ++a) x[a] = std::clamp(program_.x(static_cast<ArcId>(a)), 0.0, 1.0);
      if (rounds % 8 == 7) {
        const std::uint32_t before = upper_;
        round(x);
        if (upper_ < before) continue;  // perhaps enough is proved for this one
      }
      stalled = value > value_before + least_progress ? 0 : stalled + 1;
      value_before = value;
      program_.purge();
      std::vector<BlockCover> covers = violated(x);
      if (!covers.empty() && stalled < 30) {
        for (BlockCover& c : covers) program_.add(std::move(c));
        continue;
      }
      const std::uint32_t before = upper_;
      round(x);
      if (upper_ < before) continue;
      if (!covers.empty() &&
          std::none_of(x.begin(), x.end(), [](double v) { return v > near_integer && v < 1 - near_integer; })) {
        for (BlockCover& c : covers) program_.add(std::move(c));
        continue;
      }
    }
    // The most fractional arc that is not decided; any such arc if doubles fail us.
    std::optional<ArcId> arc;
    double best = 2;
    for (ArcId a = 0; a < x.size(); ++a) {
      const double off = std::abs(x[a] - 0.5);
      if (decided_[a] == Decision::free && off < best) arc = a, best = off;
    }
    if (arc) return branch(*arc);
    // All is decided and no conflict is left within a layer: these transfers are a solution.
    std::vector<bool> cut(graph_.arcs.size());
    for (std::size_t a = 0; a < cut.size(); ++a) cut[a] = decided_[a] == Decision::transfer;
    offer(components_without(graph_, cut));
    ProofTree leaf;  // the transfers alone
    return leaf;
  }
}

ProofTree ExactSearch::run() { return node(); }

// Minimum cuts for all conflicts can take longer than everything else, and the other starts are seldom worse once
// improved.
constexpr std::size_t affordable = 5000;  // arcs

// What layers of the whole graph make of a block.
Labels restricted(const SimplifiedBlock& block, const EnvironmentGraph& graph, const Labels& labels) {
  std::vector<bool> cut;
  for (const Chain& chain : block.chains)
    cut.push_back(std::any_of(chain.begin(), chain.end(),
                              [&](ArcId a) { return labels[graph.arcs[a][0]] != labels[graph.arcs[a][1]]; }));
  return components_without(block.graph, cut);
}

Labels best_start(const SimplifiedBlock& block, std::vector<Labels> starts) {
  starts.push_back(join_greedily(block.graph));
  Labels best;
  for (Labels& s : starts) {
    s = improve(block.graph, std::move(s));
    if (best.empty() || cut_count(block.graph, s) < cut_count(block.graph, best)) best = std::move(s);
  }
  return best;
}

BlockProof forced_proof(const SimplifiedGraph& simplified) {
  BlockProof proof;
  for (std::size_t i = 0; i < simplified.forced.size(); ++i) {
    const Chain& chain = simplified.forced[i];
    proof.arcs.insert(proof.arcs.end(), chain.begin(), chain.end());
    proof.tree.covers.push_back({{simplified.forced_ends[2 * i], simplified.forced_ends[2 * i + 1]}, chain, 1});
  }
  std::sort(proof.arcs.begin(), proof.arcs.end());
  return proof;
}

}  // namespace

Fewest fewest_transfers(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const SimplifiedGraph simplified = simplify(graph);
  std::vector<Labels> layers{van_toll(graph)};
  if (graph.arcs.size() <= affordable) layers.push_back(min_cut(graph, options));
  Fewest fewest;
  if (!simplified.forced.empty()) fewest.proof.blocks.push_back(forced_proof(simplified));
  std::vector<std::vector<ArcId>> cuts;
  for (const SimplifiedBlock& block : simplified.blocks) {
    std::vector<Labels> starts;
    for (const Labels& l : layers) starts.push_back(restricted(block, graph, l));
    ExactSearch search(block, best_start(block, std::move(starts)));
    BlockProof proof;
    proof.tree = search.run();
    std::vector<ArcId> all(block.chains.size());
    std::iota(all.begin(), all.end(), 0u);
    proof.arcs = original_arcs(block, all);
    fewest.proof.blocks.push_back(std::move(proof));
    cuts.emplace_back();
    const std::vector<bool> cut = cut_arcs(block.graph, search.best());
    for (ArcId a = 0; a < cut.size(); ++a)
      if (cut[a]) cuts.back().push_back(a);
  }
  std::vector<bool> cut(graph.arcs.size(), false);
  for (const ArcId a : original_transfers(simplified, cuts)) cut[a] = true;
  fewest.labels = components_without(graph, cut);
  return fewest;
}

}  // namespace plumb::partition
