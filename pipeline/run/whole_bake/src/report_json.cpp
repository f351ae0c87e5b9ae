// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of one bake as JSON and as a table (docs/reference/bake.md lists the fields).
//
// 1. report_json() writes the object: graph_json(), areas_json(), cells_json(), wedge_json(), conforming_json(),
//    detour_json() and not_written_json() make its longer members. All stages of the method have their seconds, 0 where
//    a stage was not wanted, so that the keys do not depend on the options.
// 2. report_csv() writes the areas, a line for each verdict.
//
// Cost: linear in the facts, but for fractions, whose text grows with their length. Memory: the whole text and its
// tree. Exact: areas are fractions. Where one was left out as longer than --exact-digits, its double alone is written.
// Source: our own.
#include <cmath>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

Json graph_json(const BakeReport& r) {
  // Where no component was dropped, all areas are kept.
  const std::vector<Area>& areas = r.graph.pruned.dropped.empty() ? r.areas.stances : r.graph.pruned.kept;
  Json kept = Json::array(), dropped = Json::array();
  for (std::size_t s = 0; s < areas.size(); ++s)
    kept.push_back({{"name", r.options.stances[s].name}, {"area", area_json(areas[s], r.options.exact_digits)}});
  for (const DroppedComponent& d : r.graph.pruned.dropped) {
    const ExactPoint at = to_input_frame(d.at, r.options.up);
    dropped.push_back({{"why", text_of(d.why)},
                       {"cells", d.cells},
                       {"area", area_json(d.area, r.options.exact_digits)},
                       {"at", point_json(at)}});
  }
  const auto joining = [](const char* option, const auto& found, const auto& value) -> Json {
    if (!found) return {};
    return {{option, (*found.*value).get_str()},
            {"largest_without", found->largest_without},
            {"largest_with", found->largest_with}};
  };
  Json out{{"portals", {{"flush", r.graph.flush}, {"step", r.graph.step}, {"weld", r.graph.weld}}},
           {"borders", r.graph.borders},
           {"components", r.graph.components},
           {"largest", r.graph.largest},
           {"joining_weld", joining("weld", r.joining_weld, &JoiningWeld::weld)},
           {"joining_step", joining("step", r.joining_step, &JoiningStep::step)},
           {"kept", std::move(kept)},
           {"dropped", std::move(dropped)},
           {"regions",
            {{"count", r.graph.partition.regions},
             {"hole_free", r.graph.partition.hole_free_regions},
             {"exact", r.graph.partition.exact_regions},
             {"exact_cells", r.graph.partition.exact_cells},
             {"exact_optimum", r.graph.partition.exact_optimum},
             {"lower_bound", r.graph.partition.lower_bound}}}};
  if (sgn(r.options.drop) > 0 || sgn(r.options.leap) > 0)
    out.set("one_way_links", {{"drop", r.graph.drops}, {"leap", r.graph.leaps}});
  return out;
}

Json areas_json(const BakeReport& r) {
  Json stances = Json::array();
  for (std::size_t s = 0; s < r.options.stances.size(); ++s)
    stances.push_back({{"name", r.options.stances[s].name},
                       {"height", r.options.stances[s].height.get_str()},
                       {"area", area_json(r.areas.stances[s], r.options.exact_digits)}});
  Json out = {{"traversable", area_json(r.areas.traversable, r.options.exact_digits)}};
  if (r.options.method == Method::vcd) {
    out.set("blocked", area_json(r.areas.blocked, r.options.exact_digits));
    out.set("covered", area_json(r.areas.covered, r.options.exact_digits));
    out.set("inside", area_json(r.areas.inside, r.options.exact_digits));
    if (sgn(r.options.radius) > 0) out.set("too_close", area_json(r.areas.too_close, r.options.exact_digits));
  }
  out.set("stances", std::move(stances));
  if (r.clearance.empty()) return out;
  Json bounds = Json::array();
  for (std::size_t s = 0; s < r.clearance.size(); ++s)
    bounds.push_back({{"name", r.options.stances[s].name},
                      {"inner", area_json(r.clearance[s][0], r.options.exact_digits)},
                      {"outer", area_json(r.clearance[s][1], r.options.exact_digits)}});
  out.set("or_higher", std::move(bounds));
  return out;
}

Json cells_json(const BakeReport& r) {
  Json out = {{"blocked", r.blocked_cells}, {"covered", r.covered_cells}, {"inside", r.inside_cells}};
  if (sgn(r.options.radius) > 0) out.set("too_close", r.too_close_cells);
  out.set("stances", r.stance_cells);
  out.set("after_merging", r.graph.merged_cells);
  return out;
}

Json refused_json(const OperationFacts& changes) {
  Json out = Json::array();
  for (const auto& [rule, count] : changes.refused) out.push_back({{"rule", rule}, {"count", count}});
  return out;
}

