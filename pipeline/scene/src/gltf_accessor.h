// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "gltf_file.h"

namespace plumb::pipeline::gltf {

/// The POSITION of a primitive's vertices, as stored: a coordinate is raw / divisor. Every raw number is a binary32 or
/// an integer of at most 16 bits; a divisor other than 1 comes from `normalized` (KHR_mesh_quantization).
struct StoredPositions {
  std::vector<double> raw;  ///< three a vertex, finite
  unsigned divisor = 1;
  int fraction_bits = 0;  ///< the least n >= 0 with raw * 2^n an integer, for all
  std::size_t count() const { return raw.size() / 3; }
};

/// Throws Refused.
StoredPositions read_positions(File& file, std::size_t accessor);
/// Vertex numbers below `vertices`.
std::vector<std::uint32_t> read_indices(File& file, const Field& accessor, std::size_t vertices);

}  // namespace plumb::pipeline::gltf
