// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"
#include "plumb/vcd/levels.h"

namespace plumb::pipeline {

/// The coordinates of a vertex in doubles with error bounds, in the integer units of the scene's PointTable: for
/// filters, and for coordinates that are rounded in the end.
struct NearVertex {
  double x = 0, y = 0, error = 0;         ///< in plan; each is within `error`
  double z = 0, z_error = 0;              ///< 0: z is the coordinate itself
  bool exact_x = false, exact_y = false;  ///< x (y) is the coordinate itself; last, where derived classes go on

  kernel::Interval near(int axis) const {
    const bool exact = axis == 0 ? exact_x : axis == 1 ? exact_y : z_error == 0;
    const double at = axis == 0 ? x : axis == 1 ? y : z;
    return exact ? kernel::Interval(at) : kernel::around(at, axis == 2 ? z_error : error);
  }
};

/// The lines of a stance map, one surface at a time: those that decompose() kept or, where it kept none, lines computed
/// again from their provenance. Not thread-safe: one object a thread.
class SurfacePlan {
 public:
  SurfacePlan(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map);

  /// Goes to a surface: takes its plane, and an empty plan.
  void enter(kernel::PolygonId surface);
  kernel::PolygonId id() const { return surface_; }
  kernel::LineId line(kernel::LineSource source);
  /// Where two lines that are not parallel meet.
  kernel::VertexId meet(kernel::LineId l, kernel::LineId m);
  /// The input point where consecutive edges of a cell meet, if both are edges of one polygon; else no_point.
  kernel::PointId corner_point(const kernel::LineSource& from, const kernel::LineSource& to) const;
  /// The corner where consecutive edges of a cell meet. Where an input point is there it is made from that, which has
  /// shorter numbers.
  kernel::VertexId corner(const kernel::LineSource& from, const kernel::LineSource& to);
  /// Whether an input point lies in the surface's plane.
  bool in_plane(kernel::PointId p) const;
  /// The point of the surface over a vertex, in input units, z up.
  ExactPoint lift(kernel::VertexId vertex);
  /// The vertex in plan, in the scene's integer units, not reduced.
  kernel::PlanIntegers in_plan(kernel::VertexId vertex) const;
  /// The vertex in plan in doubles, relative to the plan's origin: ImplicitPlan::approx(), or better.
  kernel::ImplicitPlan::ApproxVertex approx(kernel::VertexId vertex) const;
  /// The point of the surface over a vertex in doubles with error bounds. `near`: approx(vertex).
  NearVertex near(kernel::VertexId vertex, const kernel::ImplicitPlan::ApproxVertex& near) const;

  std::span<const kernel::PointId> corners(kernel::PolygonId id) const { return set_.corners_of(set_.surfaces[id]); }
  kernel::ImplicitPlan& plan() { return plan_; }
  const kernel::ImplicitPlan& plan() const { return plan_; }
  const kernel::Plane& plane() const { return *plane_; }

  /// How many lines all objects have computed so far because they were not kept.
  static std::uint64_t lines_made() { return lines_made_.load(std::memory_order_relaxed); }

 private:
  kernel::LineId make(const kernel::LineSource& source);
  kernel::LineId body_line(std::uint32_t stretch, const kernel::LineSource& source);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  vcd::Levels levels_;
  kernel::ImplicitPlan plan_;
  kernel::PolygonId surface_ = kernel::no_polygon;
  std::optional<kernel::Plane> plane_;
  mutable kernel::LadderCounts counts_;
  std::optional<std::array<mpz_class, 3>> normal_;  // of the plane, when first asked for
  struct HashSource {
    std::size_t operator()(const kernel::LineSource& s) const {
      return kernel::KeyHash()(kernel::KeyHash()(kernel::pair_key(s.id, s.index)) +
                               (static_cast<std::uint64_t>(s.kind) << 32));
    }
  };
  tsl::robin_map<kernel::LineSource, kernel::LineId, HashSource> lines_;  // made so far
  static std::atomic<std::uint64_t> lines_made_;
};

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
