// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/int64.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/files.h"

// Tiles of a level for Detour, written one by one, so that nobody has the level in memory. What is in them is what
// export_detour.h says of a set of tiles.
namespace plumb::pipeline {

/// The cells of the grid that all tiles of a level have which are written one by one, in plan and of heights: powers of
/// two.
struct DetourCells {
  mpq_class plan, height;
};
/// The finest with which Detour computes without rounding. None beyond the range of binary32. `farthest`: the greatest
/// coordinate in plan of a line between tiles; `heights`: the lowest and the highest place to stand; `tallest`: the
/// most that heights of one tile differ.
std::optional<DetourCells> detour_cells(const mpq_class& tile_size, const mpq_class& farthest,
                                        const std::array<mpq_class, 2>& heights, const mpq_class& tallest);

/// Where a tile of a level is, in input units, z up.
struct DetourTileFrame {
  std::array<mpq_class, 2> origin;  ///< a corner of tile (0, 0)
  mpq_class size = 1;               ///< the width of all tiles
  DetourCells cells;
  std::array<std::int64_t, 2> at{};  ///< the tile's number along x and y

  /// Line k across an axis of the plan; it may be between steps of the grid.
  mpq_class line(std::size_t axis, std::int64_t k) const { return origin[axis] + size * mpz_class(kernel::to_gmp(k)); }
};

/// A way from a tile to another one. A flush way leads over a line between tiles, and the tiles on both sides have to
/// name the same stretches, of which no two overlap.
struct DetourWay {
  PortalKind kind = PortalKind::flush;
  kernel::Label stance = 1;               ///< the greatest that may use it
  std::array<std::int64_t, 2> beyond{};   ///< the tile that it leads to
  std::array<ExactPoint, 2> here, there;  ///< a side of a cell, counter-clockwise, and what is reached from its ends
  /// Of a flush way: for each stance from the lowest to `stance`, which connected part of either tile it joins.
  std::vector<std::array<std::uint32_t, 2>> joins;
  std::array<double, 2> areas{};  ///< about, in plan, of the parts that it joins in that stance
};

/// A tile of a level, without the others, as one of a set: tile (i, j) is Detour's tile (i, -1 - j). Ways over its
/// sides are edges that Detour joins to those of the tiles beyond; where it would join others, too, or none, there is
/// an off-mesh connection if nothing else joins the same parts of both tiles and these are more than slivers of the
/// grid, and so there is for steps and welds. `mesh` lies in the tile, with a corner wherever a flush way ends.
///
/// Errors: those of make_detour(); no_face, too, if rounding leaves nothing of it.
Result<DetourFile> make_detour_tile(const NavMesh& mesh, const DetourTileFrame& frame, std::span<const DetourWay> ways,
                                    unsigned threads = 1);

/// What Detour has to be told of a set of tiles, to load some or all of them: dtNavMeshParams.
struct DetourSetParameters {
  std::array<float, 3> origin{};
  float tile_width = 0, tile_height = 0;          ///< along x and z
  std::uint32_t tile_bits = 0, polygon_bits = 0;  ///< that number all tiles, and the polygons and connections in each

  /// Whether Detour's references can name all of them.
  bool is_one_set() const;
};
/// Those of the tiles of a level. `polygons`: the most that a tile has (detour_polygons).
DetourSetParameters set_parameters(const DetourTileFrame& frame, std::uint64_t tiles, std::uint64_t polygons);
/// How many polygons and connections are in a tile that make_detour_tile() has made.
std::uint64_t detour_polygons(std::string_view tile);

/// An .mset, tile by tile.
class DetourSetWriter {
 public:
  /// Requires parameters of one set.
  DetourSetWriter(Output& out, const DetourSetParameters& parameters, std::uint64_t tiles);
  void write(std::string_view tile);

 private:
  Output& out_;
  const DetourSetParameters parameters_;
  std::uint32_t written_ = 0;
};

}  // namespace plumb::pipeline
