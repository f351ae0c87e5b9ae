// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::tests {

/// Moves the points of a mesh: move(ExactPoint&).
template <class Move>
void move_points(pipeline::NavMesh& mesh, Move&& move) {
  std::vector<pipeline::ExactPoint> points;
  for (pipeline::NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) move(points.emplace_back(mesh.points[i]));
  mesh.points = pipeline::MeshPoints(std::move(points));
}

}  // namespace plumb::tests
