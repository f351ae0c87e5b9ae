// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A run of consecutive faces with the names that were in force (OBJ o, g, usemtl; glTF node, mesh, material).
struct FaceGroup {
  std::uint32_t first_face;
  std::string object, group, material;
};

/// What has to be known of the level that a scene is a part of.
struct LevelPart {
  std::vector<bool> body_faces;  ///< by face of the scene: it belongs to a solid or a cavity of the level
  /// In plan, z up, in input units: the lowest and the highest corner of a rectangle. The scene has all faces of the
  /// level that touch it in plan.
  std::array<kernel::PlanPoint, 2> whole;
};

/// What a pattern of ImportOptions::leave_out has left out: nodes, meshes or primitives of nodes, runs of faces under
/// the same names.
struct LeftOut {
  std::string pattern;
  std::uint64_t parts = 0;
};

/// A level as read: polygons in file order, nothing judged, nothing dropped.
struct Scene {
  std::string file;                          ///< its name, for messages and reports
  UpAxis up = UpAxis::z;                     ///< which axis of the input was up: results are given in that frame
  Numbers numbers = Numbers::binary64;       ///< how the input's numbers were taken
  kernel::PointTable points;                 ///< distinct positions, z up: those of faces, in file order; then those
                                             ///< where edges of a face cross, once convexify() has found them
  std::vector<std::uint32_t> face_begin;     ///< face i is face_points[face_begin[i], face_begin[i+1])
  std::vector<kernel::PointId> face_points;  ///< in file order; each face has at least three entries
  std::vector<FaceGroup> groups;             ///< by first_face, ascending; empty if the file names nothing
  std::uint64_t transform_bits = 0;          ///< of fractions in a glTF's transforms; 0 where positions are rounded
  std::uint64_t vertex_records = 0;          ///< vertices read: `v` lines of an OBJ
  std::string sha256;                        ///< of the file read, in lower-case hexadecimal; empty unless asked for
  std::uint64_t bytes = 0;                   ///< of the file read
  std::uint64_t straightened_nodes = 0;      ///< of a glTF: those whose rotation was taken for right angles
  std::uint64_t skipped_primitives = 0;      ///< of a glTF: those without positions
  std::vector<std::string> other_files;      ///< read besides `file`: the buffers of a .gltf
  std::vector<LeftOut> left_out;             ///< by pattern, in the order of ImportOptions::leave_out
  std::vector<std::string> unread_scenes;    ///< of a glTF that says of none which is read: those after the first
  std::optional<LevelPart> part;             ///< if it is a part of a level

  std::size_t face_count() const { return face_begin.empty() ? 0 : face_begin.size() - 1; }
};

/// Every index in range, every face of at least three entries, groups ascending; no two points in one place, for what
/// has no point in common is not joined.
bool is_valid(const Scene& scene);

}  // namespace plumb::pipeline
