// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/triangle_mesh.h"

// The planar faces that ramps are made of, before it is known what supports them.
namespace plumb::pipeline {

/// A parallelogram that leads down from an edge of a mesh, or a triangle that leads down from a corner of it, where
/// `from` and `to` are one point. Seen from above it is on the right of the way from `from` to `to`.
struct RampFace {
  ExactPoint from, to;            ///< the top
  ExactPoint base_from, base_to;  ///< the bottom, as far below the top as the step is high
  TriangleMesh::Index plateau = TriangleMesh::none, ramp = TriangleMesh::none;

  bool is_corner() const { return from == to; }
  kernel::ExactPlane plane() const { return kernel::exact_plane(base_from, base_to, from); }
  std::vector<ExactPoint> corners() const;  ///< counter-clockwise
  kernel::PlanRing ring() const;            ///< the same in plan
};

/// How far, and in which direction, a ramp leads away from an edge in plan: square to it, to the right of the way from
/// `from` to `to`; so long that the ramp is no steeper than the limit, and no more than 2^-20 longer. It is the same
/// for edges of one direction in space. None where the edge itself is as steep as the limit, or steeper, or has no
/// length in plan.
std::optional<kernel::PlanPoint> ramp_run(const ExactPoint& from, const ExactPoint& to, const mpq_class& step,
                                          const kernel::SlopeLimit& limit);

RampFace ramp_beside(const ExactPoint& from, const ExactPoint& to, const kernel::PlanPoint& run, const mpq_class& step);

/// The faces that fill the corner between two ramps where their edges meet at `at`, from the end of run `first` to that
/// of `second`, turning left; none where they do not turn left, or where one run ends beyond the bottom of the other.
/// Two faces whose bottoms go on along those of the ramps until these meet. Where that is more than `miter` times the
/// longer run away, three: one more bottom, square to the middle of both directions, cuts the corner off, and is as far
/// away as the longer run or up to 2^-20 farther. (Sanchez 2021, 2.7.2 and 4.1; a single triangle there would be
/// steeper than the ramps.)
std::vector<RampFace> corner_faces(const ExactPoint& at, const kernel::PlanPoint& first,
                                   const kernel::PlanPoint& second, const mpq_class& step, const mpq_class& miter);

}  // namespace plumb::pipeline
