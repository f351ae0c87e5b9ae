// SPDX-License-Identifier: GPL-3.0-or-later
// A reader of other bakers' navmeshes on arbitrary bytes: what it takes is a valid mesh, whose triangles can be
// compared and whose structure can be looked at, and of which a navmesh can be asked.
#pragma once
#include <string_view>

#include "plumb/pipeline/foreign_nav_mesh.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/nav_update.h"
#include "require.h"

inline void read_foreign_mesh_bytes(std::string_view bytes, const char* name) {
  using namespace plumb::pipeline;
  const auto mesh = read_foreign_mesh_text(bytes, name, {});
  if (!mesh) {
    require(mesh.error().message.find('\n') == std::string::npos, "an error is one line");
    return;
  }
  require(is_valid(*mesh), "a mesh that was read is valid");
  require(is_valid(triangles_of(*mesh, MeshSurface::polygons)), "fans of polygons are triangles");
  require(is_valid(triangles_of(*mesh, MeshSurface::detail)), "the detail mesh is triangles");
  require(components(*mesh).size() == mesh->polygons.size(), "every polygon has a component");
  if (mesh->polygons.size() >= 100) return;
  (void)find_structure(*mesh, 1);
  if (const auto made = nav_mesh_of(*mesh, 1)) {
    require(is_valid(made->mesh), "a navmesh of it is valid");
    require(made->polygons.size() == made->mesh.cells.size(), "every cell has a polygon");
    if (!unfit_for_updates(made->mesh)) (void)NavQuery(made->mesh).locate({0, 0, 0}, 1);
  }
}
