// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb layers`: where one can walk, divided into layers without overlap.
//
// 1. make_layers_options() checks the options, those of a bake among them (make_bake_options), and the names of files.
// 2. find_layers() makes the graph of cells and portals of one stance: from_polygons() of the scene's polygons as they
//    are; from_mesh() of a navmesh that is read or baked (bake_or_read).
// 3. partition() divides the graph, and layers_of() makes the layers.
// 4. fault_of() checks the result and, with --method exact, the proof that fewer transfers do not do. A fault in a
//    navmesh that was read is an error of the file, any other one of ours.
// 5. The files are written; all appear, or none.
//
// Cost: that of a bake, and of the partition (docs/theory/layers.md).
// Exact: all of it.
#include "plumb/pipeline/find_layers.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_method.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/text.h"

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

// Polygons of the scene as they are: not even welded.
Result<WalkableEnvironment> from_polygons(const BakeOptions& o, Stages& stage, FoundLayers& found) {
  auto scene = read_scene(o, stage);
  if (!scene) return scene.error();
  auto set = stage("convexify", [&] { return convexify(*scene, o.bad_faces, o.threads); });
  if (!set) return set.error();
  classify(*set, scene->points, slope_limit(o), o.sides, o.threads);
  found.up = o.up;
  return stage("graph", [&] { return walkable_environment(scene->points, *set); });
}

// A mesh with what it refers to.
struct MeshSource {
  std::optional<SceneSurfaces> level;
  std::unique_ptr<Navigation> navigation;
  std::optional<NavMesh> read;
};

// Sets one of the two.
std::optional<Error> bake_or_read(const LayersOptions& o, Stages& stage, MeshSource& source) {
  if (o.navmesh) {
    auto mesh = stage("read", [&] { return read_nav_mesh(o.level.scene, o.reader); });
    if (!mesh) return mesh.error();
    source.read = std::move(*mesh);
    return std::nullopt;
  }
  auto surfaces = load_indexed_surfaces(o.level, stage);
  if (!surfaces) return surfaces.error();
  source.level.emplace(std::move(surfaces->level));
  kernel::LadderCounts arithmetic;
  auto navigation = build_nav_graph(o.level, *source.level, std::move(surfaces->index), stage, arithmetic);
  if (!navigation) return navigation.error();
  source.navigation = std::move(*navigation);
  return std::nullopt;
}

Result<WalkableEnvironment> from_mesh(const NavMesh& mesh, const LayersSettings& o, Stages& stage, FoundLayers& found) {
  const auto& stances = mesh.info.stances;
  const auto at = o.stance.empty() ? stances.begin() : std::ranges::find(stances, o.stance, &Stance::name);
  if (at == stances.end())
    return Error{ErrorCode::bad_option,
                 "--at-stance '" + o.stance + "' is none of the stances; the lowest is '" + stances.front().name + "'",
                 "", 0};
  found.stance = at->name;
  found.up = mesh.info.up;
  const auto stance = static_cast<kernel::Label>(at - stances.begin() + 1);
  return stage("graph", [&] {
    WalkableEnvironment walkable = walkable_environment(mesh, stance);
    // Cells with a border are not fully connected.
    walkable.fully_connected.assign(walkable.graph.nodes, true);
    for (const BorderInterval& b : border(mesh, stance))
      walkable.fully_connected[static_cast<std::size_t>(std::ranges::lower_bound(walkable.source, b.cell) -
                                                        walkable.source.begin())] = false;
    return walkable;
  });
}

Result<WalkableEnvironment> from_level(const LayersOptions& o, Stages& stage, FoundLayers& found) {
  MeshSource source;
  if (auto error = bake_or_read(o, stage, source)) return *error;
  return from_mesh(source.read ? *source.read : *source.navigation->mesh, o, stage, found);
}

const std::vector<Stage> division_stages{{"graph", 20}, {"partition", 200}, {"layers", 20}};

std::vector<Stage> stages_of(const LayersOptions& o) {
  std::vector<Stage> first = read_stage;
  if (o.polygons) first.push_back({"convexify", 1});
  else if (!o.navmesh) first = read_stage + indexed_surface_stages(o.level.solids) + nav_graph_stages(o.level);
  return first + division_stages;
}

