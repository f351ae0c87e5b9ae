// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/options_text.h"

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

Json number_or_null(const std::optional<mpq_class>& value) { return value ? Json(value->get_str()) : Json(); }

}  // namespace

Json area_json(const kernel::Area& area, std::uint64_t exact_digits) {
  Json json = {{"exact", area.exact ? Json(area.exact->get_str()) : Json()}, {"approx", area.approx}};
  if (!area.exact) json.set("longer_than_exact_digits", exact_digits);
  return json;
}

Json point_json(const ExactPoint& p) { return {p[0].get_str(), p[1].get_str(), p[2].get_str()}; }

Json interval_json(const kernel::RationalInterval& i) {
  const kernel::DecimalInterval d = kernel::outward_decimals(i);
  return {d.low, d.high};
}

Json options_json(const BakeOptions& o) {
  Json stances = Json::array();
  for (const Stance& s : o.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  Json seeds = Json::array();
  for (const ExactPoint& p : o.seed_points)
    seeds.push_back(p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str());
  Json out = {{"method", text_of(o.method)},
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
              {"radius", o.radius.get_str()},
              {"window", o.window.get_str()},
              {"min_area", o.min_area.get_str()},
              {"bad_faces", text_of(o.bad_faces)},
              {"exact_digits", o.exact_digits},
              {"decomposition", text_of(o.decomposition)},
              {"seed_points", std::move(seeds)}};
  if (o.node_rotation != NodeRotation::right_angles) out.set("node_rotation", text_of(o.node_rotation));
  if (!o.leave_out.empty()) {
    Json patterns = Json::array();
    for (const std::string& pattern : o.leave_out) patterns.push_back(pattern);
    out.set("leave_out", std::move(patterns));
  }
  if (o.gltf_scene) out.set("gltf_scene", *o.gltf_scene);
  if (o.slope_cos) out.set("slope_cos", o.slope_cos->get_str());
  if (o.method == Method::wedge) {
    out.set("wall_thickness", o.wedge.wall_thickness.get_str());
    out.set("wall_foot", o.wedge.wall_foot.value_or(o.step).get_str());
    out.set("gap", o.wedge.gap.get_str());
    out.set("min_altitude", o.wedge.min_altitude.get_str());
    out.set("position_bits", o.wedge.position_bits);
    out.set("cluster", o.wedge.cluster.get_str());
    out.set("cone", o.wedge.cone.get_str());
    out.set("ramp_slope", number_or_null(o.wedge.ramp_slope));
    out.set("miter", o.wedge.miter.get_str());
    out.set("flatten", number_or_null(o.wedge.flatten));
    out.set("simplify", o.wedge.simplify.get_str());
    out.set("until", text_of(o.wedge.until));
  }
  if (o.method == Method::vcd && sgn(o.wedge.simplify) > 0) out.set("simplify", o.wedge.simplify.get_str());
  if (!o.preset.empty()) out.set("preset", o.preset);
  if (sgn(o.radius) > 0) {
    out.set("disc", o.disc);
    out.set("clearance", text_of(o.clearance));
  }
  return out;
}

std::string options_text(const BakeOptions& o, bool fractions) {
  const auto number = [&](const mpq_class& v) {
    return fractions ? kernel::short_fraction(v) : kernel::decimal_text(v);
  };
  std::string out = "Options: ";
  if (!o.preset.empty()) out += "preset " + o.preset + ", ";
  out += std::string("up ") + text_of(o.up) + ", numbers " + text_of(o.numbers) + ", sides " + text_of(o.sides) +
         (o.slope         ? ", slope " + number(*o.slope)
          : o.slope_ratio ? ", slope ratio " + number(*o.slope_ratio)
                          : ", slope cos " + number(*o.slope_cos)) +
         ", step " + number(o.step);
  if (o.weld != 0) out += ", weld " + number(o.weld);
  if (o.radius != 0)
    out += ", radius " + number(o.radius) + ", window " + number(o.window) + ", disc " + std::to_string(o.disc) +
           ", clearance " + text_of(o.clearance);
  if (o.solids != Solids::none) out += std::string(", solids ") + text_of(o.solids);
  if (o.optimise != Optimise::count) out += std::string(", optimise ") + text_of(o.optimise);
  if (o.one_surface) out += ", one surface";
  if (o.wedge.simplify != 0) out += ", simplify " + number(o.wedge.simplify);
  if (o.min_area != 0) out += ", min area " + number(o.min_area);
  for (const ExactPoint& p : o.seed_points) out += ", seed point " + kernel::point_text(p);
  if (o.decomposition != kernel::Decomposition::bounded)
    out += std::string(", decomposition ") + text_of(o.decomposition);
  if (o.node_rotation != NodeRotation::right_angles) out += std::string(", node rotation ") + text_of(o.node_rotation);
  if (o.gltf_scene) out += ", scene '" + *o.gltf_scene + "'";
  for (const std::string& pattern : o.leave_out) out += ", leave out '" + pattern + "'";
  if (o.bad_faces != BadFaces::error) out += std::string(", bad faces ") + text_of(o.bad_faces);
  out += ", stances ";
  for (std::size_t i = 0; i < o.stances.size(); ++i)
    out += (i ? ", " : "") + o.stances[i].name + " " + number(o.stances[i].height);
  return out + ".\n";
}

}  // namespace plumb::pipeline
