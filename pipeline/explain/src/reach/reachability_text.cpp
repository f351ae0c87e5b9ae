// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

bool loosens_upward(ReachParameter p) {
  return p == ReachParameter::step || p == ReachParameter::slope || p == ReachParameter::weld;
}

const Stance& stance_of(const Reachability& r) {
  return r.options.stances[static_cast<std::size_t>(r.query.stance) - 1];
}

std::string polygon_text(const ReachPolygon& p) {
  return "polygon " + std::to_string(p.polygon) + " (face " + std::to_string(p.face) + ")";
}

std::string given_text(const Reachability& r, ReachParameter p) {
  const BakeOptions& o = r.options;
  switch (p) {
    case ReachParameter::height: return kernel::short_fraction(stance_of(r).height);
    case ReachParameter::radius: return kernel::short_fraction(o.radius);
    case ReachParameter::step: return kernel::short_fraction(o.step);
    case ReachParameter::weld: return kernel::short_fraction(o.weld);
    default:
      if (o.slope) return kernel::short_fraction(*o.slope) + " degrees";
      return o.slope_ratio ? "ratio " + kernel::short_fraction(*o.slope_ratio)
                           : "cos " + kernel::short_fraction(*o.slope_cos);
  }
}

std::string value_text(const ReachLimit& l) {
  const bool exact = l.value.low == l.value.high;
  std::string out = exact ? kernel::fraction_text(l.value.low)
                          : kernel::decimal_text(l.value.low) + " to " + kernel::decimal_text(l.value.high);
  if (l.parameter == ReachParameter::slope)
    out = kernel::interval_text(kernel::slope_degrees(l.value.low)) + " degrees, tan^2 = " + out;
  return out;
}

// "at most 2", "below 2", "at least 0.181", "above 0.181"; of an enclosure only the direction.
std::string limit_text(const ReachLimit& l) {
  switch (l.kind) {
    case ReachLimit::Kind::never: return "none joins them";
    case ReachLimit::Kind::always: return "any";
    default: break;
  }
  const bool exact = l.value.low == l.value.high, up = loosens_upward(l.parameter);
  const char* word = up                     ? (l.attained || !exact ? "at least " : "above ")
                     : l.attained || !exact ? "at most "
                                            : "below ";
  return word + value_text(l);
}

const char* kind_word(ReachLimit::Kind kind) {
  constexpr const char* words[] = {"at", "never", "always"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string reachability_text(const Reachability& r) {
  std::string out = r.options.scene + " from " + kernel::point_text(r.query.from) + " to " +
                    kernel::point_text(r.query.to) + "\n" + options_text(r.options);
  for (const std::size_t end : {0u, 1u}) {
    const std::string name = end == 0 ? "--from" : "--to";
    if (!r.floors[end]) return out + name + " is above nothing: no polygon to stand on lies at it or below it.\n";
    out += name + " is on " + polygon_text(*r.standing[end]) + " at " + kernel::point_text(*r.floors[end]) + ".\n";
  }
  const std::string& stance = stance_of(r).name;
  out += r.reached ? "'" + stance + "' gets there. Each of these alone, the others as given, leaves it so:\n"
                   : "'" + stance + "' does not get there. Each of these alone, the others as given, would let it:\n";
  TextTable table("lllll");
  table.add({"parameter", "given", r.reached ? "may be" : "would have to be", "the way ends at", "by"});
  for (const ReachLimit& l : r.limits) {
    std::string by;
    for (const ReachPolygon& p : l.polygons) by += (by.empty() ? "" : ", ") + polygon_text(p);
    table.add({text_of(l.parameter), given_text(r, l.parameter), limit_text(l),
               l.place ? kernel::point_text(*l.place) : "", by});
  }
  out += table.text();
  if (r.options.radius == 0)
    out += "A radius counts border within " + kernel::fraction_text(r.query.window) + " in height (--window).\n";
  return out;
}

std::string reachability_json(const Reachability& r) {
  const auto polygon = [](const ReachPolygon& p) { return Json{{"polygon", p.polygon}, {"face", p.face}}; };
  Json limits = Json::array();
  for (const ReachLimit& l : r.limits) {
    const bool at = l.kind == ReachLimit::Kind::at, exact = at && l.value.low == l.value.high;
    Json polygons = Json::array();
    for (const ReachPolygon& p : l.polygons) polygons.push_back(polygon(p));
    limits.push_back(
        {{"parameter", text_of(l.parameter)},
         {"kind", kind_word(l.kind)},
         {"value", at ? Json(std::vector<std::string>{l.value.low.get_str(), l.value.high.get_str()}) : Json()},
         {"attained", exact ? Json(l.attained) : Json()},
         {"place", l.place ? point_json(*l.place) : Json()},
         {"polygons", std::move(polygons)}});
  }
  const auto end = [&](const ExactPoint& point, std::size_t k) -> Json {
    return {{"point", point_json(point)},
            {"floor", r.floors[k] ? point_json(*r.floors[k]) : Json()},
            {"standing", r.standing[k] ? polygon(*r.standing[k]) : Json()}};
  };
  const Json out = {{"plumb", version()},
                    {"scene", {{"file", r.options.scene}}},
                    {"options", options_json(r.options)},
                    {"stance", stance_of(r).name},
                    {"window", r.query.window.get_str()},
                    {"from", end(r.query.from, 0)},
                    {"to", end(r.query.to, 1)},
                    {"reached", r.reached},
                    {"limits", std::move(limits)}};
  return json_text(out, 2) + "\n";
}

}  // namespace plumb::pipeline
