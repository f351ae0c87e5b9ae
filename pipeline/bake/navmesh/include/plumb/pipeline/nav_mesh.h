// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a navmesh says of the bake that made it.
struct NavMeshInfo {
  std::string version;          ///< the version of plumb that made it
  std::string scene;            ///< the scene file
  std::string sha256;           ///< the SHA-256 of its content, in lower-case hexadecimal; empty if it is not known
  UpAxis up = UpAxis::y;        ///< the axis of the scene that points up
  std::vector<Stance> stances;  ///< the stances; their heights are above 0 and ascend strictly
  mpq_class step = 0;           ///< the step height, in input units
  mpq_class radius = 0;         ///< the agent's radius, in input units
  std::string options;          ///< every option that decides the result, as one object of JSON
  bool operator==(const NavMeshInfo&) const = default;
};

/// bad_option if a navmesh has no such stance: they are 1 to K.
std::optional<Error> no_such_stance(const NavMeshInfo& info, kernel::Label stance);
/// For what requires that there is one: throws NotThere if there is not.
inline void require_stance(const NavMeshInfo& info, kernel::Label stance) {
  if (const auto error = no_such_stance(info, stance)) not_there(*error);
}

/// What updates have made of a place (nav_update.h).
struct CellState {
  std::uint32_t blocked_by = 0;   ///< the number of the update that blocks it; 0 if none does
  mpq_class cost = 1;             ///< what a unit of way costs there; not negative
  std::vector<std::string> tags;  ///< ascending, each once
  bool operator==(const CellState&) const = default;
};

/// The result of a bake in exact coordinates. The exact JSON holds it, and routes are planned on it.
struct NavMesh {
  using PointIndex = MeshPoints::Index;
  using CellIndex = std::uint32_t;  ///< into cells

  /// A planar convex polygon of one surface.
  struct Facet {
    kernel::PolygonId surface = kernel::no_polygon;  ///< its polygon; none if it was moved away from the polygons
    std::uint32_t face = 0;                          ///< the face of the scene, if there is a surface
    /// The polygon that keeps the facet from a higher stance or, if it is covered, the polygon that owns it; or none.
    kernel::PolygonId witness = kernel::no_polygon;
    /// At least 3 corners, counter-clockwise seen from above. Some may lie straight between their neighbours.
    boost::container::small_vector<PointIndex, 4> corners;
    std::span<const PointIndex> ring() const { return {corners.data(), corners.size()}; }
    bool operator==(const Facet&) const = default;
  };
  /// Facets that overlap nowhere in projection and together are one continuous surface, convex in projection.
  struct Cell {
    /// The verdict: the greatest stance that fits (1..K), or 0 blocked, -1 covered, -2 inside, -3 too close. Cells
    /// whose verdict is not positive are not merged and have no portals.
    kernel::Label stance = kernel::blocked;
    boost::container::small_vector<Facet, 1> facets;  ///< at least one
    std::shared_ptr<const CellState> state = {};      ///< null if no update has changed the cell

    /// What updates have made of the cell.
    const CellState& updated() const;
    /// The greatest stance that may be there: `stance`, or blocked if an update blocks the cell. A cell that an update
    /// blocks has no portals.
    kernel::Label open_to() const { return state && state->blocked_by != 0 ? kernel::blocked : stance; }
    bool operator==(const Cell& o) const {
      return stance == o.stance && facets == o.facets && updated() == o.updated();
    }
  };
  /// A way from cell a to cell b and back. The segment on_a lies on the boundary of a and runs counter-clockwise around
  /// it. on_b[i] is the point of b that is reached from on_a[i]: the same point (flush), a point above or below it
  /// (step), or a point across a gap (weld). A weld is measured square to its side on_a, so a gap may have a second
  /// one, which is measured from the other side.
  struct Portal {
    CellIndex a = 0, b = 0;
    PortalKind kind = PortalKind::flush;
    kernel::Label stance = 1;  ///< the greatest that may use it
    std::array<PointIndex, 2> on_a{}, on_b{};
    bool operator==(const Portal&) const = default;
  };
  /// A drop or a leap from cell a to cell b: one-way, unless it leads back, too. It joins no components. The segment
  /// on_a lies on a, on its boundary if nothing was simplified, and runs counter-clockwise around it; on_b[i] is where
  /// on_a[i] leads to.
  struct OneWayLink {
    CellIndex a = 0, b = 0;
    OneWayKind kind = OneWayKind::drop;
    kernel::Label stance = 1;  ///< the greatest that may use it
    bool both_ways = false;
    std::array<ExactPoint, 2> on_a, on_b;  ///< z up, in input units
    bool operator==(const OneWayLink&) const = default;
  };
  /// A stretch of a wall's trace on a surface (docs/theory/definitions.md, Walls).
  struct Obstruction {
    kernel::PolygonId surface = kernel::no_polygon, wall = kernel::no_polygon;
    PointIndex from = 0, to = 0;
    kernel::Label may_cross = kernel::blocked;  ///< the greatest stance that may cross it; 0 if none may
    bool operator==(const Obstruction&) const = default;
  };

