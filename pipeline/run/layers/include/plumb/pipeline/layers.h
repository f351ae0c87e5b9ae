// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/partition/layers.h"
#include "plumb/partition/polygons.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The input of layers: polygons that can be walked on, and the ways between them. z up.
struct WalkableEnvironment {
  partition::EnvironmentGraph graph;
  std::vector<partition::Polygon> polygons;     ///< by node
  std::vector<std::uint32_t> source;            ///< by node: the cell of the navmesh, or the polygon of the scene
  std::vector<partition::ArcSegment> segments;  ///< by arc
  std::vector<std::uint32_t> portal;            ///< by arc: of the navmesh; empty for polygons of a scene
  std::vector<bool> fully_connected;            ///< by node: arcs lead out over its whole boundary; of polygons alone
};

/// The graph of a stance (1..K): its nodes are the cells of at least that stance, its arcs the portals that admit it
/// (docs/theory/definitions.md, The navigation graph).
WalkableEnvironment walkable_environment(const NavMesh& mesh, kernel::Label stance);
/// The same without conflicts.
WalkableEnvironment walkable_ways(const NavMesh& mesh, kernel::Label stance);

/// The traversable polygons of a scene as they are (Saaltink, 4.2): without a bake, so whatever stands on them is not
/// looked at.
WalkableEnvironment walkable_environment(const kernel::PointTable& points, const SurfaceSet& set);

/// The layers of all that can be walked on, and the least number of transfers between them that is known.
struct FoundLayers {
  std::string version, file;  ///< the scene or navmesh
  partition::Method method = partition::Method::exact;
  std::string stance;  ///< name; empty for polygons
  UpAxis up = UpAxis::y;
  WalkableEnvironment walkable;
  partition::Partition partition;
  partition::LayeredEnvironment layers;
  std::uint32_t surfaces = 0;  ///< connected surfaces: each needs at least one layer
  double seconds = 0;          ///< time of partitioning only
  bool proved_fewest() const { return partition.lower_bound == partition.transfers.size(); }
};

/// The methods as the command line names them.
const char* text_of(partition::Method method);
std::optional<partition::Method> method_of(std::string_view text);

/// A summary for people, in lines.
std::string layers_summary(const FoundLayers& found);

/// Writes {plumb, file, method, stance, graph: {nodes, arcs, conflicts, surfaces}, lower_bound, proved_fewest,
/// [solutions,] layers: [{nodes, cells or polygons, footprint}], transfers: [{a, b, arcs, on_a, on_b}]}. Exact numbers
/// are strings in the frame of the input; points of a footprint have its two horizontal axes.
void export_layers_json(Output& file, const FoundLayers& found);

/// Writes a plan: one panel for layers that lie nowhere over each other (panels_of), a colour for each layer, transfers
/// as lines.
void export_layers_svg(Output& file, const FoundLayers& found);

}  // namespace plumb::pipeline
