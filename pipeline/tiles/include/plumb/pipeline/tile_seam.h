// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/area_ledger.h"
#include "plumb/pipeline/crop_nav_mesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// What other tiles and the whole level have to know of a tile that was baked.
struct TileSeam {
  struct Way {
    PortalKind kind = PortalKind::flush;
    kernel::Label stance = 1;  ///< the greatest that may use it
    bool from_here = true;     ///< WayOut::from_here
    Tile beyond;
    std::array<kernel::ExactPoint, 2> here, there;
    std::vector<std::uint32_t> components;  ///< by stance from the lowest to `stance`: the component that it leads from
  };
  /// Of the tile's cells alone.
  struct Component {
    kernel::Area area;
    std::uint32_t lowest = 0;  ///< the number of the component of the lowest stance that it is in
  };
  Tile tile;
  std::string key;        ///< of what it was baked from (bake_tile.h)
  std::string version;    ///< of plumb
  UpAxis up = UpAxis::y;  ///< the axis of coordinates in the file that points up
  std::vector<Stance> stances;
  std::uint64_t cells = 0;
  std::optional<std::array<mpq_class, 2>>
      heights;                                ///< the lowest and the highest place to stand on; none: there is none
  std::map<std::string, kernel::Area> areas;  ///< by verdict (verdict_name); none of area 0
  std::vector<std::vector<Component>> components;  ///< by stance, then number: ascending by the lowest cell
  std::vector<Way> ways;
  std::vector<TileFile> files;  ///< the tile's others: its cells, and its certificate if it has one
};

/// `exact_digits`: of areas by verdict, `component_digits`: of those of components; 0: any.
TileSeam seam_of(const CroppedMesh& cropped, const Tile& tile, std::string key, std::uint64_t exact_digits,
                 std::uint64_t component_digits);

/// As JSON (docs/reference/schema/tile_seam.json), in the frame of the level.
void write_tile_seam(Output& file, const TileSeam& seam);
/// Errors: cannot_open, syntax.
Result<TileSeam> read_tile_seam(const std::string& path);

}  // namespace plumb::pipeline
