// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `plumb audit`, and what is known of the other baker's settings.
// 1. make_audit_options() checks the arguments: those of the true floor (make_bake_options), of reading the navmesh
//    (read_mesh_options), of its baker (read_baker_options) and of the outputs (read_outputs).
// 2. known_baker() finds each setting of the other baker: what the user says, else the navmesh's file, else the preset
//    (preset_baker), and says by which it is known. A preset's setting is left out where the file's cells are others.
// A setting is refused in one line that says what would be right: the first that is wrong, in the order of the options.
// Source of presets: docs/reference/presets.md.
// Settings are fractions. six_digits() shows one to people as the short decimal that binary32 made of it.
#include "report/audit_options.h"

#include <cstdio>
#include <sstream>
#include <string_view>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/text_number.h"
#include "report/baker_file.h"
#include "report/verdicts.h"

namespace plumb::pipeline {
namespace {

void read_mesh_options(const AuditArguments& a, AuditOptions& o) {
  ForeignMeshOptions& r = o.reading;
  r.numbers = o.level.numbers;
  r.up = o.level.up;
  r.threads = o.level.threads;
  if (a.navmesh_up) {
    r.up = word_option<UpAxis>("--navmesh-up", *a.navmesh_up);
    if (a.transform)
      throw RefusedOption{"--navmesh-up and --navmesh-transform both turn the navmesh; leave one of them out"};
    r.up_given = true;
  }
  if (a.transform) {
    const std::vector<std::string_view> numbers = list_entries(*a.transform);
    if (numbers.size() != 12)
      throw RefusedOption{"--navmesh-transform has " + std::to_string(numbers.size()) +
                          " numbers between commas; give twelve, three rows of four that make x, y and z of x, y, z "
                          "and 1, such as 100,0,0,0,0,100,0,0,0,0,100,0 from metres to centimetres"};
    for (const std::string_view text : numbers) r.transform.push_back(number_option("--navmesh-transform", text));
  }
  if (a.areas)
    for (const std::string_view text : list_entries(*a.areas))
      r.areas.push_back(whole_option<std::uint32_t>("--areas", text));
  if (a.join) r.join = positive_option("--join", *a.join, &o.level.unit);
  if (a.edges) r.edges = word_option<EdgeRule>("--edges", *a.edges);
  r.resource = a.resource.value_or("");
  r.more_files = a.more_files;
  r.stance = a.stance.value_or("");
}

void read_baker_options(const AuditArguments& a, AuditOptions& o) {
  if (a.settings) {
    const auto read = read_baker_file(*a.settings, o.reading);
    if (!read) throw RefusedOption{read.error().command_text()};
    const BakerSettings& of_file = read->settings;
    o.baker = read->name;
    o.variant = read->variant;
    o.cell_size = of_file.cell_size;
    o.cell_height = of_file.cell_height;
    o.climb = of_file.climb;
    if (read->has_error) o.max_error = of_file.max_error;
    if (read->has_region) o.min_region = of_file.min_region;
  }
  if (a.cell) {
    const auto both = list_entries(*a.cell);
    if (both.size() != 2) throw RefusedOption{"--cell '" + *a.cell + "' is no pair; give CS,CH, such as 0.3,0.2"};
    o.cell_size = positive_option("--cell", both[0], &o.level.unit);
    o.cell_height = positive_option("--cell", both[1], &o.level.unit);
  }
  if (a.max_error) o.max_error = not_negative_option("--max-error", *a.max_error);
  if (a.min_region) o.min_region = not_negative_option("--min-region", *a.min_region);
  if (a.climb) o.climb = not_negative_option("--climb", *a.climb, &o.level.unit);
}

void read_outputs(const AuditArguments& a, AuditOptions& o) {
  o.outputs = a.outputs;
  o.json = a.json;
  o.csv = a.csv;
  o.junit = a.junit;
  o.sarif = a.sarif;
  o.page = a.page.value_or("");
  for (const std::string& file : o.outputs) {
    const std::string extension = extension_of(file);
    if (extension != ".obj" && extension != ".glb" && extension != ".svg" && extension != ".html" &&
        extension != ".json" && extension != ".csv")
      throw RefusedOption{"-o '" + file +
                          "' does not end in .obj, .glb, .svg, .html, .csv or .json; give it one of these extensions"};
  }
  if (!o.json.empty() && extension_of(o.json) != ".json")
    throw RefusedOption{"--json '" + o.json + "' does not end in .json; give it that extension"};
  if (!o.sarif.empty() && extension_of(o.sarif) != ".sarif" && extension_of(o.sarif) != ".json")
    throw RefusedOption{"--sarif '" + o.sarif + "' does not end in .sarif or .json; give it one of these extensions"};
  if (!o.csv.empty() && extension_of(o.csv) != ".csv")
    throw RefusedOption{"--csv '" + o.csv + "' does not end in .csv; give it that extension"};
  std::vector<std::string> files = {a.level.scene, a.navmesh};
  files.insert(files.end(), a.more_files.begin(), a.more_files.end());
  for (const auto& file : {a.baseline, a.settings})
    if (file) files.push_back(*file);
  const std::size_t read = files.size();
  for (const std::string& file : o.files()) {
    for (std::size_t i = 0; i < files.size(); ++i)
      if (file_key(files[i]) == file_key(file))
        throw RefusedOption{"'" + file +
                            (i < read ? "' is what is read; give the output another name"
                                      : "' is asked for twice; give each output a name of its own")};
    files.push_back(file);
  }
}

// The baker's command and its time.
void read_prove(const AuditArguments& a, AuditOptions& o) {
  o.prove_seconds = positive_option("--prove-seconds", a.prove_seconds).get_d();
  if (!a.prove) return;
  std::istringstream words(*a.prove);
  for (std::string word; words >> word;) o.prove.push_back(word);
  if (o.prove.empty()) throw RefusedOption{"--prove has no command; give that of an adapter, such as --prove ./bake"};
  if (!o.baker)
    throw RefusedOption{
        "--prove needs to know whose settings mend; --settings names a file of the baker's, which the "
        "navmesh may be itself"};
}

}  // namespace

std::vector<std::string> AuditOptions::files() const {
  std::vector<std::string> out = outputs;
  for (const std::string& file : {json, csv, junit, sarif})
    if (!file.empty()) out.push_back(file);
  return out;
}

mpq_class default_max_error() { return {13, 10}; }

std::string six_digits(const mpq_class& v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", v.get_d());
  return text;
}

std::optional<BakerSettings> preset_baker(const std::string& preset) {
  BakerSettings out;
  out.max_error = default_max_error();
  if (preset == "recast") {
    out.cell_size = mpq_class(3, 10);
    out.cell_height = mpq_class(1, 5);
    out.climb = mpq_class(9, 10);
    out.min_region = 8 * 8;
    return out;
  }
  if (preset == "godot") {
    out.cell_size = out.cell_height = out.climb = mpq_class(1, 4);
    out.min_region = 2 * 2;
    return out;
  }
  return std::nullopt;
}

KnownBaker known_baker(const AuditOptions& o, const ForeignMesh& mesh) {
  KnownBaker out;
  out.settings = mesh.settings;
  std::optional<BakerSettings> preset = preset_baker(o.level.preset);
  const bool leaves_defaults_out = mesh.format.starts_with("Godot");
  if (preset && !leaves_defaults_out && mesh.settings.cell_size && *mesh.settings.cell_size != *preset->cell_size)
    preset.reset();
  const auto add = [&](const char* what, std::optional<mpq_class>& to, const std::optional<mpq_class>& told,
                       const std::optional<mpq_class>& default_value) {
    const char* from = told ? "as told" : to ? "by the file" : "by the preset";
    if (told) to = told;
    else if (!to) to = default_value;
    if (to) out.text += (out.text.empty() ? "" : ", ") + std::string(what) + " " + six_digits(*to) + " (" + from + ")";
  };
  const BakerSettings defaults = preset.value_or(BakerSettings{});
  add("cells", out.settings.cell_size, o.cell_size, defaults.cell_size);
  add("cells' height", out.settings.cell_height, o.cell_height, defaults.cell_height);
  add("climb", out.settings.climb, o.climb, defaults.climb);
  add("height", out.settings.height, {}, {});
  add("radius", out.settings.radius, {}, {});
  std::optional<mpq_class> region;
  add("smallest region", region, o.min_region, preset ? std::optional(defaults.min_region) : std::nullopt);
  out.settings.min_region = region.value_or(mesh.settings.min_region);
  const mpq_class& of_file = mesh.settings.max_error;
  out.settings.max_error = o.max_error.value_or(sgn(of_file) > 0 ? of_file : default_max_error());
  return out;
}

Result<AuditOptions> make_audit_options(const AuditArguments& a) {
  AuditOptions o;
  auto level = make_bake_options(a.level);
  if (!level) return level.error();
  o.level = std::move(*level);
  o.level.mesh = true;
  o.level.joining_weld = true;
  o.navmesh = a.navmesh;
  o.stance = a.stance.value_or("");
  try {
    if (a.surface) o.surface = word_option<MeshSurface>("--surface", *a.surface);
    if (a.below) o.below = positive_option("--below", *a.below, &o.level.unit);
    if (a.above) o.above = positive_option("--above", *a.above, &o.level.unit);
    read_mesh_options(a, o);
    read_baker_options(a, o);
    o.sliver = not_negative_option("--sliver", a.sliver);
    o.limit = whole_option<std::uint64_t>("--limit", a.limit);
    read_outputs(a, o);
    read_prove(a, o);
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  if (a.baseline) {
    auto baseline = read_baseline(*a.baseline);
    if (!baseline) return baseline.error();
    o.baseline = std::make_shared<const Baseline>(std::move(*baseline));
  }
  if (a.fail_if) {
    auto thresholds = read_thresholds(*a.fail_if);
    if (!thresholds) return thresholds.error();
    o.thresholds = std::move(*thresholds);
    o.below_grid_passes = false;
  } else {
    o.thresholds = o.baseline ? any_new_place() : any_difference();
  }
  if (auto error = check_thresholds(o)) return *error;
  return o;
}

}  // namespace plumb::pipeline
