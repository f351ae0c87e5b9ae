// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of `plumb audit` (docs/reference/audit.md has the fields).
// Problem: programs read this text, so it has all figures of an audit in an order that never changes, whatever the
// number of threads.
// 1. AuditJson::head() makes all but the findings: the options, areas and shares, components, places of components and
//    joins, structure, causes, the grid and the verdicts. The functions in front of it make their parts.
// 2. text() writes that, then the findings one a line, which threads make in chunks: there may be many.
// Lists have as many entries as --limit says, and how many there are in all. Areas are fractions unless these are
// longer than --exact-digits; then the double stands alone.
// Cost: linear in what is listed. Memory: the whole text, and once more all findings as text.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/text.h"
#include "report/figures.h"
#include "report/match_baseline.h"

namespace plumb::pipeline {

namespace {

Json area(const AuditFacts& f, const AreaTotal& total) {
  const std::uint64_t digits = f.options.level.exact_digits;
  return area_json(total.area(digits), digits);
}
Json point(const AuditFacts& f, const ExactPoint& p) { return point_json(to_input_frame(p, f.options.level.up)); }

// "low" and "high" of a box, in the axes of the input.
void set_box(Json& json, const std::array<ExactPoint, 2>& box, UpAxis up) {
  const auto [low, high] = input_box(box, up);
  json.set("low", point_json(low));
  json.set("high", point_json(high));
}

Json share_json(const std::optional<MatchedComponents::Disagreement>& d) {
  if (!d) return {};
  return {{"exact", d->exact ? Json(d->exact->get_str()) : Json()}, {"approx", (d->near.low + d->near.high) / 2}};
}

Json heights_json(const std::optional<MatchedHeights>& heights) {
  return heights ? Json{{"low", heights->low.get_str()}, {"high", heights->high.get_str()}} : Json();
}

// With a baseline, what a place is against it.
void set_state(Json& json, const AuditFacts& f, std::vector<BaselineFacts::Place> BaselineFacts::*list, std::size_t i) {
  if (!f.baseline) return;
  const BaselineFacts::Place& place = ((*f.baseline).*list)[i];
  json.set("state", text_of(place.state));
  if (place.area.terms() > 0) json.set("new_area", area(f, place.area));
  if (place.state == BaselineFacts::State::is_new) json.set("new_at", point(f, *place.at));
}

// The first of a list, as many as are wanted, and how many there are.
template <class List, class Make>
Json listed(const AuditFacts& f, const List& list, Make&& make,
            std::vector<BaselineFacts::Place> BaselineFacts::*states = nullptr) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), f.options.limit); ++i) {
    Json entry = make(list[i]);
    if (states) set_state(entry, f, states, i);
    out.push_back(std::move(entry));
  }
  return {{"count", list.size()}, {"listed", std::move(out)}};
}

Json place_json(const AuditFacts& f, const ComponentPlace& p) {
  Json out{{"kind", text_of(p.kind)}, {"component", p.component}, {"area", area(f, p.area)}};
  set_box(out, p.box, f.options.level.up);
  out.set("inside", point(f, p.inside));
  Json parts = Json::array();
  for (const ComponentPlace::Part& part : p.parts)
    parts.push_back({{"component", part.component}, {"area", area(f, part.area)}});
  out.set("parts", std::move(parts));
  Json causes = Json::array();
  for (const auto& [cause, total] : p.causes) causes.push_back({{"cause", text_of(cause)}, {"area", area(f, total)}});
  out.set("causes", std::move(causes));
  const bool of_truth = p.kind == ComponentPlace::Kind::lost || p.kind == ComponentPlace::Kind::split;
  out.set(of_truth ? "cells" : "polygons", p.owners);
  out.set("faces", p.faces);
  out.set("names", face_names_json(f.groups, p.faces));
  return out;
}

