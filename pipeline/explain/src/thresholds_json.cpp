// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/slope_angle.h"
#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/radius_thresholds.h"
#include "plumb/pipeline/thresholds.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

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
