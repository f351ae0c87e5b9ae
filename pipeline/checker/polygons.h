// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "records.h"
#include "rings.h"
#include "scene.h"
#include "slope.h"
#include "threads.h"

namespace plumb::checker {

/// A convex planar polygon of the level.
struct Polygon {
  Index face, part;  ///< the lowest that it covers
  Ring corners;      ///< where it turns, from the lowest number on; counter-clockwise seen from above unless vertical
  Plane plane;       ///< its normal is not downward
  bool faces_up = false;  ///< in the file
  bool traversable = false;
  double low[3], high[3];  ///< its box, rounded: every coordinate toward zero, so that order is kept
  Fraction bottom, top;    ///< its lowest and highest z
  bool counts = false;     ///< its faces belong to solids or cavities (semantics, 5b)
  bool vertical() const { return sgn(plane.nz) == 0; }
};

struct Components;

/// All polygons in their order, by the level and the certificate's `part` and `weld` records, which are checked.
/// `components`: if not null, closed components are found and count.
std::vector<Polygon> read_polygons(const Scene& scene, Records& records, bool drop_bad_faces, Components* components,
                                   const Threads& threads);

/// Marks what is traversable (semantics, 3).
void judge_steepness(std::vector<Polygon>& polygons, const SlopeLimit& limit, bool both_sides);

}  // namespace plumb::checker
