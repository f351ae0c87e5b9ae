// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a navmesh says of the bake that made it.
struct NavMeshInfo {
  std::string version;          ///< of the plumb that made it
  std::string scene;            ///< the scene file
  std::string sha256;           ///< of its content, in lower-case hexadecimal; empty: it is not known
  UpAxis up = UpAxis::y;        ///< of the scene's axes
  std::vector<Stance> stances;  ///< heights ascend strictly from above 0
  mpq_class step = 0;           ///< the step height, input units
  mpq_class radius = 0;         ///< the agent's, input units
  std::string options;          ///< every option that decides the result, as one object of JSON
  bool operator==(const NavMeshInfo&) const = default;
};

/// What updates have made of a place (nav_update.h).
struct CellState {
  std::uint32_t blocked_by = 0;   ///< the update that blocks it; 0: none
  mpq_class cost = 1;             ///< of a unit of way, not negative
  std::vector<std::string> tags;  ///< ascending, each once
  bool operator==(const CellState&) const = default;
};

/// The result of a bake in exact coordinates: what the exact JSON holds and what routes are planned on.
struct NavMesh {
  using PointIndex = MeshPoints::Index;
  using CellIndex = std::uint32_t;  ///< into cells

  /// A planar convex polygon of one surface.
  struct Facet {
    kernel::PolygonId surface = kernel::no_polygon;  ///< none: it was moved off the polygons
    std::uint32_t face = 0;                          ///< the source face, if there is a surface
    kernel::PolygonId witness =
        kernel::no_polygon;  ///< what keeps it from a higher stance, or its owner; none: nothing does
    /// Counter-clockwise seen from above, at least 3; collinear ones allowed.
    boost::container::small_vector<PointIndex, 4> corners;
    std::span<const PointIndex> ring() const { return {corners.data(), corners.size()}; }
    bool operator==(const Facet&) const = default;
  };
  /// Convex in projection. Its facets overlap nowhere in projection and together are one continuous surface.
  struct Cell {
    kernel::Label stance = kernel::blocked;  ///< 1..K; 0 blocked, -1 covered, -2 inside, -3 too close: these are not
                                             ///< merged and have no portals
    boost::container::small_vector<Facet, 1> facets;  ///< at least one
    std::shared_ptr<const CellState> state = {};      ///< none: no update has changed it

    const CellState& updated() const;
    /// The greatest stance that may be there: its own, but blocked where an update blocks it. A cell that is blocked
    /// so has no portals.
    kernel::Label open_to() const { return state && state->blocked_by != 0 ? kernel::blocked : stance; }
    bool operator==(const Cell& o) const {
      return stance == o.stance && facets == o.facets && updated() == o.updated();
    }
  };
  /// A way from cell a to cell b and back. on_a lies on the boundary of a, counter-clockwise around it; on_b[i] is what
  /// is reached from on_a[i]: the same point (flush), one over or under it (step), or across a gap (weld: directed, see
  /// OffmeshPortal).
  struct Portal {
    CellIndex a = 0, b = 0;
    PortalKind kind = PortalKind::flush;
    kernel::Label stance = 1;  ///< the greatest that may use it
    std::array<PointIndex, 2> on_a{}, on_b{};
    bool operator==(const Portal&) const = default;
  };
  /// A stretch of a wall's trace on a surface (docs/theory/definitions.md, Walls).
  struct Obstruction {
    kernel::PolygonId surface = kernel::no_polygon, wall = kernel::no_polygon;
    PointIndex from = 0, to = 0;
    kernel::Label may_cross = kernel::blocked;  ///< greatest stance that may cross; 0: none
    bool operator==(const Obstruction&) const = default;
  };

  NavMeshInfo info;
  mpz_class denominator = 1;  ///< of the scene's coordinates, once scaled to integers
  MeshPoints points;          ///< distinct
  std::vector<Cell> cells;
  std::vector<Portal> portals;  ///< ascending by (a, b); a < b but for welds
  std::vector<Obstruction> obstructions;
};

/// A convex corner list of a cell in projection, counter-clockwise, without collinear corners: its convex hull, which
/// is the cell.
std::vector<NavMesh::PointIndex> outline(const NavMesh& mesh, NavMesh::CellIndex cell);

/// Which cells there are, and which of them are joined: all that counts and components need.
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

/// For each cell the number of its component in the graph of a stance (1..K): cells of at least that stance, joined by
/// the portals that admit it. Numbered from 0 by lowest cell; no_component for the other cells.
inline constexpr std::uint32_t no_component = 0xffffffffu;
std::vector<std::uint32_t> components(const CellGraph& graph, kernel::Label stance);
std::vector<std::uint32_t> components(const NavMesh& mesh, kernel::Label stance);

/// A stretch of a cell's boundary that no portal for a stance covers. Counter-clockwise around the cell.
struct BorderInterval {
  NavMesh::CellIndex cell = 0;
  NavMesh::PointIndex from = 0, to = 0;
  bool operator==(const BorderInterval&) const = default;
};
/// The border of the graph of a stance, ascending by cell. (docs/theory/definitions.md, The navigation graph) See
/// DerivedMesh::border where it is asked for again.
std::vector<BorderInterval> border(const NavMesh& mesh, kernel::Label stance);

/// Indices in range, points distinct, corner lists long enough, portals sorted. Geometry is not re-examined.
bool is_valid(const NavMesh& mesh);

/// About the area of a cell in plan. at(point): its coordinates, doubles, x and y first; the area is in their unit.
template <class At>
double cell_area(const NavMesh::Cell& cell, At&& at) {
  double doubled = 0;
  for (const NavMesh::Facet& facet : cell.facets)
    doubled += kernel::formulas::doubled_area<double>(facet.corners.size(),
                                                      [&](std::size_t i) { return at(facet.corners[i]); });
  return doubled / 2;
}

}  // namespace plumb::pipeline
