// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// A point of the boundary where two steps end in one line, between a stair and what lies beside it: the one side rises
/// from there as a ramp, and the strip of floor before that ramp is still joined to the other side.
struct CrackTip {
  TriangleMesh::Index tip = 0;  ///< the point
  TriangleMesh::Index end = 0;  ///< the point within the mesh where the strip ends, straight on
  bool left_rises = false;      ///< the ramp is on the left of the way from `tip` to `end`
};

std::vector<CrackTip> crack_tips(const TriangleMesh& mesh);

/// The mesh cut open from each tip to its end, along steps. Triangles keep their numbers, and points theirs; the rising
/// side of each tip gets a point of its own.
TriangleMesh torn(const TriangleMesh& mesh, const std::vector<CrackTip>& tips);

}  // namespace plumb::pipeline
