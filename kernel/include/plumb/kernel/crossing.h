// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/wall.h"

namespace plumb::kernel {

/// Where a polygon leaves the plane of a surface upward: the piece that its part above the plane, closed, has in common with the plane.
/// Seen from above, the number of a body's polygons over a point of the surface changes there and nowhere else: at the edges
/// of polygons above it, others begin.
struct Crossing {
  LineId line = no_line;
  LineStretch stretch;
};

/// The crossing in a frame whose origin lies on the surface's plane. None for a polygon that has no corner above the plane, that is wholly
/// above it or that touches it in a point. `over`: where its corners are relative to the plane.
std::optional<Crossing> cross_surface(Frame& frame, const Plane& surface, const Polygon& polygon, bool vertical, std::span<const Sign> over,
                                      const Levels& levels);

}  // namespace plumb::kernel
