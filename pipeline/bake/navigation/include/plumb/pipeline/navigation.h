// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/sign.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/connectivity.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/near_limit.h"
#include "plumb/pipeline/near_walls.h"
#include "plumb/pipeline/one_way_links.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/prune_components.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/simplify_nav_mesh.h"

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
  std::optional<MergedCells> merged;  ///< what the mesh is made of, if that is later: NavigationSettings::mesh_later
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
  std::vector<TriangleStageFacts> triangle_stages;  ///< of each stage that changed triangles
  std::optional<StanceMap> outer;  ///< the outer bound of what an agent's radius leaves, if it was asked for

  /// Gives up what the mesh does not refer to.
  void keep_mesh();
};

/// What the stages from the surfaces to the navmesh are told.
struct NavigationSettings {
  LinkSettings link;  ///< its threads are those of all stages
  /// What a radius takes, by the bound of `clearance`; none: the agent has no radius.
  std::optional<ErodeOptions> clear = {};
  std::optional<kernel::SlopeLimit> walk = {};  ///< by which the window follows from a radius; none: it was given
  ClearanceBound clearance = ClearanceBound::inner;
  OptimiseOptions optimise = {};
  SimplifyNavMeshOptions simplify = {};  ///< tolerance 0: the mesh stays as it is
  PruneSettings prune = {};
  OneWaySettings one_way = {};  ///< which one-way links the mesh has
  NavMeshInfo info = {};        ///< what the navmesh says of itself

  // What to keep; it costs time and memory.
  bool mesh = true;          ///< the navmesh
  bool mesh_later = false;   ///< without `mesh`: what make_mesh() makes it of
  bool unwalkable = true;    ///< of the navmesh, where nobody can stand, and obstructions
  bool certificate = false;  ///< what was there before an agent's radius took anything
  bool advice = true;        ///< whether a weld or a step would join what is parted, and where rounding decides
};

/// The areas of what was found: of the inner bound or, without a radius, of all; and of the outer bound if that is
/// there.
struct BothMeasures {
  Measures inner;
  std::optional<Measures> outer;
};

/// A method: how the surfaces of a level become its navmesh. Whoever bakes chooses one and calls it; nothing else asks
/// which one it is.
struct NavigationMethod {
  /// The stages that `run` reports, in their order.
  std::vector<Stage> stages;
  /// Runs them; construct takes out the components that are not to be kept. Errors: those of prune_components. The
  /// index goes once nothing needs it.
  std::function<Result<std::unique_ptr<Navigation>>(const SceneSurfaces& level, SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic)>
      run;
  /// Exact areas of what run() has made.
  std::function<BothMeasures(const SceneSurfaces& level, const Navigation& made)> measure;
};

/// The method of this room: decompose, inside if wanted, link, gaps, erode if the agent has a radius, optimise,
/// construct, simplify if wanted. Without NavigationSettings::mesh, only pruning and simplifying make one.
NavigationMethod standard_method(NavigationSettings settings);

/// Makes the mesh that is made later, and `cells` and `areas` of it. Requires Navigation::merged.
void make_mesh(Navigation& navigation, const NavigationSettings& settings, const SceneSurfaces& level);

/// Takes the components that are not to be kept out of the mesh, and finds `pruned`, `cells` and `areas`.
std::optional<Error> prune(const PruneSettings& settings, Navigation& navigation);

}  // namespace plumb::pipeline
