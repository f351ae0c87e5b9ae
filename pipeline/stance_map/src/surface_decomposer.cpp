// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/surface_decomposer.h"

#include "obstacle_index.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
struct SurfaceDecomposer::Level {
  Level(const kernel::PointTable& p, const SurfaceSet& s, const SurfaceIndex& index, const DecomposeOptions& options,
        const SurfaceSet& base)
      : points(p),
        set(s),
        solids(options.solids),
        levels(p, heights_of(options.stances), options.step),
        top(kernel::interval_of(mpq_class(options.stances.back().height * p.denominator())).high),
        obstacles(p, base, index, options.solids) {}

  const kernel::PointTable& points;
  const SurfaceSet& set;
  const SolidSet* solids;
  vcd::Levels levels;
  double top;  // the highest stance, in integer units
  ObstacleIndex obstacles;
};

SurfaceDecomposer::SurfaceDecomposer(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                     const DecomposeOptions& options, const SurfaceSet& base)
    : level_(std::make_shared<const Level>(points, set, index, options, base)),
      decomposer_(points, level_->levels, options.decomposition) {}

// What may obstruct a surface is over it within reach of the highest stance, or coplanar with it.
void SurfaceDecomposer::add(kernel::PolygonId surface, std::span<const kernel::PolygonId> added, vcd::CellTable& out) {
  const Level& level = *level_;
  found_.clear();
  Box q = level.obstacles.box(surface);
  // Rounding keeps order: nothing within reach begins beyond it.
  q.high[2] = kernel::interval_of(level.points, q.high[2]).high + level.top;
  const auto visit = [&](std::uint32_t other) {
    const Surface& o = level.set.surfaces[other];
    const bool vertical = o.kind == SurfaceKind::vertical;
    // Boxes that only touch sideways have no common interior; a wall may stand on the edge.
    if (other == surface ||
        (!vertical && level.points.approx_is_exact() && !q.overlaps_in_plan(level.obstacles.box(other))))
      return;
    found_.push_back({{other, level.set.corners_of(o)},
                      vertical,
                      o.kind == SurfaceKind::traversable && other < surface,
                      level.solids && level.solids->counts_face(o.face)});
    level.obstacles.count_equal(found_.back(), surface);
  };
  level.obstacles.query(q, surface, visit);
  for (const kernel::PolygonId other : added)
    if (q.touches(level.obstacles.box(other))) visit(other);
  decomposer_.decompose({surface, level.set.corners_of(level.set.surfaces[surface])}, found_, out);
}

}  // namespace plumb::pipeline