Json join_json(const AuditFacts& f, const ComponentJoin& j) {
  Json sides = Json::array(), links = Json::array();
  for (const ComponentJoin::Side& s : j.sides)
    sides.push_back({{"component", s.component},
                     {"cells", s.cells},
                     {"polygons", s.polygons},
                     {"faces", s.faces},
                     {"names", face_names_json(f.groups, s.faces)}});
  for (const ComponentJoin::Link& l : j.links) {
    Json link{{"a", l.a}, {"b", l.b}, {"kind", l.kind ? Json(text_of(*l.kind)) : Json()}};
    link.set("from", l.segment ? point(f, (*l.segment)[0]) : Json());
    link.set("to", l.segment ? point(f, (*l.segment)[1]) : Json());
    links.push_back(std::move(link));
  }
  Json out{{"kind", j.is_false ? "false" : "missing"}, {"component", j.component}, {"area", area(f, j.area)}};
  out.set("gap", {{"from", point(f, j.from)},
                  {"to", point(f, j.to)},
                  {"squared_width", j.squared_width.get_str()},
                  {"rise", mpq_class(j.to[2] - j.from[2]).get_str()}});
  if (j.is_false) {
    out.set("cause", join_cause(j, f.options.level.step));
    out.set("faces", j.standing);
    out.set("names", face_names_json(f.groups, j.standing));
  }
  set_box(out, j.box, f.options.level.up);
  out.set("sides", std::move(sides));
  out.set(j.is_false ? "through_polygons" : "through_cells", j.through);
  out.set("links", std::move(links));
  return out;
}

// Components, and joins: {"count", "listed"}, as many as --limit says.
Json component_places_json(const AuditFacts& f) {
  return listed(f, f.places, [&](const ComponentPlace& p) { return place_json(f, p); });
}

Json joins_json(const AuditFacts& f) {
  return listed(
      f, f.joins, [&](const ComponentJoin& j) { return join_json(f, j); }, &BaselineFacts::joins);
}

Json overlap_json(const AuditFacts& f, const OverlapPlace& p) {
  Json out{{"area", area(f, p.area)}};
  set_box(out, p.box, f.options.level.up);
  out.set("inside", point(f, p.inside));
  out.set("polygons", p.polygons);
  out.set("below_grid", p.below_grid);
  Json rings = Json::array();
  for (const std::vector<ExactPoint>& ring : p.rings) {
    Json corners = Json::array();
    for (const ExactPoint& c : ring) corners.push_back(point(f, c));
    rings.push_back(std::move(corners));
  }
  out.set("rings", std::move(rings));
  return out;
}
Json overlaps_json(const AuditFacts& f) {
  return listed(
      f, f.overlaps, [&](const OverlapPlace& p) { return overlap_json(f, p); }, &BaselineFacts::overlaps);
}

// Null if there is nothing to say.
Json gaps_json(const AuditFacts& f) {
  if (!f.welded) return {};
  const auto& [weld, m] = *f.welded;
  return {{"weld", weld.weld.get_str()},
          {"largest_without", weld.largest_without},
          {"largest_with", weld.largest_with},
          {"truth", m.truth},
          {"lost", m.lost.size()},
          {"spurious", m.spurious.size()},
          {"split", m.split.size()},
          {"merged", m.merged.size()},
          {"only_truth_joins", share_json(m.only_truth_joins)},
          {"only_found_joins", share_json(m.only_found_joins)}};
}

// With the grid itself.
Json below_grid_json(const AuditFacts& f) {
  const BelowGrid& b = f.below_grid;
  return {{"kind", text_of(f.grid.kind)}, {"step", f.grid.step.get_str()}, {"missing", area(f, b.missing)},
          {"excess", area(f, b.excess)},  {"overlap", area(f, b.overlap)}, {"lost", b.lost},
          {"spurious", b.spurious}};
}

// Components by what of them is missing, or in excess, the largest first.
Json findings_by_component_json(const AuditFacts& f) {
  struct Sum {
    bool excess;
    std::uint32_t component;
    AreaTotal area;
    std::uint64_t findings = 0;
  };
  std::map<std::pair<bool, std::uint32_t>, Sum> sums;
  for (const Finding& finding : f.findings) {
    Sum& sum =
        sums.try_emplace({finding.excess, finding.component}, Sum{finding.excess, finding.component, {}}).first->second;
    sum.area.add(finding.area);
    ++sum.findings;
  }
  std::vector<const Sum*> order;
  for (const auto& [key, sum] : sums) order.push_back(&sum);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const Sum* s) { return s->area.near().low + s->area.near().high; });
  return listed(f, order, [&](const Sum* s) {
    return Json{{"difference", s->excess ? "excess" : "missing"},
                {"component", s->component},
                {"area", area(f, s->area)},
                {"findings", s->findings}};
  });
}

