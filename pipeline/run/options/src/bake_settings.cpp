// SPDX-License-Identifier: GPL-3.0-or-later
// Which settings of a bake are allowed, alone and together.
//
// 1. checked() asks for one fault after another, and tells the first: in the stances, which ascend; in the one limit of
//    slope; in lengths, which must not be negative; in the disc; in what a method, or --simplify, does not do.
// 2. checked() fills in the window, by default the least that holds all border within reach (default_window()).
//
// Cost: nothing beside a bake.
// Exact: what is compared are fractions.
// Source: our own (docs/reference/bake.md has the options).
#include "plumb/pipeline/bake_settings.h"

#include <cmath>
#include <numbers>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/disc.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> check_name(const std::string& name) {
  if (name == "blocked" || name == "covered" || name == "inside" || name == "too_close")
    return bad_option("--stance name '" + name + "' is the name of a verdict; choose another");
  if (!is_stance_name(name))
    return bad_option("--stance '" + name + "' has a bad name; use 1 to 64 letters, digits, '_' and '-'");
  return std::nullopt;
}

std::optional<Error> check_stances(const std::vector<Stance>& stances) {
  if (stances.empty()) return bad_option("there is no stance; give --stance NAME=HEIGHT, such as stand=1.8");
  if (stances.size() > max_stances)
    return bad_option("--stance is given " + std::to_string(stances.size()) + " times; give at most " +
                      std::to_string(max_stances));
  for (auto s = stances.begin(); s != stances.end(); ++s) {
    if (auto error = check_name(s->name)) return error;
    if (sgn(s->height) <= 0) return bad_option("--stance '" + s->name + "' has no headroom; give a height above 0");
    for (auto other = stances.begin(); other != s; ++other)
      if (other->name == s->name) return bad_option("--stance name '" + s->name + "' is given twice; choose another");
    if (s != stances.begin() && s->height <= (s - 1)->height)
      return bad_option("--stance '" + s->name + "' is not higher than '" + (s - 1)->name +
                        "' before it; give the stances from the lowest to the highest");
  }
  return std::nullopt;
}

std::optional<Error> check_slope(const BakeSettings& s) {
  if (s.slope.has_value() + s.slope_ratio.has_value() + s.slope_cos.has_value() != 1)
    return bad_option("--slope, --slope-ratio and --slope-cos all set the limit; give one of them");
  if (s.slope_ratio && sgn(*s.slope_ratio) < 0)
    return bad_option("--slope-ratio '" + s.slope_ratio->get_str() + "' is negative; give the tangent, 0 or more");
  if (s.slope_cos && (sgn(*s.slope_cos) <= 0 || *s.slope_cos > 1))
    return bad_option("--slope-cos '" + s.slope_cos->get_str() +
                      "' is out of range; give the cosine, above 0 and at most 1");
  if (s.slope && (sgn(*s.slope) < 0 || *s.slope >= 90))
    return bad_option("--slope '" + s.slope->get_str() + "' is out of range; give degrees, from 0 to below 90");
  return std::nullopt;
}

std::optional<Error> check_lengths(const BakeSettings& s) {
  const struct {
    const char *option, *what;
    const mpq_class& value;
  } lengths[] = {
      {"--step", "a height", s.step},        {"--weld", "a width", s.weld},
      {"--radius", "a width", s.radius},     {"--window", "the height within which a border counts", s.window},
      {"--min-area", "an area", s.min_area}, {"--simplify", "a width", s.wedge.simplify}};
  for (const auto& [option, what, value] : lengths)
    if (sgn(value) < 0)
      return bad_option(std::string(option) + " '" + value.get_str() + "' is negative; give " + what + ", 0 or more");
  const Stance& lowest = s.stances.front();
  if (s.step >= lowest.height)
    return bad_option("--step '" + s.step.get_str() + "' is not below the lowest stance, " + lowest.name + "=" +
                      lowest.height.get_str() + "; give a lower step");
  return std::nullopt;
}

Error out_of_range(const char* option, unsigned value, unsigned low, unsigned high) {
  return bad_option(std::string(option) + " '" + std::to_string(value) +
                    "' is out of range; give a whole number from " + std::to_string(low) + " to " +
                    std::to_string(high));
}

std::optional<Error> check_disc(std::uint32_t disc) {
  if (disc < kernel::min_disc_points || disc > kernel::max_disc_points)
    return out_of_range("--disc", disc, kernel::min_disc_points, kernel::max_disc_points);
  if (disc % 4 == 0) return std::nullopt;
  return bad_option("--disc '" + std::to_string(disc) +
                    "' is no multiple of 4; give one, so that the points on the axes are among them");
}

