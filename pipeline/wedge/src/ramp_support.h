// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "ramp_face.h"
#include "section_filter.h"

namespace plumb::pipeline {

/// A part of a ramp's face that leads from its top down to the mesh: convex, three or four corners, counter-clockwise
/// seen from above.
using RampPiece = std::vector<ExactPoint>;

/// What of ramps a mesh supports (Sanchez 2021, 2.7.2).
class RampSupport {
 public:
  /// Keeps references. Triangles of a face's own plateau do not count. `height`: of the agent.
  RampSupport(const TriangleMesh& mesh, const mpq_class& height);

  /// Straight ways down a face, square to its top, or from its corner: each ends at the first triangle that it meets,
  /// either from above, on the face's plane, or at a side of one that is less than `height` over the face. What the
  /// ways of the first kind go over is supported, those that meet one at the face's bottom included. Pieces ascend
  /// along the top; single ways are left out.
  std::vector<RampPiece> operator()(const RampFace& face) const;

 private:
  const TriangleMesh& mesh_;
  const mpq_class& height_;
  std::vector<kernel::IntervalPoint> near_;  // the mesh's points
  kernel::BoxTree boxes_;                    // of triangles, in input units
};

}  // namespace plumb::pipeline
