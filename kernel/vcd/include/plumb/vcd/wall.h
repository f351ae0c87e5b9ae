// SPDX-License-Identifier: LGPL-3.0-or-later
// What stands in a surface: the trace of a vertical polygon, with the stances that it stops, and the crossing where a
// polygon of a solid passes through the surface.
#pragma once
#include <optional>

#include "plumb/vcd/levels.h"
#include "plumb/vcd/surface_cells.h"

namespace plumb::vcd {

/// A stretch of positive length of a line: `from` comes before `to` along it.
struct LineStretch {
  kernel::VertexId from, to;
};

/// The trace of a vertical polygon on a surface (Budde & Kausch, 8).
struct WallTrace {
  kernel::PolygonId wall = kernel::no_polygon;
  kernel::LineId line = kernel::no_line;
  /// Where a stance cannot cross: the wall meets the heights strictly between the step and the stance. Higher stances
  /// have longer stretches, each containing the one before.
  boost::container::small_vector<std::optional<LineStretch>, 4> stretches;  ///< [s - 1]: stance s
};

/// The trace in a plan whose origin lies on the surface's plane. None if the wall stops no stance anywhere, or stops
/// it in a point only. `reach`: where the corners are, if that is known already.
std::optional<WallTrace> trace_wall(kernel::ImplicitPlan& plan, const kernel::Plane& surface, const Polygon& wall,
                                    const Levels& levels, const Reach& reach = {});

/// A line across a trace at a vertex of it: one of the vertex's own or, through a bare input point, an axis-parallel
/// one that the plan need not have (no_line).
struct LineAcross {
  kernel::LineId line;
  kernel::LineSource source;
};

/// A stretch of a trace of one greatest stance that may cross.
struct TracePiece {
  LineAcross from, to;
  kernel::Label may_cross;
};

using TracePieces = boost::container::small_vector<TracePiece, 4>;

/// The obstruction edges of a trace on a surface, clipped to the surface (its boundary included).
TracePieces trace_pieces(kernel::ImplicitPlan& plan, const kernel::ConvexCell& outline, const WallTrace& trace);

/// Cuts a cell along a line, if the stretch of it passes through the cell's interior.
std::optional<kernel::SplitCell> cut_along(kernel::ImplicitPlan& plan, const kernel::ConvexCell& cell,
                                           kernel::LineId line, const LineStretch& stretch);
/// Cuts a cell in which `stance` fits along the trace, if a stretch that stops it passes through the cell's interior.
std::optional<kernel::SplitCell> cut_along(kernel::ImplicitPlan& plan, const kernel::ConvexCell& cell,
                                           kernel::Label stance, const WallTrace& trace);

/// Where a polygon leaves the plane of a surface upward: the stretch that its part above the plane, closed, has in
/// common with the plane. Seen from above, the number of a body's polygons over a point of the surface changes there
/// and nowhere else: at the edges of polygons above it, others begin.
struct Crossing {
  kernel::LineId line = kernel::no_line;
  LineStretch stretch;
};

/// The crossing in a plan whose origin lies on the surface's plane. None for a polygon that has no corner above the
/// plane, that is wholly above it or that touches it in a point. `over`: where its corners are relative to the plane.
std::optional<Crossing> cross_surface(kernel::ImplicitPlan& plan, const kernel::Plane& surface, const Polygon& polygon,
                                      bool vertical, std::span<const kernel::Sign> over, const Levels& levels);

}  // namespace plumb::vcd
