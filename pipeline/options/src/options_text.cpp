// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/options_text.h"

#include "plumb/kernel/number_text.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {

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
  if (o.min_area != 0) out += ", min area " + number(o.min_area);
  for (const ExactPoint& p : o.seed_points) out += ", seed point " + kernel::point_text(p);
  if (o.decomposition != kernel::Decomposition::bounded)
    out += std::string(", decomposition ") + text_of(o.decomposition);
  if (o.node_rotation != NodeRotation::right_angles) out += std::string(", node rotation ") + text_of(o.node_rotation);
  if (o.bad_faces != BadFaces::error) out += std::string(", bad faces ") + text_of(o.bad_faces);
  out += ", stances ";
  for (std::size_t i = 0; i < o.stances.size(); ++i)
    out += (i ? ", " : "") + o.stances[i].name + " " + number(o.stances[i].height);
  return out + ".\n";
}

}  // namespace plumb::pipeline
