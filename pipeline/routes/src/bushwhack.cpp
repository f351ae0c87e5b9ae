// SPDX-License-Identifier: GPL-3.0-or-later
// BUSHWHACK: cheapest ways over the points of edges without looking at all pairs of points (Sun and Reif 2001; the
// point search of Koutsoumpas, 4.1.3).
// Problem. A triangle with m points on each side has m^2 arcs from one side to another. For a point without width the
// cost within a triangle is a weight times the length, and cheapest ways from one side to another do not cross. So
// every settled point of the one side owns an interval of points of the other to which its ways are the cheapest known,
// and only the nearest points of these intervals need to be in the queue.
// 1. run() is Dijkstra's loop. An entry is a node that may be settled, or the next point of an interval.
// 2. settle() fixes the cost of a node. From a vertex, the start and the goal all arcs are looked at (SteinerArcs);
//    from a point on an edge, those along the edge and to the opposite corners, and insert() is called for each pair of
//    sides.
// 3. insert() gives the new source the points that it reaches more cheaply than their owners: it takes whole intervals
//    of its neighbours, and finds the end within the last one by halving. nearest() finds the point of the interval at
//    which the length is least, and that point is queued.
// 4. advance() takes an entry of an interval: it offers the next point its arc (look), and queues the points beside it,
//    as far as they still belong to the source.
// Cost. For n edges with m points about n m log(n m), where Dijkstra's search has n m^2; inserting into the vector of a
// pair moves O(m) intervals. Memory O(n m).
// Exactness. Costs are doubles. Whether the disc can take an arc, or fits at a point, is decided exactly
// (SteinerArcs::cost, SteinerGraph::is_free). For a disc ways may cross, since what it sweeps is not proportional to
// the length and some arcs are forbidden: then the route found may cost more, or none is found. The source expects no
// harm from that; docs/theory/routes.md has figures that show some.
#include <algorithm>
#include <queue>
#include <tuple>

#include "steiner_arcs.h"

namespace plumb::pipeline {
namespace {

using Index = SteinerArcs::Index;
using Arc = SteinerArcs::Arc;

// From one side of a triangle to another: which points of the one have the cheapest ways, of those found so far, to
// which of the other. Both are counted from the corner that the sides share.
struct EdgePair {
  struct Interval {
    Index source;
    Index low, high;  // points of the other side, from low up to but without high
  };
  Index triangle = 0;
  Index from_first = 0, from_last = 0, to_first = 0, to_last = 0;  // points
  bool from_backward = false, to_backward = false;                 // whether they are numbered toward the shared corner
  bool made = false;
  std::vector<Interval> intervals;

  Index count() const { return to_last - to_first; }
  Index target(Index k) const { return to_backward ? to_last - 1 - k : to_first + k; }
  Index rank(Index source) const { return from_backward ? from_last - 1 - source : source - from_first; }
};

class Bushwhack {
 public:
  Bushwhack(SteinerArcs& arcs, SearchState& state, SearchCounts& counts)
      : arcs_(arcs),
        t_(arcs.graph().triangulation()),
        state_(state),
        counts_(counts),
        pairs_(2 * 3 * t_.triangle_count()) {}

  void run() {
    state_.cost[arcs_.start()] = 0;
    queue_.push({0, arcs_.start(), none, none, 0, 0, 0});
    while (!queue_.empty() && !state_.settled[arcs_.goal()]) {
      const Entry entry = queue_.top();
      queue_.pop();
      if (entry.pair == none) settle(entry.node);
      else advance(entry);
    }
  }

 private:
  static constexpr Index none = SteinerArcs::none;
  // A node that may be settled; or, where there is a pair, points of an interval that are left, and the one of them
  // that is next.
  struct Entry {
    double key;
    Index node;  // with a pair: the source
    Index pair, next, low, high;
    int way;  // where the next one after it is: -1 or 1; 0: on both sides
    bool operator>(const Entry& other) const { return key > other.key; }
  };

  void settle(Index node) {
    if (state_.settled[node]) return;
    state_.settled[node] = true;
    ++counts_.settled;
    if (node == arcs_.goal()) return;
    const bool on_edge = node < arcs_.start() && !arcs_.graph().is_vertex(node);
    arcs_.each_from(node, !on_edge, [&](const Arc& arc) { look(node, arc); });
    if (!on_edge) return;
    const Index h = arcs_.graph().half_edge(node);
    t_.each_side(h, [&](Index side) {
      if (arcs_.graph().is_allowed(side / 3))
        for (const Index k : {2 * side, 2 * side + 1}) insert(k, node);
    });
  }

  void look(Index from, const Arc& arc) {
    if (state_.settled[arc.to] || state_.cost[from] + arcs_.least(from, arc) >= state_.cost[arc.to]) return;
    if (arc.to < arcs_.start() && !arcs_.graph().is_free(arc.to)) return;
    const auto cost = arcs_.cost(from, arc);
    if (!cost || state_.cost[from] + *cost >= state_.cost[arc.to]) return;
    state_.cost[arc.to] = state_.cost[from] + *cost;
    state_.before[arc.to] = {from, arc.triangle, arc.beyond};
    queue_.push({state_.cost[arc.to], arc.to, none, none, 0, 0, 0});
  }

