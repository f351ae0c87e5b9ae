// SPDX-License-Identifier: GPL-3.0-or-later
// The regions that optimise() works on: connected cells of one stance, their boundaries, and their cells as a mesh of
// convex pieces.
//
// 1. find_crossings() notes the half-edges over which cells may be joined: twins that let the stance pass, and where no
//    step or weld begins. It also gives lines that twins show to be equal one number. find_regions() unites the cells.
// 2. Boundaries follows the boundary of a region, from cell to cell around each corner (fan()), and counts reflex
//    corners, loops and the Euler characteristic (shape_of()).
// 3. build() makes the cells of a region a RegionMesh, in which edges that go straight on are one.
// 4. merge_regular() erases cuts as long as that makes the pieces rounder in the mean over their areas, those first
//    that gain most, from a queue whose entries are computed again when a piece has grown.
// The templates of the kernel's pieces over the vertices of a graph are compiled here, once.
//
// Cost: linear in the half-edges; merge_regular() n log n for n cuts. Memory: arrays by half-edge, and the mesh of one
// region. Exact: turns, by VertexPredicates. Roundness, in doubles, only chooses.
#include "optimise_region.h"

#include <cmath>
#include <numeric>
#include <queue>

#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {

using Id = RegionMesh::Id;
using kernel::Turn;

Crossings find_crossings(const StanceMap& map, const NavGraph& graph, bool one_surface) {
  const auto& cells = map.table.cells;
  const auto count = static_cast<HalfEdgeId>(graph.half_edges.size());
  Crossings out{std::vector<HalfEdgeId>(count, no_half_edge), std::vector<HalfEdgeId>(count),
                std::vector<HalfEdgeId>(count), std::vector<std::uint32_t>(count)};
  std::uint32_t lines = 0;
  std::size_t pairs = 0;  // found without a branch, as half of them are the lower of twins
  for (HalfEdgeId s = 0; s < count; ++s) {
    const HalfEdge& edge = graph.half_edges[s];
    lines = std::max(lines, edge.line + 1);
    out.next[s] = s + 1;
    out.pairs[pairs] = s;
    pairs += edge.twin > s && edge.twin != no_half_edge;
  }
  for (CellId c = 0; c < cells.size(); ++c)
    if (graph.first_half_edge[c] < graph.first_half_edge[c + 1])
      out.next[graph.first_half_edge[c + 1] - 1] = graph.first_half_edge[c];
  out.pairs.resize(pairs);
  kernel::UnionFind equal(static_cast<std::uint32_t>(lines));
  // Where a weld starts or ends there is a border for some stance, but perhaps for none that an agent's radius left.
  std::vector<bool> offmesh(graph.portals.empty() ? 0 : count);
  for (const OffmeshPortal& p : graph.portals) offmesh[p.a] = offmesh[p.b] = true;
  pairs = 0;
  for (const HalfEdgeId s : out.pairs) {
    const HalfEdge &edge = graph.half_edges[s], &twin = graph.half_edges[edge.twin];
    if (edge.line != twin.line) equal.unite(edge.line, twin.line);
    const vcd::Cell &a = cells[edge.cell], &b = cells[twin.cell];
    if (!offmesh.empty() && (offmesh[s] || offmesh[edge.twin])) continue;
    if (a.label != b.label || std::min(edge.pass, twin.pass) != a.label || (one_surface && a.surface != b.surface))
      continue;
    out.over[s] = edge.twin;
    out.over[edge.twin] = s;
    out.pairs[pairs++] = s;
  }
  out.pairs.resize(pairs);
  for (HalfEdgeId s = 0; s < count; ++s) out.line[s] = equal.find(graph.half_edges[s].line);
  return out;
}

Regions find_regions(const StanceMap& map, const NavGraph& graph, const Crossings& crossings) {
  const auto& cells = map.table.cells;
  kernel::UnionFind together(static_cast<std::uint32_t>(cells.size()));
  for (const HalfEdgeId s : crossings.pairs)
    together.unite(graph.half_edges[s].cell, graph.half_edges[crossings.over[s]].cell);
  // Regions are numbered as they are met.
  Regions out;
  std::vector<std::uint32_t> region(cells.size());
  for (CellId c = 0; c < cells.size(); ++c) {
    if (cells[c].label <= kernel::blocked) continue;
    const CellId root = together.find(c);
    if (root == c) {
      region[c] = static_cast<std::uint32_t>(out.first.size());
      out.first.push_back(0);
    }
    ++out.first[region[c] = region[root]];
  }
  out.first.push_back(0);
  std::exclusive_scan(out.first.begin(), out.first.end(), out.first.begin(), 0u);
  out.cells.resize(out.first.back());
  std::vector<std::uint32_t> next = out.first;
  for (CellId c = 0; c < cells.size(); ++c)
    if (cells[c].label > kernel::blocked) out.cells[next[region[c]]++] = c;
  return out;
}

