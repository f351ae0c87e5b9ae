// SPDX-License-Identifier: GPL-3.0-or-later
// Border half-edges, and which of them may lie across from one another: the search that steps and welds begin with.
//
// 1. The constructor lists the half-edges that are border for some stance, and makes a tree of their boxes. In height a
//    box is that of the whole surface.
// 2. pairs_of() searches that tree around each half-edge, on all threads. A long slanting one is searched in up to
//    eight boxes along it (subdivided_boxes), as its own box would be mostly empty.
// 3. may_meet() rejects pairs whose outward perpendiculars certainly do not meet within reach; for a reach of 0, as of
//    steps, those that certainly do not overlap on one line. If nothing that is left faces a half-edge, it has no
//    pairs.
// 4. make_ends() makes the exact ends of the half-edges that are left, surface by surface, with integers and intervals
//    of their places in plan. Vertices over the same place get one name (distinct_), by which intervals tell that they
//    are equal.
//
// Cost: B log B for B border half-edges, and one interval test for each pair whose boxes meet: in the worst case B^2.
// Memory: the pairs, and one exact point for each vertex of theirs.
// Exact: the ends. Pairs are rejected only if intervals prove that they do not count, so no weld or step is missed;
// those that are left may still turn out not to face one another.
// Source: our own.
#include "offmesh/border_edges.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cmath>
#include <iterator>
#include <numeric>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

constexpr std::size_t edges_at_once = 256;
constexpr std::uint32_t no_slot = 0xffffffffu;
// More boxes along one half-edge take longer to search than they save.
constexpr int most_boxes = 8;

Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

}  // namespace

BorderEdges::BorderEdges(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const StanceMap& map, const NavGraph& graph)
    : points_(points), set_(set), index_(index), map_(map), graph_(graph), slot_(graph.vertices.size(), no_slot) {
  for (HalfEdgeId s = 0; s < graph.half_edges.size(); ++s)
    if (graph.half_edges[s].twin == no_half_edge ||
        graph.stance_through(s) < map.table.cells[graph.half_edges[s].cell].label)
      ids_.push_back(s);
  std::vector<Box> boxes;
  boxes.reserve(size());
  for (std::uint32_t i = 0; i < size(); ++i) boxes.push_back(box(i));
  tree_.emplace(std::move(boxes));
}

kernel::Label BorderEdges::stance_through(std::uint32_t i) const {
  return has_twin(i) ? graph_.stance_through(ids_[i]) : kernel::Label{0};
}

std::size_t BorderEdges::PlanHash::operator()(std::uint32_t slot) const {
  std::size_t seed = 0;
  for (std::size_t k = 0; k < 2; ++k)
    for (const mpz_srcptr part : {(*exact[slot])[k].get_num_mpz_t(), (*exact[slot])[k].get_den_mpz_t()})
      boost::hash_combine(seed, static_cast<std::size_t>(kernel::word_of(part, 0)));
  return seed;
}

// Around a vertex in plan; any height.
kernel::IntervalVertex BorderEdges::plan(VertexRef v) const {
  const GraphVertex& g = graph_.vertices[v];
  return {{g.near(0), g.near(1), Interval(-HUGE_VAL, HUGE_VAL)}, std::uint64_t{v} + 1};
}

kernel::IntervalSegment BorderEdges::plan_of(std::uint32_t i) const {
  const HalfEdge& edge = graph_.half_edges[ids_[i]];
  return {plan(edge.from), plan(edge.to), edge.line};
}

kernel::IntervalReach BorderEdges::interval_reach(const mpq_class& reach, const mpq_class& rise) const {
  const Interval r = kernel::interval_coordinate(reach, points_.denominator());
  return {r * r, kernel::interval_coordinate(rise, points_.denominator())};
}

BorderEdges::Distances BorderEdges::distances(const mpq_class& reach, const mpq_class& rise) const {
  const mpz_class& unit = points_.denominator();
  return {kernel::interval_of(reach * unit).high, kernel::interval_of(rise * unit).high};
}

// In height the box is that of the whole surface: it is larger, so rejections stay certain.
Box BorderEdges::box(std::uint32_t i) const {
  const HalfEdge& edge = graph_.half_edges[ids_[i]];
  const kernel::IntervalVertex p = plan(edge.from), q = plan(edge.to);
  const Interval x = hull(p.at[0], q.at[0]), y = hull(p.at[1], q.at[1]);
  const Box& surface = index_.box(map_.table.cells[edge.cell].surface);
  return {{x.low, y.low, kernel::interval_of(points_, surface.low[2]).low},
          {x.high, y.high, kernel::interval_of(points_, surface.high[2]).high}};
}

