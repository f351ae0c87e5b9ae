// SPDX-License-Identifier: GPL-3.0-or-later
// The walkable floor of a navmesh as a surface of polygons glued along edges, by brute force: its connected sets, their
// Euler characteristics, and what of it lies on each polygon of the level.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::tests {

/// Of the cells where one can stand, as flush portals join them.
struct CellSurface {
  struct Sheet {
    std::map<kernel::PolygonId, kernel::PlanRegion> on;  ///< by polygon, the rings of facets
    int euler = 0;                                       ///< 1 for a disc, less by 1 for every hole
    mpq_class area = 0;
  };
  std::vector<Sheet> sheets;
  std::vector<std::uint32_t> sheet_of;  ///< by cell
};

namespace cell_surface {

inline bool on_segment(const kernel::ExactPoint& p, const kernel::ExactPoint& q, const kernel::ExactPoint& at) {
  const std::size_t k = p[0] == q[0] ? 1 : 0;
  if (!(std::min(p[k], q[k]) <= at[k] && at[k] <= std::max(p[k], q[k]))) return false;
  if (kernel::formulas::orient2d(p, q, at) != 0) return false;
  return (at[2] - p[2]) * (q[k] - p[k]) == (q[2] - p[2]) * (at[k] - p[k]);
}

}  // namespace cell_surface

inline CellSurface cell_surface_of(const pipeline::NavMesh& mesh) {
  using kernel::ExactPoint;
  // The edges of facets, divided at all points on them.
  struct Edge {
    std::uint32_t cell, facet, corner, next;  // corners by number
  };
  std::set<ExactPoint> points;
  for (const auto& c : mesh.cells)
    for (const auto& f : c.facets)
      if (c.stance > kernel::blocked)
        for (const auto p : f.corners) points.insert(mesh.points[p]);
  for (const auto& p : mesh.portals)
    for (const std::size_t end : {0u, 1u})
      points.insert(mesh.points[p.on_a[end]]), points.insert(mesh.points[p.on_b[end]]);
  std::map<std::pair<ExactPoint, ExactPoint>, std::vector<Edge>> edges;  // by start and end
  std::uint32_t corners = 0, facets = 0;
  std::vector<std::uint32_t> facet_cell;
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].stance <= kernel::blocked) continue;
    for (const auto& f : mesh.cells[c].facets) {
      std::vector<ExactPoint> ring;
      for (std::size_t i = 0; i < f.corners.size(); ++i) {
        const ExactPoint &p = mesh.points[f.corners[i]], &q = mesh.points[f.corners[(i + 1) % f.corners.size()]];
        std::vector<ExactPoint> on;
        for (const ExactPoint& at : points)
          if (at != q && cell_surface::on_segment(p, q, at)) on.push_back(at);
        if (p > q) std::ranges::reverse(on);
        ring.insert(ring.end(), on.begin(), on.end());
      }
      const auto n = static_cast<std::uint32_t>(ring.size());
      for (std::uint32_t i = 0; i < n; ++i)
        edges[{ring[i], ring[(i + 1) % n]}].push_back({c, facets, corners + i, corners + (i + 1) % n});
      corners += n;
      ++facets;
      facet_cell.push_back(c);
    }
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::array<ExactPoint, 2>>> flush;
  for (const auto& p : mesh.portals)
    if (p.kind == pipeline::PortalKind::flush)
      flush[std::minmax(p.a, p.b)].push_back({mesh.points[p.on_a[0]], mesh.points[p.on_a[1]]});
  kernel::UnionFind corner(corners), sheet(facets);
  std::vector<int> glued(facets), own_edges(facets);
  for (const auto& [ends, list] : edges)
    for (const Edge& e : list) {
      ++own_edges[e.facet];
      const auto back = edges.find({ends.second, ends.first});
      if (back == edges.end()) continue;
      for (const Edge& f : back->second) {
        bool open = e.cell == f.cell;
        if (const auto way = flush.find(std::minmax(e.cell, f.cell)); !open && way != flush.end())
          open = std::ranges::any_of(way->second, [&](const auto& on) {
            return cell_surface::on_segment(on[0], on[1], ends.first) &&
                   cell_surface::on_segment(on[0], on[1], ends.second);
          });
        if (!open || e.facet == f.facet) continue;
        corner.unite(e.corner, f.next);
        corner.unite(e.next, f.corner);
        sheet.unite(e.facet, f.facet);
        ++glued[e.facet];  // each pair is met twice
      }
    }
  CellSurface out;
  out.sheet_of.assign(mesh.cells.size(), 0xffffffffu);
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<int> doubled(0);
  std::vector<std::set<std::uint32_t>> vertices;
  for (std::uint32_t f = 0; f < facets; ++f) {
    const auto [at, is_new] = number.try_emplace(sheet.find(f), static_cast<std::uint32_t>(out.sheets.size()));
    if (is_new) out.sheets.emplace_back(), doubled.push_back(0), vertices.emplace_back();
    out.sheet_of[facet_cell[f]] = at->second;
    doubled[at->second] += 2 - 2 * own_edges[f] + glued[f];  // 2 F - 2 E: a glued edge is counted in two facets
  }
  for (const auto& [ends, list] : edges)
    for (const Edge& e : list) vertices[number[sheet.find(e.facet)]].insert(corner.find(e.corner));
  for (std::size_t s = 0; s < out.sheets.size(); ++s)
    out.sheets[s].euler = doubled[s] / 2 + static_cast<int>(vertices[s].size());
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].stance <= kernel::blocked) continue;
    for (const auto& f : mesh.cells[c].facets) {
      kernel::PlanRing ring;
      for (const auto p : f.corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
      out.sheets[out.sheet_of[c]].area += kernel::signed_area(ring);
      out.sheets[out.sheet_of[c]].on[f.surface].rings.push_back(std::move(ring));
    }
  }
  return out;
}

}  // namespace plumb::tests
