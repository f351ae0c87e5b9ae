// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh of the triangles that the wedge method, or simplify_nav_mesh(), leaves.
// 1. merge_triangles() makes convex cells: each triangle, or few pieces (merge/plan_pieces.h), with the facets and
//    portals that the triangles under them give (merge/piece_cells.h).
// 2. cell_links() finds the cells of links by the sides of the boundary that they are on, and makes one portal of the
//    links of two cells that follow each other straight.
// 3. nav_mesh() numbers the points that cells use, each place once, and copies cells, facets and portals to a NavMesh.
// Cost. O(N log N) for the sorts of N links and points; memory O(N).
// Exactness. All in fractions. This is no stage of Sanchez 2021, which ends with triangles.
#include "plumb/pipeline/triangle_nav_mesh.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <tuple>

#include "merge/piece_cells.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

TriangleCells single_cells(const TriangleMesh& mesh) {
  TriangleCells out;
  out.points = mesh.points;
  const PlanPieces pieces = single_pieces(mesh);
  for (const auto& [ring, beyond] : pieces.pieces) {
    const Index cell = out.count++;
    out.facets.push_back({cell, mesh.triangles[cell].surface, ring});
    for (std::size_t i = 0; i < 3; ++i)
      if (beyond[i] != PlanPieces::none && cell < beyond[i])
        out.portals.push_back({cell, beyond[i], {ring[i], ring[(i + 1) % 3]}});
  }
  std::ranges::sort(out.portals, {}, [](const TriangleCells::Portal& p) { return std::pair(p.a, p.b); });
  out.beside = pieces.beside;
  return out;
}

// A way from cell a to cell b that is no common edge.
struct CellLink {
  NavMesh::CellIndex a, b;
  PortalKind kind;
  std::array<ExactPoint, 2> on_a, on_b;
};

bool goes_on(const std::array<ExactPoint, 2>& before, const std::array<ExactPoint, 2>& after) {
  if (before[1] != after[0]) return false;
  const auto run = [](const std::array<ExactPoint, 2>& s) {
    return ExactPoint{s[1][0] - s[0][0], s[1][1] - s[0][1], s[1][2] - s[0][2]};
  };
  return kernel::formulas::parallel(run(before), run(after));
}

// The cell that has the side of a triangle along which a segment runs.
Index cell_along(const TriangleMesh& mesh, const TriangleCells& cells, Index triangle,
                 const std::array<ExactPoint, 2>& on) {
  const auto& c = mesh.triangles[triangle].corners;
  for (std::size_t i = 0; i < 3; ++i) {
    if (cells.beside[triangle][i] == TriangleMesh::none) continue;
    const ExactPoint &p = mesh.points[c[i]], &q = mesh.points[c[(i + 1) % 3]];
    if (sgn(kernel::formulas::orient2d(p, q, on[0])) == 0 && sgn(kernel::formulas::orient2d(p, q, on[1])) == 0)
      return cells.beside[triangle][i];
  }
  assert(false);  // a link is on a side of its triangle
  return TriangleMesh::none;
}

// The links between cells, ascending by (a, b); those that follow each other straight are one.
std::vector<CellLink> cell_links(const TriangleMesh& mesh, const TriangleCells& cells,
                                 std::span<const TriangleWay> ways) {
  std::vector<CellLink> all;
  for (const TriangleWay& way : ways) {
    const StepLink& l = way.link;
    const Index a = cell_along(mesh, cells, l.a, l.on_a), b = cell_along(mesh, cells, l.b, l.on_b);
    const PortalKind kind = way.kind == PortalKind::step && l.is_level() ? PortalKind::flush : way.kind;
    if (a < b || kind == PortalKind::weld) all.push_back({a, b, kind, l.on_a, l.on_b});
    else if (b < a) all.push_back({b, a, kind, {l.on_b[1], l.on_b[0]}, {l.on_a[1], l.on_a[0]}});
  }
  std::ranges::sort(all, [](const CellLink& p, const CellLink& q) {
    return std::tie(p.a, p.b, p.kind, p.on_a, p.on_b) < std::tie(q.a, q.b, q.kind, q.on_a, q.on_b);
  });
  std::vector<CellLink> out;
  for (CellLink& l : all) {
    if (!out.empty() && out.back().a == l.a && out.back().b == l.b && out.back().kind == l.kind) {
      CellLink& last = out.back();
      if (goes_on(last.on_a, l.on_a) && goes_on(last.on_b, l.on_b)) {
        last.on_a[1] = std::move(l.on_a[1]);
        last.on_b[1] = std::move(l.on_b[1]);
        continue;
      }
      if (goes_on(l.on_a, last.on_a) && goes_on(l.on_b, last.on_b)) {
        last.on_a[0] = std::move(l.on_a[0]);
        last.on_b[0] = std::move(l.on_b[0]);
        continue;
      }
    }
    out.push_back(std::move(l));
  }
  return out;
}

