// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/report.h"

#include <cmath>

#include "options_json.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

using Json = nlohmann::ordered_json;

Json area_json(const Area& area) {
  return {{"exact", area.exact ? Json(area.exact->get_str()) : Json()}, {"approx", area.approx}};
}

}  // namespace

BakeReport make_report(const Baked& b) {
  BakeReport r;
  r.options = b.options;
  r.scene_file = b.scene.file;
  r.faces = b.scene.face_count();
  r.polygons = b.set.surfaces.size();
  r.vertices = b.scene.vertex_records;
  r.coordinate_bits = b.scene.points.bits();
  r.degenerate_faces = b.set.degenerate_faces;
  r.split_faces = b.set.split_faces;
  r.dropped_faces = b.set.dropped_faces;
  for (const Surface& s : b.set.surfaces)
    ++(s.kind == SurfaceKind::traversable ? r.traversable : s.kind == SurfaceKind::vertical ? r.vertical : r.blocker);
  r.welded_from = b.set.welded_from;
  r.areas = b.areas;
  r.stance_cells.resize(b.map.stances.size());
  for (const kernel::Cell& c : b.map.table.cells)
    ++(c.label == kernel::covered   ? r.covered_cells
       : c.label == kernel::blocked ? r.blocked_cells
                                    : r.stance_cells[static_cast<std::size_t>(c.label) - 1]);
  r.obstructions = b.map.table.obstructions.size();
  return r;
}

std::string report_json(const BakeReport& r) {
  Json stances = Json::array();
  for (std::size_t s = 0; s < r.options.stances.size(); ++s)
    stances.push_back({{"name", r.options.stances[s].name},
                       {"height", r.options.stances[s].height.get_str()},
                       {"area", area_json(r.areas.stances[s])}});
  const Area nothing{mpq_class(0), 0};
  const Json json = {
      {"plumb", version()},
      {"scene",
       {{"file", r.scene_file},
        {"faces", r.faces},
        {"polygons", r.polygons},
        {"vertices", r.vertices},
        {"coordinate_bits", r.coordinate_bits},
        {"degenerate_faces", r.degenerate_faces},
        {"split_faces", r.split_faces},
        {"dropped_faces", r.dropped_faces}}},
      {"options", options_json(r.options)},
      {"polygons",
       {{"traversable", r.traversable},
        {"blocker", r.blocker},
        {"vertical", r.vertical},
        {"welded_from", r.welded_from}}},
      {"area",
       {{"traversable", area_json(r.areas.traversable)},
        {"blocked", area_json(r.areas.blocked)},
        {"covered", area_json(r.areas.covered)},
        {"inside", area_json(nothing)},
        {"stances", std::move(stances)}}},
      {"identity", {{"polygons", r.areas.polygons}, {"held", r.areas.held}}},
      {"cells", {{"blocked", r.blocked_cells}, {"covered", r.covered_cells}, {"stances", r.stance_cells}}},
      {"obstructions", r.obstructions},
      {"arithmetic",
       {{"predicates", r.arithmetic.predicates()},
        {"combinatorial", r.arithmetic.combinatorial},
        {"filtered", r.arithmetic.filtered},
        {"interval", r.arithmetic.interval},
        {"fixed", r.arithmetic.fixed},
        {"exact", r.arithmetic.exact},
        {"max_bits", r.arithmetic.max_bits}}},
      {"seconds",
       {{"read", r.seconds.read},
        {"convexify", r.seconds.convexify},
        {"weld", r.seconds.weld},
        {"classify", r.seconds.classify},
        {"index", r.seconds.index},
        {"decompose", r.seconds.decompose},
        {"measure", r.seconds.measure},
        {"write", r.seconds.write},
        {"total", r.seconds.total}}},
      {"peak_bytes", r.peak_bytes}};
  return json_text(json, 2) + "\n";
}

}  // namespace plumb::pipeline