Json wedge_json(const BakeReport& r) {
  if (r.triangle_stages.empty()) return {};
  Json out = Json::array();
  for (const TriangleStageFacts& f : r.triangle_stages)
    out.push_back({{"stage", f.name},
                   {"triangles", f.triangles},
                   {"vertices", f.vertices},
                   {"coordinate_bits", f.coordinate_bits},
                   {"area", area_json(f.area, r.options.exact_digits)},
                   {"operations", f.changes.operations},
                   {"gained", area_json(f.changes.gained, r.options.exact_digits)},
                   {"lost", area_json(f.changes.lost, r.options.exact_digits)},
                   {"moved", area_json(f.changes.moved, r.options.exact_digits)},
                   {"farthest", f.changes.farthest},
                   {"refused", refused_json(f.changes)}});
  return out;
}

Json not_written_json(const BakeReport& r) {
  Json out = Json::array();
  for (const Error& error : r.not_written) out.push_back({{"file", error.file}, {"why", error.message}});
  return out;
}

Json conforming_json(const BakeReport& r) {
  Json all(std::initializer_list<Json>{});
  for (const auto& [kind, f] : r.conforming) {
    Json one = {{"polygons", f.polygons},
                {"inserted", f.inserted},
                {"cut", f.cut},
                {"collapsed", f.collapsed},
                {"divided", f.divided},
                {"islands", f.islands},
                {"lost", f.lost},
                {"lost_without_area", f.lost_without_area},
                {"lost_ways", f.lost_ways},
                {"area_gained", f.area_gained},
                {"area_lost", f.area_lost},
                {"area_left_out", f.area_left_out},
                {"moved", f.moved}};
    all.set(kind.c_str(), std::move(one));
  }
  return all;
}

Json detour_json(const DetourFacts& f) {
  const auto triple = [](const std::array<mpq_class, 3>& v) {
    return Json{v[0].get_str(), v[1].get_str(), v[2].get_str()};
  };
  return {{"origin", triple(f.origin)},
          {"cell_size", f.cell_size.get_str()},
          {"cell_height", f.cell_height.get_str()},
          {"tiles", f.tiles},
          {"tile_size", f.tile_size.get_str()},
          {"vertices", f.vertices},
          {"polygons", f.polygons},
          {"off_mesh_connections", f.off_mesh_connections},
          {"moved", triple(f.moved)},
          {"moved_squared", f.moved_squared.get_str()},
          {"flattened", f.flattened},
          {"cut", f.cut},
          {"closed_edges", f.closed_edges},
          {"left_out", f.left_out}};
}

// The ways that are lost are named where there are any.
Json links_json(const BakeReport& r) {
  Json out{{"linked", r.links->linked}, {"left_out", r.links->left_out}};
  if (r.links->lost.empty()) return out;
  Json lost = Json::array();
  for (const LinkCells::Lost& l : r.links->lost)
    lost.push_back({{"kind", text_of(l.kind)},
                    {"from", point_json(to_input_frame(l.ends[0], r.options.up))},
                    {"to", point_json(to_input_frame(l.ends[1], r.options.up))}});
  out.set("lost", std::move(lost));
  return out;
}

Json detour_json(const BakeReport& r) {
  Json all(std::initializer_list<Json>{});
  for (const auto& [kind, facts] : r.detour) all.set(kind.c_str(), detour_json(facts));
  return all;
}

Json godot_json(const GodotFacts& f) { return {{"cell_size", f.cell_size}, {"shared_corners", f.shared_corners}}; }

// The lines of the table, which begin with the scene.
class Table {
 public:
  explicit Table(const BakeReport& report) : start_(csv_field(report.scene_file) + "," + report.sha256 + ",") {}

  void row(const std::string& verdict, const std::string& height, const Area& area, std::uint64_t cells,
           const std::string& graph = ",") {
    text_ += start_ + verdict + "," + height + "," + csv_decimal(area.approx) + "," +
             (area.exact ? area.exact->get_str() : "") + "," + std::to_string(cells) + "," + graph + "\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::string start_, text_ = "scene,sha256,verdict,height,area,area_exact,cells,components,largest\n";
};

}  // namespace

