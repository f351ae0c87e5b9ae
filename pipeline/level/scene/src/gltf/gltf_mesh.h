// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gltf/gltf_file.h"

namespace plumb::pipeline::gltf {

/// The component types of the specification that can hold what is read here.
enum class Component { int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float32 = 5126 };

std::size_t bytes_of(Component c);
double stored_component(Component c, const char* bytes);
/// An accessor's component type, one of these; its elements are vectors of `width`, or single numbers. Throws Refused.
Component read_type(const Field& accessor, std::size_t width, std::initializer_list<Component> allowed);

/// Vectors as an accessor stores them: a number is raw / divisor. Every raw number is a binary32 or an integer of at
/// most 16 bits; a divisor other than 1 comes from `normalized`.
struct StoredVectors {
  std::size_t width = 3;    ///< numbers of a vector
  std::vector<double> raw;  ///< finite
  unsigned divisor = 1;
  int fraction_bits = 0;  ///< the least n >= 0 with raw * 2^n an integer, for all
  std::size_t count() const { return raw.size() / width; }
  mpq_class number(std::size_t vector, std::size_t k) const { return mpq_class(raw[width * vector + k]) / divisor; }
};

/// The component types of POSITION, KHR_mesh_quantization included.
inline constexpr std::initializer_list<Component> position_components{
    Component::float32, Component::int8, Component::uint8, Component::int16, Component::uint16};

/// Throws Refused.
StoredVectors read_vectors(File& file, const Field& accessor, std::size_t width,
                           std::initializer_list<Component> allowed);
/// Raw numbers that come from elsewhere, taken as this accessor says.
StoredVectors take_vectors(const Field& accessor, Component component, std::size_t width, std::vector<double> raw);
/// Vertex numbers below `vertices`.
std::vector<std::uint32_t> read_indices(File& file, const Field& accessor, std::size_t vertices);

/// A mesh as Draco compresses it, which KHR_draco_mesh_compression takes for a primitive's data.
struct DracoMesh {
  std::uint64_t points = 0;
  std::vector<double> positions;       ///< three a point, as they were stored before compression, or as near as it left
  Component component{};               ///< of the positions
  std::vector<std::uint32_t> corners;  ///< three a triangle, each below `points`
};

/// Decodes `bytes`, data of the extension `compressed`; its positions are the attribute of that id, or are left out.
/// Throws Refused: no such data, none of three coordinates of a type that a POSITION has, corners that are not there,
/// or more than such data can be worth in memory.
DracoMesh decode_draco(const Field& compressed, std::string_view bytes, std::optional<std::uint64_t> positions);

/// A primitive as triangles.
struct Triangles {
  const StoredVectors* positions;
  std::vector<std::uint32_t> used;     ///< the vertices that its corners name, ascending
  std::vector<std::uint32_t> corners;  ///< three a triangle, each an entry of `used`
  std::string_view material;
};

struct Mesh {
  std::string_view name;
  std::vector<Triangles> primitives;  ///< without points and lines, which have no area, and those that are left out
  bool morphs = false;                ///< some primitive has morph targets
  bool weighted = false;              ///< and they are in use, unless a node says otherwise
};

/// The meshes of a file, each read when first asked for. Names are views into the document.
class Meshes {
 public:
  /// `leave_out`: of meshes, by its names and those of materials.
  Meshes(File& file, LeaveOut& leave_out) : file_(file), leave_out_(leave_out) {}
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
  LeaveOut& leave_out_;
  std::uint64_t without_positions_ = 0;
  std::map<std::size_t, Mesh> meshes_;
  std::map<std::size_t, Positions> by_accessor_;
  // Of compressed primitives: by buffer view, attribute and accessor.
  std::map<std::array<std::uint64_t, 3>, std::pair<Positions, std::vector<std::uint32_t>>> decoded_;
};

/// Whether any of these morph weights is not 0.
bool any_weight(const std::optional<Field>& weights);

}  // namespace plumb::pipeline::gltf