void build(const NavGraph& graph, const Crossings& crossings, std::span<const CellId> cells, std::vector<Id>& local,
           RegionMesh& mesh) {
  Id size = 0;
  for (const CellId c : cells)
    for (HalfEdgeId s = graph.first_half_edge[c]; s < graph.first_half_edge[c + 1]; ++s) local[s] = size++;
  mesh.edges.resize(size);
  for (const CellId c : cells) {
    const HalfEdgeId first = graph.first_half_edge[c], last = graph.first_half_edge[c + 1];
    for (HalfEdgeId s = first; s < last; ++s) {
      const HalfEdge& edge = graph.half_edges[s];
      const HalfEdgeId over = crossings.over[s];
      mesh[local[s]] = {{{crossings.line[s]}, over == no_half_edge ? s : no_half_edge},
                        edge.from,
                        local[s + 1 == last ? first : s + 1],
                        local[s == first ? last - 1 : s - 1],
                        over == no_half_edge ? RegionMesh::none : local[over]};
      mesh.points().on_line(edge.from, crossings.line[s]);
      if (over == no_half_edge) mesh.points().on_line(edge.to, crossings.line[s]);
    }
  }
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e)) mesh.merge_edges(e);
}

// The half-edge of the boundary that follows, and the half-edges that start at the corner between, from cell to cell.
HalfEdgeId Boundaries::fan(HalfEdgeId edge) {
  fan_.clear();
  HalfEdgeId s = next_[edge];
  fan_.push_back(s);
  while (over_[s] != no_half_edge) fan_.push_back(s = next_[over_[s]]);
  return s;
}

HalfEdgeId Boundaries::next(HalfEdgeId edge) const {
  HalfEdgeId s = next_[edge];
  while (over_[s] != no_half_edge) s = next_[over_[s]];
  return s;
}

int Boundaries::turn_to(HalfEdgeId edge, HalfEdgeId other) {
  const int s = points_.side_of_end(edge, other, line_[edge] == line_[other]);
  if (s == 0) {
    points_.on_line(graph_.half_edges[edge].from, line_[other]);
    points_.on_line(graph_.half_edges[edge].to, line_[other]);
  }
  return s;
}

// Where a half-edge of the boundary ends, with the fan there. A cell takes 180 degrees of it at most.
Turn Boundaries::corner(HalfEdgeId edge) {
  int s = 0;
  if (fan_.size() == 2) {
    s = turn_to(edge, fan_[1]);
    if (s == 0) return turn_to(edge, fan_[0]) == 0 ? Turn::left : Turn::straight;
  } else {
    s = turn_to(edge, fan_[0]);
    for (std::size_t i = 1; i < fan_.size(); ++i) {
      if (s == 0) return Turn::left;  // straight already, and more to come
      s = turn_to(edge, fan_[i]);
      if (s > 0) break;
    }
  }
  return s > 0 ? Turn::left : s < 0 ? Turn::right : Turn::straight;
}

RegionShape Boundaries::shape_of(std::span<const CellId> cells) {
  RegionShape shape;
  if (cells.size() == 1) {
    shape.loops = 1;
    return shape;
  }
  int crossed = 0, interior = 0;
  for (const CellId c : cells)
    for (HalfEdgeId s = graph_.first_half_edge[c]; s < graph_.first_half_edge[c + 1]; ++s) {
      if (over_[s] != no_half_edge) {
        ++crossed;
        continue;
      }
      if (seen_[s]) continue;
      ++shape.loops;
      for (HalfEdgeId e = s; !seen_[s];) {
        const HalfEdgeId following = fan(e);
        for (const HalfEdgeId f : fan_) seen_[f] = 1;
        shape.reflex += fan_.size() > 1 && corner(e) == Turn::left;
        e = following;
      }
    }
  // What no boundary has seen.
  for (const CellId c : cells)
    for (HalfEdgeId s = graph_.first_half_edge[c]; s < graph_.first_half_edge[c + 1]; ++s) {
      if (seen_[s]) continue;
      ++interior;
      for (HalfEdgeId f = s; !seen_[f]; f = next_[over_[f]]) seen_[f] = 1;
    }
  shape.euler = interior - crossed / 2 + static_cast<int>(cells.size());
  return shape;
}

