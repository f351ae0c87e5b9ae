// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gltf/gltf_file.h"
#include "gltf/gltf_mesh.h"

namespace plumb::pipeline::gltf {

/// p -> (rows . (x, y, z, 1)), exact. Stored numbers are binary64, and products and sums of them stay fractions over
/// powers of two; only normalized integers, in the quaternions of instances, bring other divisors.
struct Transform {
  std::array<std::array<mpq_class, 4>, 3> rows;

  static Transform identity();
  bool is_identity() const;
  /// The sign of the linear part's determinant; -1: a mirror image.
  int orientation() const;
  /// The least common one.
  mpz_class denominator() const;
};

/// First b, then a.
Transform operator*(const Transform& a, const Transform& b);

/// Translation, rotation (a quaternion x, y, z, w) and scale, applied in the opposite order.
struct TransformParts {
  std::optional<std::array<mpq_class, 3>> translation, scale;
  std::optional<std::array<mpq_class, 4>> rotation;
};

struct TakenTransform {
  Transform transform;
  bool straightened = false;  ///< it was another one
};

/// translation * rotation * scale with the rotation matrix
///   1-2(yy+zz)  2(xy-wz)    2(xz+wy)
///   2(xy+wz)    1-2(xx+zz)  2(yz-wx)
///   2(xz-wy)    2(yz+wx)    1-2(xx+yy)
/// of the quaternion. By NodeRotation::right_angles, a rotation is taken for one that maps axes to axes, if its matrix
/// is within 2^-20 of that, entry by entry.
TakenTransform compose(const TransformParts& parts, NodeRotation how);

/// Whether the squared length is within `off` of 1. Programs differ on what other quaternions mean.
bool is_unit(const std::array<mpq_class, 4>& quaternion, const mpq_class& off);

/// A node's own transform: `matrix`, or its parts. Refused: both forms at once, a matrix whose last row is not 0 0 0 1,
/// a quaternion whose squared length is not within 1/100 of 1.
///
/// By NodeRotation::right_angles, a `matrix` loses all entries of a column but the greatest, which keeps its place and
/// size, if they are at most 2^-20 of it and the greatest are in different rows.
TakenTransform read_transform(const Field& node, NodeRotation rotation);

/// Refused (too_large) if the numbers of `t` have grown beyond what a level needs. `node` is named.
void check_size(const Transform& t, const Field& node);

/// The copies of its mesh that a node with EXT_mesh_gpu_instancing stands for: each has a translation, rotation and
/// scale of its own, applied before the node's transform. They are made when asked for, since there may be millions.
class Copies {
 public:
  /// Throws Refused: no data, lists of different lengths, other types than the extension allows, quaternions that are
  /// none of a rotation (squared lengths within 1/100 of 1, or 1/50 where they are stored as bytes).
  Copies(File& file, const Field& extension, NodeRotation how);

  std::size_t count() const { return count_; }
  TakenTransform at(std::size_t copy) const;
  /// Those whose rotation was taken for right angles.
  std::uint64_t straightened() const { return straightened_; }

 private:
  NodeRotation how_;
  std::optional<StoredVectors> translations_, rotations_, scales_;
  std::size_t count_ = 0;
  std::uint64_t straightened_ = 0;
};

/// A mesh where a node puts it: once, or as many times as it has copies.
struct PlacedMesh {
  std::size_t node;
  std::string_view name;  ///< the node's
  const Mesh* mesh;
  std::shared_ptr<const Transform> transform;
  std::shared_ptr<const Copies> copies;  ///< null: none

  std::size_t count() const { return copies ? copies->count() : 1; }
};

struct PlacedMeshes {
  std::vector<PlacedMesh> meshes;  ///< each with a primitive
  std::uint64_t straightened = 0;  ///< nodes and copies whose rotation was taken for right angles
};

/// Which scene of a file is read.
struct SceneChoice {
  std::optional<std::size_t> scene;  ///< none: the file has none, and all nodes are read
  std::vector<std::string> unread;   ///< if the file does not say which of several: the others, by name or "scenes[1]"
};
/// That of a name, or else the default one, or else the first. Throws Refused: no or several scenes of that name.
SceneChoice choose_scene(const File& file, const std::optional<std::string>& name);

/// Throws Refused (no_face), if another scene than this one shows a mesh, and names that one.
void check_other_scenes(const File& file, std::size_t scene);

/// The nodes that the scene names, in its order; without a scene, those that are no children of others.
std::vector<std::size_t> roots_of(const File& file, std::optional<std::size_t> scene);

/// The meshes of the nodes of a scene, or where there is none of all nodes, depth first in the order of the file. What
/// is refused of a node names it, and the option that leaves it out. Throws Refused.
PlacedMeshes walk_nodes(File& file, std::optional<std::size_t> scene, Meshes& meshes, NodeRotation rotation,
                        LeaveOut& leave_out);

/// "nodes[3]", a name that a node without a name has, too.
std::string number_of_node(std::size_t node);
/// The name of a node; empty where it has none, or something else than a text.
std::string_view readable_name(const Field& node);
/// The children of a node, without those that do not exist. Refuses nothing.
std::vector<std::size_t> good_children(const File& file, const Field& node);
/// What leaves out this node and nothing else: its name, or its number where that is the name of something else, too,
/// or where a pattern or a message would change it.
std::string pattern_of_node(const File& file, std::size_t node);
/// Adds to a message the name of the node that it is about.
void name_node(Refused& refused, std::size_t number, std::string_view name);
/// Throw Refused where what a node shows is not its mesh as stored, but skinned, or morphed.
void check_skin(const Field& node);
void check_morphs(const Field& node, const Mesh& mesh);

}  // namespace plumb::pipeline::gltf