BorderEdges::Meeting BorderEdges::may_meet(const kernel::IntervalSegment& here, std::uint32_t j,
                                           const Interval& squared_reach) const {
  const bool on_line = squared_reach.high <= 0;
  const kernel::IntervalSegment there = plan_of(j);
  if (!on_line) {
    kernel::IntervalFacing seen;
    if (!interval_facing(here, there, {squared_reach, Interval(HUGE_VAL)}, seen)) return Meeting::none;
    return seen.may_face_back ? Meeting::face : Meeting::back;
  }
  const kernel::IntervalVector d = run(here.from, here.to);
  bool before = true, after = true;
  for (const kernel::IntervalVertex* p : {&there.from, &there.to}) {
    const kernel::IntervalVector from = run(here.from, *p);
    const Interval away = here.line == there.line ? Interval(0.0) : cross(d, from);
    if (is_positive(away) || is_negative(away)) return Meeting::none;
    before = before && dot(from, d).high <= 0;
    after = after && dot(run(here.to, *p), d).low >= 0;
  }
  if (before || after) return Meeting::none;
  return is_positive(dot(run(there.from, there.to), d)) ? Meeting::back : Meeting::face;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> BorderEdges::pairs(const mpq_class& reach, const mpq_class& rise,
                                                                        bool with_twins, unsigned threads) const {
  std::vector<std::uint32_t> all(size());
  std::iota(all.begin(), all.end(), 0u);
  return pairs_of(all, reach, rise, with_twins, threads);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> BorderEdges::pairs_of(const std::vector<std::uint32_t>& chosen,
                                                                           const mpq_class& reach,
                                                                           const mpq_class& rise, bool with_twins,
                                                                           unsigned threads) const {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  const Interval squared_reach = interval_reach(reach, rise).squared_reach;
  const Distances d = distances(reach, rise);
  return parallel_list<Pair>(chosen.size(), edges_at_once, threads, [&](unsigned) {
    return [&, found = std::vector<std::uint32_t>()](std::size_t k, std::vector<Pair>& out) mutable {
      const std::uint32_t i = chosen[k];
      if (!with_twins && has_twin(i)) return;
      found.clear();
      for (Box b : subdivided_boxes(i, d.away)) {
        b = around(b, d);
        tree_->query(b, [&](std::uint32_t j) {
          if (b.touches(tree_->box(j))) found.push_back(j);
        });
      }
      std::ranges::sort(found);
      found.erase(std::unique(found.begin(), found.end()), found.end());
      const kernel::IntervalSegment here = plan_of(i);
      bool faced = false;
      const std::size_t first = out.size();
      for (const std::uint32_t j : found) {
        if (cell(j) == cell(i) || (!with_twins && has_twin(j))) continue;
        const Meeting meeting = may_meet(here, j, squared_reach);
        if (meeting == Meeting::none) continue;
        faced = faced || meeting == Meeting::face;
        out.push_back({i, j});
      }
      if (!faced) out.resize(first);
    };
  });
}

// Boxes that together contain a half-edge.
std::vector<Box> BorderEdges::subdivided_boxes(std::uint32_t i, double spacing) const {
  const Box all = box(i);
  const kernel::IntervalVertex p = plan(graph_.half_edges[ids_[i]].from), q = plan(graph_.half_edges[ids_[i]].to);
  const double thin = std::min(all.high[0] - all.low[0], all.high[1] - all.low[1]);
  const double fine = std::max(spacing, std::max(all.high[0] - all.low[0], all.high[1] - all.low[1]) / most_boxes);
  const int pieces =
      thin > 0 && std::isfinite(thin / fine) ? std::clamp(static_cast<int>(std::ceil(thin / fine)), 1, most_boxes) : 1;
  if (pieces == 1) return {all};
  std::vector<Box> out;
  const auto at = [&](const Interval& from, const Interval& to, int k) {
    const Interval t(static_cast<double>(k) / pieces);  // neighbours share it, whatever its rounding
    return from * (Interval(1.0) - t) + to * t;
  };
  for (int k = 0; k < pieces; ++k) {
    const Interval x = hull(at(p.at[0], q.at[0], k), at(p.at[0], q.at[0], k + 1)),
                   y = hull(at(p.at[1], q.at[1], k), at(p.at[1], q.at[1], k + 1));
    out.push_back({{x.low, y.low, all.low[2]}, {x.high, y.high, all.high[2]}});
  }
  return out;
}

void BorderEdges::make_ends(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs, unsigned threads) {
  std::vector<VertexRef> wanted;
  for (const auto& [i, j] : pairs)
    for (const std::uint32_t edge : {i, j})
      for (const VertexRef v : {graph_.half_edges[ids_[edge]].from, graph_.half_edges[ids_[edge]].to})
        if (slot_[v] == no_slot) {
          slot_[v] = 0;  // wanted once
          wanted.push_back(v);
        }
  // By cell, as vertices of one surface are read one after the other.
  std::ranges::sort(wanted, [this](VertexRef v, VertexRef w) {
    const GraphVertex &g = graph_.vertices[v], &h = graph_.vertices[w];
    return g.cell != h.cell ? g.cell < h.cell : g.corner < h.corner;
  });
  const auto base = static_cast<std::uint32_t>(exact_.size());
  exact_.resize(exact_.size() + wanted.size());
  near_.resize(exact_.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) slot_[wanted[k]] = base + static_cast<std::uint32_t>(k);
  parallel_each(wanted.size(), edges_at_once, threads, [&](unsigned) {
    return [&, vertices = VertexReader(points_, set_, map_, graph_)](std::size_t k) mutable {
      exact_[base + k] = &vertices[wanted[k]];
      near_[base + k] = kernel::interval_vertex(*exact_[base + k], points_.denominator(), 0);
    };
  });
  // Vertices of different surfaces often have one place in plan, and get one name then.
  for (auto slot = base; slot < exact_.size(); ++slot) {
    integers_.push_back(kernel::plan_integers(*exact_[slot]));
    near_[slot].name = std::uint64_t{*distinct_.insert(slot).first} + 1;
  }
}

}  // namespace plumb::pipeline
