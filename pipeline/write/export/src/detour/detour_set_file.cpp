// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour/detour_set_file.h"

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

// RecastDemo's, 'MSET' as its compilers number that.
constexpr std::int32_t set_magic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', set_version = 1;
// Detour's references of tiles that are added to an empty set: the number of a tile, after this in the bits above.
constexpr std::uint32_t first_salt = 1;

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string set_head(const DetourSetParameters& parameters, std::uint64_t tiles) {
  std::string out;
  append(out, set_magic);
  append(out, set_version);
  append(out, static_cast<std::int32_t>(tiles));
  // dtNavMeshParams, as Detour lays it out.
  append(out, parameters.origin);
  append(out, parameters.tile_width);
  append(out, parameters.tile_height);
  append(out, std::int32_t{1} << parameters.tile_bits);
  append(out, std::int32_t{1} << parameters.polygon_bits);
  return out;
}

std::string tile_head(std::uint32_t reference, std::string_view tile) {
  std::string out;
  append(out, reference);
  append(out, static_cast<std::int32_t>(tile.size()));
  return out;
}

}  // namespace

std::string tile_set(std::span<const std::string> tiles, const DetourSetParameters& parameters,
                     std::span<const std::uint32_t> references) {
  std::string out = set_head(parameters, tiles.size());
  for (std::size_t t = 0; t < tiles.size(); ++t) out += tile_head(references[t], tiles[t]) + tiles[t];
  return out;
}

bool DetourSetParameters::is_one_set() const { return tile_bits + polygon_bits <= most_reference_bits; }

// Along the plan's second axis Detour's z runs the other way.
DetourSetParameters set_parameters(const DetourTileFrame& frame, std::uint64_t tiles, std::uint64_t polygons) {
  const float size = kernel::nearest_float(frame.size);
  return {.origin = {kernel::nearest_float(frame.origin[0]), 0, kernel::nearest_float(mpq_class(-frame.origin[1]))},
          .tile_width = size,
          .tile_height = size,
          .tile_bits = bits_for(tiles),
          .polygon_bits = bits_for(polygons)};
}

DetourSetWriter::DetourSetWriter(Output& out, const DetourSetParameters& parameters, std::uint64_t tiles)
    : out_(out), parameters_(parameters) {
  out_.write(set_head(parameters_, tiles));
}

void DetourSetWriter::write(std::string_view tile) {
  const std::uint32_t salt = first_salt << (parameters_.tile_bits + parameters_.polygon_bits);
  out_.write(tile_head(salt | written_++ << parameters_.polygon_bits, tile));
  out_.write(tile);
}

}  // namespace plumb::pipeline
