// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "plumb/kernel/sign.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/connectivity.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/near_limit.h"
#include "plumb/pipeline/near_walls.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/prune_components.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/triangle_mesh.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {

/// A stance of which nothing is left, and the limits of what would leave something, in input units.
struct NothingLeft {
  kernel::Label stance = 1;  ///< the lowest
  bool by_radius = false;    ///< an agent's radius has taken all; else nothing has its headroom
  mpq_class some;            ///< a radius, or a height, that would leave something; 0: none is known
  mpq_class none;            ///< this and all greater ones leave nothing
  bool greatest = false;     ///< no radius or height greater than `some` leaves anything
};

/// What the stages make of a level, one from the other. The mesh refers to the others and to the level.
struct Navigation {
  StanceMap map;
  NavGraph graph;
  PartitionCounts partition;
  CellGraph cells;              ///< of the mesh; without one, of the mesh that there would be, as far as one can stand
  std::vector<double> areas;    ///< of those cells: rough_areas()
  std::optional<NavMesh> mesh;  ///< if it was wanted
  std::optional<MergedCells> merged;  ///< what the mesh is made of, if that is later: BakeSettings::mesh_later
  Pruned pruned;
  std::optional<JoiningWeld> joining_weld;  ///< of the whole level, before an agent's radius took anything
  std::optional<JoiningStep> joining_step;  ///< the same
  std::vector<NearLimit> near_headroom;     ///< the same, by stance; empty if it was not asked for
  NearLimit near_rises;                     ///< the same
  NearWalls near_walls;                     ///< the same
  std::optional<NothingLeft> nothing_left;  ///< if that was asked for
  /// Before an agent's radius took anything, if there is one and a certificate is wanted.
  std::optional<StanceMap> uncleared;
  NavGraph uncleared_graph;
  std::vector<WedgeStageFacts> wedge;  ///< with Method::wedge, which makes nothing but the mesh
  std::optional<StanceMap> outer;      ///< the outer bound of what an agent's radius leaves, if it was asked for

  /// Gives up what the mesh does not refer to.
  void keep_mesh();
  /// Makes the mesh that is made later, and `cells` and `areas` of it. Requires `merged`.
  void make_mesh(const BakeOptions& options, const SceneSurfaces& level);
};

/// The checked settings, and what the scene says of its file. Errors: bad_scene, bad_option.
Result<BakeOptions> options_of(const Scene& scene, const BakeSettings& settings);

/// What a navmesh made with these options says of them.
NavMeshInfo nav_mesh_info(const BakeOptions& options, const std::string& sha256 = {});

/// What an agent's radius takes. Requires one.
ErodeOptions clear_options(const BakeSettings& settings);

/// The stages from the surfaces to the navmesh, by the settings' method: those of wedge_stages.h, or decompose, inside
/// if wanted, link, gaps, clear if the agent has a radius, optimise, realise.
std::vector<Stage> nav_graph_stages(const BakeSettings& settings);
/// Runs them; the last takes out the components that are not to be kept. Errors: those of prune_components.
/// Without BakeSettings::mesh, only pruning makes one. The index goes once nothing needs it.
Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& options, const SceneSurfaces& level,
                                                    SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic);

/// What a stage of the wedge method left, to look at: NN_STAGE.obj, in the frame of the scene, and NN_STAGE.glb, y up,
/// in a folder that is made if it is not there (export_stage.h). Groups: `triangles`; `ramps`, those that have a ramp;
/// then, as lines, `edge.open`, `edge.blocked`, `edge.inner_wall`, `edge.step`, the boundary by class, and
/// `edge.inner`, what two triangles have in common, once. The same bytes for the same mesh. Numbers below 10 are
/// written with a 0 before them; `stage` is a part of a file's name. Both files are written aside before the first gets
/// its name. Errors: cannot_write.
std::optional<Error> write_stage_files(const std::string& folder, std::size_t number, const std::string& stage,
                                       const TriangleMesh& mesh, const Scene& scene);

}  // namespace plumb::pipeline
