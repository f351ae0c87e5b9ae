// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/hash.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/plan_frame.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/near_vertex.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/vcd/levels.h"

namespace plumb::pipeline {

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

}  // namespace plumb::pipeline
