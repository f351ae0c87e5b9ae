// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/thresholds.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t longest_area = 12;  // a column more must not fill the line

std::string range_text(const ThresholdQuery& q) {
  return kernel::fraction_text(q.low) + " to " + kernel::fraction_text(q.high);
}

std::string name(kernel::PolygonId polygon, std::uint32_t face) {
  return std::to_string(polygon) + " (face " + std::to_string(face) + ")";
}

std::string area_text(const kernel::Area& area) {
  if (area.exact) return kernel::short_fraction(*area.exact, longest_area);
  std::string out;
  kernel::append_decimal(out, area.approx);
  return out + "...";
}

// The text behind the name of the first of several.
std::string others(std::size_t count) { return count > 1 ? " and " + count_text(count - 1) + " more" : ""; }

std::string changes_text(const HeightThreshold& t) {
  std::string out;
  for (std::size_t i = 0; i < t.pieces.size(); ++i)
    if (i == 0 || t.pieces[i].change != t.pieces[i - 1].change)
      out += (i ? ", " : "") + std::string(text_of(t.pieces[i].change));
  return out;
}

std::string pieces_text(const HeightThreshold& t) {
  const PieceChange& p = t.pieces[0];
  return name(p.floor, p.floor_face) + " under " + name(p.ceiling, p.ceiling_face) + others(t.pieces.size());
}

std::string stances_text(const std::vector<kernel::Label>& stances, const BakeOptions& options) {
  std::string out;
  for (const kernel::Label s : stances)
    out += (out.empty() ? "" : ", ") + options.stances[static_cast<std::size_t>(s) - 1].name;
  return out;
}

std::string radius_text(const kernel::RationalInterval& radius) {
  return radius.low == radius.high ? kernel::fraction_text(radius.low) : kernel::interval_text(radius);
}

Json head(const BakeOptions& options, const ThresholdQuery& query) {
  return {{"plumb", version()},
          {"scene", {{"file", options.scene}}},
          {"options", options_json(options)},
          {"thresholds", text_of(query.of)},
          {"range", {query.low.get_str(), query.high.get_str()}}};
}

Json passage(const RadiusPassage& p, const BakeOptions& options) {
  Json sides = Json::array(), stances = Json::array();
  for (const PassageSide& s : p.sides)
    sides.push_back({{"nearest", point_json(s.nearest)},
                     {"edge", {point_json(s.edge[0]), point_json(s.edge[1])}},
                     {"polygon", s.polygon},
                     {"face", s.face}});
  for (const kernel::Label s : p.stances) stances.push_back(options.stances[static_cast<std::size_t>(s) - 1].name);
  return {{"place", point_json(p.place)},
          {"closes", p.closes},
          {"stances", std::move(stances)},
          {"sides", std::move(sides)}};
}

Json piece(const PieceChange& p) {
  return {{"change", text_of(p.change)},    {"floor", p.floor},
          {"floor_face", p.floor_face},     {"ceiling", p.ceiling},
          {"ceiling_face", p.ceiling_face}, {"lost", p.lost.get_str()}};
}

}  // namespace

std::string thresholds_text(const SlopeThresholds& t) {
  std::string out = file_prefix(t.options.scene) + counted_text(t.values.size(), "slope") + " from " +
                    range_text(t.query) + " degrees; the limit is " +
                    (t.options.slope       ? t.options.slope->get_str() + " degrees"
                     : t.options.slope_cos ? "cos = " + t.options.slope_cos->get_str()
                                           : "tan = " + t.options.slope_ratio->get_str()) +
                    ".\n" + options_text(t.options);
  TextTable table("lllrrl");
  if (!t.values.empty()) table.add({"degrees", "tan^2", "limit", "polygons", "area", "which"});
  for (const SlopeThreshold& v : t.values)
    table.add({kernel::interval_text(v.degrees), kernel::fraction_text(v.tan_squared), v.within ? "within" : "beyond",
               count_text(v.polygons.size()), kernel::fraction_text(v.area),
               name(v.polygons[0], v.faces[0]) + others(v.polygons.size())});
  out += table.text();
  if (t.turned_away > 0) out += counted_text(t.turned_away, "polygon") + " left out: facing down, under --sides up.\n";
  if (t.vertical > 0) out += counted_text(t.vertical, "polygon") + " left out: vertical.\n";
  return out;
}

