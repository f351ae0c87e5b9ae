// SPDX-License-Identifier: GPL-3.0-or-later
// Flush portals from one surface to another: the half-edges of all surfaces, each linked by itself
// (surface_half_edges.h), become one graph in which half-edges over the same segment are twins.
//
// SurfaceJoiner::join(), after add() has appended all surfaces:
// 1. join_input_points() and join_edge_cuts() unite vertices that are equal by name: the same input point, or the same
//    line across the same input edge. They find most contacts without a comparison of coordinates.
// 2. match() makes twins of open half-edges between the same two vertices in opposite directions, by a hash table.
// 3. cut_partial_contacts() finds pairs of half-edges, still open, that may share a segment (contact_candidates), and
//    drops those that doubles show to be bent. examine() decides each other pair, unites equal ends and notes where one
//    half-edge must be cut at an end of the other; apply_cuts() cuts.
// 4. match() again, now that contacts run from vertex to vertex; compact() renumbers the vertices.
//
// Cost: n log n for n half-edges, and the number of candidate pairs; few in a level, n^2 at worst. Memory: linear in
// half-edges and pairs.
// Exact: VertexOrder compares coordinates by intervals first, then in integers. The rough lines of
// contact_candidates() only reject, within proved error bounds.
// Source: our own.
#include "flush/link_across.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include "plumb/kernel/numbering.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Pairs = std::vector<std::pair<HalfEdgeId, HalfEdgeId>>;

// Up to so many edges whose lines doubles cannot tell are held against every other; a few long coordinates make as
// many.
constexpr std::size_t few_unknown = 64;

bool may_meet(const RoughEdge& a, const RoughEdge& b) {
  if (a.heading[0] * b.heading[0] > 0 || a.heading[1] * b.heading[1] > 0) return false;
  for (int k = 0; k < 3; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
  return true;
}

// Pairs of half-edges whose boxes meet. Memory is used again.
class TouchingPairs {
 public:
  explicit TouchingPairs(Pairs& out) : out_(out) {}

  void add(std::span<const RoughEdge> edges) {
    edges_.clear();
    for (const RoughEdge& s : edges) edges_.push_back(&s);
    search(0, 0);
  }
  void add(const RoughEdge& a, const RoughEdge& b) {
    if (a.surface != b.surface && may_meet(a, b)) out_.push_back(std::minmax(a.half_edge, b.half_edge));
  }

 private:
  // Of the list's end, from `first` on. Halves it at medians, those on both sides of one into both halves, as long as
  // that pays.
  void search(std::size_t first, int depth) {
    const std::size_t end = edges_.size(), count = end - first;
    constexpr std::size_t few = 16;
    if (count > few && depth < 48) {
      int best = -1;
      std::size_t best_sum = count * 3 / 2;
      double best_at = 0;
      for (int k = 0; k < 3; ++k) {
        const auto list = std::span(edges_).subspan(first);
        const auto middle = list.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::ranges::nth_element(list, middle, {}, [k](const RoughEdge* s) { return s->low[k]; });
        const double at = (*middle)->low[k];
        std::size_t below = 0, above = 0;
        for (const RoughEdge* s : list) {
          below += s->low[k] < at;
          above += s->high[k] >= at;
        }
        if (below + above < best_sum && below < count && above < count) {
          best = k;
          best_sum = below + above;
          best_at = at;
        }
      }
      if (best >= 0) {
        for (const bool above : {false, true}) {
          for (std::size_t i = first; i < end; ++i)
            if (above ? edges_[i]->high[best] >= best_at : edges_[i]->low[best] < best_at) edges_.push_back(edges_[i]);
          search(end, depth + 1);
          edges_.resize(end);
        }
        return;
      }
    }
    for (std::size_t i = first; i < end; ++i)
      for (std::size_t j = i + 1; j < end; ++j) add(*edges_[i], *edges_[j]);
  }

  Pairs& out_;
  std::vector<const RoughEdge*> edges_;  // lists, each after the one that it is a part of
};

// Cuts a list, sorted by a key, where neighbours are further apart than equal keys can be, and passes each run on.
template <class Key, class Next>
void for_runs(std::span<RoughEdge> edges, double apart, Key&& key, Next&& next) {
  std::ranges::sort(edges, [&](const RoughEdge& a, const RoughEdge& b) {
    return std::pair(key(a), a.half_edge) < std::pair(key(b), b.half_edge);
  });
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && key(edges[end]) - key(edges[end - 1]) <= apart) ++end;
    if (end - i > 1) next(edges.subspan(i, end - i));
    i = end;
  }
}

}  // namespace