// Numbers the points of the navmesh, which has each place once; points that no cell uses are left out. Adds the portals
// of links.
std::vector<NavMesh::PointIndex> number_points(const TriangleCells& cells, const std::vector<CellLink>& links,
                                               NavMesh& mesh) {
  std::vector<bool> used(cells.points.size());
  for (const TriangleCells::Facet& f : cells.facets)
    for (const Index p : f.corners) used[p] = true;
  for (const TriangleCells::Portal& p : cells.portals) used[p.ends[0]] = used[p.ends[1]] = true;
  std::vector<ExactPoint> points;
  kernel::PointNumbering numbering(points);
  std::vector<NavMesh::PointIndex> number(cells.points.size());
  for (Index i = 0; i < used.size(); ++i)
    if (used[i]) number[i] = numbering(cells.points[i]);
  for (const CellLink& l : links) {
    NavMesh::Portal portal{l.a, l.b, l.kind, 1, {}, {}};
    for (const std::size_t end : {0u, 1u}) {
      portal.on_a[end] = numbering(l.on_a[end]);
      portal.on_b[end] = numbering(l.on_b[end]);
    }
    mesh.portals.push_back(portal);
  }
  mesh.points = MeshPoints(std::move(points));
  return number;
}

}  // namespace

TriangleCells merge_triangles(const TriangleMesh& mesh, Optimise goal) {
  if (goal == Optimise::none) return single_cells(mesh);
  const PlanPieces pieces = few_pieces(mesh, kernel::NumberedPlaces(mesh.points));
  std::vector<PieceCover::Seed> seeds;
  for (Index t = 0; t < mesh.triangles.size(); ++t)
    for (const Index piece : pieces.beside[t])
      if (piece != PlanPieces::none) seeds.push_back({piece, t});
  return cells_of(pieces, mesh, {}, seeds);
}

NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal, std::span<const StepLink> links) {
  std::vector<TriangleWay> ways;
  for (const StepLink& l : links) ways.push_back({l});
  return nav_mesh(std::move(info), denominator, set, triangles, merge_triangles(triangles, goal), ways);
}

NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 const TriangleCells& cells, std::span<const TriangleWay> ways) {
  constexpr kernel::Label stance = 1;
  NavMesh out;
  out.info = std::move(info);
  out.denominator = denominator;
  const std::vector<NavMesh::PointIndex> number = number_points(cells, cell_links(triangles, cells, ways), out);
  out.cells.resize(cells.count);
  for (const TriangleCells::Facet& f : cells.facets) {
    out.cells[f.cell].stance = stance;
    NavMesh::Facet& facet = out.cells[f.cell].facets.emplace_back();
    facet.surface = f.surface;
    if (facet.surface != kernel::no_polygon) facet.face = set.surfaces[facet.surface].face;
    for (const Index p : f.corners) facet.corners.push_back(number[p]);
  }
  out.portals.reserve(out.portals.size() + cells.portals.size());
  for (const TriangleCells::Portal& p : cells.portals) {
    const std::array ends{number[p.ends[0]], number[p.ends[1]]};
    out.portals.push_back({p.a, p.b, PortalKind::flush, stance, ends, ends});
  }
  std::ranges::stable_sort(out.portals, [](const NavMesh::Portal& p, const NavMesh::Portal& q) {
    return std::tie(p.a, p.b) < std::tie(q.a, q.b);
  });
  return out;
}

}  // namespace plumb::pipeline
