// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gltf/gltf_accessor.h"

namespace plumb::pipeline::gltf {

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

}  // namespace plumb::pipeline::gltf
