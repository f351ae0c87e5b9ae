// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_region.h"

#include <numeric>

namespace plumb::pipeline {

using Id = RegionMesh::Id;

std::vector<bool> passing_sides(const StanceMap& map, const NavGraph& graph, bool one_surface) {
  const auto& cells = map.table.cells;
  std::vector<bool> passing(graph.sides.size());
  for (SideId s = 0; s < graph.sides.size(); ++s) {
    const Side& side = graph.sides[s];
    if (side.twin == no_side) continue;
    const kernel::Cell &a = cells[side.cell], &b = cells[graph.sides[side.twin].cell];
    passing[s] = a.label == b.label && graph.stance_through(s) == a.label && !(one_surface && a.surface != b.surface);
  }
  return passing;
}

std::vector<std::uint32_t> one_number_a_line(const NavGraph& graph) {
  std::uint32_t count = 0;
  for (const Side& s : graph.sides) count = std::max(count, s.line + 1);
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t l) {
    while (parent[l] != l) l = parent[l] = parent[parent[l]];
    return l;
  };
  for (const Side& s : graph.sides) {
    if (s.twin == no_side) continue;
    const std::uint32_t a = root(s.line), b = root(graph.sides[s.twin].line);
    parent[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t l = 0; l < count; ++l) parent[l] = parent[parent[l]];  // ascending: the parent's is done
  return parent;
}

Regions find_regions(const StanceMap& map, const NavGraph& graph, const std::vector<bool>& passing) {
  const auto& cells = map.table.cells;
  std::vector<CellId> parent(cells.size());
  std::iota(parent.begin(), parent.end(), CellId{0});
  const auto root = [&](CellId c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
  };
  for (SideId s = 0; s < graph.sides.size(); ++s) {
    if (!passing[s] || graph.sides[s].twin < s) continue;
    const CellId a = root(graph.sides[s].cell), b = root(graph.sides[graph.sides[s].twin].cell);
    parent[std::max(a, b)] = std::min(a, b);
  }
  // A root is the lowest of its region: regions are numbered as they are met.
  Regions out;
  std::vector<std::uint32_t> region(cells.size());
  for (CellId c = 0; c < cells.size(); ++c) {
    if (cells[c].label <= kernel::blocked) continue;
    if (root(c) == c) {
      region[c] = static_cast<std::uint32_t>(out.first.size());
      out.first.push_back(0);
    }
    ++out.first[region[c] = region[root(c)]];
  }
  out.first.push_back(0);
  std::exclusive_scan(out.first.begin(), out.first.end(), out.first.begin(), 0u);
  out.cells.resize(out.first.back());
  std::vector<std::uint32_t> next = out.first;
  for (CellId c = 0; c < cells.size(); ++c)
    if (cells[c].label > kernel::blocked) out.cells[next[region[c]]++] = c;
  return out;
}

void build(const NavGraph& graph, const std::vector<bool>& passing, const std::vector<std::uint32_t>& lines, std::span<const CellId> cells, std::vector<Id>& local, RegionMesh& mesh) {
  mesh.edges.clear();
  Id size = 0;
  for (const CellId c : cells)
    for (SideId s = graph.first_side[c]; s < graph.first_side[c + 1]; ++s) local[s] = size++;
  mesh.edges.resize(size);
  for (const CellId c : cells) {
    const SideId first = graph.first_side[c], last = graph.first_side[c + 1];
    for (SideId s = first; s < last; ++s) {
      const Side& side = graph.sides[s];
      mesh[local[s]] = {side.from,
                        local[s + 1 == last ? first : s + 1],
                        local[s == first ? last - 1 : s - 1],
                        passing[s] ? local[side.twin] : RegionMesh::none,
                        passing[s] ? no_side : s,
                        lines[side.line]};
    }
  }
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_cut(e)) mesh.straighten(e);
}

RegionShape shape_of(const RegionMesh& mesh) {
  RegionShape shape;
  std::vector<bool> seen(mesh.edges.size());
  int cuts = 0, interior = 0;
  for (Id e = 0; e < mesh.size(); ++e) {
    if (!mesh.alive(e)) continue;
    if (mesh.is_cut(e)) {
      cuts += e < mesh[e].twin;
      // Around where it starts, unless that lies on the boundary: counted at the lowest.
      Id f = e;
      bool lowest = true;
      do {
        f = mesh[f].twin == RegionMesh::none ? RegionMesh::none : mesh[mesh[f].twin].next;
        lowest = lowest && f != RegionMesh::none && f >= e;
      } while (lowest && f != e);
      interior += lowest;
    } else if (!seen[e]) {
      ++shape.loops;
      for (Id f = e; !seen[f]; f = mesh.boundary_next(f)) {
        seen[f] = true;
        shape.reflex += mesh.boundary_corner(f) == Turn::left;
      }
    }
  }
  shape.euler = interior - cuts + static_cast<int>(mesh.piece_count());
  return shape;
}

}  // namespace plumb::pipeline
