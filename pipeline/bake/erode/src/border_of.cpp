// SPDX-License-Identifier: GPL-3.0-or-later
// The border of a navigation graph, stance by stance (docs/theory/definitions.md, The navigation graph and Radius).
// Problem. A half-edge of a cell is border for a stance if no portal that admits this stance covers it. A flush portal
// covers all of a half-edge; steps and welds cover parts. For the bodies of an agent's radius, and for the causes that
// are shown, border is needed as few long straight stretches, each with the range of stances for which it is border.
// 1. BorderFinder's constructor lists the stretches that steps and welds cover, by half-edge.
// 2. find() takes each half-edge: what stance passes through its flush portal, and what stance its cell admits. If no
//    step or weld covers more of it, the whole half-edge is border for the stances between (whole_).
// 3. Otherwise add_parts() splits the half-edge at the ends of what covers it; in each part the greatest stance that
//    passes is constant.
// 4. add_whole() chains whole half-edges that follow one another on one line, on one surface and for the same stances,
//    and adds a stretch for each chain, with the cells along it.
// 5. end_of() numbers the ends: vertices of the graph once, ends of portals as exact points.
// Cost. Linear in the half-edges, with a hash table for the chains, plus c^2 for a half-edge with c steps and welds.
// Exactness. Ends are exact. goes_on() asks doubles whether two half-edges on one line run in one direction; where they
// cannot tell, the chain ends there, and one stretch becomes two, which changes no body's union.
// Source: ours; Sanchez 2021, 2.9, subtracts the surroundings of each boundary edge by itself.
#include "plumb/pipeline/erode.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t none = 0xffffffffu;

// A stretch of a half-edge that a step or a weld covers, and up to which stance.
struct Covered {
  HalfEdgeId half_edge;
  const std::array<ExactPoint, 2>* ends;
  kernel::Label stance;
};

