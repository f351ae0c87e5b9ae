// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/kernel/provenance.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A value is *near* a limit if one is less than the other times 1 + 2^-40: so near that the rounding of coordinates to
/// binary64 may have put it on the other side.
inline constexpr int near_limit_bits = 40;
mpq_class just_below(const mpq_class& limit);  ///< limit / (1 + 2^-40)
mpq_class just_above(const mpq_class& limit);  ///< limit (1 + 2^-40)

/// Where something is near a limit, and on the side where nobody can walk.
struct NearPlace {
  std::array<kernel::PolygonId, 2> polygons{kernel::no_polygon, kernel::no_polygon};  ///< or one, and no_polygon
  double size = 0;                                                                    ///< as in NearLimit
  kernel::ExactPoint at;                                                              ///< one of its points, z up
};

/// What is near a limit. Sizes are areas in plan, or lengths in plan, in input units: sums of exact values, each
/// rounded.
struct NearLimit {
  double lost = 0;                  ///< beyond the limit, where nobody can walk
  double kept = 0;                  ///< at the limit, or on its other side
  std::vector<NearPlace> greatest;  ///< of what is lost, at most near_places, the greatest first
};
inline constexpr std::size_t near_places = 3;

/// The mean of a polygon's corners.
kernel::ExactPoint middle_of(const std::vector<kernel::ExactPoint>& corners);
/// Sorts places by size, the greatest first, and leaves the first near_places of them.
void keep_greatest(std::vector<NearPlace>& places);

/// The areas of polygons whose tangents are near that of a limit, as far as they would be traversable within it. That a
/// tangent is near is decided exactly.
NearLimit near_slope(const kernel::PointTable& points, const SurfaceSet& set, const kernel::SlopeLimit& limit,
                     Sides sides);

}  // namespace plumb::pipeline
