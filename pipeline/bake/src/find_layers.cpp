// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_layers.h"

#include <algorithm>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

// Polygons of the scene as they are: not even welded.
Result<WalkableEnvironment> from_polygons(const BakeOptions& o, Stages& stage, FoundLayers& found) {
  const auto scene = read_scene(o, stage);
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
    auto mesh = stage("read", [&] { return read_nav_mesh_json(o.level.scene); });
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

Result<WalkableEnvironment> from_mesh(const LayersOptions& o, Stages& stage, FoundLayers& found) {
  MeshSource source;
  if (auto error = bake_or_read(o, stage, source)) return *error;
  const NavMesh* mesh = source.read ? &*source.read : &*source.navigation->mesh;
  const auto& stances = mesh->info.stances;
  const auto at = o.stance.empty() ? stances.begin() : std::ranges::find(stances, o.stance, &Stance::name);
  if (at == stances.end())
    return Error{ErrorCode::bad_option,
                 "--at-stance '" + o.stance + "' is none of the stances; the lowest is '" + stances.front().name + "'",
                 "", 0};
  found.stance = at->name;
  found.up = mesh->info.up;
  const auto stance = static_cast<kernel::Label>(at - stances.begin() + 1);
  return stage("graph", [&] {
    WalkableEnvironment walkable = walkable_environment(*mesh, stance);
    // Cells with a border are not fully connected.
    walkable.fully_connected.assign(walkable.graph.nodes, true);
    for (const BorderInterval& b : border(*mesh, stance))
      walkable.fully_connected[static_cast<std::size_t>(std::ranges::lower_bound(walkable.source, b.cell) -
                                                        walkable.source.begin())] = false;
    return walkable;
  });
}

std::vector<Stage> stages_of(const LayersOptions& o) {
  std::vector<Stage> first = read_stage;
  if (o.polygons) first.push_back({"convexify", 1});
  else if (!o.navmesh) first = read_stage + indexed_surface_stages(o.level.solids) + nav_graph_stages(o.level);
  return first + std::vector<Stage>{{"graph", 20}, {"partition", 200}, {"layers", 20}};
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

}  // namespace

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
    found.method = o.method;
    auto walkable = o.polygons ? from_polygons(o.level, stage, found) : from_mesh(o, stage, found);
    if (!walkable) return walkable.error();
    found.walkable = std::move(*walkable);
    const partition::EnvironmentGraph& graph = found.walkable.graph;
    found.partition = stage("partition", [&] {
      const Stopwatch watch;
      auto partition = partition::partition(graph, o.method,
                                            {.weights = o.weights, .fully_connected = found.walkable.fully_connected});
      found.seconds = watch.seconds();
      return partition;
    });
    const char* fault = nullptr;
    stage("layers", [&] {
      found.layers = partition::layers_of(graph, found.walkable.polygons, found.walkable.segments, found.partition);
      const auto surface = partition::surfaces(graph);
      for (const std::uint32_t s : surface) found.surfaces = std::max(found.surfaces, s + 1);
      fault = fault_of(found);
    });
    if (fault && o.navmesh)  // one that bake wrote has valid layers
      return Error{ErrorCode::syntax,
                   std::string("its cells and portals do not fit: ") + fault +
                       "; name a file that `plumb bake -o FILE.json` wrote",
                   o.level.scene, 0};
    if (fault) throw InternalError(fault);
    constexpr std::optional<Error> ok;
    if (!o.json.empty()) files.add(o.json, [&](Output& f) { return export_layers_json(f, found), ok; });
    if (!o.svg.empty()) files.add(o.svg, [&](Output& f) { return export_layers_svg(f, found), ok; });
    if (!o.proof.empty())
      files.add(o.proof, [&](Output& f) {
        std::ostringstream text;
        partition::write_proof(text, graph, found.partition.transfers, *found.partition.proof);
        f.write(text.str());
        return ok;
      });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(found, announce)) return *error;
    return found;
  });
}

}  // namespace plumb::pipeline
