// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "ramp_face.h"
#include "section_filter.h"

namespace plumb::pipeline {

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
