// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/decompose.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "obstacle_index.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t surfaces_at_once = 64;  // surfaces

}  // namespace

struct SurfaceDecomposer::Level {
  Level(const kernel::PointTable& p, const SurfaceSet& s, const SurfaceIndex& index, const DecomposeOptions& options,
        const SurfaceSet& base)
      : points(p),
        set(s),
        solids(options.solids),
        levels(p, heights_of(options.stances), options.step),
        top(kernel::interval_of(mpq_class(options.stances.back().height * p.denominator())).high),
        obstacles(p, base, index, options.solids) {}

  // A box that every polygon which obstructs a surface touches.
  Box over(kernel::PolygonId surface) const {
    Box q = obstacles.box(surface);
    // Rounding keeps order, so no polygon within reach begins above this height.
    double high = q.high[2];
    if (!points.approx_is_exact())
      for (const kernel::PointId p : set.corners_of(set.surfaces[surface]))
        high = std::max(high, kernel::interval_of(points, p, 2).high);
    q.high[2] = high + top;
    return q;
  }
  // The obstacle that a polygon, which touches that box, is for the surface, if it is one.
  std::optional<vcd::Obstacle> obstacle(kernel::PolygonId other, kernel::PolygonId surface, const Box& over) const {
    const Surface& o = set.surfaces[other];
    const bool vertical = o.kind == SurfaceKind::vertical;
    // Polygons whose boxes only touch sideways have no common interior, but a wall may stand on the edge.
    if (other == surface || (!vertical && only_touches(other, surface, over))) return std::nullopt;
    return vcd::Obstacle{{other, set.corners_of(o)},
                         vertical,
                         o.kind == SurfaceKind::traversable && other < surface,
                         solids && solids->counts_face(o.face)};
  }

  // Whether two polygons certainly only touch: boxes that touch have no common interior, if doubles hold the corners.
  bool only_touches(kernel::PolygonId other, kernel::PolygonId surface, const Box& over) const {
    const auto whole = [&](kernel::PolygonId p) { return points.are_whole(set.corners_of(set.surfaces[p])); };
    return points.doubles_are_exact() && !over.overlaps_in_plan(obstacles.box(other)) &&
           (!points.has_long() || (whole(other) && whole(surface)));
  }

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

// An obstacle of a surface is over it within reach of the highest stance, or coplanar with it.
void SurfaceDecomposer::add(kernel::PolygonId surface, std::span<const kernel::PolygonId> added, vcd::CellTable& out) {
  const Level& level = *level_;
  found_.clear();
  const Box q = level.over(surface);
  const auto visit = [&](kernel::PolygonId other) {
    auto obstacle = level.obstacle(other, surface, q);
    if (!obstacle) return;
    level.obstacles.count_equal(*obstacle, surface);
    found_.push_back(*obstacle);
  };
  level.obstacles.query(q, surface, visit);
  for (const kernel::PolygonId other : added)
    if (q.touches(level.obstacles.box(other))) visit(other);
  decomposer_.decompose({surface, level.set.corners_of(level.set.surfaces[surface])}, found_, out);
}

bool SurfaceDecomposer::may_change(kernel::PolygonId surface, std::span<const kernel::PolygonId> polygons) const {
  const Level& level = *level_;
  const Box q = level.over(surface);
  const vcd::Polygon polygon{surface, level.set.corners_of(level.set.surfaces[surface])};
  const kernel::Plane plane(level.points, polygon.corners);
  const vcd::ObstacleFilter filter(level.points, polygon, plane, level.levels[level.levels.stance_count()].approx,
                                   level.levels[level.levels.step()].approx);
  return std::ranges::any_of(polygons, [&](kernel::PolygonId other) {
    if (other == surface) return true;
    if (!q.touches(level.obstacles.box(other))) return false;
    const auto obstacle = level.obstacle(other, surface, q);
    vcd::Reach reach;
    return obstacle && !filter.certainly_harmless(*obstacle, reach);
  });
}

StanceMap decompose(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, kernel::LadderCounts& counts) {
  const SurfaceDecomposer shared(points, set, index, options);
  const std::size_t count = options.only ? options.only->size() : set.surfaces.size(),
                    chunks = (count + surfaces_at_once - 1) / surfaces_at_once;
  std::vector<kernel::LadderCounts> tallies(options.threads);
  std::atomic<std::size_t> kept_bytes = 0;
  StanceMap map{options.stances, options.step, {}, {}};
  parallel_parts<vcd::CellTable>(
      chunks, options.threads,
      [&](unsigned thread) {
        return [&, decomposer = shared, &tally = tallies[thread]](std::size_t c, vcd::CellTable& table) mutable {
          decomposer.keep_lines(kept_bytes.load(std::memory_order_relaxed) < options.kept_bytes);
          for (std::size_t i = c * surfaces_at_once; i < std::min((c + 1) * surfaces_at_once, count); ++i) {
            const auto surface = options.only ? (*options.only)[i] : static_cast<kernel::PolygonId>(i);
            if (set.surfaces[surface].kind == SurfaceKind::traversable) decomposer.add(surface, {}, table);
          }
          tally = decomposer.counts();
        };
      },
      [&](const vcd::CellTable& table) {
        map.table.append(table);
        kept_bytes.store(map.table.kept.bytes(), std::memory_order_relaxed);
      });
  for (const kernel::LadderCounts& t : tallies) counts += t;
  return map;
}

}  // namespace plumb::pipeline
