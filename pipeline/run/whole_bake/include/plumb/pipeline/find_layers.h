// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/layers.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What `plumb layers` is told, as text: one member an option of the command line, with its default.
struct LayersArguments {
  BakeArguments level;  ///< level.scene: a scene, or a navmesh: a .json, or what is no scene and the reader reads
  NavMeshReader reader = {};
  bool polygons = false;  ///< the scene's polygons as they are
  std::string method = "exact";
  std::optional<std::string> stance;   ///< a name; default: the lowest
  std::optional<std::string> weights;  ///< ADJACENT,CONFLICTS,INNER
  std::string json, svg, proof;        ///< empty: none
};

/// How a navmesh is divided into layers.
struct LayersSettings {
  partition::Method method = partition::Method::exact;
  std::string stance = {};  ///< empty: the lowest
  partition::ArcWeights weights = {};
};

/// The options of `plumb layers`, checked.
struct LayersOptions : LayersSettings {
  BakeOptions level;  ///< of a navmesh: only scene, threads and quiet count
  bool polygons = false, navmesh = false;
  NavMeshReader reader = {};
  std::string json, svg, proof;
};

/// Divides a navmesh that is in memory, and checks the result and its proof. Errors: bad_option (no such stance),
/// syntax (cells and portals that do not fit), cancelled.
Result<FoundLayers> find_layers(const NavMesh& mesh, const LayersSettings& settings, Progress& progress);

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<LayersOptions> make_layers_options(const LayersArguments& arguments);

/// The whole of `plumb layers`: reads or bakes, partitions, checks the result and its proof, writes the files. All
/// appear or, on an error, none. `announce` as for bake(). Throws InternalError if a check fails.
Result<FoundLayers> find_layers(const LayersOptions& options, Progress& progress,
                                const std::function<std::optional<Error>(const FoundLayers&)>& announce = {});

}  // namespace plumb::pipeline
