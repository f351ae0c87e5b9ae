// SPDX-License-Identifier: GPL-3.0-or-later
// The checker of proofs. It uses nothing of what makes them.
#include "plumb/partition/proof.h"

#include <algorithm>

#include "plumb/kernel/union_find.h"

namespace plumb::partition {
namespace {

enum class Decided : std::uint8_t { outside, free, transfer, no_transfer };

template <class T>
bool ascending(const std::vector<T>& v) {
  return std::adjacent_find(v.begin(), v.end(), [](const T& a, const T& b) { return !(a < b); }) == v.end();
}

class Checker {
 public:
  explicit Checker(const EnvironmentGraph& graph)
      : graph_(graph),
        arc_(graph.arcs.size(), Decided::outside),
        claimed_(graph.arcs.size(), false),
        sets_(static_cast<NodeId>(graph.nodes)) {
    for (const auto& [a, b] : graph.conflicts) conflicts_.push_back({std::min(a, b), std::max(a, b)});
    std::sort(conflicts_.begin(), conflicts_.end());
  }

  // The transfers that a block needs; none: not sound.
  std::optional<std::uint32_t> block(const BlockProof& proof) {
    if (!ascending(proof.arcs)) return std::nullopt;
    if (!proof.arcs.empty() && proof.arcs.back() >= arc_.size()) return std::nullopt;
    for (const ArcId a : proof.arcs) {
      if (claimed_[a]) return std::nullopt;  // by another block
      claimed_[a] = true;
      arc_[a] = Decided::free;
    }
    const auto needed = tree(proof.tree);
    for (const ArcId a : proof.arcs) arc_[a] = Decided::outside;
    // Cutting every arc separates everything, so some leaf always has partitions that agree with it.
    if (!needed || *needed == impossible) return std::nullopt;
    return needed;
  }

 private:
  static constexpr std::uint32_t impossible = ~0u;

  std::optional<std::uint32_t> tree(const ProofTree& t) {
    if (t.arcs.empty()) return t.parts.empty() ? leaf(t.covers) : std::nullopt;
    if (t.parts.size() != 2 || !t.covers.empty() || !ascending(t.arcs)) return std::nullopt;
    for (const ArcId a : t.arcs)
      if (a >= arc_.size() || arc_[a] != Decided::free) return std::nullopt;
    const auto part = [&](Decided d, const ProofTree& below) {
      for (const ArcId a : t.arcs) arc_[a] = d;
      return tree(below);
    };
    groups_.push_back(&t.arcs);
    const auto with = part(Decided::transfer, t.parts[0]);
    groups_.pop_back();
    const auto without = with ? part(Decided::no_transfer, t.parts[1]) : std::nullopt;
    for (const ArcId a : t.arcs) arc_[a] = Decided::free;
    if (!with || !without) return std::nullopt;
    return std::min(*with, *without);
  }

  std::optional<std::uint32_t> leaf(const std::vector<Cover>& covers) {
    mpq_class bound = 0;
    std::vector<std::pair<ArcId, const mpq_class*>> loads;
    bool none_agrees = false;
    for (const Cover& c : covers) {
      if (!sound(c)) return std::nullopt;
      bound += c.weight * static_cast<unsigned long>(c.ends.size() - 1);
      bool may_be_cut = false;
      for (const ArcId a : c.arcs)
        if (arc_[a] != Decided::no_transfer) {
          may_be_cut = true;
          loads.push_back({a, &c.weight});
        }
      if (!may_be_cut) none_agrees = true;
    }
    if (none_agrees) return impossible;
    std::sort(loads.begin(), loads.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<std::pair<ArcId, mpq_class>> rest;  // r of the arcs with a load
    for (const auto& [a, weight] : loads) {
      if (rest.empty() || rest.back().first != a) rest.push_back({a, 1});
      rest.back().second -= *weight;
    }
    const auto r = [&](ArcId a) {
      const auto at = std::lower_bound(rest.begin(), rest.end(), a, [](const auto& x, ArcId b) { return x.first < b; });
      return at != rest.end() && at->first == a ? at->second : mpq_class(1);
    };
    for (const auto& [a, left] : rest)
      if (arc_[a] == Decided::free && left < 0) bound += left;
    for (const auto* group : groups_) {
      mpq_class below = 0, least = r(group->front());
      for (const ArcId a : *group) {
        const mpq_class left = r(a);
        if (left < 0) below += left;
        if (left < least) least = left;
      }
      bound += least < 0 ? below : least;
    }
    if (bound <= 0) return 0;
    mpz_class up;
    mpz_cdiv_q(up.get_mpz_t(), bound.get_num_mpz_t(), bound.get_den_mpz_t());
    if (up > graph_.arcs.size()) return impossible;  // more than there are: no partition agrees
    return static_cast<std::uint32_t>(up.get_ui());
  }

  bool sound(const Cover& c) {
    if (c.ends.size() < 2 || c.arcs.empty() || !ascending(c.ends) || !ascending(c.arcs) || c.weight < 0) return false;
    for (const ArcId a : c.arcs)
      if (a >= arc_.size() || arc_[a] == Decided::outside) return false;
    for (std::size_t i = 0; i < c.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!std::binary_search(conflicts_.begin(), conflicts_.end(), std::array{c.ends[j], c.ends[i]})) return false;
    for (const ArcId a : c.arcs) sets_.unite(graph_.arcs[a][0], graph_.arcs[a][1]);
    const bool connected =
        std::all_of(c.ends.begin(), c.ends.end(), [&](NodeId v) { return sets_.find(v) == sets_.find(c.ends[0]); });
    for (const ArcId a : c.arcs)
      for (const NodeId v : graph_.arcs[a]) sets_.part(v);
    return connected;
  }

  const EnvironmentGraph& graph_;
  std::vector<Decided> arc_;
  std::vector<bool> claimed_;
  kernel::UnionFind sets_;
  std::vector<std::array<NodeId, 2>> conflicts_;
  std::vector<const std::vector<ArcId>*> groups_;
};

}  // namespace

std::optional<std::uint32_t> proved_bound(const EnvironmentGraph& graph, const Proof& proof) {
  if (!is_valid(graph)) return std::nullopt;
  Checker checker(graph);
  std::uint32_t sum = 0;
  for (const BlockProof& block : proof.blocks) {
    const auto needed = checker.block(block);
    if (!needed) return std::nullopt;
    sum += *needed;
  }
  return sum;
}

}  // namespace plumb::partition
