// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/baked.h"
#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/progress.h"

// The writers. Each gives the same bytes for the same bake, whatever the number of threads, and leaves closing and
// naming the file to the caller.
namespace plumb::pipeline {

/// Takes a point back to the axes of the input: the inverse of --up.
ExactPoint to_input_frame(ExactPoint point, UpAxis up);

/// Wavefront OBJ: one group and material per verdict, faces counter-clockwise seen from above, corners of input
/// polygons shared throughout and cut points within their surface. Coordinates are the nearest doubles, and the file
/// says so. `mtl_name` is what mtllib names.
void export_obj(AtomicFile& file, const std::string& mtl_name, const Baked& baked, Progress& progress);
/// The materials of export_obj.
void export_mtl(AtomicFile& file, const Baked& baked);

/// A plan, coloured by verdict, as SVG: one panel for each storey found (split_storeys), with areas and a scale.
/// Coordinates are rounded to a tenth of a pixel, and the file says so.
void export_svg(AtomicFile& file, const Baked& baked, Progress& progress);

/// The certificate (docs/certificate.md): every polygon, cell and obstruction edge with its reason, in integers and fractions.
/// Requires a scene with its digest. Memory is in proportion to the largest surface, not to the file.
void export_certificate(AtomicFile& file, const Baked& baked, Progress& progress);

/// The exact cells and obstruction edges as JSON (bake_json.h reads it).
void export_json(AtomicFile& file, const Baked& baked, Progress& progress);

}  // namespace plumb::pipeline
