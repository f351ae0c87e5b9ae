// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/text.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

std::string six_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string point_text(const ExactPoint& at, UpAxis up) {
  std::string out;
  for (const mpq_class& v : to_input_frame(at, up))
    out += (out.empty() ? "(" : ", ") + six_digits(kernel::nearest_double(v));
  return out + ")";
}

// "; the greatest lost: face 3 below face 7, area 2, at (1, 0, 2)"
std::string places_text(const std::vector<NearPlace>& places, const SurfaceSet& set, const char* between,
                        const char* size, UpAxis up) {
  const auto face = [&](kernel::PolygonId p) { return "face " + std::to_string(set.surfaces[p].face); };
  std::string out;
  for (const NearPlace& p : places)
    out += (out.empty() ? "" : "; ") + face(p.polygons[0]) +
           (p.polygons[1] == kernel::no_polygon ? "" : between + face(p.polygons[1])) + ", " + size +
           six_digits(p.size) + ", at " + point_text(p.at, up);
  return " (the greatest lost, faces counted from 0: " + out + ")";
}

// The option that takes digits as they are written or, where it is given, another one.
std::string option_near(const BakeOptions& o, const char* other) {
  return o.numbers == Numbers::decimal ? other : "--numbers decimal";
}

std::string advice(const BakeOptions& o, const std::string& other) {
  return std::string("; give ") +
         (o.numbers == Numbers::decimal ? "" : "--numbers decimal, which takes digits as they are written, or ") +
         other;
}

}  // namespace

void warn_of_near_limits(const SceneSurfaces& level, const Navigation& n, const BakeOptions& o,
                         std::vector<Warning>& out) {
  const std::string near = " by less than 2^-40 of it, which rounding may have decided";
  if (const NearLimit slope = near_slope(level.scene.points, level.set, slope_limit(o), o.sides); slope.lost > 0) {
    const std::string limit = o.slope         ? "--slope " + kernel::exact_text(*o.slope)
                              : o.slope_ratio ? "--slope-ratio " + kernel::exact_text(*o.slope_ratio)
                                              : "--slope-cos " + kernel::exact_text(*o.slope_cos);
    out.push_back({"near_slope",
                   "polygons of area " + six_digits(slope.lost) + " are steeper than " + limit +
                       ", and polygons of area " + six_digits(slope.kept) + " are not," + near +
                       places_text(slope.greatest, level.set, "", "area ", o.up) +
                       advice(o, "a limit a little steeper"),
                   option_near(o, "--slope")});
  }
  std::string taken;
  std::vector<NearPlace> places;
  const char* size = "area ";
  const auto add = [&](const std::string& words, const NearLimit& limit) {
    taken += (taken.empty() ? "" : "; ") + words;
    places.insert(places.end(), limit.greatest.begin(), limit.greatest.end());
  };
  for (std::size_t s = 0; s < n.near_headroom.size(); ++s) {
    const std::string stance = "stance " + o.stances[s].name + " (" + kernel::exact_text(o.stances[s].height) + ")";
    if (const NearLimit& floor = n.near_headroom[s]; floor.lost > 0)
      add("floor of area " + six_digits(floor.lost) + " lacks headroom for " + stance + ", and floor of area " +
              six_digits(floor.kept) + " has it",
          floor);
    if (const NearLimit& walls = n.near_walls.headroom[s]; walls.lost > 0) {
      size = "size ";  // areas and lengths
      add("walls of length " + six_digits(walls.lost) + " hang too low for " + stance, walls);
    }
  }
  if (!taken.empty()) {
    keep_greatest(places);
    out.push_back({"near_headroom",
                   taken + "," + near + places_text(places, level.set, " below ", size, o.up) +
                       advice(o, "a height a little less"),
                   option_near(o, "--stance")});
  }
  taken.clear();
  places.clear();
  const std::string step = "--step " + kernel::exact_text(o.step);
  if (n.near_rises.lost > 0)
    add("risers of length " + six_digits(n.near_rises.lost) + " are higher than " + step + ", and risers of length " +
            six_digits(n.near_rises.kept) + " are not",
        n.near_rises);
  if (n.near_walls.step.lost > 0)
    add("walls of length " + six_digits(n.near_walls.step.lost) + " stand higher than " + step, n.near_walls.step);
  if (taken.empty()) return;
  keep_greatest(places);
  out.push_back({"near_step",
                 taken + "," + near + places_text(places, level.set, " beside ", "length ", o.up) +
                     advice(o, "a step a little higher"),
                 option_near(o, "--step")});
}

std::string nothing_left_text(const NothingLeft& n, const BakeOptions& o) {
  const Stance& stance = o.stances[static_cast<std::size_t>(n.stance) - 1];
  const char* const what = n.by_radius ? "radius" : "height";
  std::string out =
      n.by_radius ? "--radius " + kernel::exact_text(o.radius) + " leaves nothing for stance " + stance.name +
                        ", as all its floor is too close to the border"
                  : "nothing has headroom for stance " + stance.name + " (" + kernel::exact_text(stance.height) + ")";
  out += std::string("; the greatest ") + what + " that leaves something is ";
  if (n.greatest) return out + kernel::exact_text(n.some);
  if (sgn(n.some) > 0) out += kernel::exact_text(n.some) + " or more, and ";
  return out + "below " + kernel::exact_text(n.none);
}

}  // namespace plumb::pipeline
