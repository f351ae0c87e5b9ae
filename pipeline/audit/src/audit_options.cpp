// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "baker_settings.h"
#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/option_numbers.h"

namespace plumb::pipeline {
namespace {

void read_mesh_options(const AuditArguments& a, AuditOptions& o) {
  ForeignMeshOptions& r = o.reading;
  r.numbers = o.level.numbers;
  r.up = o.level.up;
  r.threads = o.level.threads;
  if (a.navmesh_up) {
    const auto up = value_of<UpAxis>(*a.navmesh_up);
    if (!up) throw RefusedOption{"--navmesh-up '" + *a.navmesh_up + "' is unknown; give y or z"};
    if (a.transform)
      throw RefusedOption{"--navmesh-up and --navmesh-transform both turn the navmesh; leave one of them out"};
    r.up = *up;
    r.up_given = true;
  }
  if (a.transform) {
    for (const std::string_view text : list_entries(*a.transform))
      r.transform.push_back(number_option("--navmesh-transform", text));
    if (r.transform.size() != 12)
      throw RefusedOption{"--navmesh-transform has " + std::to_string(r.transform.size()) +
                          " numbers; give twelve, three rows of four: what makes x, y and z of x, y, z and 1"};
  }
  if (a.areas)
    for (const std::string_view text : list_entries(*a.areas))
      r.areas.push_back(whole_option<std::uint32_t>("--areas", text));
  if (a.join) r.join = positive_option("--join", *a.join);
  r.resource = a.resource.value_or("");
  r.more_files = a.more_files;
  r.stance = a.stance.value_or("");
}

void read_baker_options(const AuditArguments& a, AuditOptions& o) {
  if (a.settings) {
    const auto read = read_gset(*a.settings);
    if (!read) throw RefusedOption{read.error().text()};
    o.cell_size = read->cell_size;
    o.cell_height = read->cell_height;
    o.climb = read->climb;
    o.max_error = read->max_error;
    o.min_region = read->min_region;
  }
  if (a.cell) {
    const auto both = list_entries(*a.cell);
    if (both.size() != 2) throw RefusedOption{"--cell '" + *a.cell + "' is no pair; give CS,CH, such as 0.3,0.2"};
    o.cell_size = positive_option("--cell", both[0]);
    o.cell_height = positive_option("--cell", both[1]);
  }
  if (a.max_error) o.max_error = not_negative_option("--max-error", *a.max_error);
  if (a.min_region) o.min_region = not_negative_option("--min-region", *a.min_region);
  if (a.climb) o.climb = not_negative_option("--climb", *a.climb);
}

void read_outputs(const AuditArguments& a, AuditOptions& o) {
  o.outputs = a.outputs;
  o.json = a.json;
  o.csv = a.csv;
  o.junit = a.junit;
  for (const std::string& file : o.outputs) {
    const std::string extension = extension_of(file);
    if (extension != ".obj" && extension != ".glb" && extension != ".svg" && extension != ".json" &&
        extension != ".csv")
      throw RefusedOption{"-o '" + file +
                          "' does not end in .obj, .glb, .svg, .csv or .json; give it one of these extensions"};
  }
  if (!o.json.empty() && extension_of(o.json) != ".json")
    throw RefusedOption{"--json '" + o.json + "' does not end in .json; give it that extension"};
  if (!o.csv.empty() && extension_of(o.csv) != ".csv")
    throw RefusedOption{"--csv '" + o.csv + "' does not end in .csv; give it that extension"};
  std::vector<std::string> files = {a.level.scene, a.navmesh};
  files.insert(files.end(), a.more_files.begin(), a.more_files.end());
  const std::size_t read = files.size();
  std::vector<std::string> wanted = o.outputs;
  for (const std::string& file : {o.json, o.csv, o.junit})
    if (!file.empty()) wanted.push_back(file);
  for (const std::string& file : wanted) {
    for (std::size_t i = 0; i < files.size(); ++i)
      if (file_behind(files[i]).value_or(files[i]) == file_behind(file).value_or(file))
        throw RefusedOption{"'" + file +
                            (i < read ? "' is what is read; give the output another name"
                                      : "' is asked for twice; give each output a name of its own")};
    files.push_back(file);
  }
}

}  // namespace

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
    if (a.surface) {
      if (*a.surface == "detail") o.surface = MeshSurface::detail;
      else if (*a.surface == "polygons") o.surface = MeshSurface::polygons;
      else throw RefusedOption{"--surface '" + *a.surface + "' is unknown; give detail or polygons"};
    }
    if (a.below) o.below = positive_option("--below", *a.below);
    if (a.above) o.above = positive_option("--above", *a.above);
    read_mesh_options(a, o);
    read_baker_options(a, o);
    o.sliver = not_negative_option("--sliver", a.sliver);
    o.limit = whole_option<std::uint64_t>("--limit", a.limit);
    read_outputs(a, o);
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  if (a.fail_if) {
    auto thresholds = read_thresholds(*a.fail_if);
    if (!thresholds) return thresholds.error();
    o.thresholds = std::move(*thresholds);
    o.below_grid_passes = false;
  } else {
    o.thresholds = any_difference();
  }
  return o;
}

}  // namespace plumb::pipeline
