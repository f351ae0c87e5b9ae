// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// Convex cells made of triangles.
struct TriangleCells {
  using Index = TriangleMesh::Index;

  /// A convex polygon of one plane, and of one surface if that is known.
  struct Facet {
    Index cell = 0;
    kernel::PolygonId surface = kernel::no_polygon;
    std::vector<Index> corners;  ///< counter-clockwise seen from above; once cells are merged, without straight ones
  };
  /// A straight line in space that two cells have in common: counter-clockwise around a.
  struct Portal {
    Index a = 0, b = 0;  ///< a < b
    std::array<Index, 2> ends{};
  };
  Index count = 0;
  std::vector<ExactPoint> points;  ///< those of the mesh, then those where cuts between cells cross its sides
  /// By triangle and side: the cell that has this side of the boundary, or TriangleMesh::none.
  std::vector<std::array<Index, 3>> beside;
  std::vector<Facet> facets;    ///< ascending by cell
  std::vector<Portal> portals;  ///< ascending by (a, b), then along the line from low x, then y, to high
};

/// A way between boundary edges of two triangles that is no side in common: a step; or a weld, from a to b alone. Then
/// on_b[i] is the point that is reached from on_a[i].
struct TriangleWay {
  StepLink link;
  PortalKind kind = PortalKind::step;
};

/// Requires a valid mesh. Cells are numbered by the lowest triangles that share an area with them.
///   Optimise::none   each triangle is a cell.
///   Optimise::count  few cells, each convex in plan. Of each set of triangles that are joined along sides the best of
///   several partitions is taken. In one, sides between two triangles are removed, the longest in plan first, where the
///   union of what is beside them is convex (Hertel & Mehlhorn 1983); with r reflex corners, i inner points and h holes
///   at most 2 r + 2 i + 1 - h cells are left, without holes and inner points at most four times the fewest. The others
///   have no corners but those where the boundary turns, so that cells may cut through triangles. In all of them three
///   neighbouring cells are made two wherever that is possible (Tozour 2002). A cell may lie in several planes, and
///   then has several facets. Triangles of different surfaces belong to different facets; triangles of no surface are
///   compared by their planes.
TriangleCells merge_triangles(const TriangleMesh& mesh, Optimise goal);

/// Makes a navmesh of one stance of triangles, with a flush portal wherever two are joined and a step wherever there is
/// a link; of one that is level a flush portal, too. Points of equal coordinates become one. `denominator`: of the
/// scene's coordinates.
///
/// Cells are those of merge_triangles(). Two cells have one portal along each line, straight in space, that they share.
/// The mesh covers the same places as before.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal = Optimise::none, std::span<const StepLink> links = {});
/// The same of cells that are made already. Each way is between sides of triangles that cells.beside knows.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 const TriangleCells& cells, std::span<const TriangleWay> ways);

}  // namespace plumb::pipeline
