// SPDX-License-Identifier: LGPL-3.0-or-later
// Cheapest ways over the points of a SteinerGraph: Dijkstra's search, which evaluates as few arcs as it can, and
// BUSHWHACK, which looks at few of them (Sun and Reif 2001; the point search of Koutsoumpas, 4.1.3).
// Problem. Points on edges have very many arcs (steiner_arcs.h), and for a disc an arc is expensive: the area that is
// swept, and whether an obstacle stops it. What an arc costs at least is cheap.
// Dijkstra's search. An arc stands in the queue with its least cost, and is evaluated only when a way over it would be
// the next to be settled.
// 1. run() takes the node with the least key: the known or least cost of its cheapest way, plus the straight distance
//    to the goal times what a unit costs anywhere (A*).
// 2. If that cost is not evaluated yet, work_out() evaluates it. Only the cheapest unevaluated way to a node is kept;
//    the next one is found among the node's arcs again, in the order of (cost, node, triangle).
// Cost. Each settled node offers all its arcs, O(m) for m points on a side; an evaluation looks at all arcs into its
// node again, O(m). With N nodes O(N m log N) cheap steps, and in practice few evaluations for a node. Memory O(N).
// BUSHWHACK. A triangle with m points on each side has m^2 arcs from one side to another. For a point without width the
// cost within a triangle is a weight times the length, and cheapest ways from one side to another do not cross. So
// every settled point of the one side owns an interval of points of the other to which its ways are the cheapest known,
// and only the nearest points of these intervals need to be in the queue.
// 1. run() is Dijkstra's loop. An entry is a node that may be settled, or the next point of an interval.
// 2. settle() fixes the cost of a node. From a vertex, the start and the goal all arcs are looked at; from a point on
//    an edge, those along the edge and to the opposite corners, and insert() is called for each pair of sides.
// 3. insert() gives the new source the points that it reaches more cheaply than their owners: it takes whole intervals
//    of its neighbours, and finds the end within the last one by halving. nearest() finds the point of the interval at
//    which the length is least, and that point is queued.
// 4. advance() takes an entry of an interval: it offers the next point its arc (look), and queues the points beside it,
//    as far as they still belong to the source.
// Cost. For n edges with m points about n m log(n m), where Dijkstra's search has n m^2; inserting into the vector of a
// pair moves O(m) intervals. Memory O(n m).
// Exactness. Passing obstacles and fitting at points is exact; costs are doubles. On a map the estimate never exceeds
// the cost, up to rounding. On floors with gaps it may (RouteCost::least_if_full takes discs for full): there the route
// found is not always the cheapest over the points. For a disc ways may cross, since what it sweeps is not proportional
// to the length and some arcs are forbidden: then BUSHWHACK's route may cost more, or it finds none. The source expects
// no harm from that; docs/theory/routes.md has figures that show some. RouteBound relies on none of this.
#include "plumb/plan/steiner_search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "steiner_arcs.h"

namespace plumb::plan {
namespace {

using Index = SteinerArcs::Index;
using Arc = SteinerArcs::Arc;

// The state of a search, by node.
struct SearchState {
  explicit SearchState(std::size_t nodes) : cost(nodes, HUGE_VAL), before(nodes), settled(nodes) {}
  struct Step {
    Index from = SteinerArcs::none, triangle = SteinerArcs::none, beyond = SteinerArcs::none;
  };
  std::vector<double> cost;
  std::vector<Step> before;  // how a node is reached
  std::vector<bool> settled;
};

// Dijkstra's search with late evaluation: an arc is evaluated, and tested for obstacles, only when a way over it would
// be settled next; until then its least cost stands for it. Of the ways to a node that are not evaluated only the
// cheapest is kept; the next one is looked for among the node's arcs again.
class Dijkstra {
 public:
  Dijkstra(SteinerArcs& arcs, SearchState& state, SearchCounts& counts)
      : arcs_(arcs), state_(state), counts_(counts), next_(arcs.size()) {}

