// SPDX-License-Identifier: GPL-3.0-or-later
// An agent that does not suit the level, since a number is in another unit than the level or the option; and an outcome
// that is odd.
//
// 1. warn_of_slope(): a number of degrees that makes sense as radians or as a ratio, or a ratio that does as degrees.
// 2. warn_of_size(): a stance or a radius that leaves nothing; else a stance that is tiny beside the level's box or
//    beside what is over its floors (typical_headroom), or huge beside the box; a radius, weld or step out of all
//    proportion to the stance.
// 3. warn_of_outcome(): little of what faces up can be stood on, or a step or a weld would join what lies apart.
// guess_unit() says in which unit a length may be that is so many times too long.
//
// Cost: linear in polygons. typical_headroom() looks at 64 places, only in a level of more than 40 stances in height.
// Exact: all that decides, but for areas that are longer than --exact-digits, and shares of components, which are
// doubles. What unit is guessed is decided in doubles, and advice.
// Source: our own; docs/reference/bake.md, "Warnings", has the criteria.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

struct Unit {
  const char* name;
  mpq_class in_a_metre;
};
constexpr std::size_t centimetres = 0, millimetres = 2;
const std::vector<Unit>& units() {
  static const std::vector<Unit> all{
      {"centimetres", 100}, {"inches", mpq_class(5000, 127)}, {"millimetres", 1000}, {"feet", mpq_class(1250, 381)}};
  return all;
}

// In which unit lengths may be that are about so many times those of metres: the first that is as near as guesses are,
// or else the nearest; and a text that names all that are as near.
struct Guess {
  const Unit& unit;
  std::string text;
};
Guess guess_unit(const mpq_class& times) {
  constexpr double as_near = 2.2;
  const auto distance = [&](const Unit& u) {
    const double ratio = mpq_class(times / u.in_a_metre).get_d();
    return std::max(ratio, 1 / ratio);
  };
  const auto is_near = [&](const Unit& u) { return distance(u) < as_near; };
  auto unit = std::ranges::find_if(units(), is_near);
  if (unit == units().end()) unit = std::ranges::min_element(units(), {}, distance);
  std::string text = unit->name;
  for (const Unit& u : units())
    if (&u != &*unit && is_near(u)) text += std::string(" or ") + u.name;
  return {*unit, text};
}

// The agent times a factor: its stances, and the lengths that are in proportion to them, so that they seem to be in the
// same unit.
std::string agent_options(const BakeOptions& o, const mpq_class& factor) {
  constexpr int most_times = 4, least_part = 50;
  std::string out;
  for (const Stance& s : o.stances)
    out += (out.empty() ? "--stance " : " --stance ") + s.name + "=" + kernel::six_digits(s.height * factor);
  const mpq_class& height = o.stances.back().height;
  for (const auto& [option, length] : {std::pair{"--step", &o.step}, {"--radius", &o.radius}, {"--weld", &o.weld}})
    if (*length * least_part > height && *length < height * most_times)
      out += std::string(" ") + option + " " + kernel::six_digits(*length * factor);
  return out;
}

std::string stance_text(const Stance& s) {
  return "stance " + s.name + " is " + kernel::exact_text(s.height) + " high, ";
}

mpq_class longest_side(const LevelBounds& b) { return std::max({b.size(0), b.size(1), b.size(2)}); }

// What is over the floor at a place; none if nothing is.
std::optional<mpq_class> headroom(const SceneSurfaces& level, const SurfaceIndex& index, std::uint32_t floor) {
  const kernel::PointTable& points = level.scene.points;
  const auto corners_of = [&](std::uint32_t i) { return level.set.corners_of(level.set.surfaces[i]); };
  const ExactPoint at = middle_of(kernel::exact_corners(points, corners_of(floor)));
  Box column = rounded_box(points, at, at);
  column.high[2] = HUGE_VAL;
  std::optional<mpq_class> out;
  index.query(column, [&](std::uint32_t i) {
    if (i == floor || level.set.surfaces[i].kind == SurfaceKind::vertical) return;
    const std::vector<ExactPoint> corners = kernel::exact_corners(points, corners_of(i));
    if (!kernel::projection_contains(corners, {at[0], at[1]})) return;
    const auto [a, b, c] = kernel::spanning_corners(points, corners_of(i));
    const auto point = [&](kernel::PointId p) { return kernel::exact_point(points, p); };
    const mpq_class over = kernel::height_on_plane(point(a), point(b), point(c), {at[0], at[1]}) - at[2];
    if (sgn(over) > 0 && (!out || over < *out)) out = over;
  });
  return out;
}

