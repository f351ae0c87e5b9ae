// SPDX-License-Identifier: GPL-3.0-or-later
// Which settings of a bake are allowed, alone and together.
//
// 1. lowest_terms() brings every number into lowest terms, or names one whose denominator is 0.
// 2. faults_of() asks for one fault after another: in the stances, which ascend; in the one limit of slope; in the
//    ranges of numbers (setting_table.h); in the disc; in what a method, or --simplify, does not do. checked() tells
//    the first.
// 3. checked() fills in the window, by default the least that holds all border within reach (default_window()).
//
// Cost: nothing beside a bake.
// Exact: what is compared are fractions.
// Source: our own (docs/reference/bake.md has the options).
#include "plumb/pipeline/bake_settings.h"

#include <cmath>
#include <numbers>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/setting_table.h"
#include "read_settings.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> lowest_terms(BakeSettings& s) {
  LowestTerms lowest;
  for (Stance& stance : s.stances) lowest("--stance '" + stance.name + "'", stance.height);
  for (const Setting& setting : setting_table())
    if (mpq_class* const value = setting.number ? setting.number(s) : nullptr) lowest(setting.option, *value);
  lowest("--leap", s.leap);
  lowest("--leap", s.leap_height);
  lowest("--seed-point", s.seed_points);
  for (OutcomeThreshold& t : s.fail_if) lowest("--fail-if '" + t.text + "'", t.limit);
  return lowest.refused();
}

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
  if (s.slope.has_value() + s.slope_ratio.has_value() + s.slope_cos.has_value() == 1) return std::nullopt;
  return bad_option("--slope, --slope-ratio and --slope-cos all set the limit; give one of them");
}

// Numbers that are out of their range, by the table.
void check_ranges(BakeSettings& s, std::vector<Error>& errors) {
  for (const Setting& setting : setting_table()) {
    if (!setting.range.holds || (setting.of_wedge && s.method != Method::wedge)) continue;
    const mpq_class* const value = setting.number(s);
    if (value && !setting.range.holds(*value))
      errors.push_back(
          bad_option(std::string(setting.option) + " '" + value->get_str() + "' " + setting.range.otherwise));
  }
}

std::optional<Error> check_step(const BakeSettings& s) {
  const Stance& lowest = s.stances.front();
  if (s.step < lowest.height) return std::nullopt;
  return bad_option("--step '" + s.step.get_str() + "' is not below the lowest stance, " + lowest.name + "=" +
                    lowest.height.get_str() + "; give a lower step");
}

std::optional<Error> check_count(const char* key, std::uint64_t value) {
  const Setting& setting = setting_of(key);
  if (setting.low <= value && value <= setting.high) return std::nullopt;
  return out_of_range(setting, std::to_string(value));
}

std::optional<Error> check_disc(std::uint32_t disc) {
  if (auto error = check_count("disc", disc)) return error;
  if (disc % 4 == 0) return std::nullopt;
  return bad_option("--disc '" + std::to_string(disc) +
                    "' is no multiple of 4; give one, so that the points on the axes are among them");
}

std::optional<Error> check_thresholds(const BakeSettings& s) {
  for (const OutcomeThreshold& t : s.fail_if) {
    if (t.metric == OutcomeMetric::stance && (t.stance < 1 || static_cast<std::size_t>(t.stance) > s.stances.size()))
      return bad_option("--fail-if '" + t.text + "' names no stance; give one from 1 to " +
                        std::to_string(s.stances.size()));
    if (is_area(t.metric) && !s.areas)
      return bad_option("--fail-if '" + t.text + "' limits areas, which are not measured; set BakeSettings::areas");
    if (s.method == Method::wedge && t.metric <= OutcomeMetric::too_close)
      return bad_option("--fail-if '" + t.text +
                        "' limits an area that --method wedge does not measure; limit that of the stance");
  }
  return std::nullopt;
}

// Drops and leaps.
std::optional<Error> check_one_way(const BakeSettings& s) {
  if (sgn(s.leap) < 0 || sgn(s.leap_height) < 0)
    return bad_option("--leap '" + s.leap.get_str() + "," + s.leap_height.get_str() +
                      "' is negative; give a width and a height, 0 or more");
  if (sgn(s.drop) > 0 && s.drop <= s.step)
    return bad_option("--drop '" + s.drop.get_str() + "' is not above the step, " + s.step.get_str() +
                      ", which an agent goes up and down; give more, or leave it out");
  if (sgn(s.drop_reach) > 0 && sgn(s.drop) == 0)
    return bad_option("--drop-reach says how far out a drop lands; give --drop, too, or leave it out");
  if (sgn(s.drop) == 0 && sgn(s.leap) == 0) return std::nullopt;
  const char* option = sgn(s.drop) > 0 ? "--drop" : "--leap";
  if (s.method == Method::wedge)
    return bad_option(std::string(option) + " is not found by --method wedge; give --method vcd, or leave it out");
  if (sgn(s.wedge.simplify) > 0)
    return bad_option(std::string(option) + " leads from borders, which --simplify moves; leave one of them out");
  return std::nullopt;
}

// What the wedge method does not do, or not yet; and whether it is in the build at all.
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
  const auto& foot = s.wedge.wall_foot;
  if (foot && (sgn(*foot) < 0 || *foot >= s.stances.front().height))
    return bad_option("--wall-foot '" + foot->get_str() +
                      "' is out of range; give a height from 0 to below the stance");
#ifdef PLUMB_WITHOUT_WEDGE
  return bad_option(
      "--method wedge is not in this build, which was made without the wing 'wedge'; give --method vcd, or build with "
      "an empty PLUMB_WITHOUT");
#else
  return std::nullopt;
#endif
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

std::vector<Error> faults_of(BakeSettings& s) {
  if (auto error = lowest_terms(s)) return {*error};
  std::vector<Error> errors;
  const auto add = [&](std::optional<Error> error) {
    if (error) errors.push_back(std::move(*error));
  };
  add(check_stances(s.stances));
  const bool has_stances = errors.empty();
  add(check_slope(s));
  check_ranges(s, errors);
  if (has_stances) add(check_step(s));
  if (has_stances) add(check_thresholds(s));
  add(check_disc(s.disc));
  if (has_stances) add(check_one_way(s));
  if (has_stances && s.method == Method::wedge) add(check_wedge(s));
  if (s.method == Method::vcd && sgn(s.wedge.simplify) > 0) add(check_simplify(s));
  add(check_count("threads", s.threads));
  return errors;
}

Result<BakeSettings> checked(BakeSettings s) {
  if (const auto errors = faults_of(s); !errors.empty()) return errors.front();
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
