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

}  // namespace plumb::pipeline
