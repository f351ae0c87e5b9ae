// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh of another baker: its triangles, what is odd about its polygons, and what is linked.
// 1. find_unit() and with_areas() finish a mesh that was read. triangles_of() makes a floor of it: of its detail mesh,
//    or of fans of its polygons; triangles without an area in plan are left out.
// 2. find_structure() judges each polygon: without an area; clockwise; not convex; folded, if some place is wound
//    around more than once or both ways (plane_overlay).
// 3. It then lists edges of three polygons or more, and corners that lie within another polygon's edge where both have
//    a stretch of it in common (shared_edges).
// 4. link_by_edges() links polygons where the file says nothing: along edges between the same two vertices
//    (link_by_whole_edges), along edges with a stretch in common (shared_edges), or along edges that come near.
//    components() numbers what links connect.
// Cost: N log N for N corners, and an overlay of each polygon that is not convex. Exact.
#include "plumb/pipeline/foreign_mesh.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/plane_overlay.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/lowest_terms.h"

namespace plumb::pipeline {
namespace {

using Index = ForeignMesh::Index;

kernel::PlanRing ring_of(const ForeignMesh& mesh, Index polygon) {
  kernel::PlanRing out;
  out.reserve(mesh.polygons[polygon].corners.size());
  for (const Index c : mesh.polygons[polygon].corners) out.push_back({mesh.points[c][0], mesh.points[c][1]});
  return out;
}

bool has_area(const kernel::PlanRing& ring) {
  const std::vector<kernel::PlanRef> places = kernel::plan_refs(ring);
  for (std::size_t i = 1; i + 1 < places.size(); ++i)
    if (orientation(places[0], places[i], places[i + 1]) != 0) return true;
  return false;
}

kernel::Sign turn_of(const kernel::PlanRing& ring) {
  const auto near = kernel::formulas::doubled_area<kernel::Interval>(ring.size(), [&](std::size_t i) {
    return std::array{kernel::interval_of(ring[i][0]), kernel::interval_of(ring[i][1])};
  });
  const auto sign = near.sign();
  return sign ? *sign : kernel::sign_of(sgn(kernel::signed_area(ring)));
}

// Somewhere it runs around more than once, or both ways.
bool is_folded(const kernel::PlanRing& ring) {
  const kernel::OverlayRing rings[] = {{0, ring}};
  int least = 0, most = 0;
  for (const auto& windings : kernel::plane_overlay(rings).windings)
    for (const auto& [id, times] : windings) {
      least = std::min(least, times);
      most = std::max(most, times);
    }
  return most - least > 1;
}

// By point, the first of those at the same place.
std::vector<Index> places(const std::vector<ExactPoint>& points) {
  std::vector<Index> order(points.size()), out(points.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, [&](Index a, Index b) { return std::tie(points[a], a) < std::tie(points[b], b); });
  for (Index i = 0; i < order.size(); ++i)
    out[order[i]] = i > 0 && points[order[i]] == points[order[i - 1]] ? out[order[i - 1]] : order[i];
  return out;
}

// Edges between the same two places are one, however often the file has their points.
void find_crowded_edges(const ForeignMesh& mesh, MeshStructure& out) {
  const std::vector<Index> place = places(mesh.points);
  std::map<std::pair<Index, Index>, std::vector<Index>> by_ends;
  for (Index p = 0; p < mesh.polygons.size(); ++p) {
    const auto& c = mesh.polygons[p].corners;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto [from, to] = std::minmax(place[c[i]], place[c[i + 1 == c.size() ? 0 : i + 1]]);
      if (from == to) continue;
      std::vector<Index>& users = by_ends[{from, to}];
      if (users.empty() || users.back() != p) users.push_back(p);
    }
  }
  for (auto& [ends, users] : by_ends)
    if (users.size() > 2) out.crowded_edges.push_back({ends.first, ends.second, std::move(users)});
}

void find_junctions(const ForeignMesh& mesh, unsigned threads, MeshStructure& out) {
  const auto ends = [&](const SharedEdge::At& at) {
    const auto& c = mesh.polygons[at.polygon].corners;
    return std::array{c[at.edge], c[at.edge + 1 == c.size() ? 0 : at.edge + 1]};
  };
  const auto is_within = [&](const ExactPoint& p, const ExactPoint& a, const ExactPoint& b) {
    for (std::size_t k = 0; k < 3; ++k)
      if (a[k] != b[k]) return a[k] < b[k] ? a[k] < p[k] && p[k] < b[k] : b[k] < p[k] && p[k] < a[k];
    return false;
  };
  for (const SharedEdge& s : shared_edges(mesh.points, corner_lists(mesh), polygon_turns(mesh), threads)) {
    if (s.whole) continue;
    for (const auto& [own, other] : {std::pair(s.a, s.b), std::pair(s.b, s.a)}) {
      const auto [from, to] = ends(other);
      for (const Index corner : ends(own))
        if (is_within(mesh.points[corner], mesh.points[from], mesh.points[to]))
          out.t_junctions.push_back({corner, other});
    }
  }
  std::ranges::sort(out.t_junctions);
  const auto again = std::unique(out.t_junctions.begin(), out.t_junctions.end());
  out.t_junctions.erase(again, out.t_junctions.end());
}

// Links polygons that have an edge between the same two vertices.
void link_by_whole_edges(ForeignMesh& mesh) {
  const std::vector<Index> vertex = mesh.vertices.empty() ? places(mesh.points) : mesh.vertices;
  std::vector<std::array<Index, 3>> edges;  // the lower vertex, the higher one, the polygon
  for (Index p = 0; p < mesh.polygons.size(); ++p) {
    const auto& c = mesh.polygons[p].corners;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto [low, high] = std::minmax(vertex[c[i]], vertex[c[i + 1 == c.size() ? 0 : i + 1]]);
      if (low != high) edges.push_back({low, high, p});
    }
  }
  std::ranges::sort(edges);
  // All polygons of an edge are linked with its first one, and so with each other.
  for (std::size_t i = 0, first = 0; i < edges.size(); ++i) {
    if (edges[i][0] != edges[first][0] || edges[i][1] != edges[first][1]) first = i;
    if (edges[i][2] != edges[first][2]) mesh.links.push_back({edges[first][2], edges[i][2]});
  }
}

}  // namespace

