// SPDX-License-Identifier: GPL-3.0-or-later
#include "options_json.h"

namespace plumb::pipeline {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<mpq_class>& value) { return value ? Json(value->get_str()) : Json(); }

}  // namespace

Json options_json(const BakeOptions& o) {
  Json stances = Json::array();
  for (const Stance& s : o.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  Json seeds = Json::array();
  for (const ExactPoint& p : o.seed_points) seeds.push_back(p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str());
  return {{"method", "vcd"},
          {"stances", std::move(stances)},
          {"slope", number_or_null(o.slope)},
          {"slope_ratio", number_or_null(o.slope_ratio)},
          {"sides", text_of(o.sides)},
          {"numbers", text_of(o.numbers)},
          {"up", text_of(o.up)},
          {"step", o.step.get_str()},
          {"weld", o.weld.get_str()},
          {"solids", text_of(o.solids)},
          {"optimise", text_of(o.optimise)},
          {"one_surface", o.one_surface},
          {"radius", "0"},
          {"window", o.step.get_str()},  // step + radius * tan(slope), and there is no radius
          {"min_area", o.min_area.get_str()},
          {"bad_faces", text_of(o.bad_faces)},
          {"exact_digits", o.exact_digits},
          {"decomposition", text_of(o.decomposition)},
          {"seed_points", std::move(seeds)}};
}

Result<BakeOptions> read_options_json(const Json& json, const std::string& scene_file) {
  try {
    BakeArguments a;
    a.scene = scene_file;
    a.method = json.at("method");
    for (const Json& s : json.at("stances"))
      a.stances.push_back(s.at("name").get<std::string>() + "=" + s.at("height").get<std::string>());
    if (a.stances.empty()) return Error{ErrorCode::syntax, "there is no stance", "", 0};
    if (!json.at("slope").is_null()) a.slope = json.at("slope").get<std::string>();
    if (!json.at("slope_ratio").is_null()) a.slope_ratio = json.at("slope_ratio").get<std::string>();
    const auto text = [&](const char* key, std::string& value) { json.at(key).get_to(value); };
    text("sides", a.sides);
    text("numbers", a.numbers);
    text("up", a.up);
    text("step", a.step);
    text("weld", a.weld);
    text("solids", a.solids);
    text("optimise", a.optimise);
    a.one_surface = json.at("one_surface");
    text("radius", a.radius);
    a.window = json.at("window").get<std::string>();
    text("min_area", a.min_area);
    text("bad_faces", a.bad_faces);
    a.exact_digits = std::to_string(json.at("exact_digits").get<std::uint64_t>());
    text("decomposition", a.decomposition);
    json.at("seed_points").get_to(a.seed_points);
    return make_bake_options(a);
  } catch (const Json::exception& e) {
    return Error{ErrorCode::syntax, std::string("the options cannot be read: ") + e.what(), "", 0};
  }
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plumb::pipeline
