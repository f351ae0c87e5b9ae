// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/vcd/wall.h"

namespace plumb::vcd {

/// Where a polygon leaves the plane of a surface upward: the piece that its part above the plane, closed, has in common
/// with the plane. Seen from above, the number of a body's polygons over a point of the surface changes there and
/// nowhere else: at the edges of polygons above it, others begin.
struct Crossing {
  kernel::LineId line = kernel::no_line;
  LineStretch stretch;
};

/// The crossing in a plan whose origin lies on the surface's plane. None for a polygon that has no corner above the
/// plane, that is wholly above it or that touches it in a point. `over`: where its corners are relative to the plane.
std::optional<Crossing> cross_surface(kernel::ImplicitPlan& plan, const kernel::Plane& surface, const Polygon& polygon,
                                      bool vertical, std::span<const kernel::Sign> over, const Levels& levels);

}  // namespace plumb::vcd
