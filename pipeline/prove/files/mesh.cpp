// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/mesh.h"

#include <cmath>

#include "read/obj_records.h"

namespace plumb::checker {
namespace {

constexpr std::string_view obj_magic = "# plumb ", glb_magic = "glTF",
                           tres_magic = "[gd_resource type=\"NavigationMesh\"", tile_magic = "VAND", set_magic = "TESM";

}  // namespace

Refused no_mesh(const std::string& what, std::uint64_t line) {
  return Refused(what + "; give a file as Plumb wrote it", line);
}

RoundedMesh::Polygon group_of(const NavMesh& mesh, std::string_view name) {
  for (std::size_t s = 0; s < mesh.stances.size(); ++s) {
    const int label = static_cast<int>(s) + 1;
    if (name == mesh.stances[s].name) return {label, NavMesh::Kind::flush, 0};
    if (name == "link.step." + mesh.stances[s].name) return {label, NavMesh::Kind::step, 0};
    if (name == "link.weld." + mesh.stances[s].name) return {label, NavMesh::Kind::weld, 0};
  }
  int label = 0;
  for (const std::string_view verdict : {"blocked", "covered", "inside", "too_close"}) {
    if (name == verdict) return {label, NavMesh::Kind::flush, 0};
    --label;
  }
  throw no_mesh("'" + std::string(name) + "' is no group of polygons");
}

double double_of(std::string_view text, std::uint64_t line) {
  try {
    return coordinate(text, Numbers::binary64).near();
  } catch (const Refused& e) {
    throw Refused(e.what(), line);
  }
}

float float_of(std::string_view text, std::uint64_t line) {
  const auto value = static_cast<float>(double_of(text, line));
  if (!std::isfinite(value)) throw no_mesh("a coordinate is beyond binary32", line);
  return value;
}

bool is_rounded_mesh(std::string_view bytes) {
  for (const std::string_view magic : {obj_magic, glb_magic, tres_magic, tile_magic, set_magic})
    if (bytes.starts_with(magic)) return true;
  return false;
}

RoundedMesh read_rounded_mesh(std::string_view bytes, const NavMesh& mesh) {
  return bytes.starts_with(obj_magic)    ? read_obj_mesh(bytes, mesh)
         : bytes.starts_with(glb_magic)  ? read_glb_mesh(bytes, mesh)
         : bytes.starts_with(tres_magic) ? read_tres_mesh(bytes, mesh)
                                         : read_detour_meshes(bytes, mesh);
}

}  // namespace plumb::checker
