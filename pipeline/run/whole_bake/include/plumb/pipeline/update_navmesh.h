// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/update_script.h"

namespace plumb::pipeline {

/// The arguments of `plumb update`, as text.
struct UpdateArguments {
  BakeArguments level;  ///< level.scene empty: a navmesh is updated; else the scene is baked with these options first
  std::array<std::string, 2> files;  ///< NAVMESH and UPDATES.json; with a scene UPDATES.json alone
  NavMeshReader reader = {};         ///< of NAVMESH
  std::string report;                ///< empty: none
};

/// An entry of the script that was carried out.
struct CarriedOut {
  UpdateEntry::Kind kind;
  std::uint32_t id;  ///< of its update or obstacle
  UpdateFacts facts;
};

struct UpdatedNavMesh {
  std::string source, updates;  ///< files
  std::vector<CarriedOut> entries;
  std::size_t live = 0, obstacles = 0;  ///< updates and obstacles that are live at the end
  std::size_t cells_before = 0, cells = 0, portals_before = 0, portals = 0;
  std::vector<std::string> files;  ///< written
};

/// The whole of `plumb update`: reads or bakes a navmesh, carries out the script, writes the files. All appear or, on
/// an error, none. Errors: those of reading and baking; bad_option (options; an entry that asks for what is not there).
/// `announce` as for bake().
Result<UpdatedNavMesh> update_navmesh(const UpdateArguments& arguments, Progress& progress,
                                      const std::function<std::optional<Error>(const UpdatedNavMesh&)>& announce = {});

/// A text for people; the report, as JSON.
std::string update_summary(const UpdatedNavMesh& updated);
std::string update_json(const UpdatedNavMesh& updated);

}  // namespace plumb::pipeline
