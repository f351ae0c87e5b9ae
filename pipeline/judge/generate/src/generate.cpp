// SPDX-License-Identifier: GPL-3.0-or-later
// The files of `plumb generate`: a scene as OBJ, and what a bake of it has to find as JSON. Both have to be exact, and
// the same bytes on every machine.
//
// 1. make_generate_options() checks the arguments; generate() makes the scene and writes the files, all or none.
// 2. scenario_obj() writes coordinates as decimals: numerators are multiplied by ten until the denominator is 1, which
//    ends since it has no factors but 2 and 5.
// 3. expectation_json() writes every number as a fraction. Points and boxes are in the frame of the OBJ.
//
// Cost: linear in the scene, times the length of its numbers.
// Exact: nothing is rounded.
// Source: our own.
#include "plumb/pipeline/generate.h"

#include <algorithm>
#include <vector>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

// A number whose denominator has no factors but 2 and 5.
std::string exact_decimal(const mpq_class& value) {
  mpz_class digits = abs(value.get_num()), denominator = value.get_den();
  std::size_t places = 0;
  for (; denominator != 1; ++places) {
    digits *= 10;
    const mpz_class common = gcd(digits, denominator);
    digits /= common;
    denominator /= common;
  }
  std::string text = digits.get_str();
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  if (places > 0) text.insert(text.size() - places, ".");
  return (value < 0 ? "-" : "") + text;
}

Json number_json(const mpq_class& value) { return value.get_str(); }
template <class T>
Json optional_json(const std::optional<T>& value) {
  if (!value) return Json();
  if constexpr (std::is_same_v<T, mpq_class>) return number_json(*value);
  else return *value;
}

Json exact_point_json(const ExactPoint& point, UpAxis up) {
  Json out = Json::array();
  for (const mpq_class& coordinate : to_input_frame(point, up)) out.push_back(number_json(coordinate));
  return out;
}

// The words of `plumb bake` besides the scene.
std::vector<std::string> bake_words(const ScenarioOptions& o) {
  std::vector<std::string> out;
  const auto add = [&](const char* option, std::string value) {
    out.push_back(option);
    out.push_back(std::move(value));
  };
  add("--up", text_of(o.up));
  add("--numbers", text_of(o.numbers));
  add("--sides", text_of(o.sides));
  for (const Stance& s : o.stances) add("--stance", s.name + "=" + s.height.get_str());
  if (o.slope_ratio) add("--slope-ratio", o.slope_ratio->get_str());
  else add("--slope", o.slope.get_str());
  add("--step", o.step.get_str());
  if (o.weld > 0) add("--weld", o.weld.get_str());
  if (o.radius > 0) add("--radius", o.radius.get_str());
  if (o.solids != Solids::none) add("--solids", text_of(o.solids));
  add("--exact-digits", "0");
  return out;
}

Json options_json(const ScenarioOptions& o) {
  Json stances = Json::array();
  for (const Stance& s : o.stances) stances.push_back({{"name", s.name}, {"height", number_json(s.height)}});
  return {{"stances", stances},
          {"slope", o.slope_ratio ? Json() : number_json(o.slope)},
          {"slope_ratio", optional_json(o.slope_ratio)},
          {"step", number_json(o.step)},
          {"weld", number_json(o.weld)},
          {"radius", number_json(o.radius)},
          {"sides", text_of(o.sides)},
          {"solids", text_of(o.solids)},
          {"numbers", text_of(o.numbers)},
          {"up", text_of(o.up)}};
}

Json area_json(const Scenario& s) {
  const Expectation& e = s.expectation;
  Json stances = Json::array();
  for (std::size_t i = 0; i < e.stances.size(); ++i)
    stances.push_back({{"name", s.options.stances[i].name}, {"area", optional_json(e.stances[i].area)}});
  return {{"traversable", number_json(e.traversable)},
          {"blocked", optional_json(e.blocked)},
          {"covered", optional_json(e.covered)},
          {"inside", optional_json(e.inside)},
          {"stances", stances}};
}

Json graph_json(const Scenario& s) {
  const Expectation& e = s.expectation;
  Json components = Json::array();
  for (const ExpectedStance& stance : e.stances) components.push_back(optional_json(stance.components));
  return {{"components", components}, {"step", optional_json(e.steps)}, {"weld", optional_json(e.welds)}};
}

