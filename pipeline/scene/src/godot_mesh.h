// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/godot_scene.h"

namespace plumb::pipeline::godot {

/// Triangles in the coordinates of their node, counter-clockwise seen from their fronts.
struct TriangleSoup {
  std::vector<kernel::ExactPoint> points;
  std::vector<std::uint32_t> corners;  ///< three a triangle
};

/// The triangles of a box around the origin.
TriangleSoup box_triangles(const kernel::ExactPoint& size);

/// The triangles of a resource that is a mesh: ArrayMesh (of Godot 4; triangles and strips, while points and lines are
/// skipped), BoxMesh, PlaneMesh, QuadMesh or PrismMesh. None for other types. Throws Refusal.
std::optional<TriangleSoup> mesh_triangles(const Resource& resource, Numbers numbers);

}  // namespace plumb::pipeline::godot
