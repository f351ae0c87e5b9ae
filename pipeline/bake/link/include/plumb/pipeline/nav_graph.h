// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/stable_values.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// The exact places of a graph's vertices, as far as they were asked for.
struct VertexStore {
  LazyValues<kernel::PlanIntegers> plan;  ///< in plan, in the scene's integer units; w > 0, not reduced
  LazyValues<kernel::ExactPoint> points;  ///< in space
};

using CellId = std::uint32_t;  ///< a cell of the stance map
using HalfEdgeId = std::uint32_t;
using VertexRef = std::uint32_t;
inline constexpr std::uint32_t no_half_edge = 0xffffffffu;

/// A vertex of the graph. Its coordinates are those of corner `corner` of cell `cell` (where edge `corner` of the cell
/// ends and the next begins; of a cell without lines, corner `corner` of its surface), or points[corner] if cell is
/// no_cell.
struct GraphVertex : NearVertex {
  static constexpr CellId no_cell = 0xffffffffu;
  CellId cell = no_cell;
  std::uint32_t corner = 0;
  kernel::PointId point = kernel::no_point;  ///< the input point that it is, where that is known
  /// The lines of the cell's surface that meet there, by their numbers in its plan: the stance map has kept those below
  /// twice its count of the surface, and none where it has no group of it.
  std::array<kernel::LineId, 2> lines{kernel::no_line, kernel::no_line};
};

/// A side of a cell where somebody can stand, or a piece of one. The half-edges of a cell run once around it, clockwise
/// seen from above; each ends where the next begins. Consecutive ones may go straight on.
struct HalfEdge {
  CellId cell = 0;
  VertexRef from = 0, to = 0;  ///< different points
  /// Half-edges with equal lines lie on one line in projection. Different numbers may too.
  std::uint32_t line = 0;
  /// That of the flush neighbour, over the same segment in the other direction; none at an open one.
  HalfEdgeId twin = no_half_edge;
  /// The greatest stance that the walls along it let pass, at most the cell's stance: 0 if none.
  kernel::Label pass = 0;
};

/// A step or weld portal between cells a and b: one segment on the boundary of each. on_a runs clockwise around a;
/// on_b[i] is what is reached from on_a[i]. A step's ends lie over one another. A weld is directed: on_a is where the
/// perpendiculars start (docs/theory/definitions.md, The navigation graph).
struct OffmeshPortal {
  PortalKind kind = PortalKind::step;
  kernel::Label stance = 0;  ///< the greatest that may use it, at least 1
  HalfEdgeId a = 0, b = 0;
  std::array<ExactPoint, 2> on_a, on_b;  ///< z up, input units
};

/// The cells of a stance map where somebody can stand, and the ways between them.
struct NavGraph {
  std::vector<std::uint32_t> first_half_edge;  ///< cell c has half-edges [first_half_edge[c], first_half_edge[c + 1]);
                                               ///< none if its label is below 1
  std::vector<HalfEdge> half_edges;
  std::vector<GraphVertex>
      vertices;                    ///< within one surface no two are the same point; one is used on both sides of twins
  std::vector<ExactPoint> points;  ///< of vertices that are no cell's corner; z up, input units
  mutable VertexStore store;       ///< places of vertices, by VertexRef: see VertexReader
  std::vector<OffmeshPortal> portals;  ///< ascending by (a, b); flush portals are the twins

  /// The greatest stance that may go from a half-edge to its twin; 0: none.
  kernel::Label stance_through(HalfEdgeId e) const {
    return std::min(half_edges[e].pass, half_edges[half_edges[e].twin].pass);
  }
};

/// Every index in range, half-edges cyclic, twins mutual and over the same vertices, portals between cells that stand
/// high enough.
bool is_valid(const NavGraph& graph, const StanceMap& map);

}  // namespace plumb::pipeline
