// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include "plumb/kernel/provenance.h"
#include "plumb/kernel/sign.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/vcd/volume.h"

namespace plumb::pipeline {

struct DecomposeOptions {
  std::vector<Stance> stances;  ///< heights ascend strictly from above 0
  mpq_class step = 0;           ///< 0 <= step < stances[0].height
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  unsigned threads = 1;              ///< at least 1; the result does not depend on it
  const SolidSet* solids = nullptr;  ///< cells end where polygons of these pass through a surface
  /// Lines are kept up to about so many bytes in all. Beyond that later stages compute them again, with the same
  /// result. A std::size_t of 32 bits would hold 0 here.
  std::uint64_t kept_bytes = std::uint64_t{4} << 30;
  const std::vector<kernel::PolygonId>* only = nullptr;  ///< the surfaces that are decomposed, ascending; null: all
};

/// Stage: Volume Collision Decomposition of every traversable surface (Budde & Kausch, section 5;
/// docs/theory/definitions.md, Clearance and Walls).
StanceMap decompose(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, kernel::LadderCounts& counts);

/// decompose(), one surface at a time. Not thread-safe: one object a thread; copies share what is only read.
class SurfaceDecomposer {
 public:
  /// Keeps references, and a pointer to the solids. `index`: over all of the set.
  SurfaceDecomposer(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options)
      : SurfaceDecomposer(points, set, index, options, set) {}
  /// The same where polygons are added and removed after those of `base`, with which the set begins and over which the
  /// index is; its box() knows all polygons. The set and the table of points may grow as long as denominator(), fixed()
  /// and approx_is_exact() of the table do not change. `base` need not outlive the call.
  SurfaceDecomposer(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, const SurfaceSet& base);

  /// Whether the lines of later surfaces are kept in the table. At first they are.
  void keep_lines(bool keep) { decomposer_.keep_lines(keep); }
  /// Appends the cells of a traversable surface. `added`: polygons that the index is not over and that may obstruct the
  /// surface.
  void add(kernel::PolygonId surface, std::span<const kernel::PolygonId> added, vcd::CellTable& out);

  /// Whether adding or removing one of these polygons may change the cells of a surface. False is certain.
  bool may_change(kernel::PolygonId surface, std::span<const kernel::PolygonId> polygons) const;

  kernel::LadderCounts counts() const { return decomposer_.counts(); }

 private:
  struct Level;

  std::shared_ptr<const Level> level_;
  vcd::VolumeDecomposer decomposer_;
  std::vector<vcd::Obstacle> found_;
};

/// Stage, after decompose with the same solids: relabels the cells that are inside of a body, by the winding number
/// just above one point of each. Exact. `threads` >= 1 does not change the result. `whole`: of a part of a level
/// (LevelPart::whole), so that the point lies there, where the cell reaches there.
void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet& solids, StanceMap& map,
                  unsigned threads, const std::array<kernel::PlanPoint, 2>* whole = nullptr);

/// The same with a given index of bodies. `bodies`: at least those polygons, of the ones that count and are not
/// vertical, that lie over a surface of the map; its box() must know these surfaces too.
void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& bodies, StanceMap& map,
                  unsigned threads, const std::array<kernel::PlanPoint, 2>* whole = nullptr);

}  // namespace plumb::pipeline
