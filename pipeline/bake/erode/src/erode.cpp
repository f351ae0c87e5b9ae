// SPDX-License-Identifier: GPL-3.0-or-later
// Takes from every stance what is too close to its border.
// Problem. Cells are cut along the bodies of stretches of border, and the graph has to become that of the new cells.
// 1. erode_cells() makes the shape of the bodies, cuts the cells of each surface by those near it (cell_eroder.h), and
//    joins what the threads have made.
// 2. Some stretches of a trial have bodies of another shape; split_ends() gives them ends of their own.
// 3. link_flush() joins the new cells along their edges.
// 4. carry_portals() clips the steps and welds of before to what is left of both sides (Carrier).
// Cost. That of the cuts: cells times the bodies near them; surfaces are shared among threads.
// Source: docs/theory/definitions.md, Radius; our own.
#include "plumb/pipeline/erode.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cell_eroder.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;

// A half-edge of the new graph over part of a portal's side.
struct SidePart {
  HalfEdgeId half_edge;
  kernel::Label stance;
  ExactInterval range;  // of the portal's way from its first end to its second
};

ExactPoint at(const std::array<ExactPoint, 2>& ends, const mpq_class& u) {
  ExactPoint p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = ends[0][k] + u * (ends[1][k] - ends[0][k]);
  return p;
}

class Carrier {
 public:
  Carrier(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& after)
      : map_(map), after_(after), exact_(points, set, map, after) {}

  // The half-edges of some cells that lie over a side of a portal, which a cell runs around clockwise if `forward`.
  std::vector<SidePart> parts(CellId first, CellId last, const std::array<ExactPoint, 2>& side, bool forward) {
    std::vector<SidePart> out;
    for (HalfEdgeId e = after_.first_half_edge[first]; e < after_.first_half_edge[last]; ++e) {
      const HalfEdge& h = after_.half_edges[e];
      const ExactPoint &from = exact_[forward ? h.from : h.to], &to = exact_[forward ? h.to : h.from];
      if (kernel::formulas::orient2d(side[0], side[1], from) != 0 ||
          kernel::formulas::orient2d(side[0], side[1], to) != 0)
        continue;
      ExactInterval range{kernel::share_along(side[0], side[1], from), kernel::share_along(side[0], side[1], to)};
      range.from = std::max<mpq_class>(range.from, 0);
      range.to = std::min<mpq_class>(range.to, 1);
      if (range.from < range.to) out.push_back({e, map_.table.cells[h.cell].label, std::move(range)});
    }
    return out;
  }

 private:
  const StanceMap& map_;
  const NavGraph& after_;
  VertexReader exact_;
};

