// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/number_grid.h"

// A navmesh as engines load it: convex polygons in rounded numbers. Many engines find out by themselves which polygons
// are neighbours: those with an edge between the same two vertices. conform() makes a mesh for them. Where somebody can
// stand, two of its polygons have an edge in common only if a way leads across it. conform_cells() makes a mesh for
// formats that store neighbours and connections; there polygons may have an edge in common without being neighbours.
namespace plumb::pipeline {

/// Selects the cells of a mesh: those whose verdict is `lowest` or greater. A verdict above `highest` counts as
/// `highest`, so that cells whose verdicts differ only above it are joined. By default `lowest` is the least verdict,
/// which selects all cells.
struct WantedCells {
  kernel::Label lowest = kernel::too_close, highest = 1;

  /// Whether cells of this verdict are selected.
  bool operator()(kernel::Label stance) const { return stance >= lowest; }
  /// The lowest selected verdict with which somebody can stand.
  kernel::Label lowest_stance() const { return std::max<kernel::Label>(1, lowest); }
  /// The verdict as which this verdict counts.
  kernel::Label counts(kernel::Label stance) const { return std::min(stance, highest); }
};

/// What it took to make polygons conform, and what rounding has changed. The lists have one number for each stance from
/// WantedCells::lowest_stance() to WantedCells::highest. The areas are computed in doubles and approximate.
struct ConformingFacts {
  std::uint64_t polygons = 0;  ///< the number of polygons
  std::uint64_t inserted = 0;  ///< how many corners were inserted at ends of portals and where facets of a cell meet
  /// How often a polygon was replaced by two or more parts because rounding left it a reflex corner or because it had
  /// too many corners.
  std::uint64_t cut = 0;
  /// How many polygons were erased. Most have no area left, and the polygons on both sides of such a polygon become
  /// neighbours. The others could not be mended or separated, and their neighbours do not meet.
  std::uint64_t collapsed = 0;
  /// How many edges were removed because another edge ran between the same two vertices and no way led from one to the
  /// other. Most of them are divided by a corner. The others are contracted, or the polygons beside them are left out.
  std::uint64_t divided = 0;
  /// The number of islands: components of the polygons of at least this stance, two of which are joined if they are
  /// neighbours.
  std::vector<std::uint64_t> islands;
  /// `lost`: how many components of the navmesh over flush portals have no polygon left. `lost_without_area`: in how
  /// many of these no face had an area as soon as its corners were rounded.
  std::vector<std::uint64_t> lost, lost_without_area;
  /// By how much the islands outnumber the components that are left. Rounding has closed so many ways between parts of
  /// a component, and no number was free to open them again.
  std::vector<std::uint64_t> lost_ways;
  /// By how much rounding has made the polygons where somebody can stand larger in plan.
  double area_gained = 0;
  double area_lost = 0;  ///< the area, before rounding, of the lost components of the lowest stance
  /// `area_lost`, and the area of the polygons where somebody can stand that were erased although they had one.
  double area_left_out = 0;
  double moved = 0;  ///< the greatest distance along an axis between a point of the navmesh and its vertex, rounded up
  bool operator==(const ConformingFacts&) const = default;
};

/// Convex polygons of positive area in plan. Both properties hold exactly for the rounded numbers.
struct ConformingMesh {
  using VertexIndex = std::uint32_t;
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Polygon {
    NavMesh::CellIndex cell = 0;  ///< the cell of which the polygon is a part
    kernel::Label stance = 0;     ///< the cell's verdict, as it counts (WantedCells::counts)
    std::uint32_t first = 0;      ///< its first index into corners and neighbours; the next polygon's is its end
  };

  /// The vertices, z up: first the points of the navmesh, in their order, then the vertices that divide edges. Of
  /// vertices with equal numbers only the first is used, and some others may be unused.
  std::vector<std::array<float, 3>> vertices;
  std::array<double, 3> origin{};         ///< the place that the vertices' coordinates are relative to
  std::vector<Polygon> polygons;          ///< the polygons, ascending by verdict, then by cell
  std::vector<VertexIndex> corners;       ///< all polygons' corners, counter-clockwise; some corners may be straight
  std::vector<std::uint32_t> neighbours;  ///< [i]: the polygon beyond the edge that begins at corner i, or none
  ConformingFacts facts;

  /// The corners of a polygon.
  std::span<const VertexIndex> ring(std::size_t polygon) const;
  /// The polygons of a verdict: the first of them and the end.
  std::pair<std::size_t, std::size_t> of(kernel::Label stance) const;
};

/// The limit of a polygon's corners that allows any number of them.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

struct ConformOptions {
  WantedCells wanted;
  std::size_t most_corners = any_number;  ///< the greatest number of corners of a polygon, at least 3
  unsigned threads = 1;                   ///< how many threads work; the result does not depend on it
  /// The numbers that coordinates may be. If these are whole numbers, the mesh gets the coordinates that they stand
  /// for, which have to be binary32. Otherwise it gets the numbers themselves, relative to the grid's origin.
  NumberGrid grid = {};
};

/// Rounds the facets of the wanted cells to the grid and mends them (docs/reference/exports.md, "Conforming meshes").
/// Of the polygons where somebody can stand, two have an edge between the same two vertices only where a way leads
/// across it. Where rounding would close the only way between two parts, corners are moved to keep it, if numbers are
/// free. Between cells, only flush portals that admit all stances of both sides are ways; steps and welds join nothing
/// unless link_cells() has made cells of them.
///
/// `mesh` is changed only in that it stores what it derives, so it must not be used by another thread meanwhile.
ConformingMesh conform(DerivedMesh& mesh, const ConformOptions& options);

/// The cells where somebody can stand, each as one polygon unless rounding made it necessary to cut it, with the
/// neighbours and the connections that a format may store. Polygons on both sides of a step are neighbours, too, if the
/// step admits all who can stand on both sides.
struct ConformingCells {
  /// A way that is no edge. It stands for a portal that is no edge, or for a flush portal on the only way between two
  /// islands, which rounding has closed.
  struct Connection {
    std::uint32_t portal;
    /// The cells that it leads between. Where rounding has left nothing of the portal's cell, this is the cell that
    /// lies in its place, or else the nearest one over portals.
    NavMesh::CellIndex a, b;
    kernel::Label stance;  ///< the greatest stance that may use it
    bool operator==(const Connection&) const = default;
  };

  ConformingMesh mesh;  ///< its vertices are in the grid's numbers, z up; the first ones are the points of the navmesh
  /// The connections, ascending by portal, a and b. A weld and its reverse have one connection, that of the first.
  std::vector<Connection> connections;
  std::vector<ConformingMesh::VertexIndex> vertex_of;  ///< by point: its vertex, or none if no polygon had the point
};

/// A stretch of a cell's boundary, counter-clockwise around it, that becomes an edge of its own, since something that
/// the mesh does not have is beyond it.
struct OuterEdge {
  NavMesh::CellIndex cell;
  std::array<NavMesh::PointIndex, 2> ends;
};

/// Makes the polygons and connections of the cells where somebody can stand. `at` has the numbers on the grid of each
/// point of the navmesh, z up; those of points that no such cell has are ignored. `most_corners` is at least 3. `outer`
/// edges overlap neither one another nor portals. The result does not depend on the number of threads. `derived` must
/// not be used by another thread meanwhile.
ConformingCells conform_cells(DerivedMesh& derived, std::vector<std::array<float, 3>> at, const NumberGrid& grid,
                              std::size_t most_corners, unsigned threads = 1, std::span<const OuterEdge> outer = {});

}  // namespace plumb::pipeline
