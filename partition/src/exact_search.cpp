// SPDX-License-Identifier: GPL-3.0-or-later
#include "exact_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "improve.h"
#include "plumb/kernel/error_bound.h"

namespace plumb::partition {
namespace {
// These choose the way of a search; what it finds is proved exactly.
constexpr kernel::Hint near_integer{1e-6};
constexpr kernel::Hint rounding_of_value{1e-9};
constexpr kernel::Hint least_progress{1e-4};
}  // namespace

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

}  // namespace plumb::partition
