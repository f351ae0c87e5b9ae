// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/rounded_mesh.h"

#include <cmath>

#include "read/obj_records.h"

namespace plumb::checker {
namespace {

struct Format {
  std::string_view magic, extension;
  RoundedMesh (*read)(std::string_view, const NavMesh&);
};
constexpr std::array formats{Format{"# plumb ", ".obj", rounded_obj_mesh}, Format{"glTF", ".glb", rounded_glb_mesh},
                             Format{"[gd_resource type=\"NavigationMesh\"", ".tres", rounded_tres_mesh},
                             Format{"VAND", ".bin", rounded_detour_mesh}, Format{"TESM", ".mset", rounded_detour_mesh}};

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

std::string_view extension_of(std::string_view bytes) {
  for (const Format& f : formats)
    if (bytes.starts_with(f.magic)) return f.extension;
  return {};
}

RoundedMesh read_rounded_mesh(std::string_view bytes, const NavMesh& mesh) {
  for (const Format& f : formats)
    if (bytes.starts_with(f.magic)) return f.read(bytes, mesh);
  throw Refused(
      "this program does not know what this file is; give a .json, .obj, .glb, .tres, .bin or .mset of the bake");
}

}  // namespace plumb::checker
