// SPDX-License-Identifier: LGPL-3.0-or-later
// Cheapest ways over the points of a SteinerGraph: Dijkstra's search, which evaluates as few arcs as it can, and
// BUSHWHACK, which looks at few of them (Sun and Reif 2001; the point search of Koutsoumpas, 4.1.3).
// Problem. Points on edges have very many arcs (steiner_arcs.h), and for a disc an arc is expensive: the area that is
// swept, and whether an obstacle stops it. What an arc costs at least is cheap.
// Dijkstra's search. An arc stands in the queue with its least cost, and is evaluated only when a way over it would be
// the next to be settled.
// 1. run() takes the node with the least key: the known or least cost of its cheapest way, plus the length of a point's
//    shortest path to the goal, as far as it is known (GoalDistances), times what a unit costs anywhere (A*). That
//    length is looked for no farther than the keys ask; a node whose key has grown meanwhile is queued again.
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
#include <unordered_map>
#include <utility>

#include "plumb/plan/euclid.h"
#include "steiner_arcs.h"

namespace plumb::plan {
namespace {

using Index = SteinerArcs::Index;
using Arc = SteinerArcs::Arc;

// The state of a search, by node. Nodes are made while it runs.
class SearchState {
 public:
  struct Step {
    Index from = SteinerArcs::none, triangle = SteinerArcs::none, beyond = SteinerArcs::none;
  };
  // The cheapest way to a node that is not evaluated yet.
  struct Next {
    double least = HUGE_VAL;
    Index from = SteinerArcs::none;
    Arc arc{};
  };
  struct Node {
    double cost = HUGE_VAL;
    Step before;  // how it is reached
    Next next;
    Index place = SteinerArcs::none;  // in the queue
    bool settled = false;
  };
  // A reference is good until another node is asked for.
  Node& operator[](Index node) {
    if (node >= nodes_.size()) nodes_.resize(std::max<std::size_t>(std::size_t{node} + 1, 2 * nodes_.size()));
    return nodes_[node];
  }

 private:
  std::vector<Node> nodes_;
};

// Nodes by key, each once, the least first; nodes of one key by rank. A binary heap whose places are kept with the
// nodes: a way that is a little better is found very often, and an entry for each would make the queue many times as
// long.
class NodeQueue {
 public:
  struct Entry {
    double key;
    std::uint64_t rank;
    Index node;
    bool operator<(const Entry& other) const { return std::tie(key, rank) < std::tie(other.key, other.rank); }
  };
  explicit NodeQueue(SearchState& state) : state_(state) {}

  bool empty() const { return heap_.empty(); }
  const Entry& top() const { return heap_.front(); }
  // Adds a node, or changes its key.
  void set(const Entry& entry) {
    std::size_t at = state_[entry.node].place;
    if (at == SteinerArcs::none) {
      at = heap_.size();
      heap_.emplace_back();
    }
    while (at > 0 && entry < heap_[(at - 1) / 2]) at = move((at - 1) / 2, at);
    sink(at, entry);
  }
  void pop() {
    const Entry last = heap_.back();
    state_[top().node].place = SteinerArcs::none;
    heap_.pop_back();
    if (!heap_.empty()) sink(0, last);
  }

 private:
  std::size_t move(std::size_t from, std::size_t to) {
    put(to, heap_[from]);
    return from;
  }
  void put(std::size_t at, const Entry& entry) {
    heap_[at] = entry;
    state_[entry.node].place = static_cast<Index>(at);
  }
  // Puts an entry at a place, or below it where others are less.
  void sink(std::size_t at, const Entry& entry) {
    for (std::size_t child; (child = 2 * at + 1) < heap_.size();) {
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (!(heap_[child] < entry)) break;
      at = move(child, at);
    }
    put(at, entry);
  }

  SearchState& state_;
  std::vector<Entry> heap_;
};

// Dijkstra's search with late evaluation: an arc is evaluated, and tested for obstacles, only when a way over it would
// be settled next; until then its least cost stands for it. Of the ways to a node that are not evaluated only the
// cheapest is kept; the next one is looked for among the node's arcs again.
class Dijkstra {
 public:
  Dijkstra(SteinerArcs& arcs, GoalDistances* rest, SearchState& state, SearchCounts& counts)
      : arcs_(arcs), rest_(rest), state_(state), counts_(counts), queue_(state) {}

  void run() {
    state_[arcs_.start()].cost = 0;
    push(arcs_.start());
    while (!queue_.empty()) {
      const auto [key, rank, node] = queue_.top();
      // What is left is known the better, the farther it was looked for.
      if (rest_ && arcs_.least_anywhere() > 0) rest_->extend(key / arcs_.least_anywhere());
      if (key_of(node) > key) {
        push(node);
        continue;
      }
      queue_.pop();
      if (state_[node].next.least < state_[node].cost) {
        work_out(node);
        continue;
      }
      state_[node].settled = true;
      ++counts_.settled;
      if (node == arcs_.goal()) return;
      arcs_.each_from(node, true, [&](const Arc& arc) {
        if (!state_[arc.to].settled) offer(node, arc);
      });
    }
  }

