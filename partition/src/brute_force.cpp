// SPDX-License-Identifier: GPL-3.0-or-later
// All solutions with the fewest transfers: the sets of arcs, of least size, whose removal leaves no two nodes in
// conflict connected. It counts them and lists the first ones in lexicographic order.
//
// 1. brute_force() simplifies the graph (simplify.h) into forced transfers and blocks that are independent of one
//    another. An arc of a block may stand for a chain of arcs, any one of which can be the transfer.
// 2. SolutionTree searches each block. nearest() finds, from each node in conflict, a path to a node in conflict with
//    it that has the fewest arcs still undecided; search() takes the shortest of these paths and branches over its
//    arcs: in branch i, arc i is a transfer and the arcs before it are not. Every solution has a first such arc, so it
//    is met once.
// 3. A branch ends where more transfers are needed than the fewest found: those made, and one for each further path of
//    a set of paths without a common undecided arc. join_greedily() and improve() give the first such number.
// 4. record() counts the choices of arcs from chains and keeps the first unions of them (first_unions, by a priority
//    queue); brute_force() combines the blocks in the same way.
//
// Cost: exponential in the number of transfers; a node of the tree takes up to two breadth-first searches for each node
// in conflict. Memory: the recursion is as deep as there are transfers, with about `kept` solutions for each block.
// Exact: integers only. Counts saturate at 2^64 - 1.
// Source: Saaltink, 4.5. That solution tree branches over the arcs in their order; this one over the arcs of a path.
#include <algorithm>
#include <limits>
#include <queue>

#include "graph_parts.h"
#include "methods.h"
#include "plumb/partition/simplify.h"

