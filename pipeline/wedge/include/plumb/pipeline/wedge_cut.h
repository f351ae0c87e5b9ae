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
  const SolidSet* solids = nullptr;    ///< null, or solids: what lies inside of them is erased
  unsigned threads = 1;                ///< at least 1; the result does not depend on it
};

/// Stage: keeps of every traversable polygon the part that has no polygon less than the agent's height above it
/// (Sanchez 2021, 2.4). The wedge of a polygon is what it sweeps when it is lowered by that height; a floor loses the
/// sections of the wedges with its plane. Where traversable polygons overlap in one plane, the one of the lowest number
/// keeps the common part. A vertical polygon cuts a floor where it reaches heights strictly between wall_foot and
/// `height` over it: it makes a slit, whose two sides are not joined, or, if walls have a thickness, takes half of the
/// thickness to each side.
///
/// Triangles ascend by surface. Triangles of one surface are joined to each other; those of different surfaces are not
/// joined yet.
TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options);

}  // namespace plumb::pipeline
