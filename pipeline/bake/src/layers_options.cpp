// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <utility>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/find_layers.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> read_weights(const std::string& text, partition::ArcWeights& weights) {
  const char *at = text.data(), *const end = at + text.size();
  for (std::uint32_t* weight : {&weights.adjacent, &weights.conflicts, &weights.inner}) {
    if (weight != &weights.adjacent && (at == end || *at++ != ',')) at = nullptr;
    if (!at) break;
    const auto [next, error] = std::from_chars(at, end, *weight);
    at = error == std::errc{} && *weight <= 1000 ? next : nullptr;
    if (!at) break;
  }
  if (at == end && weights.inner > 0) return std::nullopt;
  return bad_option(
      "--weights '" + text +
      "' is no list of three; give ADJACENT,CONFLICTS,INNER, whole numbers up to 1000, the last above 0, such "
      "as 1,1,2");
}

}  // namespace

Result<LayersOptions> make_layers_options(const LayersArguments& a) {
  LayersOptions o;
  o.navmesh = extension_of(a.level.scene) == ".json";
  if (o.navmesh && a.polygons)
    return bad_option("--polygons takes a scene, not the navmesh '" + a.level.scene + "'; leave it out");
  BakeArguments level = a.level;
  if (o.navmesh) level.scene = "navmesh.obj";  // what reads it checks its name
  auto made = make_bake_options(level);
  if (!made) return made.error();
  o.level = std::move(*made);
  o.level.scene = a.level.scene;
  o.level.mesh = true;
  o.polygons = a.polygons;
  if (a.polygons && a.stance)
    return bad_option("--at-stance asks for cells, which --polygons does not make; leave one of them out");
  o.stance = a.stance.value_or("");
  const auto method = method_of(a.method);
  if (!method)
    return bad_option("--method '" + a.method + "' is unknown; give exact, min-cut, van-toll or brute-force");
  o.method = *method;
  if (a.weights)
    if (auto error = read_weights(*a.weights, o.weights)) return *error;
  if (!a.proof.empty() && o.method != partition::Method::exact)
    return bad_option("--proof goes with --method exact; leave one of them out");
  o.json = a.json;
  o.svg = a.svg;
  o.proof = a.proof;
  for (const auto& [file, name, extension] :
       {std::tuple(&o.json, "--json", ".json"), std::tuple(&o.svg, "--svg", ".svg")})
    if (!file->empty() && extension_of(*file) != extension)
      return bad_option(std::string(name) + " '" + *file + "' does not end in " + extension +
                        "; give it that extension");
  std::vector<std::string> files;
  for (const std::string* file : {&o.json, &o.svg, &o.proof}) {
    if (file->empty()) continue;
    for (const std::string& other : files)
      if (file_behind(other).value_or(other) == file_behind(*file).value_or(*file))
        return bad_option("'" + *file + "' is asked for twice; give each output a name of its own");
    if (file_behind(a.level.scene).value_or(a.level.scene) == file_behind(*file).value_or(*file))
      return bad_option("'" + *file + "' is what is read; give the output another name");
    files.push_back(*file);
  }
  return o;
}

}  // namespace plumb::pipeline
