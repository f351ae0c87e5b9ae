// SPDX-License-Identifier: GPL-3.0-or-later
// glTF files as scenes: the meshes of the default scene in their world positions.
//
// 1. read_gltf() opens the file (File), and lists the meshes where nodes put them (walk_nodes).
// 2. place() applies the transforms. place_exactly() keeps fractions over one denominator. place_rounded() rounds each
//    coordinate once (Rounding), unless the stored numbers are already the positions (is_plain).
// 3. add_faces() adds the triangles of a primitive; a transform that mirrors turns them over.
// reserve() knows the number of vertices before any is made, as copies may make many vertices of few bytes.
//
// Cost: linear in the vertices placed, times the length of the fractions of transforms.
// Exact: positions are integers over one denominator (WorldPositions) until they are rounded to the nearest number,
// ties to even. So equal positions stay equal. Source: the specification of glTF 2.0.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "file_content.h"
#include "gltf/gltf_mesh.h"
#include "gltf/gltf_nodes.h"
#include "plumb/pipeline/import_scene.h"
#include "rounding.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace gltf {

namespace {

// Every primitive with every transform under which it stands.
template <class Visit>
void for_placed(const std::vector<PlacedMesh>& meshes, const Visit& visit) {
  const auto each = [&](const PlacedMesh& m, const Transform& t) {
    for (const Triangles& triangles : m.mesh->primitives) visit(m, t, triangles);
  };
  for (const PlacedMesh& m : meshes) {
    if (!m.copies) each(m, *m.transform);
    else
      for (std::size_t i = 0; i < m.copies->count(); ++i) each(m, *m.transform * m.copies->at(i).transform);
  }
}

// Copies of large meshes are many vertices in few bytes: their number is known before any is made.
void reserve(const std::vector<PlacedMesh>& meshes, SceneBuilder& builder) {
  constexpr std::uint64_t many = std::uint64_t{1} << 60;
  std::uint64_t vertices = 0, corners = 0;
  for (const PlacedMesh& m : meshes)
    for (const Triangles& t : m.mesh->primitives) {
      vertices = std::min(many, vertices + std::min<std::uint64_t>(many / t.used.size(), m.count()) * t.used.size());
      corners =
          std::min(many, corners + std::min<std::uint64_t>(many / t.corners.size(), m.count()) * t.corners.size());
    }
  builder.reserve(vertices, corners);
}

// Whether the positions are what is stored.
bool is_plain(const Transform& t, const Triangles& triangles) {
  return t.is_identity() && triangles.positions->divisor == 1;
}

// Adds a primitive's faces, its vertices being put in order by the caller. A mirror image turns every face over.
void add_faces(const PlacedMesh& m, const Transform& t, const Triangles& triangles, SceneBuilder& builder) {
  builder.names(m.name, m.mesh->name, triangles.material);
  const bool mirrored = t.orientation() < 0;
  const std::uint64_t first = builder.vertices() - triangles.used.size();
  for (std::size_t i = 0; i < triangles.corners.size(); i += 3) {
    for (const std::size_t k : {0, mirrored ? 2 : 1, mirrored ? 1 : 2})
      builder.corner(static_cast<std::uint32_t>(first + triangles.corners[i + k]));
    builder.end_face();
  }
}

// Stored positions under a transform, exactly: integers over one denominator.
class WorldPositions {
 public:
  // The least denominator that serves.
  static mpz_class denominator(const Transform& t, const StoredVectors& stored) {
    return (t.denominator() * stored.divisor) << static_cast<mp_bitcnt_t>(stored.fraction_bits);
  }
  // `over`: a multiple of that.
  WorldPositions(const Transform& t, const StoredVectors& stored, const mpz_class& over) : stored_(stored) {
    // x is a raw number times 2^fraction_bits, so the columns that meet one are scaled by that much less.
    const mpz_class raw_scale = mpz_class(stored.divisor) << static_cast<mp_bitcnt_t>(stored.fraction_bits);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const mpq_class& v = t.rows[r][c];
        matrix_[r][c] = over / v.get_den() * v.get_num();  // whole, as is what follows
        if (c < 3) matrix_[r][c] /= raw_scale;
      }
  }
  template <class Take>
  void each_coordinate(std::size_t vertex, const Take& take) {
    for (std::size_t k = 0; k < 3; ++k) x_[k] = std::ldexp(stored_.raw[3 * vertex + k], stored_.fraction_bits);
    for (const auto& row : matrix_) {
      sum_ = row[3];
      for (std::size_t k = 0; k < 3; ++k) mpz_addmul(sum_.get_mpz_t(), row[k].get_mpz_t(), x_[k].get_mpz_t());
      take(sum_);
    }
  }

