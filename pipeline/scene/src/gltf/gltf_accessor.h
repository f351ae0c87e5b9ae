// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <initializer_list>
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

}  // namespace plumb::pipeline::gltf
