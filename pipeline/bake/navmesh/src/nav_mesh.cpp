// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/nav_mesh.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/facet_edges.h"

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;
using CellIndex = NavMesh::CellIndex;

std::optional<Error> no_such_stance(const NavMeshInfo& info, kernel::Label stance) {
  const std::size_t stances = info.stances.size();
  if (stance >= 1 && static_cast<std::size_t>(stance) <= stances) return std::nullopt;
  return bad_option("there is no stance " + std::to_string(stance) + "; give one of 1 to " + std::to_string(stances));
}

const CellState& NavMesh::Cell::updated() const {
  static const CellState none;
  return state ? *state : none;
}

std::vector<PointIndex> outline(const NavMesh& mesh, CellIndex cell) {
  FacetEdges edges;
  edges.find(mesh.cells[cell]);
  return hull_of_open_ends(mesh.cells[cell], mesh.points, edges);
}

CellGraph cell_graph(const NavMesh& mesh) {
  CellGraph out;
  out.stances.reserve(mesh.cells.size());
  out.arcs.reserve(mesh.portals.size());
  for (const NavMesh::Cell& c : mesh.cells) out.stances.push_back(c.open_to());
  for (const NavMesh::Portal& p : mesh.portals) out.arcs.push_back({p.a, p.b, p.kind, p.stance});
  return out;
}

std::vector<std::uint32_t> components(const NavMesh& mesh, kernel::Label stance) {
  require_stance(mesh.info, stance);
  return components(cell_graph(mesh), stance);
}

std::vector<std::uint32_t> components(const CellGraph& graph, kernel::Label stance) {
  const auto count = static_cast<CellIndex>(graph.stances.size());
  kernel::UnionFind sets(count);
  for (const CellGraph::Arc& p : graph.arcs)
    if (p.stance >= stance) sets.unite(p.a, p.b);
  std::vector<std::uint32_t> out(count, no_component), number(count, no_component);
  std::uint32_t next = 0;
  for (CellIndex c = 0; c < count; ++c) {
    if (graph.stances[c] < stance) continue;
    std::uint32_t& n = number[sets.find(c)];
    if (n == no_component) n = next++;
    out[c] = n;
  }
  return out;
}

void number_points(NavMesh& mesh) {
  constexpr NavMesh::PointIndex unused = 0xffffffffu;
  std::vector<NavMesh::PointIndex> number(mesh.points.size(), unused);
  std::vector<NavMesh::PointIndex> kept;
  const auto take = [&](NavMesh::PointIndex& p) {
    if (number[p] == unused) {
      number[p] = static_cast<NavMesh::PointIndex>(kept.size());
      kept.push_back(p);
    }
    p = number[p];
  };
  for (NavMesh::Cell& c : mesh.cells)
    for (NavMesh::Facet& f : c.facets) std::ranges::for_each(f.corners, take);
  for (NavMesh::Portal& p : mesh.portals) {
    std::ranges::for_each(p.on_a, take);
    std::ranges::for_each(p.on_b, take);
  }
  for (NavMesh::Obstruction& o : mesh.obstructions) {
    take(o.from);
    take(o.to);
  }
  mesh.points = mesh.points.selected(kept);
}

bool is_valid(const NavMesh& mesh) {
  const auto top = static_cast<kernel::Label>(mesh.info.stances.size());
  const auto known = [&](PointIndex p) { return p < mesh.points.size(); };
  std::vector<PointIndex> sorted;
  const auto facet_ok = [&](const NavMesh::Facet& f) {
    if (f.corners.size() < 3 || !std::ranges::all_of(f.corners, known)) return false;
    sorted.assign(f.corners.begin(), f.corners.end());
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  };
  const auto cell_ok = [&](const NavMesh::Cell& c) {
    return c.stance >= (sgn(mesh.info.radius) > 0 ? kernel::too_close : kernel::inside) && c.stance <= top &&
           !c.facets.empty() && std::ranges::all_of(c.facets, facet_ok) &&
           (c.stance > 0 || (c.facets.size() == 1 && c.facets[0].surface != kernel::no_polygon && !c.state)) &&
           (!c.state || (c.state->cost >= 0 && std::ranges::is_sorted(c.state->tags, std::ranges::less_equal())));
  };
  const auto portal_ok = [&](const NavMesh::Portal& p) {
    if (p.a >= mesh.cells.size() || p.b >= mesh.cells.size() || p.a == p.b) return false;
    if (p.stance < 1 || p.stance > std::min(mesh.cells[p.a].open_to(), mesh.cells[p.b].open_to())) return false;
    if (!known(p.on_a[0]) || !known(p.on_a[1]) || !known(p.on_b[0]) || !known(p.on_b[1]) || p.on_a[0] == p.on_a[1])
      return false;
    if (p.kind == PortalKind::weld) return true;
    return p.a < p.b && (p.kind == PortalKind::flush) == (p.on_a == p.on_b);
  };
  const auto obstruction_ok = [&](const NavMesh::Obstruction& o) {
    return o.surface != kernel::no_polygon && o.wall != kernel::no_polygon && known(o.from) && known(o.to) &&
           o.from != o.to && o.may_cross >= 0 && o.may_cross <= top;
  };
  const auto link_ok = [&](const NavMesh::OneWayLink& l) {
    return l.a < mesh.cells.size() && l.b < mesh.cells.size() && l.a != l.b && l.stance >= 1 &&
           l.stance <= std::min(mesh.cells[l.a].open_to(), mesh.cells[l.b].open_to()) && l.on_a[0] != l.on_a[1] &&
           l.on_b[0] != l.on_b[1];
  };
  const auto ends = [](const NavMesh::Portal& p) { return std::tie(p.a, p.b); };
  const auto ascending = [&](const NavMesh::Portal& p, const NavMesh::Portal& q) { return ends(p) < ends(q); };
  if (top < 1 || sgn(mesh.denominator) <= 0 || !std::ranges::all_of(mesh.cells, cell_ok) ||
      !std::ranges::all_of(mesh.portals, portal_ok) || !std::ranges::is_sorted(mesh.portals, ascending) ||
      !std::ranges::all_of(mesh.obstructions, obstruction_ok) || !std::ranges::all_of(mesh.one_way_links, link_ok))
    return false;
  // In an order of our own: by doubles that equal points share, and exactly only where these agree.
  struct Keyed {
    std::array<double, 3> key;
    const ExactPoint* point;
  };
  std::vector<Keyed> points;
  points.reserve(mesh.points.size());
  for (PointIndex i = 0; i < mesh.points.size(); ++i) {
    const ExactPoint& p = mesh.points[i];
    points.push_back({{kernel::order_key(p[0]), kernel::order_key(p[1]), kernel::order_key(p[2])}, &p});
  }
  std::ranges::sort(
      points, [](const Keyed& p, const Keyed& q) { return p.key != q.key ? p.key < q.key : *p.point < *q.point; });
  return std::ranges::adjacent_find(points, [](const Keyed& p, const Keyed& q) {
           return p.key == q.key && *p.point == *q.point;
         }) == points.end();
}

}  // namespace plumb::pipeline