bool is_valid(const ForeignMesh& mesh) {
  const auto is_point = [&](ForeignMesh::Index i) { return i < mesh.points.size(); };
  for (const ExactPoint& p : mesh.points)
    if (!std::ranges::all_of(p, LowestTerms::are_of)) return false;
  for (const ForeignMesh::Polygon& p : mesh.polygons)
    if (p.corners.size() < 3 || !std::ranges::all_of(p.corners, is_point)) return false;
  for (const ForeignMesh::Triangle& t : mesh.detail)
    if (t.polygon >= mesh.polygons.size() || !std::ranges::all_of(t.corners, is_point)) return false;
  for (const ForeignMesh::Link& l : mesh.links)
    if (l.a >= l.b || l.b >= mesh.polygons.size()) return false;
  return std::ranges::adjacent_find(mesh.links, std::greater_equal<>()) == mesh.links.end() &&
         std::ranges::includes(mesh.links, mesh.connections) &&
         std::ranges::all_of(mesh.edge_links, [&](const ForeignMesh::EdgeLink& l) {
           return l.polygon < mesh.polygons.size() && l.other < mesh.polygons.size() &&
                  l.edge < mesh.polygons[l.polygon].corners.size();
         });
}

void set_links(ForeignMesh& mesh, std::vector<ForeignMesh::Link> by_ground,
               std::vector<ForeignMesh::Link> by_connections) {
  const auto sort_unique = [](auto& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  sort_unique(by_ground);
  sort_unique(by_connections);
  sort_unique(mesh.edge_links);
  mesh.links.clear();
  mesh.connections.clear();
  std::ranges::set_difference(by_connections, by_ground, std::back_inserter(mesh.connections));
  std::ranges::merge(by_ground, mesh.connections, std::back_inserter(mesh.links));
}

void find_unit(ForeignMesh& mesh) {
  constexpr std::size_t most_bits = 512;  // numbers over a longer unit take longer than those without one
  mesh.unit = 1;
  for (const ExactPoint& p : mesh.points)
    for (const mpq_class& v : p) {
      if (mpz_divisible_p(mesh.unit.get_mpz_t(), v.get_den_mpz_t())) continue;
      mpz_class longer = lcm(mesh.unit, v.get_den());
      if (mpz_sizeinbase(longer.get_mpz_t(), 2) <= most_bits) mesh.unit = std::move(longer);
    }
}

ForeignMesh with_areas(ForeignMesh mesh, const std::vector<std::uint32_t>& areas) {
  constexpr auto gone = static_cast<ForeignMesh::Index>(-1);
  std::vector<ForeignMesh::Index> number(mesh.polygons.size(), gone);
  std::vector<ForeignMesh::Polygon> kept;
  for (ForeignMesh::Index p = 0; p < mesh.polygons.size(); ++p) {
    if (std::ranges::find(areas, mesh.polygons[p].area) == areas.end()) continue;
    number[p] = static_cast<ForeignMesh::Index>(kept.size());
    kept.push_back(std::move(mesh.polygons[p]));
  }
  mesh.polygons = std::move(kept);
  std::erase_if(mesh.detail, [&](const ForeignMesh::Triangle& t) { return number[t.polygon] == gone; });
  for (ForeignMesh::Triangle& t : mesh.detail) t.polygon = number[t.polygon];
  for (auto* links : {&mesh.links, &mesh.connections}) {
    std::erase_if(*links, [&](const ForeignMesh::Link& l) { return number[l.a] == gone || number[l.b] == gone; });
    for (ForeignMesh::Link& l : *links) l = {number[l.a], number[l.b]};
  }
  std::erase_if(mesh.edge_links, [&](const auto& l) { return number[l.polygon] == gone || number[l.other] == gone; });
  for (ForeignMesh::EdgeLink& l : mesh.edge_links) l = {number[l.polygon], l.edge, number[l.other]};
  return mesh;
}

FloorFaces triangles_of(const ForeignMesh& mesh, MeshSurface surface) {
  FloorFaces out;
  out.points = mesh.points;
  out.unit = mesh.unit;
  const auto add = [&](ForeignMesh::Index a, ForeignMesh::Index b, ForeignMesh::Index c, ForeignMesh::Index polygon) {
    const auto place = [&](ForeignMesh::Index i) { return kernel::PlanRef(mesh.points[i]); };
    const kernel::Sign side = orientation(place(a), place(b), place(c));
    if (side == 0) return;
    if (side < 0) std::swap(b, c);
    out.faces.push_back({{a, b, c}, polygon});
  };
  if (surface == MeshSurface::detail) {
    for (const ForeignMesh::Triangle& t : mesh.detail) add(t.corners[0], t.corners[1], t.corners[2], t.polygon);
  } else {
    for (ForeignMesh::Index p = 0; p < mesh.polygons.size(); ++p) {
      const auto& c = mesh.polygons[p].corners;
      for (std::size_t i = 1; i + 1 < c.size(); ++i) add(c[0], c[i], c[i + 1], p);
    }
  }
  return out;
}

MeshStructure find_structure(const ForeignMesh& mesh, unsigned threads) {
  MeshStructure out;
  for (Index p = 0; p < mesh.polygons.size(); ++p) {
    const kernel::PlanRing ring = ring_of(mesh, p);
    if (!has_area(ring)) {
      out.degenerate.push_back(p);
      continue;
    }
    if (turn_of(ring) < 0) out.clockwise.push_back(p);
    if (!kernel::normal_convex_ring(ring).empty()) continue;
    out.nonconvex.push_back(p);
    if (is_folded(ring)) out.folded.push_back(p);
  }
  find_crowded_edges(mesh, out);
  find_junctions(mesh, threads, out);
  return out;
}

CornerLists corner_lists(const ForeignMesh& mesh) {
  CornerLists out;
  for (const ForeignMesh::Polygon& p : mesh.polygons) out.emplace_back(p.corners.begin(), p.corners.end());
  return out;
}

PolygonTurns polygon_turns(const ForeignMesh& mesh) {
  PolygonTurns out;
  for (Index p = 0; p < mesh.polygons.size(); ++p) out.push_back(turn_of(ring_of(mesh, p)));
  return out;
}

std::vector<std::uint32_t> components(const ForeignMesh& mesh) {
  kernel::UnionFind sets(static_cast<std::uint32_t>(mesh.polygons.size()));
  for (const ForeignMesh::Link& l : mesh.links) sets.unite(l.a, l.b);
  std::vector<std::uint32_t> out(mesh.polygons.size());
  std::uint32_t count = 0;
  for (Index p = 0; p < out.size(); ++p) {
    const std::uint32_t root = sets.find(p);
    out[p] = root == p ? count++ : out[root];
  }
  return out;
}

void link_by_edges(ForeignMesh& mesh, const std::optional<mpq_class>& join, unsigned threads) {
  mesh.links.clear();
  if (mesh.edge_rule == EdgeRule::whole) link_by_whole_edges(mesh);
  if (join || mesh.edge_rule == EdgeRule::partial) {
    const CornerLists lists = corner_lists(mesh);
    const PolygonTurns turns = polygon_turns(mesh);
    for (const SharedEdge& s : join ? near_edges(mesh.points, lists, turns, *join, threads)
                                    : shared_edges(mesh.points, lists, turns, threads))
      mesh.links.push_back({s.a.polygon, s.b.polygon});
  }
  std::ranges::sort(mesh.links);
  mesh.links.erase(std::unique(mesh.links.begin(), mesh.links.end()), mesh.links.end());
}

}  // namespace plumb::pipeline