 private:
  using Next = SearchState::Next;
  double key_of(Index node) const {
    const SearchState::Node& n = state_[node];
    return std::min(n.next.least, n.cost) + arcs_.least_anywhere() * length_left(node);
  }
  double length_left(Index node) const {
    const double straight = arcs_.length(node, arcs_.goal());
    if (!rest_ || arcs_.is_end(node)) return straight;
    const SteinerGraph& graph = arcs_.graph();
    if (!graph.is_vertex(node)) return std::max(straight, rest_->least(graph.half_edge(node), graph.near(node)));
    double out = HUGE_VAL;
    for (const Index h : graph.around(node))
      for (const Index edge : {h, PlanTriangulation::prev(h)})
        if (graph.triangulation().is_open(edge)) out = std::min(out, rest_->least(edge, graph.near(node)));
    return out < HUGE_VAL ? std::max(straight, out) : straight;
  }
  void push(Index node) { queue_.set({key_of(node), arcs_.graph().rank(node), node}); }

  void offer(Index from, const Arc& arc) {
    const double least = state_[from].cost + arcs_.least(from, arc);
    SearchState::Node& to = state_[arc.to];
    if (to.cost == HUGE_VAL && to.next.least == HUGE_VAL && arc.to >= arcs_.graph().first_point()) ++counts_.reached;
    if (least >= to.cost || key(least, from, arc) >= key(to.next.least, to.next.from, to.next.arc)) return;
    to.next = {least, from, arc};
    push(arc.to);
  }

  // The order in which ways to a node are evaluated. Equal least costs are common where a map is symmetric, so a way
  // that is passed over is found again only if the order tells all ways apart.
  std::tuple<double, std::uint64_t, Index, Index> key(double least, Index from, const Arc& arc) const {
    return {least, from == SteinerArcs::none ? from : arcs_.graph().rank(from), arc.triangle, arc.beyond};
  }

  void work_out(Index node) {
    const Next way = std::exchange(state_[node].next, {});
    if (!arcs_.is_end(node) && !arcs_.graph().is_free(node)) {
      state_[node].settled = true;  // no way leads there
      state_[node].cost = HUGE_VAL;
      return;
    }
    const double before = state_[way.from].cost;
    if (const auto cost = arcs_.cost(way.from, way.arc); cost && before + *cost < state_[node].cost) {
      state_[node].cost = before + *cost;
      state_[node].before = {way.from, way.arc.triangle, way.arc.beyond};
    }
    // The next one is the least after the one evaluated.
    const auto last = key(way.least, way.from, way.arc);
    arcs_.each_into(node, [&](Index from, const Arc& arc) {
      if (!state_[from].settled) return;
      const double least = state_[from].cost + arcs_.least(from, arc);
      SearchState::Node& to = state_[node];
      if (least >= to.cost || key(least, from, arc) <= last) return;
      if (key(least, from, arc) < key(to.next.least, to.next.from, to.next.arc)) to.next = {least, from, arc};
    });
    if (key_of(node) < HUGE_VAL) push(node);
  }

  SteinerArcs& arcs_;
  GoalDistances* rest_;
  SearchState& state_;
  SearchCounts& counts_;
  NodeQueue queue_;
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
      : arcs_(arcs), t_(arcs.graph().triangulation()), state_(state), counts_(counts) {}

  void run() {
    state_[arcs_.start()].cost = 0;
    queue_.push({0, arcs_.start(), none, none, 0, 0, 0});
    while (!queue_.empty() && !state_[arcs_.goal()].settled) {
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
    if (std::exchange(state_[node].settled, true)) return;
    ++counts_.settled;
    if (node == arcs_.goal()) return;
    const bool on_edge = node >= arcs_.graph().first_point();
    arcs_.each_from(node, !on_edge, [&](const Arc& arc) { look(node, arc); });
    if (!on_edge) return;
    const Index h = arcs_.graph().half_edge(node);
    t_.each_side(h, [&](Index side) {
      if (arcs_.graph().is_allowed(side / 3))
        for (const Index k : {2 * side, 2 * side + 1}) insert(k, node);
    });
  }

  void look(Index from, const Arc& arc) {
    const double before = state_[from].cost;
    if (state_[arc.to].settled || before + arcs_.least(from, arc) >= state_[arc.to].cost) return;
    if (!arcs_.is_end(arc.to) && !arcs_.graph().is_free(arc.to)) return;
    const auto cost = arcs_.cost(from, arc);
    SearchState::Node& to = state_[arc.to];
    if (!cost || before + *cost >= to.cost) return;
    if (to.cost == HUGE_VAL && arc.to >= arcs_.graph().first_point()) ++counts_.reached;
    to.cost = before + *cost;
    to.before = {from, arc.triangle, arc.beyond};
    queue_.push({to.cost, arc.to, none, none, 0, 0, 0});
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
    return state_[source].cost + arcs_.least(source, Arc{pair.target(k), pair.triangle, weight});
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
  std::unordered_map<Index, EdgePair> pairs_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

std::vector<SteinerSearch::Piece> SteinerSearch::pieces(const RouteEnd& from, const RouteEnd& to, PointSearch search) {
  counts_ = {};
  SteinerArcs arcs(graph_, from, to, counts_);
  SearchState state;
  if (search == PointSearch::dijkstra) {
    std::optional<GoalDistances> rest;
    if (euclid_) rest.emplace(*euclid_, to, from.at);
    Dijkstra(arcs, rest ? &*rest : nullptr, state, counts_).run();
  } else {
    Bushwhack(arcs, state, counts_).run();
  }
  const bool found = state[arcs.goal()].settled;
  cost_ = found ? state[arcs.goal()].cost : HUGE_VAL;
  std::vector<Piece> out;
  if (!found) return out;
  for (Index i = arcs.goal(); i != arcs.start();) {
    const SearchState::Step& before = state[i].before;
    out.push_back({arcs.at(before.from), arcs.at(i), {before.triangle, before.beyond}});
    i = before.from;
  }
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