// What the wedge method does not do, or not yet.
std::optional<Error> check_wedge(const BakeSettings& s) {
  const auto refused = [](const std::string& what, const std::string& instead) {
    return bad_option("--method wedge " + what + "; " + instead + ", or give --method vcd");
  };
  if (s.stances.size() > 1) return refused("is for one stance", "give one --stance");
  if (s.certificate) return refused("has no certificate (docs/theory/wedge.md says why)", "leave the .cert out");
  if (sgn(s.weld) > 0) return refused("has no --weld", "leave it out");
  if (s.optimise == Optimise::regular) return refused("merges to few cells only", "give --optimise count or none");
  if (s.one_surface && s.optimise != Optimise::none) return refused("has no --one-surface", "leave it out");
  if (s.clearance == ClearanceBound::both)
    return refused("bakes one bound of what a radius leaves", "give --clearance inner or outer");
  const struct {
    const char *option, *what;
    const mpq_class& value;
  } lengths[] = {{"--wall-thickness", "a width", s.wedge.wall_thickness},
                 {"--gap", "a width", s.wedge.gap},
                 {"--min-altitude", "a width", s.wedge.min_altitude},
                 {"--cluster", "the width of a grid", s.wedge.cluster}};
  for (const auto& [option, what, value] : lengths)
    if (sgn(value) < 0)
      return bad_option(std::string(option) + " '" + value.get_str() + "' is negative; give " + what + ", 0 or more");
  const auto& foot = s.wedge.wall_foot;
  if (foot && (sgn(*foot) < 0 || *foot >= s.stances.front().height))
    return bad_option("--wall-foot '" + foot->get_str() +
                      "' is out of range; give a height from 0 to below the stance");
  if (sgn(s.wedge.cone) < 0 || s.wedge.cone >= 90)
    return bad_option("--cone '" + s.wedge.cone.get_str() + "' is out of range; give degrees, from 0 to below 90");
  const auto& ramp = s.wedge.ramp_slope;
  if (ramp && (sgn(*ramp) <= 0 || *ramp >= 90))
    return bad_option("--ramp-slope '" + ramp->get_str() + "' is out of range; give degrees, above 0 and below 90");
  if (s.wedge.miter < 1)
    return bad_option("--miter '" + s.wedge.miter.get_str() +
                      "' is below 1; give how many runs a ramp may reach at a corner");
  if (s.wedge.flatten && sgn(*s.wedge.flatten) < 0)
    return bad_option("--flatten '" + s.wedge.flatten->get_str() + "' is negative; give a width, 0 or more");
  return std::nullopt;
}

// What --simplify does not do with --method vcd, or not yet.
std::optional<Error> check_simplify(const BakeSettings& s) {
  if (s.stances.size() > 1)
    return bad_option(
        "--simplify is for one stance, since the borders of several cross; give one --stance, or leave "
        "--simplify out");
  if (s.optimise == Optimise::regular)
    return bad_option("--simplify is for few cells; give --optimise count or none, or leave --simplify out");
  if (s.one_surface)
    return bad_option("--one-surface keeps the corners of polygons that --simplify removes; leave one of them out");
  return std::nullopt;
}

}  // namespace

Result<BakeSettings> checked(BakeSettings s) {
  if (auto error = check_stances(s.stances)) return *error;
  if (auto error = check_slope(s)) return *error;
  if (auto error = check_lengths(s)) return *error;
  if (auto error = check_disc(s.disc)) return *error;
  if (s.method == Method::wedge)
    if (auto error = check_wedge(s)) return *error;
  if (s.method == Method::vcd && sgn(s.wedge.simplify) > 0)
    if (auto error = check_simplify(s)) return *error;
  if (s.threads < 1 || s.threads > max_threads) return out_of_range("--threads", s.threads, 1, max_threads);
  if (sgn(s.radius) == 0) s.window = s.step;
  else if (sgn(s.window) == 0) s.window = default_window(s.step, s.radius, slope_limit(s));
  return s;
}

kernel::SlopeLimit slope_limit(const BakeSettings& s) {
  const auto limit = s.slope         ? kernel::SlopeLimit::from_degrees(*s.slope)
                     : s.slope_ratio ? kernel::SlopeLimit::from_ratio(*s.slope_ratio)
                                     : kernel::SlopeLimit::from_cosine(s.slope_cos.value());
  return limit.value();
}

kernel::SlopeLimit ramp_limit(const BakeSettings& s) {
  return s.wedge.ramp_slope ? kernel::SlopeLimit::from_degrees(*s.wedge.ramp_slope).value() : slope_limit(s);
}

double slope_degrees(const BakeSettings& s) {
  if (s.slope) return kernel::nearest_double(*s.slope);
  const double limit = s.slope_ratio ? std::atan(kernel::nearest_double(*s.slope_ratio))
                                     : std::acos(kernel::nearest_double(s.slope_cos.value()));
  return limit * 180 / std::numbers::pi;
}

}  // namespace plumb::pipeline
