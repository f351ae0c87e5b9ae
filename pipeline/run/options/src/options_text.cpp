// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/options_text.h"

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
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
  Json out{{"method", ""}};  // an object
  for (const Setting& setting : setting_table())
    if (setting.json && (!setting.in_json || setting.in_json(o))) out.set(setting.key, setting.json(o));
  return out;
}

std::string options_text(const BakeOptions& o, bool fractions) {
  const auto number = [&](const mpq_class& v) {
    return fractions ? kernel::short_fraction(v) : kernel::decimal_text(v);
  };
  std::string out = "Options: ";
  if (!o.agent.empty()) out += "agent " + o.agent + ", ";
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
  if (o.drop != 0) out += ", drop " + number(o.drop);
  if (o.drop_reach != 0) out += ", drop reach " + number(o.drop_reach);
  if (o.leap != 0) out += ", leap " + number(o.leap) + "," + number(o.leap_height);
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
