// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <string>
#include <vector>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cell_geometry.h"

namespace plumb::pipeline {

/// What an exact JSON file holds. Points are in the input's frame and units.
struct BakeFile {
  struct Facet {
    kernel::PolygonId surface = kernel::no_polygon;
    std::uint32_t face = 0;                          ///< the source face
    kernel::PolygonId witness = kernel::no_polygon;  ///< none: nothing keeps it from a higher stance
    std::vector<ExactPoint> vertices;                ///< counter-clockwise seen from above, at least 3
  };
  struct Cell {
    kernel::Label stance = kernel::blocked;  ///< 1..K; 0 blocked; -1 covered
    std::vector<Facet> facets;
  };
  struct Obstruction {
    kernel::PolygonId surface = kernel::no_polygon, wall = kernel::no_polygon;
    ExactPoint from, to;
    kernel::Label may_cross = kernel::blocked;  ///< greatest stance that may cross; 0: none
  };
  std::string version;          ///< of the plumb that wrote it
  BakeOptions options;          ///< options.scene is the scene file; threads and output files are not kept
  mpz_class denominator = 1;    ///< of the scene's coordinates, once scaled to integers
  std::vector<Cell> cells;
  std::vector<Obstruction> obstructions;
};

/// Reads an exact JSON file. Every number must be in lowest terms, every stance one of the options': then writing
/// it again gives the same bytes. Errors: cannot_open, syntax.
Result<BakeFile> read_bake_json(const std::string& path);

/// Writes what read_bake_json has read, byte for byte as export_json would.
void write_bake_json(AtomicFile& file, const BakeFile& bake);

}  // namespace plumb::pipeline
