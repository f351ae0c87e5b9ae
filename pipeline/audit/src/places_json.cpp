// SPDX-License-Identifier: GPL-3.0-or-later
#include "places_json.h"

#include <algorithm>

#include "face_names.h"
#include "plumb/pipeline/options_json.h"
#include "verdicts.h"

namespace plumb::pipeline {
namespace {

Json area(const AuditFacts& f, const AreaTotal& total) {
  const std::uint64_t digits = f.options.level.exact_digits;
  return area_json(total.area(digits), digits);
}
Json point(const AuditFacts& f, const ExactPoint& p) { return point_json(to_input_frame(p, f.options.level.up)); }

// The first of a list, as many as are wanted, and how many there are.
template <class List, class Make>
Json listed(const AuditFacts& f, const List& list, Make&& make) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), f.options.limit); ++i) out.push_back(make(list[i]));
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
  set_box(out, j.box, f.options.level.up);
  out.set("sides", std::move(sides));
  out.set(j.is_false ? "through_polygons" : "through_cells", j.through);
  out.set("links", std::move(links));
  return out;
}

}  // namespace

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

Json component_places_json(const AuditFacts& f) {
  return listed(f, f.places, [&](const ComponentPlace& p) { return place_json(f, p); });
}

Json joins_json(const AuditFacts& f) {
  return listed(f, f.joins, [&](const ComponentJoin& j) { return join_json(f, j); });
}

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

Json below_grid_json(const AuditFacts& f) {
  const BelowGrid& b = f.below_grid;
  return {{"kind", text_of(f.grid.kind)}, {"step", f.grid.step.get_str()}, {"missing", area(f, b.missing)},
          {"excess", area(f, b.excess)},  {"overlap", area(f, b.overlap)}, {"lost", b.lost},
          {"spurious", b.spurious}};
}

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

}  // namespace plumb::pipeline