Json points_json(const Scenario& s) {
  Json out = Json::array();
  for (const ExpectedPoint& p : s.expectation.points)
    out.push_back({{"at", exact_point_json(p.at, s.options.up)},
                   {"verdict", p.verdict ? Json(verdict_name(*p.verdict, s.options.stances)) : Json()}});
  return out;
}

Json voxel_json(const Scenario& s) {
  if (!s.expectation.voxel) return Json();
  Json floors = Json::array();
  for (const ExpectedVoxels::Floor& f : s.expectation.voxel->floors) {
    // The frame of the OBJ may turn an axis round: low and high are by coordinate again.
    ExactPoint a = to_input_frame({f.x[0], f.y[0], f.z}, s.options.up),
               b = to_input_frame({f.x[1], f.y[1], f.z}, s.options.up);
    for (std::size_t k = 0; k < 3; ++k)
      if (a[k] > b[k]) swap(a[k], b[k]);
    floors.push_back({{"low", exact_point_json(a, UpAxis::z)}, {"high", exact_point_json(b, UpAxis::z)}});
  }
  return {{"cells", s.expectation.voxel->cells}, {"floors", floors}};
}

}  // namespace

Result<GenerateOptions> make_generate_options(const GenerateArguments& a) {
  GenerateOptions out;
  try {
    if (a.family.empty()) return bad_option("no family given; 'plumb generate --list' lists the families");
    out.family = a.family;
    out.seed = whole_option<std::uint64_t>("--seed", a.seed);
    if (a.cell) {
      const std::vector<std::string_view> lengths = list_entries(*a.cell);
      if (lengths.size() != 2)
        return bad_option("--cell '" + *a.cell + "' is not a size and a height; give CS,CH, such as 0.125,0.0625");
      out.cell = CellSize{positive_option("--cell", lengths[0]), positive_option("--cell", lengths[1])};
    }
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  }
  if (a.output.empty() && a.expect.empty())
    return bad_option("no file to write; give -o SCENE.obj, --expect FILE.json, or both");
  if (!a.output.empty() && extension_of(a.output) != ".obj")
    return bad_option("-o '" + a.output + "' is no .obj, and a scene is written as that; give -o SCENE.obj");
  out.output = a.output;
  out.expect = a.expect;
  return out;
}

std::optional<Error> generate(const GenerateOptions& options) {
  const auto scenario = make_scenario(options.family, options.seed, options.cell);
  if (!scenario) return scenario.error();
  OutputFiles files;
  const auto add = [&](const std::string& path, const std::string& text) {
    if (!path.empty())
      files.add(path, [&](Output& out) -> std::optional<Error> {
        out.write(text);
        return std::nullopt;
      });
  };
  add(options.output, scenario_obj(*scenario));
  add(options.expect, expectation_json(*scenario));
  if (!files.errors().empty()) return files.errors().front();
  return files.commit<int>(0, {});
}

std::string scenario_list() {
  TextTable table("ll");
  for (const ScenarioFamily& f : scenario_families()) table.add({f.name, f.summary});
  return table.text();
}

std::string scenario_obj(const Scenario& scenario) {
  std::string out = "# plumb generate " + scenario.family + " --seed " + std::to_string(scenario.seed);
  if (scenario.cell)
    out += " --cell " + exact_decimal(scenario.cell->size) + "," + exact_decimal(scenario.cell->height);
  out += ": " + scenario.variant + ", d = " + scenario.nudge.get_str() + "\n";
  for (const ExactPoint& p : scenario.scene.points) {
    out += "v";
    for (const mpq_class& coordinate : to_input_frame(p, scenario.options.up)) out += " " + exact_decimal(coordinate);
    out += "\n";
  }
  for (const std::vector<std::uint32_t>& face : scenario.scene.faces) {
    out += "f";
    for (const std::uint32_t p : face) out += " " + std::to_string(p + 1);
    out += "\n";
  }
  return out;
}

std::string expectation_json(const Scenario& s) {
  Json words = Json::array();
  for (const std::string& word : bake_words(s.options)) words.push_back(word);
  Json cell;
  if (s.cell) cell = Json{{"size", number_json(s.cell->size)}, {"height", number_json(s.cell->height)}};
  const Json out{{"family", s.family},     {"seed", s.seed},
                 {"variant", s.variant},   {"d", number_json(s.nudge)},
                 {"cell", cell},           {"options", options_json(s.options)},
                 {"bake", words},          {"area", area_json(s)},
                 {"graph", graph_json(s)}, {"points", points_json(s)},
                 {"voxel", voxel_json(s)}};
  return json_text(out, 1) + "\n";
}

}  // namespace plumb::pipeline