namespace plumb::partition {
namespace {

using Solution = std::vector<ArcId>;  // ascending; only solutions of one length are compared
constexpr std::uint64_t no_count = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t a, std::uint64_t b) { return b != 0 && a > no_count / b ? no_count : a * b; }

Solution together(const Solution& a, const Solution& b) {
  Solution both(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
  return both;
}

// The first `kept` unions, in lexicographic order, of a solution of `a` and a solution of `b`. Both lists ascend, and
// no solution of one has an arc in common with one of the other.
std::vector<Solution> first_unions(const std::vector<Solution>& a, const std::vector<Solution>& b, std::size_t kept) {
  struct Pair {
    Solution solution;
    std::size_t i, j;
    bool operator>(const Pair& o) const { return solution > o.solution; }
  };
  std::priority_queue<Pair, std::vector<Pair>, std::greater<Pair>> queue;
  std::vector<Solution> unions;
  if (a.empty() || b.empty() || kept == 0) return unions;
  queue.push({together(a[0], b[0]), 0, 0});
  while (!queue.empty() && unions.size() < kept) {
    const Pair p = queue.top();
    queue.pop();
    unions.push_back(p.solution);
    if (p.j + 1 < b.size()) queue.push({together(a[p.i], b[p.j + 1]), p.i, p.j + 1});
    if (p.j == 0 && p.i + 1 < a.size()) queue.push({together(a[p.i + 1], b[0]), p.i + 1, 0});
  }
  return unions;
}

std::vector<Solution> one_of(const Chain& chain) {
  std::vector<Solution> all;
  for (const ArcId a : chain) all.push_back({a});
  return all;
}

class SolutionTree {
 public:
  SolutionTree(const SimplifiedBlock& block, std::size_t kept)
      : block_(block),
        graph_(block.graph),
        arcs_(graph_.nodes, graph_.arcs),
        conflicts_(graph_.nodes, graph_.conflicts),
        kept_(kept),
        state_(graph_.arcs.size(), State::free),
        used_(graph_.arcs.size(), false),
        seen_(graph_.nodes, 0),
        foe_(graph_.nodes, 0),
        cost_(graph_.nodes),
        from_(graph_.nodes) {
    best_ = cut_count(graph_, improve(graph_, join_greedily(graph_)));
    // Short paths first: more of them fit.
    std::vector<std::array<std::uint32_t, 2>> by_length;
    std::vector<ArcId> path;
    for (NodeId v = 0; v < graph_.nodes; ++v)
      if (!conflicts_.of(v).empty()) by_length.push_back({nearest(v, none - 1, path), v});
    std::sort(by_length.begin(), by_length.end());
    for (const auto& [length, v] : by_length) sources_.push_back(v);
  }

  AllMinimal run() {
    search();
    shorten();
    return {best_, count_, std::move(solutions_)};
  }

 private:
  enum class State : std::uint8_t { free, transfer, no_transfer };
  static constexpr std::uint32_t none = ~0u;

  // Finds a path from a node to one in conflict with it that has the fewest undecided arcs. Appends these arcs to
  // `path` and returns their number; none if every path has more than `most`. It is a breadth-first search in which
  // arcs that are decided to be no transfers have length 0.
  std::uint32_t nearest(NodeId source, std::uint32_t most, std::vector<ArcId>& path) {
    ++stamp_;
    for (const auto& c : conflicts_.of(source)) foe_[c.to] = stamp_;
    const auto reach = [&](NodeId v, std::uint32_t cost, std::uint32_t over, std::vector<NodeId>& list) {
      if (seen_[v] == stamp_ && cost_[v] <= cost) return;
      seen_[v] = stamp_, cost_[v] = cost, from_[v] = over;
      list.push_back(v);
    };
    near_.clear();
    reach(source, 0, none, near_);
    for (std::uint32_t cost = 0;; ++cost) {
      next_.clear();
      while (!near_.empty()) {
        const NodeId v = near_.back();
        near_.pop_back();
        if (cost_[v] != cost) continue;
        if (foe_[v] == stamp_) {
          for (NodeId u = v; from_[u] != none;
               u = graph_.arcs[from_[u]][0] == u ? graph_.arcs[from_[u]][1] : graph_.arcs[from_[u]][0])
            if (state_[from_[u]] == State::free) path.push_back(from_[u]);
          return cost;
        }
        for (const auto& w : arcs_.of(v)) {
          if (state_[w.index] == State::transfer || used_[w.index]) continue;
          if (state_[w.index] == State::free) reach(w.to, cost + 1, w.index, next_);
          else reach(w.to, cost, w.index, near_);
        }
      }
      if (next_.empty() || cost == most) return none;
      std::swap(near_, next_);
    }
  }

  void search() {
    std::vector<ArcId> shortest, path;
    std::uint32_t least = none;
    for (const NodeId v : sources_) {
      path.clear();
      const std::uint32_t length = nearest(v, least - 1, path);
      if (length == 0) return;
      if (length != none) least = length, shortest = path;
      if (least == 1) break;
    }
    if (least == none) return record();
    if (cut_.size() == best_) return;
    // Each of a set of paths without a common undecided arc needs a transfer of its own.
    std::vector<ArcId> taken;
    std::size_t needed = cut_.size();
    for (const NodeId v : sources_) {
      if (needed > best_) break;
      path.clear();
      const std::uint32_t length = nearest(v, none - 1, path);
      if (length == none) continue;
      needed = length == 0 ? none : needed + 1;  // a path with no arc left to cut: this branch has no solution
      for (const ArcId a : path) used_[a] = true;
      taken.insert(taken.end(), path.begin(), path.end());
    }
    for (const ArcId a : taken) used_[a] = false;
    if (needed > best_) return;
    for (const ArcId a : shortest) {
      state_[a] = State::transfer;
      cut_.push_back(a);
      search();
      cut_.pop_back();
      state_[a] = State::no_transfer;
    }
    for (const ArcId a : shortest) state_[a] = State::free;
  }

  void record() {
    if (cut_.size() > best_) return;
    if (cut_.size() < best_) {
      best_ = static_cast<std::uint32_t>(cut_.size());
      count_ = 0;
      solutions_.clear();
    }
    std::uint64_t ways = 1;
    std::vector<Solution> chosen{{}};
    for (const ArcId a : cut_) {
      ways = times(ways, block_.chains[a].size());
      chosen = first_unions(chosen, one_of(block_.chains[a]), kept_);
    }
    count_ = count_ > no_count - ways ? no_count : count_ + ways;
    solutions_.insert(solutions_.end(), std::make_move_iterator(chosen.begin()), std::make_move_iterator(chosen.end()));
    if (solutions_.size() > 2 * kept_ + 1000) shorten();
  }

  void shorten() {
    std::sort(solutions_.begin(), solutions_.end());
    if (solutions_.size() > kept_) solutions_.resize(kept_);
  }

  const SimplifiedBlock& block_;
  const EnvironmentGraph& graph_;
  Incidence arcs_, conflicts_;
  std::size_t kept_;
  std::vector<NodeId> sources_;
  std::vector<State> state_;
  std::vector<bool> used_;
  std::vector<ArcId> cut_;
  std::uint32_t best_ = 0;
  std::uint64_t count_ = 0;
  std::vector<Solution> solutions_;
  // of nearest()
  std::vector<std::uint32_t> seen_, foe_, cost_, from_;
  std::vector<NodeId> near_, next_;
  std::uint32_t stamp_ = 0;
};

}  // namespace

AllMinimal brute_force(const EnvironmentGraph& graph, std::size_t kept) {
  const SimplifiedGraph simplified = simplify(graph);
  AllMinimal all;
  all.solutions = {{}};
  const auto add = [&](std::uint32_t transfers, std::uint64_t count, const std::vector<Solution>& solutions) {
    all.transfers += transfers;
    all.count = times(all.count, count);
    all.solutions = first_unions(all.solutions, solutions, kept);
  };
  for (const Chain& chain : simplified.forced) add(1, chain.size(), one_of(chain));
  for (const SimplifiedBlock& block : simplified.blocks) {
    const AllMinimal part = SolutionTree(block, std::max<std::size_t>(kept, 1)).run();
    add(part.transfers, part.count, part.solutions);
  }
  return all;
}

}  // namespace plumb::partition
