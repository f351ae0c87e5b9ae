// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "reopener.h"
#include "separate_edges.h"

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr std::uint32_t none = ConformingMesh::none;

// What is beyond the range of binary32 stays at its end.
std::vector<RoundedVertices::Position> positions(DerivedMesh& derived) {
  std::vector<RoundedVertices::Position> all = derived.floats();
  constexpr float most = std::numeric_limits<float>::max();
  for (auto& p : all)
    for (float& v : p) v = std::clamp(v, -most, most);
  return all;
}

// How far a point is from where it counts, at most, along an axis.
double moved(const MeshPoints& points, MeshPoints::Index point, const RoundedVertices::Position& to) {
  const NearPoint from = bounds(points, point);
  double most = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const kernel::Interval way = from[k] - kernel::Interval(to[k]);
    most = std::max({most, way.high, -way.low});
  }
  return most;
}

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

// Points that are rounded alike become one vertex, and so do the ends of an edge that has no length left in plan.
void number_vertices(EdgeMesh& mesh, const MeshPoints& points, RoundedVertices& vertices, ConformingFacts& facts) {
  vertices.expect(points.size());
  std::vector<std::uint32_t> number(points.size());
  for (const auto& e : mesh.edges) number[e.from] = vertices.use(e.from);
  kernel::UnionFind same(static_cast<std::uint32_t>(points.size()));
  for (Id e = 0; e < mesh.size(); ++e) {
    const std::uint32_t from = mesh[e].from, to = mesh.to(e);
    if (vertices.place(from) == vertices.place(to)) same.unite(number[from], number[to]);
  }
  for (auto& e : mesh.edges) {
    const std::uint32_t point = e.from;
    e.from = same.find(number[point]);
    facts.moved = std::max(facts.moved, moved(points, point, vertices[e.from]));
  }
}

void list_polygons(const EdgeMesh& edges, ConformingMesh& out) {
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
      out.neighbours.push_back(edges[e].twin == none ? none : number[edges[edges[e].twin].face]);
      if ((e = edges[e].next) == face.first) break;
    }
  }
  out.facts.polygons = order.size();
}

}  // namespace

std::pair<std::size_t, std::size_t> ConformingMesh::of(kernel::Label stance) const {
  const auto first = std::lower_bound(polygons.begin(), polygons.end(), stance,
                                      [](const Polygon&p, kernel::Label s) { return p.stance < s; }),
             end = std::upper_bound(first, polygons.end(), stance,
                                    [](kernel::Label s, const Polygon&p) { return s < p.stance; });
  return {static_cast<std::size_t>(first - polygons.begin()), static_cast<std::size_t>(end - polygons.begin())};
}

std::span<const ConformingMesh::VertexIndex> ConformingMesh::ring(std::size_t polygon) const {
  const std::size_t first = polygons[polygon].first,
                    end = polygon + 1 < polygons.size() ? polygons[polygon + 1].first : corners.size();
  return std::span(corners).subspan(first, end - first);
}

ConformingMesh conform(DerivedMesh& derived, const WantedCells& wanted, std::size_t most_corners, unsigned threads) {
  const NavMesh& mesh = derived.mesh();
  auto at = positions(derived);
  constexpr int most_rounds = 4;
  for (int round = 1;; ++round) {
    ConformingMesh out;
    EdgeMesh edges = edge_mesh(mesh, wanted, threads);
    RoundedVertices vertices(at);
    out.facts.inserted = edges.inserted;
    const std::vector<double> areas = exact_areas(edges, mesh.points);
    std::vector<NavMesh::CellIndex> cells;
    for (const EdgeMesh::Face& face : edges.faces) cells.push_back(face.cell);
    number_vertices(edges, mesh.points, vertices, out.facts);
    FaceRepair repair(edges, vertices, most_corners, out.facts);
    repair.mend_all(threads);
    separate_edges(edges, vertices, repair, out.facts.divided);
    if (count_split(mesh, wanted, edges) > 0) {
      if (round < most_rounds) {
        Reopener reopener(edges, vertices, at);
        const bool moved = reopener.widen_edges(edge_mesh(mesh, wanted, threads), mesh.points);
        if (reopener.widen_faces(repair) || moved) continue;
      }
      leave_splinters_out(mesh, wanted, edges, vertices, repair, out.facts);
    }
    count_islands(mesh, wanted, edges, cells, areas, out.facts);
    for (std::size_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.stance <= kernel::blocked) continue;
      if (f < areas.size()) out.facts.area_gained -= areas[f];
      if (face.first != none)
        out.facts.area_gained += face_area(edges, face, [&](Id e) { return vertices.place(edges[e].from); });
    }
    list_polygons(edges, out);
    out.vertices = vertices.all();
    return out;
  }
}

}  // namespace plumb::pipeline