// A rough normal has five roundings (plan_line), squares eleven, their difference twelve, relative to squares that add
// up to 1; those of two lines are off by as much each. An offset has nine roundings, relative to |a x| + |b y| + |c|
// over the length of (a, b): the first two are at most sqrt 2 of the extent, c is what a point of the surface is away
// from the line, at most sqrt 8; together 17 / 4 at most.
Pairs contact_candidates(std::vector<RoughEdge> edges, double extent) {
  Pairs out;
  TouchingPairs touching(out);
  const auto known = [](const RoughEdge& s) {
    return std::fabs(s.line.nx) <= 2 && std::fabs(s.line.ny) <= 2 && std::fabs(s.line.offset) < HUGE_VAL;
  };
  const auto known_end = std::partition(edges.begin(), edges.end(), known);
  const std::span known_edges(edges.begin(), known_end), others(known_end, edges.end());
  if (others.size() > few_unknown) {  // lines that doubles cannot tell: boxes alone decide
    touching.add(edges);
  } else {
    for (std::size_t i = 0; i < others.size(); ++i)
      for (const std::span<RoughEdge> with : {known_edges, others.first(i)})
        for (const RoughEdge& s : with) touching.add(s, others[i]);
    const auto offset = [](const RoughEdge& s) { return std::fabs(s.line.offset); };
    const auto cosine = [](const RoughEdge& s) { return doubled_cosine(s.line.nx, s.line.ny); };
    const auto sine = [](const RoughEdge& s) { return doubled_sine(s.line.nx, s.line.ny); };
    for_runs(known_edges, offset_error * extent, offset, [&](std::span<RoughEdge> a) {
      for_runs(a, angle_error, cosine, [&](std::span<RoughEdge> b) {
        for_runs(b, angle_error, sine, [&](std::span<RoughEdge> c) { touching.add(c); });
      });
    });
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

SurfaceJoiner::SurfaceJoiner(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
    : points_(points), set_(set), map_(map) {
  graph_.first_half_edge.reserve(map.table.cells.size() + 1);
  graph_.first_half_edge.push_back(0);
}

void SurfaceJoiner::add(SurfaceGraph& p) {
  const auto edge = static_cast<HalfEdgeId>(graph_.half_edges.size());
  const auto vertex = static_cast<VertexRef>(graph_.vertices.size());
  const auto line = static_cast<std::uint32_t>(lines_.size()), point = static_cast<std::uint32_t>(graph_.points.size());
  for (const std::uint32_t n : p.side_counts) graph_.first_half_edge.push_back(graph_.first_half_edge.back() + n);
  graph_.half_edges.insert(graph_.half_edges.end(), p.half_edges.begin(), p.half_edges.end());
  for (HalfEdge& s : std::span(graph_.half_edges).subspan(edge)) {
    s.from += vertex;
    s.to += vertex;
    s.line += line;
    if (s.twin != no_half_edge) s.twin += edge;
  }
  graph_.vertices.insert(graph_.vertices.end(), p.vertices.begin(), p.vertices.end());
  for (GraphVertex& v : std::span(graph_.vertices).subspan(vertex))
    if (v.cell == GraphVertex::no_cell) v.corner += point;
  for (EdgeCut c : p.cuts) {
    c.vertex += vertex;
    edge_cuts_.push_back(c);
  }
  lines_.insert(lines_.end(), p.lines.begin(), p.lines.end());
  std::ranges::move(p.points, std::back_inserter(graph_.points));
}

NavGraph SurfaceJoiner::join() {
  equal_.reset(static_cast<VertexRef>(graph_.vertices.size()));
  join_input_points();
  join_edge_cuts();
  match();
  cut_partial_contacts();
  match();
  compact();
  return std::move(graph_);
}

void SurfaceJoiner::join_input_points() {
  std::vector<VertexRef> of_point(points_.size(), no_half_edge);
  for (VertexRef v = 0; v < graph_.vertices.size(); ++v) {
    const kernel::PointId point = graph_.vertices[v].point;
    if (point == kernel::no_point) continue;
    VertexRef& first = of_point[point];
    if (first == no_half_edge) first = v;
    else equal_.unite(first, v);
  }
}

void SurfaceJoiner::join_edge_cuts() {
  const auto name = [](const EdgeCut& c) {
    return std::tuple(c.edge[0], c.edge[1], c.cut.kind, c.cut.id, c.cut.index);
  };
  std::ranges::sort(edge_cuts_, [&](const EdgeCut& a, const EdgeCut& b) {
    return std::tuple_cat(name(a), std::tuple(a.vertex)) < std::tuple_cat(name(b), std::tuple(b.vertex));
  });
  for (std::size_t i = 1; i < edge_cuts_.size(); ++i)
    if (name(edge_cuts_[i]) == name(edge_cuts_[i - 1])) equal_.unite(edge_cuts_[i - 1].vertex, edge_cuts_[i].vertex);
}

// Makes twins of open half-edges between the same vertices in opposite directions. On each side of such a segment there
// is at most one cell to stand in: of several polygons there, all but the uppermost are blocked beside it.
void SurfaceJoiner::match() {
  std::size_t open = 0;
  for (HalfEdge& s : graph_.half_edges) {
    s.from = equal_.find(s.from);
    s.to = equal_.find(s.to);
    open += s.twin == no_half_edge;
  }
  kernel::PairMap<HalfEdgeId> known;
  known.reserve(open);
  for (HalfEdgeId i = 0; i < graph_.half_edges.size(); ++i) {
    cancellation_point(i);
    HalfEdge& s = graph_.half_edges[i];
    if (s.twin != no_half_edge) continue;
    const auto other = known.find(kernel::pair_key(s.to, s.from));
    if (other != known.end() && graph_.half_edges[other->second].twin == no_half_edge) {
      s.twin = other->second;
      graph_.half_edges[other->second].twin = i;
    } else {
      known.insert_or_assign(kernel::pair_key(s.from, s.to), i);
    }
  }
}

RoughEdge SurfaceJoiner::rough(HalfEdgeId i) const {
  const HalfEdge& s = graph_.half_edges[i];
  RoughEdge r{i, map_.table.cells[s.cell].surface, lines_[s.line], {}, {}, {}};
  const GraphVertex &v = graph_.vertices[s.from], &w = graph_.vertices[s.to];
  for (int k = 0; k < 3; ++k) {
    const kernel::Interval from = v.near(k), to = w.near(k);
    r.low[k] = std::min(from.low, to.low);
    r.high[k] = std::max(from.high, to.high);
    if (k < 2 && from.high < to.low) r.heading[k] = 1;
    if (k < 2 && from.low > to.high) r.heading[k] = -1;
  }
  return r;
}

void SurfaceJoiner::cut_partial_contacts() {
  std::vector<RoughEdge> open;
  for (HalfEdgeId i = 0; i < graph_.half_edges.size(); ++i) {
    cancellation_point(i);
    if (graph_.half_edges[i].twin != no_half_edge) continue;
    open.push_back(rough(i));
  }
  double extent = 0;
  for (kernel::PointId p = 0; p < points_.size(); ++p)
    if (points_.is_whole_in_plan(p))
      extent = std::max({extent, std::fabs(points_.approx(p, 0)), std::fabs(points_.approx(p, 1))});
  if (points_.has_long()) {  // they are not in the extent: what lies beyond it has no rough line
    extent *= 2;
    for (RoughEdge& r : open)
      if (!(r.low[0] >= -extent && r.low[1] >= -extent && r.high[0] <= extent && r.high[1] <= extent))
        r.line = {NAN, NAN, NAN, r.line.edge};
  }
  const auto pairs = contact_candidates(std::move(open), extent);
  if (pairs.empty()) return;
  VertexOrder order(points_, set_, map_, graph_);
  for (const auto& [a, b] : pairs) {
    cancellation_point();
    const HalfEdge &s = graph_.half_edges[a], &t = graph_.half_edges[b];
    const std::array ends{s.from, s.to, t.from, t.to};
    const InputEdge &e = lines_[s.line].edge, &f = lines_[t.line].edge;
    const bool straight = (e != no_edge && e == f) || order.certainly_straight(ends);
    if (!straight && order.certainly_bent(s.from, s.to, t.from, t.to)) continue;
    examine({a, b, straight}, order);
  }
  apply_cuts(order);
}

// If the half-edges share a segment in opposite directions, notes the cuts of each at the other's ends, and unites
// equal ends.
void SurfaceJoiner::examine(const Touching& touching, VertexOrder& order) {
  const auto [i, j, straight] = touching;
  const HalfEdge &a = graph_.half_edges[i], &b = graph_.half_edges[j];
  const int k = order.axis_between(a.from, a.to);
  const int direction = -order.compare(a.from, a.to, k);
  if (direction * order.compare(b.from, b.to, k) <= 0) return;  // not opposite
  if (direction * order.compare(b.from, a.from, k) <= 0 || direction * order.compare(a.to, b.to, k) <= 0)
    return;  // apart, or a point
  if (!straight && !(order.collinear(a.from, a.to, b.from) && order.collinear(a.from, a.to, b.to))) return;
  // Along a, b.to comes before b.from.
  const int first = direction * order.compare(b.to, a.from, k), last = direction * order.compare(b.from, a.to, k);
  if (first == 0) equal_.unite(a.from, b.to);
  if (last == 0) equal_.unite(a.to, b.from);
  if (first > 0) cuts_.push_back({i, b.to});
  if (first < 0) cuts_.push_back({j, a.from});
  if (last < 0) cuts_.push_back({i, b.from});
  if (last > 0) cuts_.push_back({j, a.to});
}

void SurfaceJoiner::apply_cuts(VertexOrder& order) {
  // Cuts in their order along each half-edge.
  const auto before = [&](const Cut& c, const Cut& d) {
    if (c.half_edge != d.half_edge) return c.half_edge < d.half_edge ? -1 : 1;
    const HalfEdge& s = graph_.half_edges[c.half_edge];
    const int k = order.axis_between(s.from, s.to);
    return order.compare(c.at, d.at, k) * -order.compare(s.from, s.to, k);
  };
  std::ranges::stable_sort(cuts_, [&](const Cut& c, const Cut& d) { return before(c, d) < 0; });
  std::vector<Cut> distinct;
  for (const Cut& c : cuts_) {
    if (!distinct.empty() && before(distinct.back(), c) == 0) equal_.unite(distinct.back().at, c.at);
    else distinct.push_back(c);
  }
  if (distinct.empty()) return;
  const std::size_t count = graph_.half_edges.size();
  std::vector<HalfEdge> edges(count + distinct.size());
  std::vector<HalfEdgeId> moved(count + 1);
  HalfEdgeId made = 0;
  auto cut = distinct.begin();
  for (HalfEdgeId i = 0; i < count; ++i) {
    cancellation_point(i);
    moved[i] = made;
    HalfEdge& s = graph_.half_edges[i];
    for (; cut != distinct.end() && cut->half_edge == i; ++cut) {
      edges[made] = s;
      edges[made++].to = cut->at;
      s.from = cut->at;
    }
    edges[made++] = s;
  }
  moved[count] = made;
  for (HalfEdge& s : edges)
    if (s.twin != no_half_edge) s.twin = moved[s.twin];  // half-edges with twins are not cut
  for (std::uint32_t& first : graph_.first_half_edge) first = moved[first];
  graph_.half_edges = std::move(edges);
}

void SurfaceJoiner::compact() {
  std::vector<VertexRef> number(equal_.size(), no_half_edge);
  std::vector<GraphVertex> vertices;
  std::size_t count = 0;
  for (VertexRef v = 0; v < equal_.size(); ++v) count += equal_.find(v) == v;
  vertices.reserve(count);
  for (VertexRef v = 0; v < equal_.size(); ++v)
    if (equal_.find(v) == v) {
      number[v] = static_cast<VertexRef>(vertices.size());
      vertices.push_back(graph_.vertices[v]);
    }
  for (HalfEdge& s : graph_.half_edges) {
    s.from = number[equal_.find(s.from)];
    s.to = number[equal_.find(s.to)];
  }
  graph_.store.plan.renumber(number, static_cast<VertexRef>(vertices.size()));
  graph_.store.points.renumber(number, static_cast<VertexRef>(vertices.size()));
  graph_.vertices = std::move(vertices);
}

}  // namespace plumb::pipeline
