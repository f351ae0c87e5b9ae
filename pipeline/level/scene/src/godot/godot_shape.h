// SPDX-License-Identifier: GPL-3.0-or-later
// What nodes of Godot show: meshes and CSG shapes, in the coordinates of their nodes.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/godot_scene.h"

namespace plumb::pipeline::godot {

/// Faces, counter-clockwise seen from their fronts.
struct Shape {
  /// Faces from this one on have these names.
  struct Run {
    std::size_t first_face;
    std::string group, material;
  };

  std::vector<kernel::ExactPoint> points;
  std::vector<std::uint32_t> corners;  ///< of one face after another
  std::vector<std::uint32_t> ends;     ///< by face: the number of corners up to its end
  std::vector<Run> runs;               ///< by first_face, ascending; empty if nothing has a name

  std::size_t begin_of(std::size_t face) const { return face == 0 ? 0 : ends[face - 1]; }
  std::uint32_t add_point(kernel::ExactPoint p) {
    points.push_back(std::move(p));
    return static_cast<std::uint32_t>(points.size() - 1);
  }
  void add_face(std::initializer_list<std::uint32_t> face) {
    corners.insert(corners.end(), face);
    end_face();
  }
  void end_face() { ends.push_back(static_cast<std::uint32_t>(corners.size())); }
  /// The fan of triangles from the first corner of an outline.
  void add_fan(const std::vector<kernel::ExactPoint>& outline);
  /// Turns every face over.
  void flip();
};

/// The numbers that describe a shape, of a resource or of a node, or Godot's defaults for those that are left out. What
/// it is of must be alive.
class Sizes {
 public:
  Sizes(const Resource& resource, Numbers numbers);
  Sizes(const Node& node, Numbers numbers);

  mpq_class number(std::string_view key, const mpq_class& otherwise) const;
  /// Of two or three numbers, as many as the default has.
  std::vector<mpq_class> vector(std::string_view key, std::initializer_list<int> otherwise) const;
  /// Of any length.
  std::vector<mpq_class> list(std::string_view key, std::initializer_list<int> otherwise) const;
  /// A whole number, at least `least`. Refused (too_large) above 2^16.
  std::uint32_t count(std::string_view key, std::uint32_t otherwise, std::uint32_t least) const;
  bool is_true(std::string_view key, bool otherwise = false) const;

 private:
  std::function<std::optional<Cursor>(std::string_view key)> find_;
  Numbers numbers_;
};

/// What a resource shows that is a mesh: ArrayMesh (of Godot 4; triangles and strips, while points and lines are
/// skipped), or a primitive mesh (primitive_mesh). None for other types. Throws Refusal.
std::optional<Shape> mesh_shape(const Resource& resource, Numbers numbers);

/// BoxMesh, PlaneMesh, QuadMesh, PrismMesh, CylinderMesh, SphereMesh, CapsuleMesh, TorusMesh, PointMesh. None for other
/// types. A sine or cosine in a formula of Godot is the nearest binary32; all else is exact. Subdivisions of what is
/// flat are not made. Throws Refusal.
std::optional<Shape> primitive_mesh(const std::string& type, const Sizes& sizes);

/// CSGBox3D, CSGCylinder3D, CSGSphere3D, CSGTorus3D, CSGPolygon3D (drawn to a depth, or spun) in the same way; the end
/// faces of a polygon are one face each. None for other types and for a polygon along a path. Throws Refusal.
std::optional<Shape> csg_shape(const std::string& type, const Sizes& sizes);

}  // namespace plumb::pipeline::godot
