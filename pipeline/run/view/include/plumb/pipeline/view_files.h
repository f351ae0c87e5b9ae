// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// The files that a page is made of, told apart by their content.
struct ViewFiles {
  std::string navmesh;                  ///< exact JSON of a navmesh; empty: none was given
  std::string scene;                    ///< to be baked, or what the navmesh was made of; empty: none was given
  std::vector<ViewDocument> documents;  ///< in the order of the arguments
};

/// Tells files apart: a scene by its extension, JSON by its content, a folder of stages (plumb bake --stages). `scene`:
/// that of --scene, or empty. Errors: bad_option (two navmeshes, two scenes, none of both), unsupported_format (a file
/// of no known kind), cannot_open, syntax.
Result<ViewFiles> sort_view_files(const std::vector<std::string>& files, const std::string& scene);

/// The scene file of a navmesh: what its JSON names, as it stands or beside the navmesh's file; none if there is no
/// such file.
std::optional<std::string> scene_of(const NavMesh& mesh, const std::string& navmesh_file);

/// The options that the navmesh's own JSON states, for this scene; threads as --threads has them. Errors: those of
/// make_bake_options.
Result<BakeOptions> options_of_navmesh(const NavMesh& mesh, const std::string& scene,
                                       const std::optional<std::string>& threads);

/// Whether the navmesh was made of this level: each facet lies in the plane of the polygon that it names, and that
/// polygon is of the face that it names. Error (bad_scene): it was not.
std::optional<Error> check_fits(const NavMesh& mesh, const SceneSurfaces& level);

/// Whether the documents fit the navmesh: layers and routes name only cells that it has. Error (bad_option): one does
/// not.
std::optional<Error> check_documents(const NavMesh& mesh, const std::vector<ViewDocument>& documents);

}  // namespace plumb::pipeline