Json number_or_null(const std::optional<mpq_class>& value) { return value ? Json(value->get_str()) : Json(); }

Json window_json(const AuditFacts& f) {
  return {{"below", f.window.below.get_str()}, {"above", f.window.above.get_str()}};
}
Json baker_json(const AuditFacts& f) {
  const BakerSettings& b = f.baker;
  return {{"cell_size", number_or_null(b.cell_size)}, {"cell_height", number_or_null(b.cell_height)},
          {"height", number_or_null(b.height)},       {"radius", number_or_null(b.radius)},
          {"climb", number_or_null(b.climb)},         {"max_error", b.max_error.get_str()},
          {"min_region", b.min_region.get_str()},     {"border_reach", number_or_null(b.border_reach())}};
}

Json baseline_json(const AuditFacts& f) {
  const BaselineFacts& b = *f.baseline;
  using State = BaselineFacts::State;
  Json gone = Json::array();
  for (const BaselineFacts::Gone& g : b.gone)
    gone.push_back({{"what", g.what}, {"at", point(f, g.at)}, {"area", g.area}});
  return {{"file", b.file},
          {"differs", b.differs},
          {"new", b.count(State::is_new)},
          {"known", b.count(State::known)},
          {"gone", {{"count", b.gone.size()}, {"listed", std::move(gone)}}}};
}

Json mends_json(const AuditFacts& f) {
  Json out = Json::array();
  for (const Mend& m : f.mends)
    out.push_back({{"difference", is_excess(m.cause) ? "excess" : "missing"},
                   {"cause", text_of(m.cause)},
                   {"setting", m.text},
                   {"value", number_or_null(m.value)}});
  return out;
}
Json proof_json(const AuditFacts& f) {
  const Proof& p = *f.proof;
  if (!p.why_not.empty()) return {{"why_not", p.why_not}};
  Json causes = Json::array();
  for (const Proof::Left& left : p.causes)
    causes.push_back({{"difference", is_excess(left.cause) ? "excess" : "missing"},
                      {"cause", text_of(left.cause)},
                      {"before", area(f, left.before)},
                      {"after", area(f, left.after)}});
  return {{"settings", p.settings},
          {"missing", area(f, p.missing)},
          {"excess", area(f, p.excess)},
          {"causes", std::move(causes)}};
}

class AuditJson {
 public:
  explicit AuditJson(const AuditFacts& facts) : f_(facts), digits_(facts.options.level.exact_digits) {}

  std::string text() const {
    std::string out = json_text(head(), 1);
    out.resize(out.size() - 2);  // its last line, a brace
    out += ",\n \"findings\": {\n  \"count\": " + std::to_string(f_.findings.size()) +
           ",\n  \"by_component\": " + json_text(findings_by_component_json(f_)) + ",\n  \"listed\": [";
    const std::vector<std::string> listed = findings();
    std::size_t size = out.size() + 20;
    for (const std::string& finding : listed) size += finding.size() + 5;
    out.reserve(size);
    for (std::size_t i = 0; i < listed.size(); ++i) (out += i == 0 ? "\n   " : ",\n   ") += listed[i];
    return out + (listed.empty() ? "]\n }\n}\n" : "\n  ]\n }\n}\n");
  }

 private:
  Json head() const {
    Json out = figures();
    if (f_.baseline) out.set("baseline", baseline_json(f_));
    if (f_.options.baker) out.set("mends", mends_json(f_));
    if (f_.proof) out.set("proof", proof_json(f_));
    return out;
  }
  Json figures() const {
    return {
        {"plumb", version()},
        {"scene", f_.options.level.scene},
        {"options", options_json(f_.options.level)},
        {"stance", f_.stance},
        {"window", window_json(f_)},
        {"navmesh", navmesh()},
        {"baker", baker_json(f_)},
        {"area", areas()},
        {"heights", heights_json(f_.heights)},
        {"distances",
         {{"found_from_truth", distance(f_.found_from_truth)}, {"truth_from_found", distance(f_.truth_from_found)}}},
        {"components", components()},
        {"component_places", component_places_json(f_)},
        {"joins", joins_json(f_)},
        {"overlaps", overlaps_json(f_)},
        {"gaps", gaps_json(f_)},
        {"grid", below_grid_json(f_)},
        {"structure", structure()},
        {"causes", causes()},
        {"tiles", tiles()},
        {"thresholds", thresholds()},
        {"passes", f_.passes()}};
  }
  Json area(const AreaTotal& total) const { return area_json(total.area(digits_), digits_); }
  Json point(const ExactPoint& p) const { return point_json(to_input_frame(p, f_.options.level.up)); }