std::string thresholds_text(const HeightThresholds& t) {
  std::string out = file_prefix(t.options.scene) + counted_text(t.values.size(), "height") + " from " +
                    range_text(t.query) +

                    (t.query.jumps_only ? " at which some of the area with that much headroom is lost at once.\n"
                                        : " at which the area with that much headroom changes its form.\n") +
                    options_text(t.options);
  TextTable table("lrrll");
  if (!t.values.empty()) table.add({"height", "area left", "area lost", "pieces", "polygons"});
  for (const HeightThreshold& v : t.values)
    table.add({kernel::fraction_text(v.height), area_text(v.left), kernel::fraction_text(v.lost), changes_text(v),
               pieces_text(v)});
  return out + table.text();
}

std::string thresholds_text(const RadiusThresholds& t) {
  std::string out = file_prefix(t.options.scene) +
                    (t.values.size() == 1 ? "1 radius" : count_text(t.values.size()) + " radii") + " from " +
                    range_text(t.query) + " at which stretches of border that face each other meet; the window is " +
                    kernel::fraction_text(t.query.window) + ".\n" + options_text(t.options);
  TextTable table("lrlllll");
  if (!t.values.empty()) table.add({"radius", "squared", "place", "closes", "stances", "between", "and"});
  for (const RadiusThreshold& v : t.values)
    for (const RadiusPassage& p : v.passages)
      table.add({radius_text(v.radius), kernel::fraction_text(v.squared_radius), kernel::point_text(p.place),
                 p.closes ? "yes" : "no", stances_text(p.stances, t.options), name(p.sides[0].polygon, p.sides[0].face),
                 name(p.sides[1].polygon, p.sides[1].face)});
  return out + table.text();
}

std::string thresholds_json(const SlopeThresholds& t) {
  Json out = head(t.options, t.query), values = Json::array();
  for (const SlopeThreshold& v : t.values) {
    const kernel::DecimalInterval degrees = kernel::outward_decimals(v.degrees);
    values.push_back({{"tan_squared", v.tan_squared.get_str()},
                      {"degrees", {degrees.low, degrees.high}},
                      {"within", v.within},
                      {"area", v.area.get_str()},
                      {"polygons", v.polygons},
                      {"faces", v.faces}});
  }
  out.set("vertical", t.vertical);
  out.set("turned_away", t.turned_away);
  out.set("values", std::move(values));
  return json_text(out, 2) + "\n";
}

std::string thresholds_json(const HeightThresholds& t) {
  Json out = head(t.options, t.query), values = Json::array();
  out.set("jumps_only", t.query.jumps_only);
  for (const HeightThreshold& v : t.values) {
    Json pieces = Json::array();
    for (const PieceChange& p : v.pieces) pieces.push_back(piece(p));
    values.push_back(
        {{"height", v.height.get_str()},
         {"left", {{"exact", v.left.exact ? Json(v.left.exact->get_str()) : Json()}, {"approx", v.left.approx}}},
         {"lost", v.lost.get_str()},
         {"pieces", std::move(pieces)}});
  }
  out.set("values", std::move(values));
  return json_text(out, 2) + "\n";
}

std::string thresholds_json(const RadiusThresholds& t) {
  Json out = head(t.options, t.query), values = Json::array();
  out.set("window", t.query.window.get_str());
  out.set("jumps_only", t.query.jumps_only);
  for (const RadiusThreshold& v : t.values) {
    const kernel::DecimalInterval radius = kernel::outward_decimals(v.radius);
    Json passages = Json::array();
    for (const RadiusPassage& p : v.passages) passages.push_back(passage(p, t.options));
    values.push_back({{"squared_radius", v.squared_radius.get_str()},
                      {"radius", {radius.low, radius.high}},
                      {"exact_radius", v.radius.low == v.radius.high ? Json(v.radius.low.get_str()) : Json()},
                      {"passages", std::move(passages)}});
  }
  out.set("values", std::move(values));
  return json_text(out, 2) + "\n";
}

}  // namespace plumb::pipeline
