// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <span>

#include "plumb/pipeline/decompose.h"
#include "plumb/vcd/volume.h"

namespace plumb::pipeline {

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

}  // namespace plumb::pipeline
