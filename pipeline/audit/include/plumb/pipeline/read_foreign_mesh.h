// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// How another baker's file is taken.
struct ForeignMeshOptions {
  Numbers numbers = Numbers::binary64;    ///< of text; binary numbers are taken exactly
  UpAxis up = UpAxis::y;                  ///< of formats that do not say: that of the scene
  bool up_given = false;                  ///< it holds for all formats
  std::vector<mpq_class> transform = {};  ///< none, or twelve numbers: three rows that make x, y, z of x, y, z and 1
  std::vector<std::uint32_t> areas = {};  ///< ids of polygons to keep; none: all
  std::optional<mpq_class> join = {};     ///< edges so far apart are joined, where the format has no links
  std::string resource = {};              ///< of a .tscn with several navmeshes: the id of one, or a region's path
  std::string stance = {};                ///< of plumb's own JSON: whose floor; empty, or unknown there: the lowest's
  /// The navmesh's other files: more tiles, or the detail mesh of a polygon mesh.
  std::vector<std::string> more_files = {};
  unsigned threads = 1;
};

/// Reads a navmesh; what it is, its content tells (of a map of TrinityCore, its name). Files that it names, or that
/// belong to it, are looked for beside it. Errors: those of reading, and bad_index, too_large, bad_option.
Result<ForeignMesh> read_foreign_mesh(const std::string& path, const ForeignMeshOptions& options);
/// The same for a file's content in memory.
Result<ForeignMesh> read_foreign_mesh_text(std::string_view bytes, const std::string& name,
                                           const ForeignMeshOptions& options);

}  // namespace plumb::pipeline
