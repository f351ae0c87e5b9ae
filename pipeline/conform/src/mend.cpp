// SPDX-License-Identifier: GPL-3.0-or-later
#include "mend.h"

#include <algorithm>
#include <limits>

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
  for (const auto& e : mesh.edges)
    if (number[e.from] == none) number[e.from] = vertices.use(e.from);
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
  constexpr unsigned most_attempts = 8;  // from both sides of each way to four numbers
  const std::vector<double> areas = exact_areas(exact, mesh.points);
  Reopener reopener(exact, mesh.points, o.grid, at);
  std::vector<RoundedVertices::Position> best;  // where the fewest ways are lost
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint8_t> whole_at_first;  // by face: nothing to mend. So it stays until a corner of it is moved
  bool final = false;
  for (unsigned attempt = 0;; ++attempt) {
    Mended out;
    ConformingFacts& facts = out.mesh.facts;
    EdgeMesh edges = exact;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) edges.faces[f].origin = f;
    RoundedVertices vertices(at);
    facts.inserted = edges.inserted;
    out.vertex_of = number_vertices(edges, mesh.points.size(), vertices);
    const std::vector<std::uint32_t> rounded_vertex = out.vertex_of;
    FaceRepair repair(edges, vertices, facts, o.threads);
    // Whether to begin again with points moved: to open what is lost or, once that does not help, as was best.
    const auto reopen = [&] {
      const std::uint64_t split = final ? 0 : count_split(mesh, o.wanted, edges);
      if (split == 0) return false;
      if (split < fewest) fewest = split, best = at;
      if (attempt < most_attempts &&
          reopener.open({edges, vertices, repair, rounded_vertex}, o.wanted.lowest_stance(), o.wanted.highest, attempt))
        return true;
      final = true;
      if (at == best) return false;
      at = best;
      return true;
    };
    std::vector<std::uint8_t> whole = whole_at_first;
    if (attempt > 0)
      for (const auto& e : exact.edges)
        if (reopener.is_moved(e.from)) whole[e.face] = 0;
    repair.mend_all(whole);
    if (attempt == 0) whole_at_first = std::move(whole);
    if (reopen()) continue;
    repair.limit_corners(o.most_corners);
    if (o.separate && separate_edges(edges, vertices, o.grid, repair, o.threads, facts.divided) && reopen()) continue;
    count_islands(mesh, o.wanted, edges, exact, areas, vertices, rounded_vertex, facts);
    const double unit = o.grid.cell[0] * o.grid.cell[1];
    facts.area_left_out = facts.area_left_out * unit + facts.area_lost;
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
