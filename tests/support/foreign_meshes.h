// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"

namespace plumb::tests {

/// Another baker's navmesh of these polygons, without links.
inline pipeline::ForeignMesh mesh_of(std::vector<kernel::ExactPoint> points, const pipeline::CornerLists& polygons) {
  pipeline::ForeignMesh out;
  out.points = std::move(points);
  for (const auto& corners : polygons) out.polygons.emplace_back().corners.assign(corners.begin(), corners.end());
  return out;
}

}  // namespace plumb::tests
