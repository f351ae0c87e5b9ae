// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "cut/floor_filter.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/triangle_stages.h"

// The planar faces of ramps, and which parts of them the mesh supports.
namespace plumb::pipeline {

/// A parallelogram that leads down from an edge of a mesh, or a triangle that leads down from a corner of it; then
/// `from` and `to` are the same point. Seen from above it lies to the right of the way from `from` to `to`.
struct RampFace {
  ExactPoint from, to;            ///< the top
  ExactPoint base_from, base_to;  ///< the bottom, as far below the top as the step is high
  TriangleMesh::Index plateau = TriangleMesh::none, ramp = TriangleMesh::none;

  bool is_corner() const { return from == to; }
  kernel::ExactPlane plane() const { return kernel::exact_plane(base_from, base_to, from); }
  std::vector<ExactPoint> corners() const;  ///< counter-clockwise
  kernel::PlanRing ring() const;            ///< the same in plan
};

/// The horizontal run of a ramp beside an edge: square to the edge, to the right of the way from `from` to `to`; just
/// long enough that the ramp is no steeper than the limit, or longer by at most 2^-20. Edges of one direction in space
/// have the same run. None where the edge itself is as steep as the limit, or steeper, or has no length in plan.
std::optional<kernel::PlanPoint> ramp_run(const ExactPoint& from, const ExactPoint& to, const mpq_class& step,
                                          const kernel::SlopeLimit& limit);

RampFace ramp_beside(const ExactPoint& from, const ExactPoint& to, const kernel::PlanPoint& run, const mpq_class& step);

/// The faces that fill the corner between two ramps whose edges meet at `at`, between their runs `first` and `second`,
/// turning left. There are none if the runs do not turn left, or if one run ends beyond the bottom of the other. Two
/// faces continue the bottoms of both ramps until these meet. Where that is farther than `miter` times the longer run,
/// there are three: a third bottom, square to the direction half way between both runs, cuts the corner off, as far
/// away as the longer run or up to 2^-20 farther. (Sanchez 2021, 2.7.2 and 4.1; a single triangle there would be
/// steeper than the ramps.)
std::vector<RampFace> corner_faces(const ExactPoint& at, const kernel::PlanPoint& first,
                                   const kernel::PlanPoint& second, const mpq_class& step, const mpq_class& miter);

/// A part of a ramp's face that leads from its top down to the mesh: convex, with three or four corners,
/// counter-clockwise seen from above.
using RampPiece = std::vector<ExactPoint>;

/// Finds which parts of ramps a mesh supports (Sanchez 2021, 2.7.2).
class RampSupport {
 public:
  /// Keeps references. A face's own plateau does not support it. `height`: of the agent.
  RampSupport(const TriangleMesh& mesh, const mpq_class& height);

  /// Follows all straight ways down a face, square to its top, or from its corner. Each way ends at the first triangle
  /// that it meets: either on it, from above, where the triangle crosses the face's plane or lies in it; or at its
  /// side, if the triangle is less than `height` over the face. Returns the parts of the face that ways of the first
  /// kind sweep, those that end at the face's bottom included. Pieces ascend along the top; a single way is no piece.
  std::vector<RampPiece> operator()(const RampFace& face) const;

 private:
  const TriangleMesh& mesh_;
  const mpq_class& height_;
  std::vector<kernel::IntervalPoint> near_;  // the mesh's points
  kernel::BoxTree boxes_;                    // of triangles, in input units
};

}  // namespace plumb::pipeline
