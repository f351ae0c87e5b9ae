// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/kernel/area_ledger.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

using kernel::Area;

/// Areas by verdict, and for how many polygons traversable = blocked + covered + inside + too close + stances held, as
/// fractions.
struct Measures {
  Area traversable, blocked, covered;
  Area inside{mpq_class(0), 0};     ///< of solids; nothing without --solids closed
  Area too_close{mpq_class(0), 0};  ///< nothing without --radius
  std::vector<Area> stances;        ///< [s-1]: stance s
  std::uint64_t polygons = 0, held = 0;
};

/// Stage: exact areas. `exact_digits`: longest "p/q" to keep, in characters (0: any).
Measures measure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                 std::uint64_t exact_digits, unsigned threads);

}  // namespace plumb::pipeline
