// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <vector>

#include "surface_wedges.h"

namespace plumb::pipeline {

/// What is subtracted from a triangle of a mesh. All parts are clipped to the triangle.
struct TriangleCut {
  std::vector<TaggedRing> taken;  ///< counter-clockwise; tags are numbers of `kinds`
  std::vector<Slit> slits;        ///< walls without thickness: both sides are not joined
  std::vector<EdgeKind> kinds;    ///< of boundary edges along what is taken: the least tag counts
  bool is_whole = false;          ///< all of the triangle is taken; the rest does not count

  bool empty() const { return taken.empty() && slits.empty() && !is_whole; }
};

/// Cuts the triangles of a mesh. A triangle whose cut is empty stays as it is; what is left of another one has its
/// surface, plateau and ramp. Sides that were joined stay joined where the pieces on both sides end at the same two
/// points; where they do not, joining them is left to close_gaps. Boundary edges along old ones keep their class. The
/// new triangles are in the order of the old ones. Exact.
TriangleMesh cut_mesh(const TriangleMesh& mesh, unsigned threads,
                      const std::function<TriangleCut(TriangleMesh::Index)>& cut_of);

}  // namespace plumb::pipeline