// The middle one of the headrooms at places that share the traversable area evenly, of those that have anything over
// them; none if less than a quarter of all have.
std::optional<mpq_class> typical_headroom(const SceneSurfaces& level) {
  constexpr std::size_t places = 64, least = places / 4;
  const SurfaceSet& set = level.set;
  std::vector<double> until;  // of the area
  double area = 0;
  for (const Surface& s : set.surfaces) {
    if (s.kind == SurfaceKind::traversable)
      area += std::fabs(kernel::doubled_area(level.scene.points, set.corners_of(s)).get_d());
    until.push_back(area);
  }
  if (!(area > 0)) return std::nullopt;
  const SurfaceIndex index(level.scene.points, set);
  std::vector<mpq_class> found;
  for (std::size_t k = 0; k < places; ++k) {
    const double share = area * (static_cast<double>(k) + 0.5) / places;
    const auto floor = static_cast<std::uint32_t>(std::ranges::lower_bound(until, share) - until.begin());
    if (floor >= set.surfaces.size()) continue;
    if (auto over = headroom(level, index, floor)) found.push_back(std::move(*over));
  }
  if (found.size() < least) return std::nullopt;
  std::ranges::sort(found);
  return found[found.size() / 2];
}

// An agent of 1.8 in a level of centimetres, or of 180 in one of metres.
void warn_of_stances(const SceneSurfaces& level, const BakeReport& r, std::vector<Warning>& out) {
  constexpr int many_long = 200, many_high = 100, many_over = 40, usual_over = 2;  // times the stance
  const Stance& stance = r.options.stances.back();
  const LevelBounds& b = r.bounds;
  const mpq_class longest = longest_side(b), height = b.size(r.options.up == UpAxis::y ? 1 : 2);
  const std::string advice = "; are both in the same units?";
  std::optional<mpq_class> over;
  if (height > stance.height * many_over) over = typical_headroom(level);
  if (over && *over <= stance.height * many_over) over.reset();
  const bool is_in_large = longest > stance.height * many_long && height > stance.height * many_high;
  if (is_in_large || over) {
    const Guess guess =
        over ? guess_unit(*over / stance.height / usual_over) : Guess{units()[centimetres], "centimetres"};
    const std::string option = agent_options(r.options, guess.unit.in_a_metre);
    out.push_back({"low_stance",
                   stance_text(stance) +
                       (is_in_large ? "less than 1/" + std::to_string(many_high) + " of the level's height and 1/" +
                                          std::to_string(many_long) + " of its length"
                                    : "and what is over the floor typically " + kernel::six_digits(*over)) +
                       advice + " If the level is in " + guess.text + ", give " + option,
                   option});
  }
  if (stance.height > height && stance.height * 2 > longest) {
    // A level that is no longer than its agent is high has hardly the agent's unit.
    const bool is_other_unit = stance.height > longest;
    constexpr int many_times = 40;
    const Unit& unit = units()[stance.height > longest * many_times ? millimetres : centimetres];
    const std::string option = agent_options(r.options, 1 / unit.in_a_metre);
    out.push_back({"high_stance",
                   stance_text(stance) + "higher than the level and more than half as high as it is long" + advice +
                       (is_other_unit ? " If the stance is in " + std::string(unit.name) +
                                            " and the level in metres, give " + option
                                      : ""),
                   is_other_unit ? option : "--stance"});
  }
}

