// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/agent.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "agent_file.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/text.h"
#include "read_settings.h"

namespace plumb::pipeline {
namespace {

// Copies what an agent and settings have in common.
void copy(const auto& from, auto& to) {
  to.stances = from.stances;
  to.slope = from.slope, to.slope_ratio = from.slope_ratio, to.slope_cos = from.slope_cos;
  to.sides = from.sides, to.solids = from.solids;
  to.step = from.step, to.weld = from.weld;
  to.radius = from.radius, to.window = from.window, to.disc = from.disc, to.clearance = from.clearance;
}

// Options of arguments without agent and preset, and all that is wrong with them.
std::pair<BakeOptions, std::vector<Error>> read(const BakeArguments& arguments) {
  BakeOptions o;
  auto errors = read_settings(arguments, o);
  if (!o.stances.empty()) std::ranges::move(faults_of(o), std::back_inserter(errors));
  return {std::move(o), std::move(errors)};
}

std::vector<Error> mistakes_of(const BakeArguments& arguments) {
  const auto complete = with_preset(arguments);
  auto out = read(complete ? *complete : arguments).second;
  if (!complete) out.insert(out.begin(), complete.error());
  return out;
}

// What is wrong with a file, by itself but for the unit and the preset that options give it.
std::vector<Error> mistakes_of(const AgentFile& file, const BakeArguments& given) {
  BakeArguments alone;
  alone.unit = given.unit;
  alone.preset = given.preset;
  put_below(alone, file.texts);
  std::vector<Error> out = file.errors;
  for (const Error& error : mistakes_of(alone)) out.push_back(in_file(error, *given.agent));
  return out;
}

std::string degrees_text(const Agent& a) {
  if (a.slope) return kernel::decimal_text(*a.slope) + " degrees";
  return a.slope_ratio ? "ratio " + kernel::exact_text(*a.slope_ratio) : "cosine " + kernel::exact_text(*a.slope_cos);
}

BakeSettings settings_of(const Agent& a) {
  BakeSettings out;
  a.fill(out);
  return out;
}

}  // namespace

void Agent::fill(BakeSettings& settings) const { copy(*this, settings); }

Result<BakeArguments> with_agent(const BakeArguments& a) {
  BakeArguments out = a;
  if (!a.agent) return out;
  const AgentFile file = read_agent_file(*a.agent);
  if (const auto mistakes = mistakes_of(file, a); !mistakes.empty()) return mistakes.front();
  put_below(out, file.texts);
  out.agent.reset();
  return out;
}

std::vector<Error> agent_mistakes(const BakeArguments& a) {
  BakeArguments all = a;
  if (a.agent) {
    const AgentFile file = read_agent_file(*a.agent);
    if (auto mistakes = mistakes_of(file, a); !mistakes.empty()) return mistakes;
    put_below(all, file.texts);
  }
  return mistakes_of(all);
}

Result<Agent> agent_of(const BakeArguments& a) {
  const auto agreed = with_agent(a);
  if (!agreed) return agreed.error();
  const auto complete = with_preset(*agreed);
  if (!complete) return complete.error();
  const auto [options, errors] = read(*complete);
  if (!errors.empty()) return errors.front();
  Agent out{
      .name = a.agent ? complete->agent_name : a.preset.value_or(""), .unit = options.unit.metres, .up = options.up};
  copy(options, out);
  return out;
}

Result<Agent> read_agent(const std::string& agent, const std::optional<std::string>& unit) {
  BakeArguments a;
  a.agent = agent;
  a.unit = unit;
  return agent_of(a);
}

Result<Agent> preset_agent(const std::string& name, const std::optional<std::string>& unit) {
  BakeArguments a;
  a.preset = name;
  a.unit = unit;
  return agent_of(a);
}

Json agent_json(const Agent& a) {
  const Json up = text_of(a.up);
  Json out = a.name.empty() ? Json{{"up", up}} : Json{{"name", a.name}, {"up", up}};
  const auto number = [&](const char* key, const mpq_class& value) { out.set(key, kernel::exact_text(value)); };
  if (a.unit) out.set("unit", unit_text(*a.unit));
  Json stances = Json::array();
  for (const Stance& s : a.stances) stances.push_back({{"name", s.name}, {"height", kernel::exact_text(s.height)}});
  out.set("stances", std::move(stances));
  number("radius", a.radius);
  number("step", a.step);
  if (a.slope) number("slope", *a.slope);
  if (a.slope_ratio) number("slope_ratio", *a.slope_ratio);
  if (a.slope_cos) number("slope_cos", *a.slope_cos);
  number("weld", a.weld);
  out.set("sides", text_of(a.sides));
  out.set("solids", text_of(a.solids));
  if (sgn(a.window) > 0) number("window", a.window);
  out.set("disc", a.disc);
  out.set("clearance", text_of(a.clearance));
  return out;
}

std::string agent_text(const Agent& a) {
  TextTable table("ll");
  const auto add = [&](const char* what, const std::string& value) { table.add({what, value}); };
  const auto number = [&](const char* what, const mpq_class& value) { add(what, kernel::exact_text(value)); };
  if (!a.name.empty()) add("name", a.name);
  add("unit", a.unit ? unit_text(*a.unit) : "not known");
  add("up", text_of(a.up));
  for (const Stance& s : a.stances) add("stance", s.name + " " + kernel::exact_text(s.height));
  number("radius", a.radius);
  number("step", a.step);
  add("slope", degrees_text(a));
  number("weld", a.weld);
  add("sides", text_of(a.sides));
  add("solids", text_of(a.solids));
  const auto window = checked(settings_of(a))->window;
  add("window",
      sgn(a.window) > 0 ? kernel::exact_text(a.window) : kernel::six_digits(window) + " (step + radius * tan slope)");
  add("disc", counted_text(a.disc, "point"));
  add("clearance", text_of(a.clearance));
  return table.text();
}

Json adapter_json(const Agent& a) {
  return {{"height", kernel::nearest_double(a.stances.front().height)},
          {"radius", kernel::nearest_double(a.radius)},
          {"climb", kernel::nearest_double(a.step)},
          {"slope", slope_degrees(settings_of(a))},
          {"up", text_of(a.up)},
          {"units", a.unit ? kernel::nearest_double(1 / *a.unit) : 1}};
}

std::vector<std::string> agent_notes(const Agent& a) {
  std::vector<std::string> out;
  const Stance &lowest = a.stances.front(), &highest = a.stances.back();
  if (2 * a.radius > highest.height)
    out.push_back("the radius, " + kernel::exact_text(a.radius) + ", is more than half of the height of '" +
                  highest.name + "', " + kernel::exact_text(highest.height) + "; a radius is half of a width");
  if (2 * a.step > lowest.height)
    out.push_back("the step, " + kernel::exact_text(a.step) + ", is more than half of the height of '" + lowest.name +
                  "', " + kernel::exact_text(lowest.height));
  if (a.slope && sgn(*a.slope) > 0 && *a.slope < 2)
    out.push_back("the slope, " + kernel::exact_text(*a.slope) + ", is nearly level; it is in degrees");
  if (a.unit)
    for (const Stance& s : a.stances)
      if (const mpq_class metres = s.height * *a.unit; metres < mpq_class(1) / 10 || metres > 10)
        out.push_back("'" + s.name + "' is " + kernel::six_digits(metres) + " m high, since the unit is " +
                      unit_text(*a.unit) + "; see whether that is so");
  if (sgn(a.radius) == 0 && (sgn(a.window) > 0 || a.disc != Agent{}.disc || a.clearance != Agent{}.clearance))
    out.push_back("without a radius, window, disc and clearance have no effect");
  return out;
}

}  // namespace plumb::pipeline