  void run() {
    state_.cost[arcs_.start()] = 0;
    push(arcs_.start());
    while (!queue_.empty()) {
      const Entry entry = queue_.top();
      const Index node = entry.second;
      queue_.pop();
      // If the node's key has changed, another entry of the queue has the new key.
      if (state_.settled[node] || entry.first != key_of(node)) continue;
      if (next_[node].least < state_.cost[node]) {
        work_out(node);
        continue;
      }
      state_.settled[node] = true;
      ++counts_.settled;
      if (node == arcs_.goal()) return;
      arcs_.each_from(node, true, [&](const Arc& arc) {
        if (!state_.settled[arc.to]) offer(node, arc);
      });
    }
  }

 private:
  using Entry = std::pair<double, Index>;
  // The cheapest way to a node that is not evaluated yet.
  struct Next {
    double least = HUGE_VAL;
    Index from = SteinerArcs::none;
    Arc arc{};
  };

  double key_of(Index node) const {
    return std::min(next_[node].least, state_.cost[node]) + arcs_.least_anywhere() * arcs_.length(node, arcs_.goal());
  }
  void push(Index node) { queue_.push({key_of(node), node}); }

  void offer(Index from, const Arc& arc) {
    const double least = state_.cost[from] + arcs_.least(from, arc);
    Next& next = next_[arc.to];
    if (least >= state_.cost[arc.to] || key(least, from, arc) >= key(next.least, next.from, next.arc)) return;
    next = {least, from, arc};
    push(arc.to);
  }

  // The order in which ways to a node are evaluated. Equal least costs are common where a map is symmetric, so a way
  // that is passed over is found again only if the order tells all ways apart.
  static std::tuple<double, Index, Index, Index> key(double least, Index from, const Arc& arc) {
    return {least, from, arc.triangle, arc.beyond};
  }

  void work_out(Index node) {
    const Next way = std::exchange(next_[node], {});
    if (node < arcs_.start() && !arcs_.graph().is_free(node)) {
      state_.settled[node] = true;  // no way leads there
      state_.cost[node] = HUGE_VAL;
      return;
    }
    if (const auto cost = arcs_.cost(way.from, way.arc); cost && state_.cost[way.from] + *cost < state_.cost[node]) {
      state_.cost[node] = state_.cost[way.from] + *cost;
      state_.before[node] = {way.from, way.arc.triangle, way.arc.beyond};
    }
    // The next one is the least after the one evaluated.
    const auto last = key(way.least, way.from, way.arc);
    arcs_.each_into(node, [&](Index from, const Arc& arc) {
      if (!state_.settled[from]) return;
      const double least = state_.cost[from] + arcs_.least(from, arc);
      if (least >= state_.cost[node] || key(least, from, arc) <= last) return;
      Next& next = next_[node];
      if (key(least, from, arc) < key(next.least, next.from, next.arc)) next = {least, from, arc};
    });
    if (key_of(node) < HUGE_VAL) push(node);
  }

  SteinerArcs& arcs_;
  SearchState& state_;
  SearchCounts& counts_;
  std::vector<Next> next_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

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

std::vector<SteinerSearch::Piece> SteinerSearch::pieces(const RouteEnd& from, const RouteEnd& to, PointSearch search) {
  counts_ = {};
  SteinerArcs arcs(graph_, from, to, counts_);
  SearchState state(arcs.size());
  if (search == PointSearch::dijkstra) Dijkstra(arcs, state, counts_).run();
  else Bushwhack(arcs, state, counts_).run();
  cost_ = state.settled[arcs.goal()] ? state.cost[arcs.goal()] : HUGE_VAL;
  std::vector<Piece> out;
  if (!state.settled[arcs.goal()]) return out;
  for (Index i = arcs.goal(); i != arcs.start(); i = state.before[i].from)
    out.push_back({arcs.at(state.before[i].from), arcs.at(i), {state.before[i].triangle, state.before[i].beyond}});
  std::ranges::reverse(out);
  return out;
}

std::optional<std::vector<kernel::PlanPoint>> SteinerSearch::route(const kernel::PlanPoint& from,
                                                                   const kernel::PlanPoint& to, PointSearch search) {
  const auto end = [&](const kernel::PlanPoint& at) {
    return RouteEnd{at, walk_.triangles_at(kernel::FilteredPoint(at))};
  };
  const std::vector<Piece> found = pieces(end(from), end(to), search);
  if (found.empty()) return std::nullopt;
  std::vector<kernel::PlanPoint> out{from};
  for (const Piece& piece : found) out.push_back(piece.q);
  return out;
}

}  // namespace plumb::plan
