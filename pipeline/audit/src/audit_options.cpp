// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <string_view>

#include "baker_settings.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/file_name.h"

namespace plumb::pipeline {
namespace {

// What is wrong with an option; make_audit_options() returns it.
struct Refused {
  std::string what;
};

mpq_class number(const std::string& option, std::string_view text) {
  const auto value = kernel::parse_rational(text);
  if (!value)
    throw Refused{option + " '" + std::string(text) +
                  "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3"};
  return *value;
}
mpq_class not_negative(const std::string& option, std::string_view text) {
  mpq_class value = number(option, text);
  if (value < 0) throw Refused{option + " '" + std::string(text) + "' is below 0; give 0 or more"};
  return value;
}
mpq_class positive(const std::string& option, std::string_view text) {
  mpq_class value = number(option, text);
  if (value <= 0) throw Refused{option + " '" + std::string(text) + "' is not above 0; give more"};
  return value;
}

std::vector<std::string_view> entries(std::string_view list) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    out.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return out;
}

template <class Whole>
Whole whole(const std::string& option, std::string_view text) {
  Whole value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw Refused{option + " '" + std::string(text) + "' is no whole number of 0 or more"};
  return value;
}

void read_mesh_options(const AuditArguments& a, AuditOptions& o) {
  ForeignMeshOptions& r = o.reading;
  r.numbers = o.level.numbers;
  r.up = o.level.up;
  r.threads = o.level.threads;
  if (a.navmesh_up) {
    const auto up = value_of<UpAxis>(*a.navmesh_up);
    if (!up) throw Refused{"--navmesh-up '" + *a.navmesh_up + "' is unknown; give y or z"};
    if (a.transform) throw Refused{"--navmesh-up and --navmesh-transform both turn the navmesh; leave one of them out"};
    r.up = *up;
    r.up_given = true;
  }
  if (a.transform) {
    for (const std::string_view text : entries(*a.transform))
      r.transform.push_back(number("--navmesh-transform", text));
    if (r.transform.size() != 12)
      throw Refused{"--navmesh-transform has " + std::to_string(r.transform.size()) +
                    " numbers; give twelve, three rows of four: what makes x, y and z of x, y, z and 1"};
  }
  if (a.areas)
    for (const std::string_view text : entries(*a.areas)) r.areas.push_back(whole<std::uint32_t>("--areas", text));
  if (a.join) r.join = positive("--join", *a.join);
  r.resource = a.resource.value_or("");
  r.stance = a.stance.value_or("");
}

void read_baker_options(const AuditArguments& a, AuditOptions& o) {
  if (a.settings) {
    const auto read = read_gset(*a.settings);
    if (!read) throw Refused{read.error().text()};
    o.cell_size = read->cell_size;
    o.cell_height = read->cell_height;
    o.climb = read->climb;
    o.max_error = read->max_error;
    o.min_region = read->min_region;
  }
  if (a.cell) {
    const auto both = entries(*a.cell);
    if (both.size() != 2) throw Refused{"--cell '" + *a.cell + "' is no pair; give CS,CH, such as 0.3,0.2"};
    o.cell_size = positive("--cell", both[0]);
    o.cell_height = positive("--cell", both[1]);
  }
  if (a.max_error) o.max_error = not_negative("--max-error", *a.max_error);
  if (a.min_region) o.min_region = not_negative("--min-region", *a.min_region);
  if (a.climb) o.climb = not_negative("--climb", *a.climb);
}

void read_outputs(const AuditArguments& a, AuditOptions& o) {
  o.outputs = a.outputs;
  o.json = a.json;
  o.junit = a.junit;
  for (const std::string& file : o.outputs) {
    const std::string extension = extension_of(file);
    if (extension != ".obj" && extension != ".glb" && extension != ".svg" && extension != ".json")
      throw Refused{"-o '" + file + "' does not end in .obj, .glb, .svg or .json; give it one of these extensions"};
  }
  if (!o.json.empty() && extension_of(o.json) != ".json")
    throw Refused{"--json '" + o.json + "' does not end in .json; give it that extension"};
  std::vector<std::string> files = {a.level.scene, a.navmesh};
  std::vector<std::string> wanted = o.outputs;
  for (const std::string& file : {o.json, o.junit})
    if (!file.empty()) wanted.push_back(file);
  for (const std::string& file : wanted) {
    for (std::size_t i = 0; i < files.size(); ++i)
      if (file_behind(files[i]).value_or(files[i]) == file_behind(file).value_or(file))
        throw Refused{"'" + file +
                      (i < 2 ? "' is what is read; give the output another name"
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
  o.level.joining_weld = false;
  o.navmesh = a.navmesh;
  o.stance = a.stance.value_or("");
  try {
    if (a.surface) {
      if (*a.surface == "detail") o.surface = MeshSurface::detail;
      else if (*a.surface == "polygons") o.surface = MeshSurface::polygons;
      else throw Refused{"--surface '" + *a.surface + "' is unknown; give detail or polygons"};
    }
    if (a.below) o.below = positive("--below", *a.below);
    if (a.above) o.above = positive("--above", *a.above);
    read_mesh_options(a, o);
    read_baker_options(a, o);
    o.sliver = not_negative("--sliver", a.sliver);
    o.limit = whole<std::uint64_t>("--limit", a.limit);
    read_outputs(a, o);
  } catch (const Refused& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  if (a.fail_if) {
    auto thresholds = read_thresholds(*a.fail_if);
    if (!thresholds) return thresholds.error();
    o.thresholds = std::move(*thresholds);
  } else {
    o.thresholds = any_difference();
  }
  return o;
}

}  // namespace plumb::pipeline