 private:
  const StoredVectors& stored_;
  mpz_class matrix_[3][4], x_[3], sum_;
};

void add_stored(const Triangles& triangles, SceneBuilder& builder) {
  for (const std::size_t v : triangles.used)
    for (std::size_t k = 0; k < 3; ++k) builder.value(triangles.positions->raw[3 * v + k]);
}

Scene place_exactly(const std::vector<PlacedMesh>& meshes, const std::string& name, const ImportOptions& options) {
  bool plain = true;
  mpz_class denominator = 1, of_transforms = 1;
  for_placed(meshes, [&](const PlacedMesh&, const Transform& t, const Triangles& triangles) {
    plain = plain && is_plain(t, triangles);
    denominator = lcm(denominator, WorldPositions::denominator(t, *triangles.positions));
    of_transforms = lcm(of_transforms, t.denominator());
  });
  SceneBuilder builder(name, options, plain ? SceneBuilder::Source::binary : SceneBuilder::Source::ratios);
  reserve(meshes, builder);
  for_placed(meshes, [&](const PlacedMesh& m, const Transform& t, const Triangles& triangles) {
    if (plain) {
      add_stored(triangles, builder);
    } else {
      WorldPositions positions(t, *triangles.positions, denominator);
      for (const std::size_t v : triangles.used)
        positions.each_coordinate(v, [&](const mpz_class& n) { builder.ratio(n); });
    }
    add_faces(m, t, triangles, builder);
  });
  Scene scene = plain ? builder.build() : builder.build(denominator);
  scene.transform_bits = mpz_sizeinbase(of_transforms.get_mpz_t(), 2) - 1;
  return scene;
}

Scene place_rounded(const File& file, const std::vector<PlacedMesh>& meshes, const std::string& name,
                    const ImportOptions& options) {
  SceneBuilder builder(name, options, SceneBuilder::Source::binary);
  reserve(meshes, builder);
  for_placed(meshes, [&](const PlacedMesh& m, const Transform& t, const Triangles& triangles) {
    if (is_plain(t, triangles)) {
      add_stored(triangles, builder);
    } else {
      const mpz_class denominator = WorldPositions::denominator(t, *triangles.positions);
      WorldPositions positions(t, *triangles.positions, denominator);
      const Rounding round(denominator, options.numbers);
      for (const std::size_t v : triangles.used)
        positions.each_coordinate(v, [&](const mpz_class& n) {
          const double rounded = round(n);
          if (!std::isfinite(rounded))
            throw Refused{ErrorCode::out_of_range, "nodes[" + std::to_string(m.node) + "]" +
                                                       (m.name.empty() ? "" : " (" + in_quotes(m.name) + ")") +
                                                       " puts a vertex where a coordinate" +
                                                       out_of_range_reason(options.numbers) +
                                                       or_leave_out(pattern_of_node(file, m.node))};
          builder.value(rounded);
        });
    }
    add_faces(m, t, triangles, builder);
  });
  return builder.build();
}

// The scene of these meshes, in world positions: transforms are applied exactly, then every coordinate is rounded to
// the nearest number of options.numbers, ties to even; Numbers::decimal keeps it. So equal positions stay equal.
// Throws Refused: what SceneBuilder does, and a coordinate that rounds to infinity, by the node that puts it there.
Scene place(const File& file, const std::vector<PlacedMesh>& meshes, const std::string& name,
            const ImportOptions& options) {
  return options.numbers == Numbers::decimal ? place_exactly(meshes, name, options)
                                             : place_rounded(file, meshes, name, options);
}

}  // namespace
}  // namespace gltf

Scene read_gltf(std::string_view bytes, const std::string& name, const ImportOptions& options, bool binary,
                LeaveOut& leave_out) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  using namespace gltf;
  File file(bytes, name, binary);
  SceneChoice choice = choose_scene(file, options.gltf_scene);
  Meshes meshes(file, leave_out);
  const PlacedMeshes placed = walk_nodes(file, choice.scene, meshes, options.node_rotation, leave_out);
  if (placed.meshes.empty() && choice.scene && !leave_out.took_any()) check_other_scenes(file, *choice.scene);
  Scene scene = place(file, placed.meshes, name, options);
  scene.straightened_nodes = placed.straightened;
  scene.skipped_primitives = meshes.without_positions();
  scene.other_files = file.other_files();
  scene.unread_scenes = std::move(choice.unread);
  return scene;
}

}  // namespace plumb::pipeline
