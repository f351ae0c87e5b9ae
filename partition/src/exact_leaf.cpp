// SPDX-License-Identifier: GPL-3.0-or-later
#include "exact_leaf.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/union_find.h"

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
      mpq_class r(static_cast<long>(p), q);
      r.canonicalize();
      return r;
    }
  mpq_class r(static_cast<long>(std::ldexp(y, 30)), 1L << 30);
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
    if (decided[a] == Decision::free && rest[a] < 0)
      bound += rest[a] * static_cast<unsigned long>(block.chains[a].size());
  }
  if (bound <= static_cast<long>(needed) - 1) return std::nullopt;
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

}  // namespace plumb::partition
