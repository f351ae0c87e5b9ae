// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/find_disc_route.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/stages.h"
#include "route_mesh.h"

namespace plumb::pipeline {
namespace {

// Whether an update says what a unit of way costs in a cell that admits the stance.
bool is_priced(const NavMesh& mesh, kernel::Label stance) {
  return std::ranges::any_of(mesh.cells,
                             [&](const NavMesh::Cell& c) { return c.open_to() >= stance && c.updated().cost != 1; });
}

// Finds a way of the kind that the options and the mesh ask for, and draws it.
Result<FoundWay> found_on(const NavMesh& mesh, RouteOptions o, RouteDrawing& drawing) {
  if (!o.disc && !o.corridor) {
    const auto stance = stance_number(mesh, "--at-stance", o.stance);
    if (!stance) return stance.error();
    if (is_priced(mesh, *stance)) o.disc.emplace();
  }
  if (o.disc) {
    auto found = find_disc_route(mesh, o, drawing);
    if (!found) return found.error();
    return FoundWay(std::move(*found));
  }
  auto found = find_route(mesh, o, drawing);
  if (!found) return found.error();
  return FoundWay(std::move(*found));
}

}  // namespace

Result<FoundWay> find_way(const RouteOptions& o, Progress& progress,
                          const std::function<std::optional<Error>(const FoundWay&)>& announce) {
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty())
      if (auto error = OutputFiles::check({*file})) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundWay> {
    Stages stage(progress, {{"read", 5}, {"route", o.disc ? 20.0 : 2.0}, {"write", 3}});
    const auto mesh = stage("read", [&] { return read_nav_mesh_json(o.navmesh); });
    if (!mesh) return mesh.error();
    RouteDrawing drawing;
    auto found = stage("route", [&] { return found_on(*mesh, o, drawing); });
    if (!found) return found.error();
    OutputFiles files;
    stage("write", [&] {
      if (!o.json.empty())
        files.add(o.json, [&](Output& file) -> std::optional<Error> {
          if (const auto* disc = std::get_if<FoundDiscRoute>(&*found)) file.write(disc_route_json(*disc));
          else file.write(route_json(std::get<FoundRoute>(*found)));
          return std::nullopt;
        });
      add_svg(files, o.svg, *mesh, drawing, progress);
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(*found, announce)) return *error;
    return std::move(*found);
  });
}

}  // namespace plumb::pipeline
