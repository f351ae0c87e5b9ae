// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "plumb/partition/layers.h"
#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/walkable_environment.h"

namespace plumb::pipeline {

/// What `plumb layers` is told, as text: one member an option of the command line, with its default.
struct LayersArguments {
  BakeArguments level;              ///< level.scene: a scene, or a navmesh (.json)
  bool polygons = false;            ///< the scene's polygons as they are
  std::string method = "exact";
  std::optional<std::string> stance;  ///< a name; default: the lowest
  std::optional<std::string> weights;  ///< ADJACENT,CONFLICTS,INNER
  std::string json, svg, proof;     ///< empty: none
};

/// The same, checked.
struct LayersOptions {
  BakeOptions level;                ///< of a navmesh: only scene, threads and quiet count
  bool polygons = false, navmesh = false;
  partition::Method method = partition::Method::exact;
  std::string stance;               ///< empty: the lowest
  partition::ArcWeights weights;
  std::string json, svg, proof;
};

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<LayersOptions> make_layers_options(const LayersArguments& arguments);

/// Layers of everything that can be walked on, and how few transfers they need.
struct FoundLayers {
  std::string version, file;        ///< the scene or navmesh
  partition::Method method = partition::Method::exact;
  std::string stance;               ///< name; empty for polygons
  UpAxis up = UpAxis::y;
  WalkableEnvironment walkable;
  partition::Partition partition;
  partition::LayeredEnvironment layers;
  std::uint32_t surfaces = 0;       ///< connected surfaces: each needs a layer at least
  double seconds = 0;               ///< of partitioning alone
  bool proved_fewest() const { return partition.lower_bound == partition.transfers.size(); }
};

/// The whole of `plumb layers`: reads or bakes, partitions, checks the result and its proof, writes the files. All appear or, on an error, none.
/// `announce` as for bake(). Throws InternalError if a check fails.
Result<FoundLayers> find_layers(const LayersOptions& options, Progress& progress,
                                const std::function<std::optional<Error>(const FoundLayers&)>& announce = {});

/// The methods as the command line names them.
const char* text_of(partition::Method method);

/// Lines for people.
std::string layers_summary(const FoundLayers& found);

/// {plumb, file, method, stance, graph: {nodes, arcs, conflicts, surfaces}, lower_bound, proved_fewest, [solutions,] layers: [{nodes, cells or polygons, footprint}],
/// transfers: [{a, b, arcs, on_a, on_b}]}: exact numbers as strings, input frame; plan points of a footprint have the two horizontal axes of it.
void export_layers_json(AtomicFile& file, const FoundLayers& found);

/// A plan: one panel for layers that are not above each other (panels.h), a colour for each layer, transfers as lines.
void export_layers_svg(AtomicFile& file, const FoundLayers& found);

}  // namespace plumb::pipeline
