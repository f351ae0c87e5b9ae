// SPDX-License-Identifier: GPL-3.0-or-later
#include "mend.h"

#include <algorithm>

#include "reopener.h"
#include "separate_edges.h"

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr std::uint32_t none = ConformingMesh::none;

// By face: before its vertices are rounded.
std::vector<double> exact_areas(const EdgeMesh& mesh, const MeshPoints& points) {
  std::vector<double> areas;
  const auto at = [&](Id e) -> kernel::RoundedPlace {
    const NearPoint p = bounds(points, mesh[e].from);
    return {p[0].low, p[1].low};
  };
  for (const EdgeMesh::Face& face : mesh.faces) areas.push_back(face_area(mesh, face, at));
  return areas;
}

// Points that are rounded alike become one vertex, and so do the ends of an edge that has no length left in plan. By
// point: its vertex, or none.
std::vector<std::uint32_t> number_vertices(EdgeMesh& mesh, std::size_t points, RoundedVertices& vertices) {
  vertices.expect(points);
  std::vector<std::uint32_t> number(points, none);
  for (const auto& e : mesh.edges) number[e.from] = vertices.use(e.from);
  kernel::UnionFind same(static_cast<std::uint32_t>(points));
  for (Id e = 0; e < mesh.size(); ++e) {
    const std::uint32_t from = mesh[e].from, to = mesh.to(e);
    if (vertices.place(from) == vertices.place(to)) same.unite(number[from], number[to]);
  }
  for (std::uint32_t& v : number)
    if (v != none) v = same.find(v);
  for (auto& e : mesh.edges) e.from = number[e.from];
  return number;
}

// How far points are from what stands for them, at most, along an axis.
double farthest_moved(const MeshPoints& points, const std::vector<std::uint32_t>& vertex_of,
                      const RoundedVertices& vertices, const NumberGrid& grid) {
  double most = 0;
  for (MeshPoints::Index p = 0; p < points.size(); ++p) {
    if (vertex_of[p] == none) continue;
    const NearPoint from = bounds(points, p);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const kernel::Interval way = from[axis] - kernel::Interval(grid.value(vertices[vertex_of[p]][axis], axis));
      most = std::max({most, way.high, -way.low});
    }
  }
  return most;
}

double area_gained(const EdgeMesh& edges, const RoundedVertices& vertices, const std::vector<double>& exact,
                   double unit) {
  double gained = 0;
  for (std::size_t f = 0; f < edges.faces.size(); ++f) {
    const EdgeMesh::Face& face = edges.faces[f];
    if (face.stance <= kernel::blocked) continue;
    if (f < exact.size()) gained -= exact[f];
    if (face.first != none)
      gained += unit * face_area(edges, face, [&](Id e) { return vertices.place(edges[e].from); });
  }
  return gained;
}

void list_polygons(const EdgeMesh& edges, ConformingMesh& out, std::vector<Id>& half_edges) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < edges.faces.size(); ++f)
    if (edges.faces[f].first != none) order.push_back(f);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const EdgeMesh::Face &x = edges.faces[a], &y = edges.faces[b];
    return x.stance != y.stance ? x.stance < y.stance : x.cell < y.cell;
  });
  std::vector<std::uint32_t> number(edges.faces.size(), none);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  out.polygons.reserve(order.size());
  for (const std::uint32_t f : order) {
    const EdgeMesh::Face& face = edges.faces[f];
    out.polygons.push_back({face.cell, face.stance, static_cast<std::uint32_t>(out.corners.size())});
    for (Id e = face.first;;) {
      out.corners.push_back(edges[e].from);
      half_edges.push_back(e);
      out.neighbours.push_back(edges[e].twin == none ? none : number[edges[edges[e].twin].face]);
      if ((e = edges[e].next) == face.first) break;
    }
  }
  out.facts.polygons = order.size();
}

}  // namespace

Mended mend(const NavMesh& mesh, const EdgeMesh& exact, std::vector<RoundedVertices::Position> at,
            const MendOptions& o) {
  constexpr int most_rounds = 4;
  const std::vector<double> areas = exact_areas(exact, mesh.points);
  for (int round = 1;; ++round) {
    Mended out;
    ConformingFacts& facts = out.mesh.facts;
    EdgeMesh edges = exact;
    RoundedVertices vertices(at);
    facts.inserted = edges.inserted;
    out.vertex_of = number_vertices(edges, mesh.points.size(), vertices);
    FaceRepair repair(edges, vertices, facts);
    const auto reopen = [&] {
      if (round == most_rounds || count_split(mesh, o.wanted, edges) == 0) return false;
      Reopener reopener(edges, vertices, o.grid, at);
      const bool moved = reopener.widen_edges(exact, mesh.points);
      return reopener.widen_faces(repair) || moved;
    };
    repair.mend_all(o.threads);
    if (reopen()) continue;
    repair.limit_corners(o.most_corners, o.threads);
    if (o.separate && separate_edges(edges, vertices, o.grid, repair, facts.divided) && reopen()) continue;
    if (count_split(mesh, o.wanted, edges) > 0) leave_splinters_out(mesh, o.wanted, edges, vertices, repair, facts);
    const double unit = o.grid.cell[0] * o.grid.cell[1];
    facts.area_left_out *= unit;
    count_islands(mesh, o.wanted, edges, exact, areas, facts);
    facts.area_gained = area_gained(edges, vertices, areas, unit);
    for (std::uint32_t& v : out.vertex_of)
      if (v != none) v = vertices.find(v);
    facts.moved = farthest_moved(mesh.points, out.vertex_of, vertices, o.grid);
    list_polygons(edges, out.mesh, out.half_edges);
    out.mesh.vertices = vertices.all();
    out.edges = std::move(edges);
    return out;
  }
}

}  // namespace plumb::pipeline