// What is wrong with a result, if anything is.
const char* fault_of(const FoundLayers& found) {
  const auto& [graph, polygons, source, segments, portal, fully] = found.walkable;
  if (!partition::is_valid(graph)) return "the graph of the polygons is not valid";
  if (!partition::is_valid(found.partition, graph)) return "the partition into layers is not valid";
  if (!partition::is_valid(found.layers, graph, polygons, segments)) return "the layers are not valid";
  if (found.method == partition::Method::exact &&
      (!found.partition.proof || partition::proved_bound(graph, *found.partition.proof) != found.partition.lower_bound))
    return "the proof of the number of transfers does not hold";
  return nullptr;
}

// What is wrong with the result, if anything is.
const char* divide(WalkableEnvironment walkable, const LayersSettings& o, Stages& stage, FoundLayers& found) {
  found.walkable = std::move(walkable);
  found.method = o.method;
  const partition::EnvironmentGraph& graph = found.walkable.graph;
  found.partition = stage("partition", [&] {
    const Stopwatch watch;
    auto partition = partition::partition(graph, o.method,
                                          {.weights = o.weights, .fully_connected = found.walkable.fully_connected});
    found.seconds = watch.seconds();
    return partition;
  });
  return stage("layers", [&] {
    found.layers = partition::layers_of(graph, found.walkable.polygons, found.walkable.segments, found.partition);
    const auto surface = partition::surfaces(graph);
    for (const std::uint32_t s : surface) found.surfaces = std::max(found.surfaces, s + 1);
    return fault_of(found);
  });
}

Error unfit_mesh(const char* fault, const std::string& file) {
  return {
      ErrorCode::syntax,
      std::string("its cells and portals do not fit: ") + fault + "; name a file that `plumb bake -o FILE.json` wrote",
      file, 0};
}

}  // namespace

Result<LayersOptions> make_layers_options(const LayersArguments& a) {
  LayersOptions o;
  const std::string extension = extension_of(a.level.scene);
  o.navmesh = extension == ".json" || (a.reader && !is_scene_extension(extension));
  o.reader = a.reader;
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
      if (file_key(other) == file_key(*file))
        return bad_option("'" + *file + "' is asked for twice; give each output a name of its own");
    if (file_key(a.level.scene) == file_key(*file))
      return bad_option("'" + *file + "' is what is read; give the output another name");
    files.push_back(*file);
  }
  return o;
}

Result<FoundLayers> find_layers(const NavMesh& mesh, const LayersSettings& o, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<FoundLayers> {
    Stages stage(progress, division_stages);
    FoundLayers found;
    found.version = version();
    found.file = mesh.info.scene;
    auto walkable = from_mesh(mesh, o, stage, found);
    if (!walkable) return walkable.error();
    if (const char* fault = divide(std::move(*walkable), o, stage, found)) return unfit_mesh(fault, mesh.info.scene);
    return found;
  });
}

Result<FoundLayers> find_layers(const LayersOptions& o, Progress& progress,
                                const std::function<std::optional<Error>(const FoundLayers&)>& announce) {
  return unless_cancelled(progress, [&]() -> Result<FoundLayers> {
    OutputFiles files;
    std::vector<std::string> wanted;
    for (const std::string* file : {&o.json, &o.svg, &o.proof})
      if (!file->empty()) wanted.push_back(*file);
    if (auto error = OutputFiles::check(wanted)) return *error;

    Stages stage(progress, stages_of(o));
    FoundLayers found;
    found.version = version();
    found.file = o.level.scene;
    auto walkable = o.polygons ? from_polygons(o.level, stage, found) : from_level(o, stage, found);
    if (!walkable) return walkable.error();
    const char* fault = divide(std::move(*walkable), o, stage, found);
    if (fault && o.navmesh) return unfit_mesh(fault, o.level.scene);  // one that bake wrote has valid layers
    if (fault) throw InternalError(fault);
    constexpr std::optional<Error> ok;
    if (!o.json.empty()) files.add(o.json, [&](Output& f) { return export_layers_json(f, found), ok; });
    if (!o.svg.empty()) files.add(o.svg, [&](Output& f) { return export_layers_svg(f, found), ok; });
    if (!o.proof.empty())
      files.add(o.proof, [&](Output& f) {
        std::ostringstream text;
        partition::write_proof(text, found.walkable.graph, found.partition.transfers, *found.partition.proof);
        f.write(text.str());
        return ok;
      });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(found, announce)) return *error;
    return found;
  });
}

}  // namespace plumb::pipeline
