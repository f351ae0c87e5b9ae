// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_godot.h"
#include "write/rounded_mesh.h"

namespace plumb::pipeline {

std::optional<Error> writers::write_tres(Baked& b, Output& out, const WriteSettings& settings, Progress& progress) {
  const kernel::Label stance = settings.stance;
  const BakeOptions& o = b.options;
  if (auto error = no_such_stance(b.mesh().info, stance)) return error;
  const GodotMesh mesh = [&] {
    const WorkRange range(0, rounding_share);
    return with_polygons(b, links_of(b, Format::tres, settings),
                         [&](DerivedMesh& derived) { return make_godot(derived, stance, o.threads); });
  }();
  b.report.conforming.insert_or_assign(text_of(Format::tres), mesh.mesh.facts);
  b.report.godot = mesh.facts;
  const double binary32 = binary32_spacing(b.mesh());
  warn_of_numbers(b, Format::tres, mesh.facts.shared_corners > 0 ? mesh.facts.cell_size : binary32, mesh.mesh.facts);
  const WorkRange range(rounding_share, 1);
  export_godot(out, b.mesh().info, o.stances[static_cast<std::size_t>(stance) - 1], slope_degrees(o), mesh, progress);
  return std::nullopt;
}

}  // namespace plumb::pipeline
