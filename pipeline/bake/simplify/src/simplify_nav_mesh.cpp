// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh of fewer corners within a tolerance, on the same floor.
// Problem. The border of an exact region has every corner of every obstacle, and with a radius the corners of every
// disc. Fewer corners mean fewer cells. simplify() removes corners of triangle meshes; but a floor of many planes would
// keep corners only because of heights, and what is moved there leaves its polygon.
// 1. triangles_of() makes triangles of the cells, joined where flush portals are.
// 2. simplify() works on a copy of them without heights, in which all are in one plane. Edges with other portals, and
//    one edge of each connected set, are steps to it, which stay where they are.
// 3. few_pieces() cuts the region that is left into convex pieces. cells_of() gives each the floor that lies under it:
//    the edge that stayed has a triangle of the copy and one of the floor, from which all others are found.
// 4. ways_of() makes the portals that are no common edges again. The cells where nobody can stand are appended.
// Cost. That of simplify(), and for each piece the triangles under it times its corners.
// Exactness. Facets are parts of the facets before; all numbers are fractions.
#include "plumb/pipeline/simplify_nav_mesh.h"

#include "floor/nav_triangles.h"
#include "merge/piece_cells.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/simplify.h"
#include "plumb/pipeline/triangle_nav_mesh.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

TriangleMesh flattened(const TriangleMesh& floor) {
  TriangleMesh flat = floor;
  for (ExactPoint& p : flat.points) p[2] = 0;
  for (TriangleMesh::Triangle& t : flat.triangles) t.surface = 0;
  return flat;
}

// The pieces beside the edges that stayed, with the triangles of the floor there.
std::vector<PieceCover::Seed> seeds_of(const NavTriangles& floor, const TriangleMesh& flat, const PlanPieces& pieces) {
  std::vector<Index> below(floor.ways.size(), TriangleMesh::none);
  for (const NavTriangles::Anchor& a : floor.anchors) below[a.line] = a.triangle;
  std::vector<PieceCover::Seed> seeds;
  for (const TriangleMesh::BoundaryEdge& e : flat.boundary)
    if (e.wall_line != TriangleMesh::none && below[e.wall_line] != TriangleMesh::none)
      seeds.push_back({pieces.beside[e.triangle][e.side], below[e.wall_line]});
  return seeds;
}

// Appends the cells where nobody can stand, and the obstructions.
void append_unwalkable(const NavMesh& from, NavMesh& to) {
  std::vector<ExactPoint> points;
  for (NavMesh::PointIndex i = 0; i < to.points.size(); ++i) points.push_back(to.points[i]);
  kernel::PointNumbering number(points);
  for (const NavMesh::Cell& c : from.cells) {
    if (c.stance > kernel::blocked) continue;
    NavMesh::Cell& cell = to.cells.emplace_back(c);
    for (NavMesh::Facet& f : cell.facets)
      for (NavMesh::PointIndex& p : f.corners) p = number(from.points[p]);
  }
  to.obstructions = from.obstructions;
  for (NavMesh::Obstruction& o : to.obstructions) {
    o.from = number(from.points[o.from]);
    o.to = number(from.points[o.to]);
  }
  to.points = MeshPoints(std::move(points));
}

}  // namespace

SimplifyFacts simplify_nav_mesh(NavMesh& mesh, const SurfaceSet& set, const SimplifyNavMeshOptions& options) {
  const NavTriangles floor = triangles_of(mesh);
  TriangleMesh flat = flattened(floor.mesh);
  SimplifyFacts facts;
  facts.changes = simplify(flat, {.tolerance = options.tolerance,
                                  .position_bits = options.position_bits,
                                  .exact_digits = options.exact_digits,
                                  .steps_stay = true});
  facts.triangles = flat.triangles.size();
  facts.vertices = flat.points.size();
  facts.coordinate_bits = surface::longest_coordinate(flat);
  facts.area = plan_area(flat, options.exact_digits);
  const PlanPieces pieces =
      options.goal == Optimise::none ? single_pieces(flat) : few_pieces(flat, kernel::NumberedPlaces(flat.points));
  const TriangleCells cells = cells_of(pieces, floor.mesh, flat.points, seeds_of(floor, flat, pieces));
  NavMesh out = nav_mesh(std::move(mesh.info), mesh.denominator, set, flat, cells, ways_of(mesh, floor.ways, flat));
  append_unwalkable(mesh, out);
  mesh = std::move(out);
  return facts;
}

}  // namespace plumb::pipeline