  NavMeshInfo info;
  mpz_class denominator = 1;  ///< the scene's coordinates times this are integers
  MeshPoints points;          ///< no two are equal
  std::vector<Cell> cells;
  std::vector<Portal> portals;  ///< ascending by (a, b); a < b but for welds
  std::vector<Obstruction> obstructions;
  std::vector<OneWayLink> one_way_links = {};  ///< ascending by (a, b, kind, stance, on_a)
};

/// The corners of a cell in projection, counter-clockwise, without straight corners: those of its convex hull, which is
/// the cell.
std::vector<NavMesh::PointIndex> outline(const NavMesh& mesh, NavMesh::CellIndex cell);

/// Which cells there are, and which of them are joined. Counts and components need no more of a navmesh.
struct CellGraph {
  /// A portal: see NavMesh::Portal.
  struct Arc {
    NavMesh::CellIndex a, b;
    PortalKind kind;
    kernel::Label stance;
  };
  std::vector<kernel::Label> stances;  ///< by cell
  std::vector<Arc> arcs;               ///< in the order of portals
};
CellGraph cell_graph(const NavMesh& mesh);

/// For each cell the number of its component in the graph of a stance (1..K), whose nodes are the cells of at least
/// that stance, joined by the portals that admit it. Components are numbered from 0 by their lowest cell; the other
/// cells have no_component. The mesh has such a stance.
inline constexpr std::uint32_t no_component = 0xffffffffu;
std::vector<std::uint32_t> components(const CellGraph& graph, kernel::Label stance);
std::vector<std::uint32_t> components(const NavMesh& mesh, kernel::Label stance);

/// A stretch of a cell's boundary that no portal for a stance covers. It runs counter-clockwise around the cell.
struct BorderInterval {
  NavMesh::CellIndex cell = 0;
  NavMesh::PointIndex from = 0, to = 0;
  bool operator==(const BorderInterval&) const = default;
};
/// The border of the graph of a stance, ascending by cell (docs/theory/definitions.md, The navigation graph).
/// DerivedMesh::border() computes it once for several users. Requires that there is such a stance.
std::vector<BorderInterval> border(const NavMesh& mesh, kernel::Label stance);

/// Gives points the numbers in which they first appear: in cells (facets, corners), portals (on_a, on_b), obstructions.
/// Drops those that do not.
void number_points(NavMesh& mesh);

/// Whether indices are in range, points are distinct, rings have enough corners and portals are sorted. Convexity and
/// whatever else depends on coordinates is not tested.
bool is_valid(const NavMesh& mesh);

/// Approximately the area of a cell in plan. at(point) gives the coordinates of a point in doubles, x and y first; the
/// area is in their unit.
template <class At>
double cell_area(const NavMesh::Cell& cell, At&& at) {
  double doubled = 0;
  for (const NavMesh::Facet& facet : cell.facets)
    doubled += kernel::formulas::doubled_area<double>(facet.corners.size(),
                                                      [&](std::size_t i) { return at(facet.corners[i]); });
  return doubled / 2;
}

}  // namespace plumb::pipeline
