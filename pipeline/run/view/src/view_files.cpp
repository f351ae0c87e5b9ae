// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a page is made of: which of them is the navmesh, what else was found out about it, and its level.
//
// 1. Each file is told by what it holds, and is read.
// 2. The level is read with the options that the navmesh was baked with, as the navmesh tells them.
//
// 3. What other documents say (an audit, layers, a route, updates) and drawings of stages are kept as they are: the
//    page reads them.
//
// Errors: two navmeshes or two scenes; a file that plumb view does not show, which is named.
// Cost: linear in the files.
// Source: our own.
#include "plumb/pipeline/view_files.h"

#include <algorithm>
#include <map>
#include <vector>

#include "page_bytes.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

// What a document of JSON is, by the members that only it has; empty: none that is known.
std::string kind_of(JsonView root) {
  if (!root.is_object()) return "";
  const auto has = [&](const char* key) { return root.find(key).has_value(); };
  if (has("cells") && has("obstructions") && has("denominator")) return "navmesh";
  if (has("findings") && has("baker")) return "audit";
  if (has("layers") && has("transfers")) return "layers";
  if (has("line") && has("navmesh") && has("length")) return "route";
  if (has("entries") && has("live")) return "update";
  return "";
}

std::optional<Error> only_one(std::string& place, const std::string& file, const char* what) {
  if (!place.empty()) return bad_option("'" + place + "' and '" + file + "' are both " + what + "; give one of them");
  place = file;
  return std::nullopt;
}

// The drawings of the stages in a folder that --stages has written, in their order.
Result<std::vector<ViewDocument>> read_stages(const std::string& folder) {
  std::vector<std::string> files;
  for (const std::string& name : system::names_in(folder))
    if (extension_of(name) == ".glb") files.push_back(in_folder(folder, name));
  std::ranges::sort(files);
  std::vector<ViewDocument> out;
  for (const std::string& file : files) {
    const auto mapped = MappedFile::open(file);
    if (!mapped) return mapped.error();
    if (!mapped->text().starts_with("glTF"))
      return Error{ErrorCode::syntax, "this is no binary glTF; give a folder that plumb bake --stages has written",
                   file, 0};
    out.push_back({"stage", name_of(file), '"' + base64(mapped->text()) + '"'});
  }
  if (out.empty())
    return Error{ErrorCode::unsupported_format,
                 "no stage is in this folder; give one that plumb bake --method wedge --stages has written", folder, 0};
  return out;
}

// The greatest cell that a document names; none if it names none.
std::optional<std::uint64_t> greatest_cell(JsonView root) {
  std::optional<std::uint64_t> greatest;
  const auto look = [&](JsonView cells) {
    for (const JsonView cell : cells) greatest = std::max(greatest.value_or(0), cell.whole());
  };
  if (const auto layers = root.find("layers"))
    for (const JsonView layer : *layers)
      if (const auto cells = layer.find("cells")) look(*cells);
  if (root.find("line"))
    if (const auto cells = root.find("cells")) look(*cells);
  return greatest;
}

}  // namespace

Result<ViewFiles> sort_view_files(const std::vector<std::string>& files, const std::string& scene) {
  ViewFiles out;
  out.scene = scene;
  for (const std::string& file : files) {
    if (system::kind_of(file) == system::Kind::folder) {
      auto stages = read_stages(file);
      if (!stages) return stages.error();
      std::ranges::move(*stages, std::back_inserter(out.documents));
      continue;
    }
    const std::string extension = extension_of(file);
    if (is_scene_extension(extension)) {
      if (auto error = only_one(out.scene, file, "scenes")) return *error;
      continue;
    }
    const Error unknown{ErrorCode::unsupported_format,
                        "this is nothing that plumb view shows; give a scene, JSON that plumb bake, audit, layers, "
                        "route or update has written, or a folder of stages",
                        file, 0};
    if (extension != ".json") return unknown;
    const auto mapped = MappedFile::open(file);
    if (!mapped) return mapped.error();
    std::string kind;
    try {
      kind = kind_of(JsonDocument::parse(mapped->text()).root());
    } catch (const JsonError& error) {
      return Error{ErrorCode::syntax, std::string("this is no JSON: ") + error.what(), file, 0};
    }
    if (kind.empty()) return unknown;
    if (kind != "navmesh") out.documents.push_back({kind, file, std::string(mapped->text())});
    else if (auto error = only_one(out.navmesh, file, "navmeshes")) return *error;
  }
  if (out.navmesh.empty() && out.scene.empty())
    return bad_option("no navmesh and no scene is given; name a .json that plumb bake has written, or a scene");
  return out;
}

