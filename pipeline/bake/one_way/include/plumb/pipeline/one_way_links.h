// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>

#include "plumb/kernel/disc.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Which one-way links are wanted. Lengths in input units.
struct OneWaySettings {
  mpq_class drop = 0;         ///< the greatest height of a drop, above the step; 0: no drops
  mpq_class drop_reach = 0;   ///< how much farther out than the radius a drop lands, >= 0
  mpq_class leap = 0;         ///< the greatest width of a leap; 0: no leaps
  mpq_class leap_height = 0;  ///< the greatest height of a leap, >= 0
  mpq_class radius = 0;       ///< the agent's, >= 0
  mpq_class window = 0;       ///< with a radius: the height within which a border counts
  std::uint32_t disc_points = 16;
  kernel::DiscBound bound = kernel::DiscBound::tangents;  ///< which polygon stands for a disc
  unsigned threads = 1;                                   ///< at least 1; the result does not depend on it

  bool any() const { return sgn(drop) > 0 || sgn(leap) > 0; }
};

/// Stage: gives a navmesh its one-way links, ascending by cells, kind and place (docs/theory/definitions.md, Drops and
/// leaps). `border`: that of the level's graph before a radius took anything. The mesh is of the level, its floor that
/// of the map; it may have lost components, but has not been simplified.
///
/// Cost: N log N in stretches of border and facets, and exact arithmetic for each pair of a stretch and a facet, or
/// another stretch, that doubles do not tell apart.
void add_one_way_links(const LinkedLevel& level, const SurfaceIndex& index, const Border& border,
                       const OneWaySettings& settings, NavMesh& mesh);

}  // namespace plumb::pipeline
