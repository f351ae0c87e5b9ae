// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_certificate.h"

#include <algorithm>
#include <cassert>

#include "certificate_pieces.h"
#include "certificate_portals.h"
#include "certificate_surface.h"

namespace plumb::pipeline {
namespace {

void header(CertificateText& out, const CertificateSettings& o, const Scene& scene, const StanceMap& map) {
  assert(scene.sha256.size() == 64);
  out.record("plumb").word("certificate").word(sgn(o.radius) > 0 ? 3 : 2).end();
  out.record("scene").word(scene.sha256).word(scene.bytes).end();
  out.record("numbers").word(text_of(o.numbers)).end();
  out.record("up").word(text_of(o.up)).end();
  out.record("sides").word(text_of(o.sides)).end();
  if (o.slope) out.record("slope").word(*o.slope).end();
  else if (o.slope_ratio) out.record("slope-ratio").word(*o.slope_ratio).end();
  else out.record("slope-cos").word(o.slope_cos.value()).end();
  out.record("step").word(map.step).end();
  out.record("weld").word(o.weld).end();
  if (sgn(o.radius) > 0) {
    out.record("radius").word(o.radius).end();
    out.record("window").word(o.window).end();
    out.record("clearance").word(o.bound == kernel::DiscBound::tangents ? "inner" : "outer").end();
    for (const kernel::PlanPoint& p : kernel::disc_points(o.disc)) out.record("disc").word(p[0]).word(p[1]).end();
  }
  out.record("solids").word(text_of(o.solids)).end();
  out.record("bad-faces").word(text_of(o.bad_faces)).end();
  for (const Stance& s : map.stances) out.record("stance").word(s.name).word(s.height).end();
}

void parts(CertificateText& out, const SurfaceSet& set) {
  for (std::size_t i = 0; i < set.cut_parts.size(); ++i) {
    out.record("part").word(set.cut_parts[i].face).word(set.cut_parts[i].part);
    for (const kernel::PointId p : set.outline_of_cut(i)) out.word(p);
    out.end();
  }
}

// Outlines are kept clockwise, whichever way the faces run.
void welds(CertificateText& out, const SurfaceSet& set) {
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    const auto members = set.parts_of(i);
    if (members.size() == 1) continue;
    out.record("weld");
    for (const FacePart& p : members) out.word(p.face).word(p.part);
    out.word(":");
    const auto corners = set.corners_of(set.surfaces[i]);
    const std::size_t n = corners.size();
    for (std::size_t k = 0; k < n; ++k) out.word(corners[set.surfaces[i].faces_up && k > 0 ? n - k : k]);
    out.end();
  }
}

void surfaces(CertificateText& out, const Certified& b, Progress& progress) {
  CertificatePieces pieces(b);
  CertificateSurface surface(b, pieces);
  const auto& cells = b.map.table.cells;
  const auto& obstructions = b.map.table.obstructions;
  std::size_t count = 0;
  auto obstruction = obstructions.begin();
  for (auto cell = cells.begin(); cell != cells.end(); ++count) {
    const auto first_cell = cell;
    const auto first_obstruction = obstruction;
    while (cell != cells.end() && cell->surface == first_cell->surface) ++cell;
    while (obstruction != obstructions.end() && obstruction->surface == first_cell->surface) ++obstruction;
    const auto number = [&](auto at) { return static_cast<CellId>(at - cells.begin()); };
    surface.append({first_cell, cell}, pieces.of(number(cell)), {first_obstruction, obstruction}, out);
    if (count % 1024 == 0)
      progress.advance(static_cast<double>(cell - cells.begin()) / static_cast<double>(cells.size()));
  }
  assert(obstruction == obstructions.end());
  const std::size_t portals = append_portals(b, out), borders = b.cleared ? pieces.append_borders(out) : 0;
  out.record("end").word(count).word(cells.size()).word(obstructions.size()).word(portals);
  if (b.cleared) out.word(pieces.count()).word(borders);
  out.end();
}

}  // namespace

void export_certificate(Output& file, const Certified& certified, Progress& progress) {
  CertificateText out(file);
  header(out, certified.settings, certified.scene, certified.map);
  parts(out, certified.set);
  welds(out, certified.set);
  surfaces(out, certified, progress);
  out.flush();
}

}  // namespace plumb::pipeline
