// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <memory>
#include <vector>

#include "plumb/kernel/plan_frame.h"
#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The coordinates of cells, computed from the provenance of their lines when they are asked for. Not thread-safe: one
/// object a thread. Fastest when asked surface by surface.
class CellGeometry {
 public:
  CellGeometry(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map);
  ~CellGeometry();
  CellGeometry(CellGeometry&&) noexcept;
  /// The cell's corners, clockwise seen from above (a cell without lines: its surface's corners).
  std::vector<ExactPoint> vertices(const vcd::Cell& cell);
  /// One corner of a cell: where its edge `corner` ends and the next begins (of a cell without lines: that corner of
  /// its surface).
  ExactPoint vertex(const vcd::Cell& cell, std::uint32_t corner);
  /// The same in plan, in the scene's integer units, as fractions that are not reduced.
  kernel::PlanIntegers vertex_in_plan(const vcd::Cell& cell, std::uint32_t corner);
  /// The ends of an obstruction, on its surface.
  std::array<ExactPoint, 2> ends(const vcd::Obstruction& obstruction);
  /// The area of the cell's horizontal projection, in squared input units.
  mpq_class area(const vcd::Cell& cell);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
