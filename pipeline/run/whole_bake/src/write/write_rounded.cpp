// SPDX-License-Identifier: GPL-3.0-or-later
// .obj with its .mtl, and .glb: meshes in rounded numbers whose neighbours share whole edges.
#include "plumb/pipeline/export.h"
#include "write/rounded_mesh.h"

namespace plumb::pipeline {

std::optional<Error> writers::write_obj(Baked& b, Output& out, const WriteSettings& settings, Progress& progress) {
  const LinkCells* links = links_of(b, Format::obj, settings);
  const ConformingMesh made = conforming(b, Format::obj, any_number, links);
  warn_of_numbers(b, Format::obj, binary32_spacing(b.mesh()), made.facts);
  const WorkRange range(rounding_share, 1);
  export_obj(out, settings.materials, *b.derived, made, progress, links);
  return std::nullopt;
}

std::optional<Error> writers::write_mtl(Baked& b, Output& out, const WriteSettings& settings, Progress&) {
  export_mtl(out, b.mesh(), settings.link_polygons.value_or(false));
  return std::nullopt;
}

std::optional<Error> writers::write_glb(Baked& b, Output& out, const WriteSettings& settings, Progress& progress) {
  const LinkCells* links = links_of(b, Format::glb, settings);
  const NumberGrid grid{.origin = settings.glb_origin ? *settings.glb_origin : glb_origin(*b.derived)};
  const ConformingMesh made = conforming(b, Format::glb, 3, links, grid);
  const WorkRange range(rounding_share, 1);
  export_glb(out, *b.derived, made, progress, links);
  return std::nullopt;
}

}  // namespace plumb::pipeline
