// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/decompose.h"

#include <atomic>

#include "obstacle_groups.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/pipeline/parallel_parts.h"
#include "plumb/vcd/volume.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 64;

// The polygons of a level that may obstruct others.
class ObstacleIndex {
 public:
  ObstacleIndex(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                const SolidSet* solids)
      : index_(index), groups_(obstacle_groups(points, set, solids)) {
    if (!groups_.any) return;
    std::vector<std::uint32_t> in_tree = groups_.group;
    for (std::uint32_t i = 0; i < in_tree.size(); ++i)
      if (groups_.first_equal[i] != i) in_tree[i] = kernel::BoxGroups::hidden;
    passed_by_ = index.grouped(in_tree);
  }

  const Box& box(std::uint32_t i) const { return index_.box(i); }
  // What touches a box and may obstruct a surface; of equal ones the lowest that is not the surface.
  template <class Visit>
  void query(const Box& q, std::uint32_t surface, Visit&& visit) const {
    if (!groups_.any) return index_.query(q, visit);
    const std::uint32_t first = groups_.first_equal[surface];
    index_.query(q, passed_by_, groups_.group[first], [&](std::uint32_t i) {
      if (i != first) visit(i);
    });
    if (first != surface) visit(first);
    else if (const auto others = groups_.equal_to(first); !others.empty()) visit(others.front().second);
  }
  // Counts those that one stands for.
  void count_equal(vcd::Obstacle& lowest, std::uint32_t surface) const {
    if (groups_.equal.empty()) return;
    const std::uint32_t first = groups_.first_equal[lowest.polygon.id];
    const auto others = groups_.equal_to(first);
    // The surface and, if that is the first, the lowest beside it are of the others, or neither is.
    const bool with_surface = first == groups_.first_equal[surface];
    const auto all = static_cast<std::uint32_t>(others.size()) - (with_surface && !others.empty());
    const auto below =
        static_cast<std::uint32_t>(std::ranges::lower_bound(others, std::pair(first, surface)) - others.begin());
    if (lowest.owner) lowest.equal_owners = below;
    lowest.equal_others = all - lowest.equal_owners;
  }

 private:
  const SurfaceIndex& index_;
  ObstacleGroups groups_;
  kernel::BoxGroups passed_by_;
};

// Gathers what may obstruct a surface: over it within reach of the highest stance, or coplanar with it.
class Obstacles {
 public:
  Obstacles(const kernel::PointTable& points, const SurfaceSet& set, const ObstacleIndex& index, double top,
            const SolidSet* solids)
      : points_(points), set_(set), index_(index), top_(top), solids_(solids) {}

  const std::vector<vcd::Obstacle>& over(std::uint32_t surface) {
    found_.clear();
    Box q = index_.box(surface);
    q.high[2] = kernel::interval_of(points_, q.high[2]).high +
                top_;  // rounding keeps order: nothing within reach begins beyond it
    index_.query(q, surface, [&](std::uint32_t other) {
      const Surface& o = set_.surfaces[other];
      const bool vertical = o.kind == SurfaceKind::vertical;
      // Boxes that only touch sideways have no common interior; a wall may stand on the edge.
      if (other == surface || (!vertical && points_.approx_is_exact() && !q.overlaps_in_plan(index_.box(other))))
        return;
      found_.push_back({{other, set_.corners_of(o)},
                        vertical,
                        o.kind == SurfaceKind::traversable && other < surface,
                        solids_ && solids_->counts_face(o.face)});
      index_.count_equal(found_.back(), surface);
    });
    return found_;
  }

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const ObstacleIndex& index_;
  double top_;
  const SolidSet* solids_;
  std::vector<vcd::Obstacle> found_;
};

}  // namespace

StanceMap decompose(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, kernel::LadderCounts& counts) {
  std::vector<mpq_class> heights;
  for (const Stance& s : options.stances) heights.push_back(s.height);
  const vcd::Levels levels(points, heights, options.step);
  const double top = kernel::interval_of(mpq_class(heights.back() * points.denominator())).high;

  const ObstacleIndex obstacle_index(points, set, index, options.solids);
  const std::size_t chunks = (set.surfaces.size() + chunk - 1) / chunk;
  std::vector<kernel::LadderCounts> tallies(options.threads);
  std::atomic<std::size_t> kept_bytes = 0;
  StanceMap map{options.stances, options.step, {}, {}};
  parallel_parts<vcd::CellTable>(
      chunks, options.threads,
      [&](unsigned thread) {
        return [&, decomposer = vcd::VolumeDecomposer(points, levels, options.decomposition),
                obstacles = Obstacles(points, set, obstacle_index, top, options.solids),
                &tally = tallies[thread]](std::size_t c, vcd::CellTable& table) mutable {
          const std::size_t end = std::min((c + 1) * chunk, set.surfaces.size());
          decomposer.keep_lines(kept_bytes.load(std::memory_order_relaxed) < options.kept_bytes);
          for (std::size_t i = c * chunk; i < end; ++i) {
            const Surface& s = set.surfaces[i];
            if (s.kind != SurfaceKind::traversable) continue;
            const auto id = static_cast<std::uint32_t>(i);
            decomposer.decompose({id, set.corners_of(s)}, obstacles.over(id), table);
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
