// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string_view>
#include <vector>

#include "gltf_accessor.h"

namespace plumb::pipeline::gltf {

/// A primitive as triangles.
struct Triangles {
  const StoredPositions* positions;
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

 private:
  struct Accessor {
    StoredPositions positions;
    std::vector<std::uint32_t> entry;  // scratch: a vertex's entry in the `used` at hand
  };
  Accessor& positions(std::size_t accessor);
  void add_primitive(const Field& primitive, Mesh& mesh);

  File& file_;
  std::map<std::size_t, Mesh> meshes_;
  std::map<std::size_t, Accessor> accessors_;
};

/// Whether any of these morph weights is not 0.
bool any_weight(const std::optional<Field>& weights);

}  // namespace plumb::pipeline::gltf
