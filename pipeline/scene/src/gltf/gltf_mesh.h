// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gltf/gltf_accessor.h"

namespace plumb::pipeline::gltf {

/// A primitive as triangles.
struct Triangles {
  const StoredVectors* positions;
  std::vector<std::uint32_t> used;     ///< the vertices that its corners name, ascending
  std::vector<std::uint32_t> corners;  ///< three a triangle, each an entry of `used`
  std::string_view material;
};

struct Mesh {
  std::string_view name;
  std::vector<Triangles> primitives;  ///< points and lines are left out: they have no area
  bool morphs = false;                ///< some primitive has morph targets
  bool weighted = false;              ///< and they are in use, unless a node says otherwise
};

/// The meshes of a file, each read when first asked for. Names are views into the document.
class Meshes {
 public:
  explicit Meshes(File& file) : file_(file) {}
  /// Throws Refused. The reference stays good.
  const Mesh& mesh(std::size_t i);
  /// Primitives left out so far, since nothing says where they are.
  std::uint64_t without_positions() const { return without_positions_; }

 private:
  // Positions that primitives may share.
  struct Positions {
    StoredVectors stored;
    std::vector<std::uint32_t> entry;  // scratch: a vertex's entry in the `used` at hand
  };
  // What a primitive is made of.
  struct Source {
    Positions* positions;
    std::vector<std::uint32_t> order;  // vertices
  };
  Source read_source(const Field& primitive, const Field& position);
  Source decode_source(const Field& position, const Field& compressed);
  void add_primitive(const Field& primitive, Mesh& mesh);

  File& file_;
  std::uint64_t without_positions_ = 0;
  std::map<std::size_t, Mesh> meshes_;
  std::map<std::size_t, Positions> by_accessor_;
  // Of compressed primitives: by buffer view, attribute and accessor.
  std::map<std::array<std::uint64_t, 3>, std::pair<Positions, std::vector<std::uint32_t>>> decoded_;
};

/// Whether any of these morph weights is not 0.
bool any_weight(const std::optional<Field>& weights);

}  // namespace plumb::pipeline::gltf