std::string report_json(const BakeReport& r) {
  Json seconds;
  BakeOptions with_all;
  with_all.solids = Solids::closed;
  with_all.radius = 1;
  with_all.method = r.options.method;
  for (const Stage& s : bake_stages(with_all)) seconds.set(s.name, 0.0);  // stages that were not wanted
  for (const Stage& s : r.stages) seconds.set(s.name, s.seconds);
  seconds.set("total", r.seconds);
  Json components = Json::array();
  for (const ClosedComponent& c : r.components)
    components.push_back(
        {{"kind", text_of(c.kind)}, {"first_face", c.first_face}, {"faces", c.faces}, {"volume", c.volume.get_str()}});
  Json dropped_corners = Json::array(), fanned_faces = Json::array();
  for (const FaceCorner& c : r.dropped_corners) dropped_corners.push_back({{"face", c.face}, {"corner", c.corner}});
  for (const FannedFace& f : r.fanned_faces) {
    const std::uint64_t digits = r.options.exact_digits;
    Area excess{f.excess, f.excess.get_d()};
    kernel::drop_longer(excess.exact, digits);
    fanned_faces.push_back({{"face", f.face}, {"excess", area_json(excess, digits)}});
  }
  Json left_out = Json::array();
  for (const LeftOut& each : r.left_out) left_out.push_back({{"pattern", each.pattern}, {"parts", each.parts}});
  Json warnings = Json::array();
  for (const Warning& w : r.warnings)
    warnings.push_back({{"code", w.code}, {"text", w.text}, {"option", w.option.empty() ? Json() : Json(w.option)}});
  const ExactPoint size{r.bounds.size(0), r.bounds.size(1), r.bounds.size(2)};
  Json json = {{"plumb", version()},
               {"scene",
                {{"file", r.scene_file},
                 {"sha256", r.sha256.empty() ? Json() : Json(r.sha256)},
                 {"faces", r.faces},
                 {"polygons", r.polygons},
                 {"vertices", r.vertices},
                 {"straightened_nodes", r.straightened_nodes},
                 {"skipped_primitives", r.skipped_primitives},
                 {"left_out", std::move(left_out)},
                 {"coordinate_bits", r.coordinate_bits},
                 {"bounds",
                  {{"low", point_json(r.bounds.low)}, {"high", point_json(r.bounds.high)}, {"size", point_json(size)}}},
                 {"degenerate_faces", r.degenerate_faces},
                 {"split_faces", r.split_faces},
                 {"dropped_faces", r.dropped_faces},
                 {"dropped_corners", std::move(dropped_corners)},
                 {"fanned_faces", std::move(fanned_faces)}}},
               {"options", options_json(r.options)},
               {"polygons",
                {{"traversable", r.traversable},
                 {"blocker", r.blocker},
                 {"vertical", r.vertical},
                 {"welded_from", r.welded_from}}},
               {"area", areas_json(r)},
               {"identity", {{"polygons", r.areas.polygons}, {"held", r.areas.held}}},
               {"cells", cells_json(r)},
               {"graph", graph_json(r)},
               {"obstructions", r.obstructions},
               {"wedge", wedge_json(r)},
               {"links", r.links ? links_json(r) : Json()},
               {"conforming", conforming_json(r)},
               {"detour", detour_json(r)},
               {"godot", r.godot ? godot_json(*r.godot) : Json()},
               {"closed_components", std::move(components)},
               {"arithmetic",
                {{"predicates", r.arithmetic.predicates()},
                 {"combinatorial", r.arithmetic.combinatorial},
                 {"filtered", r.arithmetic.filtered},
                 {"interval", r.arithmetic.interval},
                 {"fixed", r.arithmetic.fixed},
                 {"exact", r.arithmetic.exact},
                 {"max_bits", r.arithmetic.max_bits}}},
               {"warnings", std::move(warnings)},
               {"not_written", not_written_json(r)},
               {"seconds", std::move(seconds)},
               {"peak_bytes", r.peak_bytes}};
  if (r.open_edges > 0) {
    Json places = Json::array();
    for (const auto& [face, ends] : r.open_places)
      places.push_back({{"face", face}, {"from", point_json(ends[0])}, {"to", point_json(ends[1])}});
    json.set("open_edges", {{"count", r.open_edges}, {"places", std::move(places)}});
  }
  if (!r.options.fail_if.empty()) {
    Json verdicts = Json::array();
    for (const OutcomeVerdict& v : r.verdicts())
      verdicts.push_back({{"threshold", v.threshold.text}, {"value", v.value}, {"exceeded", v.exceeded}});
    json.set("thresholds", std::move(verdicts));
    json.set("passes", r.passes());
  }
  return json_text(json, 2) + "\n";
}

std::string report_csv(const BakeReport& r) {
  Table table(r);
  std::uint64_t all = r.blocked_cells + r.covered_cells + r.inside_cells + r.too_close_cells;
  for (std::size_t s = 0; s < r.options.stances.size(); ++s) {
    const Stance& stance = r.options.stances[s];
    table.row(stance.name, stance.height.get_str(), r.areas.stances[s], r.stance_cells[s],
              std::to_string(r.graph.components[s]) + "," + csv_decimal(r.graph.largest[s]));
    all += r.stance_cells[s];
  }
  if (r.options.method == Method::wedge) return table.row("traversable", "", r.areas.traversable, all), table.text();
  table.row("blocked", "", r.areas.blocked, r.blocked_cells);
  table.row("covered", "", r.areas.covered, r.covered_cells);
  table.row("inside", "", r.areas.inside, r.inside_cells);
  table.row("too_close", "", r.areas.too_close, r.too_close_cells);
  table.row("traversable", "", r.areas.traversable, all);
  return table.text();
}

}  // namespace plumb::pipeline
