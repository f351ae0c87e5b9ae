// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// A straight stretch of a mesh's border, in space.
struct BorderSegment {
  TriangleMesh::Index from = 0, to = 0;              ///< points of the mesh; from is lower in x, then y
  TriangleMesh::Index from_place = 0, to_place = 0;  ///< numbers of their places in plan
  /// The classes of the boundary edges whose triangle is on the left and on the right; where one side has none, that of
  /// the other side.
  EdgeClass left = EdgeClass::open, right = EdgeClass::open;
};

/// The border as segments: boundary edges of one class that go straight on are one segment, and so are the two sides of
/// a slit.
struct MeshBorder {
  std::vector<BorderSegment> segments;
  std::vector<TriangleMesh::Index> places;  ///< by number of a place, a point of the mesh there
};
MeshBorder border_of(const TriangleMesh& mesh);

}  // namespace plumb::pipeline