std::optional<std::string> scene_of(const NavMesh& mesh, const std::string& navmesh_file) {
  const std::string& named = mesh.info.scene;
  for (const std::string& path : {named, in_folder(folder_of(navmesh_file), name_of(named))})
    if (system::kind_of(path) == system::Kind::regular) return path;
  return std::nullopt;
}

Result<BakeOptions> options_of_navmesh(const NavMesh& mesh, const std::string& scene,
                                       const std::optional<std::string>& threads) {
  BakeArguments a;
  a.scene = scene;
  a.threads = threads;
  // What decides the level and what is too close to its border.
  std::vector<const char*> keys{"slope",         "slope_ratio", "slope_cos", "sides",   "up",   "step",     "solids",
                                "node_rotation", "gltf_scene",  "leave_out", "numbers", "weld", "bad_faces"};
  if (sgn(mesh.info.radius) > 0) keys.insert(keys.end(), {"radius", "window"});
  try {
    read_back(mesh.info, keys, a);
  } catch (const JsonError& error) {
    return Error{ErrorCode::syntax, std::string("the navmesh's options cannot be read: ") + error.what(), "", 0};
  }
  return make_bake_options(a);
}

std::optional<Error> check_fits(const NavMesh& mesh, const SceneSurfaces& level) {
  const auto fault = [&](const std::string& what) {
    return Error{ErrorCode::bad_scene,
                 "the navmesh was not made of this scene: " + what +
                     "; give the scene that it was baked from as --scene, or move this one away",
                 level.scene.file, 0};
  };
  std::map<kernel::PolygonId, kernel::ExactPlane> planes;
  for (std::size_t c = 0; c < mesh.cells.size(); ++c)
    for (const NavMesh::Facet& facet : mesh.cells[c].facets) {
      if (facet.surface == kernel::no_polygon) continue;
      const std::string where = "cell " + std::to_string(c) + " names polygon " + std::to_string(facet.surface);
      if (facet.surface >= level.set.surfaces.size() ||
          level.set.surfaces[facet.surface].kind != SurfaceKind::traversable ||
          level.set.surfaces[facet.surface].face != facet.face)
        return fault(where + " of face " + std::to_string(facet.face) + ", which is not there");
      auto at = planes.find(facet.surface);
      if (at == planes.end())
        at = planes
                 .emplace(facet.surface, kernel::exact_plane(level.scene.points,
                                                             level.set.corners_of(level.set.surfaces[facet.surface])))
                 .first;
      for (const NavMesh::PointIndex p : facet.corners) {
        const ExactPoint& corner = mesh.points[p];
        if (at->second.height(corner[0], corner[1]) != corner[2]) return fault(where + ", and leaves its plane");
      }
    }
  return std::nullopt;
}

std::optional<Error> check_documents(const NavMesh& mesh, const std::vector<ViewDocument>& documents) {
  for (const ViewDocument& document : documents) {
    if (document.kind == "stage") continue;
    const JsonDocument json = JsonDocument::parse(document.json);
    try {
      const auto greatest = greatest_cell(json.root());
      if (greatest && *greatest >= mesh.cells.size())
        return Error{ErrorCode::bad_option,
                     "it names cell " + std::to_string(*greatest) + ", and the navmesh has " +
                         std::to_string(mesh.cells.size()) + " cells; make it of this navmesh",
                     document.file, 0};
    } catch (const JsonError& error) {
      return Error{ErrorCode::syntax, std::string("not as plumb writes it: ") + error.what(), document.file, 0};
    }
  }
  return std::nullopt;
}

}  // namespace plumb::pipeline
