// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/pipeline/index.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct WedgeCutOptions {
  mpq_class height = mpq_class(9, 5);  ///< of the agent, above 0
  mpq_class wall_foot = 0;             ///< 0 <= wall_foot < height: walls that end below it stop nobody
  mpq_class wall_thickness = 0;        ///< >= 0
  const SolidSet* solids = nullptr;    ///< what is inside of these goes
  unsigned threads = 1;                ///< at least 1; the result does not depend on it
};

/// Stage: of every traversable polygon, what no other is over at less than the agent's height (Sanchez 2021, 2.4). The
/// wedge of a polygon, swept down by the height, cuts the floor where its prism's edges meet the floor's plane. Where
/// traversable polygons lie in one plane, each keeps what no lower number has. A vertical polygon cuts where it reaches
/// heights strictly between wall_foot and `height` over the floor: a slit whose sides are apart or, if walls have a
/// thickness, half of it to each side.
///
/// Triangles are ascending by surface; those of one are joined, polygons are not yet joined to one another.
TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options);

}  // namespace plumb::pipeline
