// SPDX-License-Identifier: GPL-3.0-or-later
#include "polygon_groups.h"

namespace plumb::pipeline {

std::vector<PolygonGroup> link_groups(const std::vector<Stance>& stances) {
  std::vector<PolygonGroup> out;
  for (const PortalKind kind : {PortalKind::step, PortalKind::weld})
    for (const Stance& s : stances)
      out.push_back({std::string("link.") + text_of(kind) + "." + s.name, colour_of(kind), {}});
  return out;
}

std::vector<PolygonGroup> polygon_groups(const NavMesh& mesh, const ConformingMesh& polygons, const LinkCells* links) {
  const std::vector<Stance>& stances = mesh.info.stances;
  std::vector<PolygonGroup> out, of_links = link_groups(stances);
  for (const kernel::Label label : verdicts(stances.size(), sgn(mesh.info.radius) > 0)) {
    PolygonGroup& group =
        out.emplace_back(PolygonGroup{verdict_name(label, stances), colour_of(label, stances.size()), {}});
    const auto [first, end] = polygons.of(label);
    for (std::size_t p = first; p < end; ++p) {
      const NavMesh::CellIndex cell = polygons.polygons[p].cell;
      if (links == nullptr || cell < links->first_link) {
        group.polygons.push_back(p);
        continue;
      }
      const bool weld = links->kinds[cell - links->first_link] == PortalKind::weld;
      of_links[static_cast<std::size_t>(label) - 1 + (weld ? stances.size() : 0)].polygons.push_back(p);
    }
  }
  if (links != nullptr) out.insert(out.end(), of_links.begin(), of_links.end());
  return out;
}

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