// Appends the steps and welds of a graph as those of another, whose cells are parts of its own, to the portals of
// `after`, which has none: clipped to what is left of both sides, with the greatest stance that both sides keep.
// `parent`: the cell that each cell of `after` is a part of.
void carry_portals(const kernel::PointTable& points, const SurfaceSet& set, const NavGraph& before,
                   const StanceMap& map, const std::vector<CellId>& parent, NavGraph& after) {
  Carrier carrier(points, set, map, after);
  const auto children = [&](HalfEdgeId e) {
    const auto [first, last] = std::equal_range(parent.begin(), parent.end(), before.half_edges[e].cell);
    return std::pair(static_cast<CellId>(first - parent.begin()), static_cast<CellId>(last - parent.begin()));
  };
  std::vector<OffmeshPortal> out;
  for (const OffmeshPortal& p : before.portals) {
    const auto [first_a, last_a] = children(p.a);
    const auto [first_b, last_b] = children(p.b);
    const std::vector<SidePart> on_a = carrier.parts(first_a, last_a, p.on_a, true);
    const std::vector<SidePart> on_b = carrier.parts(first_b, last_b, p.on_b, false);
    for (const SidePart& a : on_a)
      for (const SidePart& b : on_b) {
        const mpq_class from = std::max(a.range.from, b.range.from), to = std::min(a.range.to, b.range.to);
        if (from >= to) continue;
        out.push_back({p.kind,
                       std::min({p.stance, a.stance, b.stance}),
                       a.half_edge,
                       b.half_edge,
                       {at(p.on_a, from), at(p.on_a, to)},
                       {at(p.on_b, from), at(p.on_b, to)}});
      }
  }
  std::ranges::stable_sort(
      out, [](const OffmeshPortal& p, const OffmeshPortal& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  after.portals = std::move(out);
}

// Doubles the ends where the stretches of a trial that are fine meet others (FineBodies).
void split_ends(const ErodeTrial& trial, Border& border) {
  std::vector<bool> coarse(border.ends.size());
  for (std::size_t i = 0; i < border.stretches.size(); ++i)
    if (!trial.fine[i]) coarse[border.stretches[i].from] = coarse[border.stretches[i].to] = true;
  std::vector<std::uint32_t> twin(border.ends.size());  // 0: none yet
  for (std::uint32_t i = 0; i < border.stretches.size(); ++i) {
    for (std::uint32_t* end : {&border.stretches[i].from, &border.stretches[i].to}) {
      if (trial.fine[i] && coarse[*end]) {
        if (twin[*end] == 0) {
          twin[*end] = static_cast<std::uint32_t>(border.ends.size());
          border.ends.push_back(vcd::BodyEnd(border.ends[*end]));
          border.stretch_at.push_back(i);
        }
        *end = twin[*end];
      } else {
        border.stretch_at[*end] = i;
      }
    }
  }
}

constexpr std::size_t chunk = 16;  // surfaces: small, so that no thread is left waiting

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Joins a part to what is there. Diagonals stay those of the old table.
void append(ErodedCells& to, const ErodedCells& part) {
  const auto line = static_cast<std::uint32_t>(to.lines.size());
  for (vcd::Cell c : part.cells) {
    c.first_line += line;
    to.cells.push_back(c);
  }
  append(to.lines, part.lines);
  to.kept.append(part.kept, 0);
  append(to.parents, part.parents);
  append(to.taker_counts, part.taker_counts);
  append(to.takers, part.takers);
}

}  // namespace

mpq_class default_window(const mpq_class& step, const mpq_class& radius, const kernel::SlopeLimit& slope) {
  constexpr unsigned bits = 20;
  // In that unit, of tan^2: the greatest whole number of at most step + sqrt(radius^2 * tan^2).
  const auto whole_below = [&](const mpq_class& tan_squared) {
    const mpq_class steps = step << bits, squared = (radius * radius * tan_squared) << (2 * bits);
    mpz_class n = sqrt(mpz_class(squared.get_num() / squared.get_den())) + steps.get_num() / steps.get_den();
    const auto fits = [&](const mpz_class& k) { return k <= steps || (k - steps) * (k - steps) <= squared; };
    while (fits(n + 1)) ++n;
    return n;
  };
  // Bounds of the tangent as narrow as it takes.
  for (int precision = 128;; precision *= 2) {
    const kernel::RationalInterval cos_squared = slope.cos_squared(precision);
    const mpz_class low = whole_below(1 / cos_squared.high - 1);
    if (low != whole_below(1 / cos_squared.low - 1)) continue;
    mpq_class window(low + 1);
    return window >> bits;
  }
}

void erode_cells(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, const NavGraph& graph,
                 const ErodeOptions& options, kernel::LadderCounts& counts) {
  const auto shape = [&](std::uint32_t disc_points, kernel::DiscBound bound, const mpq_class& radius) {
    return vcd::BodyShape(disc_points, bound, radius, options.window, points.denominator());
  };
  const ErodeTrial* const trial = options.trial;
  map.clearance.emplace(Clearance{shape(options.disc_points, options.bound, options.radius),
                                  trial ? trial->border : border_of(points, set, map, graph),
                                  {},
                                  {},
                                  {},
                                  {}});
  std::optional<FineBodies> fine;
  if (trial && !trial->fine.empty()) {
    split_ends(*trial, map.clearance->border);
    const bool own = sgn(trial->fine_radius) > 0;
    fine.emplace(FineBodies{shape(trial->fine_points, own ? kernel::DiscBound::hull : options.bound,
                                  own ? trial->fine_radius : options.radius),
                            trial->fine});
  }
  if (trial)
    for (std::size_t c = 0; c < map.table.cells.size(); ++c)
      if (!trial->cells[c] && map.table.cells[c].label > kernel::blocked) map.table.cells[c].label = kernel::blocked;
  const kernel::BoxTree boxes = body_boxes(*map.clearance, fine ? &*fine : nullptr);
  const std::vector<SurfaceRange> surfaces = surface_ranges(map.table);
  std::vector<kernel::LadderCounts> tallies(options.threads);
  ErodedCells eroded;
  parallel_parts<ErodedCells>((surfaces.size() + chunk - 1) / chunk, options.threads,
                              [&](unsigned thread) {
                                return [&, eroder = CellEroder(points, set, map, boxes, fine ? &*fine : nullptr),
                                        &tally = tallies[thread]](std::size_t c, ErodedCells& part) mutable {
                                  for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces.size()); ++i)
                                    eroder.erode(surfaces[i], part);
                                  tally = eroder.counts();
                                };
                              },
                              [&](const ErodedCells& part) { append(eroded, part); });
  for (const kernel::LadderCounts& t : tallies) counts += t;
  Clearance& clearance = *map.clearance;
  for (const CellId c : eroded.parents) clearance.headroom.push_back(map.table.cells[c].label);
  clearance.first_taker.push_back(0);
  for (const std::uint32_t n : eroded.taker_counts) clearance.first_taker.push_back(clearance.first_taker.back() + n);
  clearance.takers = std::move(eroded.takers);
  map.table.cells = std::move(eroded.cells);
  map.table.lines = std::move(eroded.lines);
  map.table.kept = std::move(eroded.kept);
  clearance.parent = std::move(eroded.parents);
}

void erode(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, NavGraph& graph,
           const ErodeOptions& options, kernel::LadderCounts& counts) {
  erode_cells(points, set, map, graph, options, counts);
  NavGraph after = link_flush(points, set, map, options.threads);
  carry_portals(points, set, graph, map, map.clearance->parent, after);
  graph = std::move(after);
}

}  // namespace plumb::pipeline
