// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Convex cells made of triangles. Points are numbered as those of the mesh.
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
  std::vector<Index> of_triangle;  ///< by triangle, its cell
  std::vector<Facet> facets;       ///< ascending by cell; of one cell, by lowest triangle
  std::vector<Portal> portals;     ///< ascending by (a, b), then along the line from low x, then y, to high
};

/// Requires a valid mesh. Cells are numbered by their lowest triangles.
///   Optimise::none   each triangle is a cell.
///   Optimise::count  Hertel & Mehlhorn (1983): sides between two triangles are removed, the longest in plan first,
///   ties by number, where the union of what is beside them is convex in plan. Every side that is left is needed at one
///   of its ends: with r reflex corners, i inner points and h holes at most 2 r + 2 i + 1 - h cells are left of a
///   component, so of one without holes and inner points at most four times the fewest. Triangles of one cell may lie
///   in several planes; its facets are merged in the same way. Triangles of different surfaces belong to different
///   facets; triangles of no surface are compared by their planes.
/// Optimise::regular is not offered.
TriangleCells merge_triangles(const TriangleMesh& mesh, Optimise goal);

/// Makes a navmesh of one stance of triangles, with a flush portal wherever two are joined and a step wherever there is
/// a link; of one that is level a flush portal, too. Points of equal coordinates become one. `denominator`: of the
/// scene's coordinates.
///
/// Optimise::none: the triangles in their order, each a cell. Optimise::count: fewer cells, by Hertel & Mehlhorn
/// (1983), numbered by their lowest triangles. Each cell is convex in plan; it is a union of triangles that may lie in
/// several planes and on several surfaces, and then has several facets. Two cells have one portal along each line,
/// straight in space, that they share. The mesh covers the same places as before, and portals between cells that are
/// not merged stay. With r reflex corners, i inner points and h holes, a component has at most 2 r + 2 i + 1 - h cells;
/// without holes and inner points that is at most four times the fewest. Optimise::regular is not offered and must not
/// be asked for.
NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal = Optimise::none, std::span<const StepLink> links = {});

}  // namespace plumb::pipeline
