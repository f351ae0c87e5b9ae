// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/godot_scene.h"

namespace plumb::pipeline::godot {

/// Triangles in the place of what has them, counter-clockwise seen from their fronts.
struct TriangleSoup {
  std::vector<kernel::ExactPoint> points;
  std::vector<std::uint32_t> corners;  ///< three a triangle
};

/// A box around the origin.
TriangleSoup box_triangles(const kernel::ExactPoint& size);

/// A resource that is a mesh: ArrayMesh (of Godot 4, triangles and strips; points and lines are passed over), BoxMesh,
/// PlaneMesh, QuadMesh, PrismMesh. None for other types. Throws Refusal.
std::optional<TriangleSoup> mesh_triangles(const Resource& resource, Numbers numbers);

}  // namespace plumb::pipeline::godot
