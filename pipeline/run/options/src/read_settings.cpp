// SPDX-License-Identifier: GPL-3.0-or-later
#include "read_settings.h"

#include <utility>

namespace plumb::pipeline {
namespace {

using Errors = std::vector<Error>;

void add(Errors& errors, std::optional<Error> error) {
  if (error) errors.push_back(std::move(*error));
}

void read_unit(const BakeArguments& a, BakeOptions& o, Errors& errors) {
  try {
    if (a.unit) o.unit = unit_option("--unit", *a.unit);
  } catch (const RefusedOption& refused) {
    errors.push_back(bad_option(refused.what));
    o.unit.metres = 1;  // so that a length with a unit is not refused, too
  }
}

void read_stances(const BakeArguments& a, BakeOptions& o, Errors& all) {
  if (a.stances.empty()) return;
  Errors errors;
  o.stances.clear();
  for (const std::string& text : a.stances) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) {
      errors.push_back(bad_option("--stance '" + text + "' has no height; give NAME=HEIGHT, such as stand=1.8"));
      continue;
    }
    Stance& s = o.stances.emplace_back(Stance{text.substr(0, equals), 0});
    add(errors, read_rational("--stance " + s.name, text.substr(equals + 1), s.height, &o.unit));
  }
  if (!errors.empty()) o.stances.clear();
  all.insert(all.end(), errors.begin(), errors.end());
}

// One of three; a limit that is given replaces a preset's.
void read_slope(const BakeArguments& a, BakeOptions& o, Errors& errors) {
  if (!a.slope && !a.slope_ratio && !a.slope_cos) return;
  const auto read = [&](const char* option, const std::optional<std::string>& text, std::optional<mpq_class>& value) {
    value.reset();
    if (text) add(errors, read_rational(option, *text, value.emplace(1)));  // in every range
  };
  read("--slope", a.slope, o.slope);
  read("--slope-ratio", a.slope_ratio, o.slope_ratio);
  read("--slope-cos", a.slope_cos, o.slope_cos);
}

// The settings that are read one by one.
void read_rows(const BakeArguments& a, BakeOptions& o, bool of_wedge, Errors& errors) {
  for (const Setting& setting : setting_table())
    if (const std::string* text = given_text(setting, a); text && setting.read && setting.of_wedge == of_wedge)
      add(errors, setting.read(setting, *text, o));
}

// What is of one method, with the other: the first that is given.
std::optional<Error> refuse_wedge(const BakeArguments& a) {
  const auto foreign = [](const char* option) {
    return bad_option(std::string(option) + " is of --method wedge; give that, or leave it out");
  };
  for (const Setting& setting : setting_table())
    if (setting.of_wedge && given_text(setting, a)) return foreign(setting.option);
  if (!a.stages.empty()) return foreign("--stages");
  return std::nullopt;
}

}  // namespace

const std::string* given_text(const Setting& setting, const BakeArguments& a) {
  if (const auto* place = std::get_if<std::string BakeArguments::*>(&setting.text)) return &(a.*(*place));
  const auto* place = std::get_if<std::optional<std::string> BakeArguments::*>(&setting.text);
  return place && a.*(*place) ? &*(a.*(*place)) : nullptr;
}

std::vector<Error> read_settings(const BakeArguments& a, BakeOptions& o) {
  Errors errors;
  read_unit(a, o, errors);
  read_stances(a, o, errors);
  read_slope(a, o, errors);
  o.one_surface = a.one_surface;
  read_rows(a, o, false, errors);
  if (a.window && errors.empty() && sgn(o.window) <= 0)
    errors.push_back(
        bad_option("--window '" + *a.window + "' is not above 0; give the height within which a border counts"));
  for (const std::string& text : a.seed_points) {
    auto point = read_point("--seed-point", text);
    if (!point) errors.push_back(point.error());
    else o.seed_points.push_back(std::move(*point));
  }
  if (o.method == Method::wedge) {
    if (!a.optimise) o.optimise = Optimise::none;
    o.stages = a.stages;
    read_rows(a, o, true, errors);
  } else {
    add(errors, refuse_wedge(a));
  }
  return errors;
}

}  // namespace plumb::pipeline
