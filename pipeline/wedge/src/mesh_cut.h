// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <vector>

#include "surface_wedges.h"

namespace plumb::pipeline {

/// What is done to a triangle of a mesh; each part is clipped to it.
struct TriangleCut {
  std::vector<TaggedRing> taken;  ///< counter-clockwise; tags are numbers of `kinds`
  std::vector<Slit> slits;        ///< walls that take nothing: triangles on both sides are apart
  std::vector<EdgeKind> kinds;    ///< of boundary edges along what is taken: the least tag counts
  bool is_whole = false;          ///< all of the triangle is taken, whatever else is said

  bool empty() const { return taken.empty() && slits.empty() && !is_whole; }
};

/// Cuts the triangles of a mesh. One whose cut is empty stays as it is; what is left of the others has their surface,
/// plateau and ramp. What was joined stays so where both triangles along an edge end at the same two points of it;
/// where they do not, it is for close_gaps. Boundary edges along those of before keep their class. Triangles ascend as
/// those they are parts of. Exact.
TriangleMesh cut_mesh(const TriangleMesh& mesh, unsigned threads,
                      const std::function<TriangleCut(TriangleMesh::Index)>& cut_of);

}  // namespace plumb::pipeline