class BorderFinder {
 public:
  BorderFinder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph)
      : points_(points),
        map_(map),
        graph_(graph),
        exact_(points, set, map, graph),
        end_at_(graph.vertices.size(), none) {
    for (const OffmeshPortal& p : graph.portals) {
      covered_.push_back({p.a, &p.on_a, p.stance});
      covered_.push_back({p.b, &p.on_b, p.stance});
    }
    std::ranges::stable_sort(covered_, {}, &Covered::half_edge);
  }

  Border find() {
    auto covered = covered_.begin();
    for (HalfEdgeId e = 0; e < graph_.half_edges.size(); ++e) {
      const auto first = covered;
      while (covered != covered_.end() && covered->half_edge == e) ++covered;
      const HalfEdge& s = graph_.half_edges[e];
      const kernel::Label top = map_.table.cells[s.cell].label,
                          through = s.twin == no_half_edge ? kernel::Label{0} : graph_.stance_through(e);
      if (through >= top) continue;
      if (std::all_of(first, covered, [&](const Covered& c) { return c.stance <= through; }))
        whole_.push_back({e, static_cast<kernel::Label>(through + 1)});
      else add_parts(e, through, top, {first, covered});
    }
    add_whole();
    return std::move(border_);
  }

 private:
  // A half-edge all of which is border, from the lowest stance up to that of its cell.
  struct Whole {
    HalfEdgeId half_edge;
    kernel::Label lowest;
  };

  kernel::PolygonId surface_of(const HalfEdge& s) const { return map_.table.cells[s.cell].surface; }

  std::uint32_t add_end(vcd::BodyEnd end) {
    border_.ends.push_back(std::move(end));
    border_.stretch_at.push_back(none);
    return static_cast<std::uint32_t>(border_.ends.size() - 1);
  }

  std::uint32_t end_of(VertexRef v, kernel::PolygonId surface) {
    if (end_at_[v] == none) {
      const kernel::PlanIntegers& plan = exact_.plan(v);
      const GraphVertex& near = graph_.vertices[v];
      end_at_[v] = add_end({plan, exact_.height(surface, plan), {near.near(0), near.near(1), near.near(2)}});
    }
    return end_at_[v];
  }

  std::uint32_t end_of(const ExactPoint& p) {
    vcd::BodyEnd end;
    const mpq_class unit = points_.denominator();
    const ExactPoint scaled{p[0] * unit, p[1] * unit, p[2] * unit};
    end.plan = kernel::plan_integers(scaled);
    end.height = {scaled[2].get_num(), scaled[2].get_den()};
    for (std::size_t k = 0; k < 3; ++k) end.near[k] = kernel::interval_of(scaled[k]);
    return add_end(std::move(end));
  }

  // Adds a stretch. Its cells are those of the border from first_cell on.
  void add(kernel::PolygonId surface, std::uint32_t from, std::uint32_t to, kernel::Label lowest, kernel::Label highest,
           std::size_t first_cell) {
    const auto number = static_cast<std::uint32_t>(border_.stretches.size());
    border_.stretches.push_back({surface, from, to, lowest, highest, static_cast<std::uint32_t>(first_cell),
                                 static_cast<std::uint32_t>(border_.cells.size() - first_cell)});
    for (const std::uint32_t end : {from, to}) border_.stretch_at[end] = std::min(border_.stretch_at[end], number);
  }

  // Splits a half-edge at the ends of what covers it: between them the greatest stance that passes is constant.
  void add_parts(HalfEdgeId e, kernel::Label through, kernel::Label top, std::span<const Covered> covered) {
    const HalfEdge& s = graph_.half_edges[e];
    const ExactPoint &from = exact_[s.from], &to = exact_[s.to];
    const std::size_t axis = from[0] != to[0] ? 0 : 1;
    const bool forward = from[axis] < to[axis];
    const auto before = [&](const ExactPoint& p, const ExactPoint& q) {
      return forward ? p[axis] < q[axis] : p[axis] > q[axis];
    };
    std::vector<const ExactPoint*> breaks{&from, &to};
    for (const Covered& c : covered)
      for (const ExactPoint& p : *c.ends) breaks.push_back(&p);
    std::ranges::sort(breaks, [&](const ExactPoint* p, const ExactPoint* q) { return before(*p, *q); });
    const auto same = [&](const ExactPoint* p, const ExactPoint* q) { return (*p)[axis] == (*q)[axis]; };
    breaks.erase(std::unique(breaks.begin(), breaks.end(), same), breaks.end());
    const auto number = [&](const ExactPoint* p) {
      return (*p)[axis] == from[axis] ? end_of(s.from, surface_of(s))
             : (*p)[axis] == to[axis] ? end_of(s.to, surface_of(s))
                                      : end_of(*p);
    };
    std::uint32_t last = none;
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
      kernel::Label passes = through;
      for (const Covered& c : covered) {
        const bool ascends = before((*c.ends)[0], (*c.ends)[1]);
        const ExactPoint &low = (*c.ends)[ascends ? 0 : 1], &high = (*c.ends)[ascends ? 1 : 0];
        if (!before(*breaks[i], low) && !before(high, *breaks[i + 1])) passes = std::max(passes, c.stance);
      }
      if (passes >= top) {
        last = none;
        continue;
      }
      if (last == none) last = number(breaks[i]);
      const std::uint32_t next = number(breaks[i + 1]);
      border_.cells.push_back(s.cell);
      add(surface_of(s), last, next, static_cast<kernel::Label>(passes + 1), top, border_.cells.size() - 1);
      last = next;
    }
  }

  // Whether a half-edge goes straight on from another one on its line, as far as doubles can tell.
  bool goes_on(const HalfEdge& s, const HalfEdge& t) const {
    const auto run = [&](const HalfEdge& h, int axis) {
      return graph_.vertices[h.to].near(axis) - graph_.vertices[h.from].near(axis);
    };
    return is_positive(kernel::formulas::dot2d(run(s, 0), run(s, 1), run(t, 0), run(t, 1)));
  }

  void add_whole() {
    kernel::PairMap<std::uint32_t> starting;  // by line and vertex: one that starts there
    std::vector<std::uint32_t> other(whole_.size(), none), next(whole_.size(), none);
    std::vector<bool> follows(whole_.size());
    for (std::uint32_t i = 0; i < whole_.size(); ++i) {
      const HalfEdge& s = graph_.half_edges[whole_[i].half_edge];
      const auto [at, is_new] = starting.insert({kernel::pair_key(s.line, s.from), i});
      if (!is_new) other[i] = std::exchange(at.value(), i);
    }
    for (std::uint32_t i = 0; i < whole_.size(); ++i) {
      const HalfEdge& s = graph_.half_edges[whole_[i].half_edge];
      const auto at = starting.find(kernel::pair_key(s.line, s.to));
      for (std::uint32_t k = at == starting.end() ? none : at->second; k != none; k = other[k]) {
        const HalfEdge& t = graph_.half_edges[whole_[k].half_edge];
        if (follows[k] || whole_[k].lowest != whole_[i].lowest || highest(s) != highest(t) ||
            surface_of(s) != surface_of(t) || !goes_on(s, t))
          continue;
        next[i] = k;
        follows[k] = true;
        break;
      }
    }
    for (std::uint32_t i = 0; i < whole_.size(); ++i) {
      if (follows[i]) continue;
      const std::size_t first_cell = border_.cells.size();
      std::uint32_t last = i;
      add_cell(i, first_cell);
      while (next[last] != none) add_cell(last = next[last], first_cell);
      const HalfEdge &s = graph_.half_edges[whole_[i].half_edge], &t = graph_.half_edges[whole_[last].half_edge];
      const std::uint32_t from = end_of(s.from, surface_of(s)), to = end_of(t.to, surface_of(s));
      add(surface_of(s), from, to, whole_[i].lowest, highest(s), first_cell);
    }
  }
  void add_cell(std::uint32_t whole, std::size_t first_cell) {
    const CellId cell = graph_.half_edges[whole_[whole].half_edge].cell;
    if (border_.cells.size() == first_cell || border_.cells.back() != cell) border_.cells.push_back(cell);
  }
  kernel::Label highest(const HalfEdge& s) const { return map_.table.cells[s.cell].label; }

  const kernel::PointTable& points_;
  const StanceMap& map_;
  const NavGraph& graph_;
  VertexReader exact_;
  std::vector<Covered> covered_;       // by half-edge
  std::vector<std::uint32_t> end_at_;  // by vertex
  std::vector<Whole> whole_;
  Border border_;
};

}  // namespace

Border border_of(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph) {
  return BorderFinder(points, set, map, graph).find();
}

}  // namespace plumb::pipeline