  // How the file was read is a part of what an audit says of it.
  Json navmesh() const {
    const ForeignMeshOptions& r = f_.options.reading;
    Json transform = Json::array(), areas = Json::array();
    for (const mpq_class& v : r.transform) transform.push_back(v.get_str());
    for (const std::uint32_t id : r.areas) areas.push_back(id);
    return {{"file", f_.mesh.file},
            {"format", f_.mesh.format},
            {"surface", f_.surface == MeshSurface::detail ? "detail" : "polygons"},
            {"polygons", f_.mesh.polygons.size()},
            {"corners", corners()},
            {"detail_triangles", f_.mesh.detail.size()},
            {"links", f_.mesh.links.size()},
            {"stored_links", f_.mesh.has_links},
            {"off_mesh", f_.mesh.off_mesh},
            {"components", f_.islands},
            {"up", text_of(f_.mesh.up)},
            {"transform", std::move(transform)},
            {"areas", std::move(areas)},
            {"edges", f_.mesh.has_links ? Json() : Json(text_of(f_.mesh.edge_rule))},
            {"join", f_.mesh.has_links ? Json() : number_or_null(r.join)}};
  }
  std::size_t corners() const {
    std::size_t out = 0;
    for (const ForeignMesh::Polygon& p : f_.mesh.polygons) out += p.corners.size();
    return out;
  }
  Json areas() const {
    return {{"truth", area(f_.truth)},     {"outer", f_.has_outer() ? area(f_.outer) : Json()},
            {"covered", area(f_.covered)}, {"missing", area(f_.missing)},
            {"found", area(f_.found)},     {"matched", area(f_.matched)},
            {"excess", area(f_.excess)},   {"overlap", area(f_.repeated)}};
  }
  static Json distance(const std::optional<kernel::Interval>& d) {
    return d ? Json{{"low", d->low}, {"high", d->high < HUGE_VAL ? Json(d->high) : Json()}} : Json();
  }
  Json components() const {
    const MatchedComponents& m = f_.components;
    Json areas = Json::array();
    for (const auto& [key, total] : m.areas)
      areas.push_back({{"truth", key.first}, {"found", key.second}, {"area", area(total)}});
    return {{"truth", m.truth},
            {"found", m.found},
            {"lost", m.lost},
            {"spurious", m.spurious},
            {"split", m.split},
            {"merged", m.merged},
            {"areas", std::move(areas)},
            {"sliver", f_.options.sliver.get_str()},
            {"only_truth_joins", share_json(m.only_truth_joins)},
            {"only_found_joins", share_json(m.only_found_joins)}};
  }
  Json structure() const {
    const MeshStructure& s = f_.structure;
    Json edges = Json::array(), junctions = Json::array();
    for (std::size_t i = 0; i < s.crowded_edges.size(); ++i) {
      const MeshStructure::Edge& e = s.crowded_edges[i];
      Json edge{{"from", point(f_.mesh.points[e.from])}, {"to", point(f_.mesh.points[e.to])}, {"polygons", e.polygons}};
      set_state(edge, f_, &BaselineFacts::edges, i);
      edges.push_back(std::move(edge));
    }
    for (const MeshStructure::Junction& j : s.t_junctions)
      junctions.push_back(
          {{"at", point(f_.mesh.points[j.corner])}, {"polygon", j.edge.polygon}, {"edge", j.edge.edge}});
    return {{"degenerate", s.degenerate}, {"nonconvex", s.nonconvex},   {"folded", s.folded},
            {"clockwise", s.clockwise},   {"edges3", std::move(edges)}, {"t_junctions", std::move(junctions)},
            {"islands", f_.islands}};
  }
  static const char* side(bool excess) { return excess ? "excess" : "missing"; }
  Json causes() const {
    Json out = Json::array();
    for (const AuditFacts::CauseTotal& c : f_.causes)
      out.push_back({{"difference", side(is_excess(c.cause))},
                     {"cause", text_of(c.cause)},
                     {"area", area(c.area)},
                     {"findings", c.findings},
                     {"heights", heights_json(c.drift)}});
    return out;
  }
  // A line each.
  std::vector<std::string> findings() const {
    std::vector<std::string> out(std::min<std::size_t>(f_.findings.size(), f_.options.limit));
    parallel_chunks(out.size(), f_.options.level.threads,
                    [&](unsigned) { return [&](std::size_t i) { out[i] = finding(f_.findings[i]); }; });
    return out;
  }
  std::string finding(const Finding& finding) const {
    const Differences& differences = finding.excess ? f_.excess_pieces : f_.missing_pieces;
    const Json all = area(finding.area);
    Json causes = Json::array();
    for (const auto& [cause, total] : finding.causes)
      causes.push_back({{"cause", text_of(cause)}, {"area", finding.causes.size() == 1 ? all : area(total)}});
    Json json{{"difference", side(finding.excess)},
              {"component", finding.component},
              {"area", all},
              {"causes", std::move(causes)}};
    set_box(json, finding.box, f_.options.level.up);
    json.set("inside", point(finding.inside));
    json.set(finding.excess ? "polygons" : "cells", finding.owners);
    json.set("faces", finding.witnesses);
    if (!finding.excess) json.set("on", finding.on);
    std::vector<std::uint32_t> all_faces = finding.witnesses;
    all_faces.insert(all_faces.end(), finding.on.begin(), finding.on.end());
    sort_unique(all_faces);
    json.set("names", face_names_json(f_.groups, all_faces));
    if (finding.headroom) json.set("headroom", finding.headroom->get_str());
    if (finding.drift) json.set("heights", heights_json(finding.drift));
    set_state(json, f_, &BaselineFacts::findings, static_cast<std::size_t>(&finding - f_.findings.data()));
    std::string out = json_text(json);
    out.back() = ',';  // in place of its closing brace
    out += "\"rings\":[";
    std::unordered_map<FloorFaces::Index, std::string> points;  // pieces share them
    for (const std::uint32_t p : finding.pieces) {
      out += '[';
      for (const auto corner : differences.pieces[p].corners) {
        std::string& text = points[corner];
        if (text.empty()) text = json_text(point(differences.points[corner]));
        (out += text) += ',';
      }
      out.back() = ']';
      out += ',';
    }
    out.back() = ']';
    return out += '}';
  }
  Json tiles() const {
    Json out = Json::array();
    for (const TileFigures& t : f_.tiles) {
      const auto of = [&](const kernel::Area& a) { return area_json(a, digits_); };
      Json tile = Json::array();
      for (const std::int64_t number : t.tile) tile.push_back(number);
      out.push_back({{"tile", std::move(tile)},
                     {"truth", of(t.truth)},
                     {"covered", of(t.covered)},
                     {"missing", of(t.missing)},
                     {"found", of(t.found)},
                     {"excess", of(t.excess)},
                     {"overlap", of(t.overlap)},
                     {"largest_missing", place(t.largest_missing)},
                     {"largest_excess", place(t.largest_excess)}});
    }
    return out;
  }
  Json place(const std::optional<TileFigures::Place>& p) const {
    if (!p) return {};
    Json out{{"area", area_json(p->area, digits_)}};
    set_box(out, p->box, f_.options.level.up);
    out.set("inside", point(p->inside));
    return out;
  }
  Json thresholds() const {
    Json out = Json::array();
    for (const Verdict& v : f_.verdicts)
      out.push_back({{"threshold", v.threshold.text}, {"value", v.value}, {"exceeded", v.exceeded}});
    return out;
  }

  const AuditFacts& f_;
  const std::uint64_t digits_;
};

}  // namespace

Json conditions_json(const AuditFacts& f) {
  return {{"options", options_json(f.options.level)},
          {"stance", f.stance},
          {"window", window_json(f)},
          {"baker", baker_json(f)}};
}

std::string audit_json(const AuditFacts& facts) { return AuditJson(facts).text(); }

}  // namespace plumb::pipeline