  EdgePair& pair(Index k) {
    EdgePair& out = pairs_[k];
    if (out.made) return out;
    out.made = true;
    const Index from = k / 2, to = k % 2 == 0 ? t_.next(from) : t_.prev(from);
    const Index shared = k % 2 == 0 ? t_.to(from) : t_.from(from);
    out.triangle = from / 3;
    std::tie(out.from_first, out.from_last) = arcs_.graph().on_edge(from);
    std::tie(out.to_first, out.to_last) = arcs_.graph().on_edge(to);
    const auto backward = [&](Index h) { return t_.is_open(h) && t_.from(t_.lowest(h)) != shared; };
    out.from_backward = backward(from), out.to_backward = backward(to);
    return out;
  }

  double way_to(const EdgePair& pair, Index source, Index k) {
    const double weight = arcs_.graph().cost().area().near(pair.triangle).weight;
    return state_.cost[source] + arcs_.least(source, Arc{pair.target(k), pair.triangle, weight});
  }

  // Takes from its neighbours what a new source has cheaper ways to.
  void insert(Index k, Index source) {
    EdgePair& p = pair(k);
    if (p.count() == 0) return;
    auto& all = p.intervals;
    const auto better = [&](Index at, Index other) { return way_to(p, source, at) < way_to(p, other, at); };
    const auto place =
        std::ranges::lower_bound(all, p.rank(source), {}, [&](const auto& i) { return p.rank(i.source); });
    std::size_t above = static_cast<std::size_t>(place - all.begin()), below = above;
    Index low = above < all.size() ? all[above].low : p.count(), high = low;
    for (; above < all.size() && better(all[above].low, all[above].source); ++above) {
      auto& other = all[above];
      if (better(other.high - 1, other.source)) {
        high = other.high;
        continue;
      }
      Index kept = other.low + 1, end = other.high - 1;  // the first that stays is in [kept, end]
      while (kept < end) {
        const Index middle = (kept + end) / 2;
        if (better(middle, other.source)) kept = middle + 1;
        else end = middle;
      }
      high = other.low = kept;
      break;
    }
    for (; below > 0 && better(all[below - 1].high - 1, all[below - 1].source); --below) {
      auto& other = all[below - 1];
      if (better(other.low, other.source)) {
        low = other.low;
        continue;
      }
      Index start = other.low + 1, taken = other.high - 1;  // the first that goes is in [start, taken]
      while (start < taken) {
        const Index middle = (start + taken) / 2;
        if (better(middle, other.source)) taken = middle;
        else start = middle + 1;
      }
      low = other.high = taken;
      break;
    }
    if (all.empty()) low = 0, high = p.count();
    if (low >= high) return;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(below), all.begin() + static_cast<std::ptrdiff_t>(above));
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(below), {source, low, high});
    push(k, source, low, high, nearest(p, source, low, high), 0);
  }

  // Lengths fall, then rise along a side.
  Index nearest(const EdgePair& p, Index source, Index low, Index high) const {
    Index last = high - 1;
    while (low < last) {
      const Index middle = (low + last) / 2;
      if (arcs_.length(source, p.target(middle)) <= arcs_.length(source, p.target(middle + 1))) last = middle;
      else low = middle + 1;
    }
    return low;
  }
  void push(Index k, Index source, Index low, Index high, Index next, int way) {
    if (low < high) queue_.push({way_to(pairs_[k], source, next), source, k, next, low, high, way});
  }

  // The next point of an interval, and the rest of it.
  void advance(const Entry& entry) {
    const EdgePair& p = pairs_[entry.pair];
    const auto own =
        std::ranges::lower_bound(p.intervals, p.rank(entry.node), {}, [&](const auto& i) { return p.rank(i.source); });
    if (own == p.intervals.end() || own->source != entry.node) return;
    const Index low = std::max(entry.low, own->low), high = std::min(entry.high, own->high);
    if (low >= high) return;
    if (entry.next < low || entry.next >= high) {
      // Others have it now: the nearest that is left.
      const Index next = std::clamp(entry.next, low, high - 1);
      push(entry.pair, entry.node, low, high, next, entry.next < low ? 1 : -1);
      return;
    }
    const double weight = arcs_.graph().cost().area().near(p.triangle).weight;
    look(entry.node, Arc{p.target(entry.next), p.triangle, weight});
    if (entry.way <= 0 && entry.next > low) push(entry.pair, entry.node, low, entry.next, entry.next - 1, -1);
    if (entry.way >= 0) push(entry.pair, entry.node, entry.next + 1, high, entry.next + 1, 1);
  }

  SteinerArcs& arcs_;
  const PlanTriangulation& t_;
  SearchState& state_;
  SearchCounts& counts_;
  std::vector<EdgePair> pairs_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

void search_bushwhack(SteinerArcs& arcs, SearchState& state, SearchCounts& counts) {
  Bushwhack(arcs, state, counts).run();
}

}  // namespace plumb::pipeline