void warn_of_nothing_left(const NothingLeft& n, const BakeReport& r, std::vector<Warning>& out) {
  // A stance that is more than so many times too high is hardly one that was chosen; nor such a radius.
  constexpr int suspicious_height = 8, suspicious_radius = 4;
  const BakeOptions& o = r.options;
  const mpq_class& some = sgn(n.some) > 0 ? n.some : n.none;
  const Stance& stance = o.stances[static_cast<std::size_t>(n.stance) - 1];
  const mpq_class& height = o.stances.back().height;
  std::string option = (n.by_radius ? "--radius " : "--stance " + stance.name + "=") + kernel::exact_text(some), hint;
  if (n.by_radius ? height > longest_side(r.bounds) * suspicious_radius : stance.height > some * suspicious_height) {
    // Rooms are about twice as high as who stands in them.
    const Guess guess = n.by_radius ? Guess{units()[centimetres], "centimetres"} : guess_unit(stance.height * 2 / some);
    option = agent_options(o, 1 / guess.unit.in_a_metre);
    hint = "; if the stance is in " + guess.text + " and the level in metres, give " + option;
  } else if (n.by_radius && o.radius > height * suspicious_radius) {
    const Guess guess = guess_unit(o.radius * 4 / height);
    option = "--radius " + kernel::six_digits(o.radius / guess.unit.in_a_metre);
    hint = "; if the radius is in " + guess.text + ", give " + option;
  }
  out.push_back({"nothing_fits", nothing_left_text(n, o) + hint, option});
}

// Lengths of the agent beside its height.
void warn_of_lengths(const BakeReport& r, std::vector<Warning>& out) {
  constexpr int many = 4, few = 200, usual = 4;  // times the stance, a part of it, and what part it is of agents
  const BakeOptions& o = r.options;
  const Stance& stance = o.stances.back();
  const auto add = [&](const char* code, const std::string& option, const mpq_class& length, bool too_long) {
    const mpq_class times = length * usual / stance.height;
    const Guess guess = guess_unit(too_long ? times : mpq_class(1 / times));
    const mpq_class& factor = guess.unit.in_a_metre;
    const std::string right =
        option + " " + kernel::six_digits(too_long ? mpq_class(length / factor) : length * factor);
    out.push_back({code,
                   option + " " + kernel::exact_text(length) + " is " +
                       (too_long ? "more than " + std::to_string(many) + " times"
                                 : "less than 1/" + std::to_string(few) + " of") +
                       " the height of stance " + stance.name + ", " + kernel::exact_text(stance.height) +
                       "; are both in the same units? If " +
                       (too_long ? "it is in " + guess.text : "it is in metres and the stance in " + guess.text) +
                       ", give " + right,
                   right});
  };
  if (o.radius > stance.height * many) add("large_radius", "--radius", o.radius, true);
  if (sgn(o.radius) > 0 && o.radius * few < stance.height) add("small_radius", "--radius", o.radius, false);
  if (o.weld > stance.height * many) add("large_weld", "--weld", o.weld, true);
  // A low step may be meant, unless another that is much higher would join the level.
  constexpr int much_higher = 20;
  if (sgn(o.step) > 0 && o.step * few < stance.height && r.joining_step && r.joining_step->step > o.step * much_higher)
    add("small_step", "--step", o.step, false);
}

// What the number of the limit of slope would be in the unit that was perhaps meant.
struct OtherLimit {
  kernel::SlopeLimit limit;
  std::string option, meaning;
};
std::optional<OtherLimit> other_limit(const BakeOptions& o) {
  // The right angle in radians, rounded up, and degrees in a radian, rounded down.
  const mpq_class quarter(1571, 1000), radian(57);
  constexpr int steep = 10;
  if (o.slope && sgn(*o.slope) > 0 && *o.slope < quarter) {
    const mpq_class degrees = *o.slope * radian;
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", o.slope->get_d() * 57.29578);
    return OtherLimit{*kernel::SlopeLimit::from_degrees(degrees), std::string("--slope ") + text, "radians"};
  }
  if (o.slope_ratio && *o.slope_ratio >= steep && *o.slope_ratio < 90)
    return OtherLimit{*kernel::SlopeLimit::from_degrees(*o.slope_ratio),
                      "--slope " + kernel::exact_text(*o.slope_ratio), "degrees"};
  return std::nullopt;
}

}  // namespace