HalfEdgeId Boundaries::lowest_side(std::span<const CellId> cells) const {
  HalfEdgeId s = graph_.first_half_edge[cells.front()];
  for (std::size_t i = 0; over_[s] != no_half_edge;)
    if (++s == graph_.first_half_edge[cells[i] + 1]) s = graph_.first_half_edge[cells[++i]];
  return s;
}

void Boundaries::turning(HalfEdgeId first, std::size_t most, std::vector<VertexRef>& corners) {
  corners.clear();
  HalfEdgeId s = first;
  do {
    const HalfEdgeId following = fan(s);
    if (corner(s) != Turn::straight) corners.push_back(graph_.half_edges[following].from);
    s = following;
  } while (s != first && corners.size() <= most);
  if (corners.size() > most) corners.clear();
}

namespace {

// Area over squared perimeter, rounded: for preferences only.
struct Shape {
  double doubled_area = 0, perimeter = 0;
  double weighted() const { return doubled_area * doubled_area / (perimeter * perimeter); }  // area times roundness
};

Shape shape(const RegionMesh& mesh, Id first) {
  Shape s;
  const GraphVertex& o = mesh.points()[mesh[first].from];
  Id e = first;
  do {
    const GraphVertex &p = mesh.points()[mesh[e].from], &q = mesh.points()[mesh.to(e)];
    s.doubled_area += kernel::formulas::orient2d(o, q, p);
    s.perimeter += std::sqrt(mesh.length(e));
    e = mesh[e].next;
  } while (e != first);
  return s;
}

}  // namespace

double roundness(const RegionMesh& mesh) {
  double sum = 0;
  std::vector<bool> seen(mesh.size());
  for (Id first = 0; first < mesh.size(); ++first) {
    if (!mesh.alive(first) || seen[first]) continue;
    for (Id e = first; !seen[e]; e = mesh[e].next) seen[e] = true;
    sum += shape(mesh, first).weighted();
  }
  return std::isfinite(sum) ? sum : -HUGE_VAL;
}

void merge_regular(RegionMesh& mesh) {
  struct Offer {
    double gain;
    Id cut;
    bool operator<(const Offer& o) const { return gain != o.gain ? gain < o.gain : cut > o.cut; }
  };
  std::priority_queue<Offer> offers;
  const auto gain_of = [&](Id e) {
    const Shape a = shape(mesh, e), b = shape(mesh, mesh[e].twin);
    const Shape both{a.doubled_area + b.doubled_area, a.perimeter + b.perimeter - 2 * std::sqrt(mesh.length(e))};
    return both.weighted() - a.weighted() - b.weighted();
  };
  const auto offer = [&](Id e) {
    if (mesh[e].twin < e) e = mesh[e].twin;
    const double gain = gain_of(e);
    if (std::isfinite(gain) && gain >= 0) offers.push({gain, e});
  };
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e) && e < mesh[e].twin) offer(e);
  while (!offers.empty()) {
    const Offer best = offers.top();
    offers.pop();
    if (!mesh.is_inner(best.cut) || !mesh.is_removable(best.cut)) continue;
    // Its pieces may have grown since.
    if (gain_of(best.cut) != best.gain) {
      offer(best.cut);
      continue;
    }
    const Id around = mesh[best.cut].next;
    mesh.remove_edge(best.cut);
    Id e = around;
    do {
      if (mesh.is_inner(e)) offer(e);
      e = mesh[e].next;
    } while (e != around);
  }
}

}  // namespace plumb::pipeline

namespace plumb::kernel {

template std::size_t remove_cuts(pipeline::RegionMesh& mesh, std::span<const std::uint32_t> order);
template std::size_t three_to_two(pipeline::RegionMesh& mesh, int rounds);
template void triangulate(pipeline::RegionMesh& mesh);
template class FewestPieces<pipeline::VertexPredicates>;

}  // namespace plumb::kernel
