// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_route.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/read_point.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/stages.h"

namespace plumb::pipeline {
namespace {

Error bad(std::string message) { return {ErrorCode::bad_option, std::move(message), "", 0}; }

// The number of a stance by its name; 0: there is none of that name.
kernel::Label stance_number(const NavMesh& mesh, const std::optional<std::string>& name) {
  const auto& stances = mesh.info.stances;
  const auto at = name ? std::ranges::find(stances, *name, &Stance::name) : stances.begin();
  return at == stances.end() ? kernel::Label{0} : static_cast<kernel::Label>(at - stances.begin() + 1);
}

// Straight in plan from corner to corner, each piece on the storey of the cell where it begins.
std::vector<DrawnLine> drawn(const Route& route) {
  std::vector<DrawnLine> lines;
  const auto rounded = [](const ExactPoint& p) {
    return std::array{kernel::nearest_double(p[0]), kernel::nearest_double(p[1]), kernel::nearest_double(p[2])};
  };
  for (std::size_t i = 1; i < route.corners.size(); ++i) {
    const Route::Corner &from = route.corners[i - 1], &to = route.corners[i];
    for (const NavMesh::CellIndex cell : {from.cell, to.cell}) {
      lines.push_back({rounded(from.point), rounded(to.point), cell});
      if (from.cell == to.cell) break;
    }
  }
  return lines;
}

}  // namespace

Result<RouteOptions> make_route_options(const RouteArguments& a) {
  if (extension_of(a.navmesh) != ".json")
    return Error{ErrorCode::unsupported_format, "this is no navmesh; name a .json that `plumb bake -o FILE.json` wrote",
                 a.navmesh, 0};
  RouteOptions o{.navmesh = a.navmesh, .from = {}, .to = {}, .stance = a.stance, .json = a.json, .svg = a.svg};
  for (const auto& [option, text, point] : {std::tuple("--from", &a.from, &o.from), std::tuple("--to", &a.to, &o.to)}) {
    auto read = read_point(option, *text);
    if (!read) return read.error();
    *point = std::move(*read);
  }
  if (!a.svg.empty() && extension_of(a.svg) != ".svg")
    return bad("--svg '" + a.svg + "' does not end in .svg; give it that extension");
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad("--json '" + a.json + "' does not end in .json; give it that extension");
  return o;
}

Result<FoundRoute> find_route(const RouteOptions& o, Progress& progress,
                              const std::function<std::optional<Error>(const FoundRoute&)>& announce) {
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty())
      if (auto error = OutputFiles::check({*file})) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundRoute> {
    Stages stage(progress, {{"read", 10}, {"route", 2}, {"write", 3}});
    const auto mesh = stage("read", [&] { return read_nav_mesh_json(o.navmesh); });
    if (!mesh) return mesh.error();
    const kernel::Label stance = stance_number(*mesh, o.stance);
    if (stance == 0)
      return bad("--stance '" + *o.stance + "' is none of the navmesh; the lowest is '" +
                 mesh->info.stances.front().name + "'");
    auto route = stage("route", [&] {
      const auto inside = [&](const ExactPoint& p) { return from_input_frame(p, mesh->info.up); };
      return NavQuery(*mesh).route(inside(o.from), inside(o.to), {.stance = stance});
    });
    if (!route) return route.error();
    FoundRoute found{.options = o,
                     .up = mesh->info.up,
                     .stance = mesh->info.stances[static_cast<std::size_t>(stance) - 1].name,
                     .kinds = {},
                     .route = std::move(*route)};
    for (const std::uint32_t portal : found.route.portals) found.kinds.push_back(mesh->portals[portal].kind);
    const std::vector<DrawnLine> way = drawn(found.route);
    for (Route::Corner& corner : found.route.corners) corner.point = to_input_frame(corner.point, found.up);
    for (ExactPoint& point : found.route.line) point = to_input_frame(point, found.up);
    OutputFiles files;
    stage("write", [&] {
      if (!o.json.empty())
        files.add(o.json, [&](Output& file) -> std::optional<Error> {
          file.write(route_json(found));
          return std::nullopt;
        });
      if (o.svg.empty()) return;
      DerivedMesh derived(*mesh);
      files.add(o.svg, [&](Output& file) -> std::optional<Error> {
        export_svg(file, derived, split_storeys(derived), progress, way);
        return std::nullopt;
      });
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(found, announce)) return *error;
    return found;
  });
}

}  // namespace plumb::pipeline
