// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/navigation.h"

// An audit in two parts: the true floor of a level is found once, and any number of navmeshes are judged by it.
namespace plumb::pipeline {

/// One of the stances of a bake.
struct ChosenStance {
  std::string name;
  mpq_class height;
  kernel::Label label = 1;
};
/// The one of this name; empty: the lowest. Error: bad_option.
Result<ChosenStance> choose_stance(const BakeSettings& settings, const std::string& name);

/// The exact floor of a level for one stance.
struct TrueFloor {
  BakeOptions options;  ///< of its bake
  ChosenStance stance;
  std::shared_ptr<const SceneSurfaces> level;
  std::shared_ptr<const Navigation> navigation;  ///< of the level
  bool has_graph = true;                         ///< whether it has more than the navmesh
  std::optional<FloorFaces> outer;               ///< with an agent's radius: what is left at most
  std::vector<std::uint32_t> components;         ///< by cell, that of the stance
  std::unique_ptr<DerivedMesh> derived;          ///< of the navmesh

  const NavMesh& mesh() const { return *navigation->mesh; }
};

/// The facets on which this stance or a higher one fits. Owners are cells. Requires exact points.
FloorFaces standing_facets(const NavMesh& mesh, kernel::Label stance);

/// With an agent's radius, the stage of the outer bound; else none.
std::vector<Stage> outer_stages(const BakeSettings& settings);
/// The stages of find_true_floor() of a scene.
std::vector<Stage> true_floor_stages(const BakeOptions& options);
/// Runs them. Requires options with a mesh and with joining_weld. Errors: those of index_surfaces() and
/// build_nav_graph().
Result<std::unique_ptr<TrueFloor>> find_true_floor(const BakeOptions& options, ChosenStance stance, Scene scene,
                                                   Stages& stage);
/// The same of a level that is baked, which has to outlive what is returned. With an agent's radius it is baked once
/// more, for the outer bound, as stage "outer"; else there is no stage.
Result<std::unique_ptr<TrueFloor>> find_true_floor(const Baked& baked, ChosenStance stance, Stages& stage);

/// The stages of judge().
inline const std::vector<Stage> judge_stages{{"compare", 200}, {"match", 170}, {"blame", 100}};
/// Judges a navmesh, as audit() does. The options are those of the audit; those of the level are the floor's. One
/// thread at a time may judge by the same floor. Errors: bad_option (a window as high as the stance, a surface that the
/// navmesh does not have), and those of another bake, where a weld is looked at.
Result<AuditFacts> judge(TrueFloor& floor, ForeignMesh mesh, const AuditOptions& options, Stages& stage);

}  // namespace plumb::pipeline
