// SPDX-License-Identifier: GPL-3.0-or-later
#include "mesh_lines.h"

namespace plumb::pipeline {

std::vector<LineGroup> line_groups(const std::vector<Stance>& stances) {
  std::vector<LineGroup> groups;
  for (std::size_t s = 1; s <= stances.size(); ++s) {
    const auto stance = static_cast<kernel::Label>(s);
    groups.push_back({"border." + verdict_name(stance, stances), darker(colour_of(stance, stances.size())), {}});
  }
  for (const PortalKind kind : portal_kinds)
    groups.push_back({std::string("portal.") + text_of(kind), colour_of(kind), {}});
  groups.push_back({"wall.edge", wall_colour, {}});
  return groups;
}

std::vector<LineGroup> mesh_lines(DerivedMesh& derived) {
  const NavMesh& mesh = derived.mesh();
  std::vector<LineGroup> groups = line_groups(mesh.info.stances);
  auto group = groups.begin();
  for (std::size_t s = 1; s <= mesh.info.stances.size(); ++s, ++group)
    for (const BorderInterval& b : derived.border(static_cast<kernel::Label>(s)))
      group->segments.emplace_back(b.from, b.to);
  for (const PortalKind kind : portal_kinds) {
    for (const NavMesh::Portal& p : mesh.portals) {
      if (p.kind != kind) continue;
      group->segments.emplace_back(p.on_a[0], p.on_a[1]);
      if (kind == PortalKind::flush) continue;
      group->segments.emplace_back(p.on_b[0], p.on_b[1]);
      for (int end = 0; end < 2; ++end)
        if (p.on_a[end] != p.on_b[end]) group->segments.emplace_back(p.on_a[end], p.on_b[end]);
    }
    ++group;
  }
  for (const NavMesh::Obstruction& o : mesh.obstructions) group->segments.emplace_back(o.from, o.to);
  return groups;
}

}  // namespace plumb::pipeline