std::optional<double> little_share(const BakeReport& r) {
  constexpr int little = 10;  // one part of so many
  const Measures& a = r.areas;
  const Area whole = a.traversable - a.covered - a.inside, stands = whole - a.blocked - a.too_close;
  if (r.options.method != Method::vcd || !(whole.approx > 0)) return std::nullopt;
  const bool is_little =
      whole.exact && stands.exact ? *stands.exact * little < *whole.exact : stands.approx * little < whole.approx;
  return is_little ? std::optional(stands.approx / whole.approx) : std::nullopt;
}

bool warn_of_slope(const SceneSurfaces& level, const BakeOptions& o, std::vector<Warning>& out) {
  constexpr int much = 20;  // one part of so many of the greater area
  const std::optional<OtherLimit> other = other_limit(o);
  if (!other) return false;
  mpq_class within = 0, within_other = 0;
  for (const Surface& s : level.set.surfaces) {
    if (s.kind == SurfaceKind::vertical || (o.sides == Sides::up && !s.faces_up)) continue;
    const auto corners = level.set.corners_of(s);
    const mpq_class area = abs(kernel::doubled_area(level.scene.points, corners));
    if (s.kind == SurfaceKind::traversable) within += area;
    if (other->limit.is_traversable(kernel::polygon_normal<mpz_class>(level.scene.points, corners)))
      within_other += area;
  }
  if (abs(mpq_class(within - within_other)) * much <= std::max(within, within_other)) return false;
  const std::string given = o.slope ? "--slope " + kernel::exact_text(*o.slope) + " is in degrees"
                                    : "--slope-ratio " + kernel::exact_text(*o.slope_ratio) + " is rise over run";
  const mpq_class share = within < within_other ? mpq_class(within / within_other) : mpq_class(within_other / within);
  out.push_back({"other_slope",
                 given + ", and as " + other->meaning + " would be another limit, which " +
                     (within < within_other ? "leaves" : "takes") +
                     " much: of what the higher of both leaves, the lower leaves " + percent(share.get_d()) + "; if " +
                     other->meaning + " were meant, give " + other->option,
                 other->option});
  return true;
}

void warn_of_size(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& r,
                  std::vector<Warning>& out) {
  if (navigation.nothing_left) return warn_of_nothing_left(*navigation.nothing_left, r, out);
  warn_of_stances(level, r, out);
  warn_of_lengths(r, out);
}

void warn_of_outcome(const BakeReport& r, std::vector<Warning>& out) {
  constexpr double half = 0.5;
  if (const auto share = little_share(r)) {
    const BakeOptions& o = r.options;
    const bool by_radius = r.areas.too_close.approx > r.areas.blocked.approx;
    const Stance& lowest = o.stances.front();
    out.push_back(
        {"little_floor",
         "only " + percent(*share) + " of what faces up can be stood on, most else is " +
             (by_radius ? "closer to the border than --radius " + kernel::exact_text(o.radius) + "; give a smaller one"
                        : "too low for stance " + lowest.name + ", " + kernel::exact_text(lowest.height) +
                              "; give --stance " + lowest.name + "=H with a lower H"),
         by_radius ? "--radius" : "--stance"});
  }
  if (r.graph.largest.empty() || !(r.graph.largest.front() < half)) return;
  const auto add = [&](const std::string& option, double without, double with) {
    if (!(without < half && with >= half)) return false;
    out.push_back({"parted",
                   "the largest part of the floor that hangs together has " + percent(without) + " of it, and with " +
                       option + " would have about " + percent(with) + "; give that, if the agent gets across",
                   option});
    return true;
  };
  const auto& step = r.joining_step;
  const auto& weld = r.joining_weld;
  if (step && add("--step " + kernel::exact_text(step->step), step->largest_without, step->largest_with)) return;
  if (weld) add("--weld " + kernel::exact_text(weld->weld), weld->largest_without, weld->largest_with);
}

}  // namespace plumb::pipeline
