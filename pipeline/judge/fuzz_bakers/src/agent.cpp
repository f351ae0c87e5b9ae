// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent.h"

#include <cmath>
#include <numbers>

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

std::string decimal(double value) {
  std::string out;
  kernel::append_decimal(out, value);
  return out;
}

}  // namespace

FuzzAgent agent_of(const ScenarioOptions& options, const std::optional<CellSize>& cell, const mpq_class& radius,
                   const std::string& variant) {
  FuzzAgent out;
  out.height = kernel::nearest_double(options.stances.front().height);
  out.radius = kernel::nearest_double(radius);
  out.climb = kernel::nearest_double(options.step);
  out.slope = options.slope_ratio ? std::atan(options.slope_ratio->get_d()) * 180 / std::numbers::pi
                                  : kernel::nearest_double(options.slope);
  out.up = options.up;
  // Bakers with cells keep coordinates as floats: so the truth is that of the floats.
  out.numbers = cell ? Numbers::binary32 : options.numbers;
  out.variant = variant;
  if (cell) out.cell = cell->size.get_d(), out.cell_height = cell->height.get_d();
  return out;
}

Json agent_json(const FuzzAgent& a) {
  Json out{{"height", a.height},
           {"radius", a.radius},
           {"climb", a.climb},
           {"slope", a.slope},
           {"up", text_of(a.up)},
           {"units", 1},
           {"numbers", text_of(a.numbers)}};
  if (!a.variant.empty()) out.set("variant", a.variant);
  if (a.cell > 0) {
    out.set("cell", a.cell);
    out.set("cell_height", a.cell_height);
  } else {
    out.set("grade", "default");
  }
  return out;
}

FuzzAgent read_agent(JsonView json) {
  FuzzAgent out;
  out.height = json.at("height").number();
  out.radius = json.at("radius").number();
  out.climb = json.at("climb").number();
  out.slope = json.at("slope").number();
  out.up = value_of<UpAxis>(json.at("up").text()).value_or(UpAxis::y);
  out.numbers = value_of<Numbers>(json.at("numbers").text()).value_or(Numbers::binary32);
  if (const auto variant = json.find("variant")) out.variant = variant->text();
  if (const auto cell = json.find("cell")) {
    out.cell = cell->number();
    out.cell_height = json.at("cell_height").number();
  }
  return out;
}

namespace {

AuditArguments audit_arguments(const FuzzAgent& a, const StatedSettings& s) {
  AuditArguments out;
  out.level.up = text_of(a.up);
  out.level.numbers = text_of(a.numbers);
  out.level.sides = "up";
  out.level.stances = {"stand=" + decimal(a.height)};
  out.level.step = decimal(a.climb);
  out.level.slope = decimal(a.slope);
  out.level.radius = decimal(a.radius);
  out.level.bad_faces = "drop";
  out.level.threads = "1";
  out.climb = decimal(a.climb);
  if (s.cell > 0 && s.cell_height > 0) out.cell = decimal(s.cell) + "," + decimal(s.cell_height);
  if (s.max_error) out.max_error = decimal(*s.max_error);
  if (s.min_region) out.min_region = decimal(*s.min_region);
  return out;
}

}  // namespace

std::vector<std::string> audit_words(const FuzzAgent& agent, const StatedSettings& settings,
                                     const std::string& navmesh) {
  const AuditArguments a = audit_arguments(agent, settings);
  std::vector<std::string> out{
      "audit",          "scene.obj", navmesh,        "--up",     *a.level.up,        "--numbers",
      a.level.numbers,  "--sides",   *a.level.sides, "--stance", a.level.stances[0], "--step",
      *a.level.step,    "--slope",   *a.level.slope, "--radius", *a.level.radius,    "--bad-faces",
      a.level.bad_faces};
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) out.insert(out.end(), {option, *value});
  };
  add("--climb", a.climb);
  add("--cell", a.cell);
  add("--max-error", a.max_error);
  add("--min-region", a.min_region);
  return out;
}

Result<AuditOptions> audit_options(const FuzzAgent& agent, const StatedSettings& settings, const std::string& scene,
                                   const std::string& navmesh) {
  AuditArguments a = audit_arguments(agent, settings);
  a.level.scene = scene;
  a.navmesh = navmesh;
  auto out = make_audit_options(a);
  if (out) out->level.scene = "scene.obj";
  return out;
}

}  // namespace plumb::pipeline
