// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds the polygons of a navmesh and mends them, so that as few ways as possible between its parts are lost.
//
// mend() runs in rounds, each from the exact mesh (edge_mesh) and the numbers that its points are rounded to:
// 1. number_vertices() makes points that are rounded alike one vertex, and so the ends of edges without length in plan.
// 2. FaceRepair::mend_all() makes all polygons convex. Faces that needed no mending in the first round are skipped in
//    later rounds unless a corner was moved (leave_out_moved).
// 3. If rounding has split what was joined (SplitCounter), Reopener::open() moves points by a number, and a new round
//    begins: eight times at most. Then the numbers with which the fewest ways were lost are taken.
// 4. FaceRepair::limit_corners() cuts large polygons, and separate_edges() keeps polygons apart that have an edge in
//    common without a way across it. After that step 3 decides again.
// 5. The facts are found: islands and lost ways (count_islands), how far points moved (farthest_moved), floor gained
//    and left out (area_gained). list_polygons() sorts the polygons by stance and cell and lists their neighbours.
//
// Cost: at most ten rounds, each about linear in the mesh but for the faces that need more than cuts (face_repair.cpp).
// Memory: the exact mesh and that of the round. Threads share out steps 1, 2 and 4 and the facts.
// Exact: polygons are mended by exact decisions on the rounded numbers. The areas and distances among the facts are
// doubles and decide nothing.
// Source: our own (docs/reference/exports.md, "Conforming meshes").
#include "mend.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/chunks.h"
#include "reopener.h"
#include "separate_edges.h"

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr std::uint32_t none = ConformingMesh::none;

// Lists make(i) for each i below a count. All threads make them.
template <class Value, class Make>
std::vector<Value> each_of(std::size_t count, unsigned threads, Make&& make) {
  std::vector<Value> all(count);
  for_chunks(count, chunk_count(count, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      cancellation_point(i);
      all[i] = make(i);
    }
  });
  return all;
}

// The points that edges of a mesh start at, each once, in the order of the edges.
std::vector<std::uint32_t> points_in_order(const EdgeMesh& mesh, std::size_t points) {
  std::vector<std::uint8_t> known(points);
  std::vector<std::uint32_t> order;
  for (const auto& e : mesh.edges)
    if (!std::exchange(known[e.from], 1)) order.push_back(e.from);
  return order;
}

// By face: its area before its vertices are rounded, by doubles. `order`: the points that its edges start at.
std::vector<double> exact_areas(const EdgeMesh& mesh, const MeshPoints& points, const std::vector<std::uint32_t>& order,
                                unsigned threads) {
  std::vector<kernel::RoundedPlace> place(points.size());
  for_chunks(order.size(), chunk_count(order.size(), threads), threads,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i) {
                 cancellation_point(i);
                 const FilteredPoint p = bounds(points, order[i]);
                 place[order[i]] = {p[0].low, p[1].low};
               }
             });
  const auto at = [&](Id e) { return place[mesh[e].from]; };
  return each_of<double>(mesh.faces.size(), threads, [&](std::size_t f) { return face_area(mesh, mesh.faces[f], at); });
}

// Unmarks the faces with a corner that is not where it was rounded to at first: whether they are whole is not known.
void leave_out_moved(const EdgeMesh& exact, const Reopener& reopener, std::vector<std::uint8_t>& whole,
                     unsigned threads) {
  const std::size_t count = exact.faces.size();
  for_chunks(count, chunk_count(count, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      cancellation_point(f);
      const Id first = exact.faces[f].first;
      for (Id e = first; whole[f];) {
        if (reopener.is_moved(exact[e].from)) whole[f] = 0;
        if ((e = exact[e].next) == first) break;
      }
    }
  });
}

// Makes points that are rounded alike one vertex, and also the two ends of an edge that has no length left in plan.
// Edges of whole faces all have a length, so they are not looked at. Returns, by point, its vertex or none.
std::vector<std::uint32_t> number_vertices(EdgeMesh& mesh, std::size_t points, const std::vector<std::uint32_t>& order,
                                           const std::vector<std::uint8_t>& whole, RoundedVertices& vertices,
                                           unsigned threads) {
  vertices.expect(order.size());
  std::vector<std::uint32_t> number(points, none);
  for (const std::uint32_t p : order) number[p] = vertices.use(p);
  const std::size_t chunks = chunk_count(mesh.size(), threads);
  std::vector<std::vector<Id>> empty(chunks);
  for_chunks(mesh.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (auto e = static_cast<Id>(begin); e < end; ++e) {
      cancellation_point(e);
      if ((whole.empty() || !whole[mesh[e].face]) && vertices.place(mesh[e].from) == vertices.place(mesh.to(e)))
        empty[chunk].push_back(e);
    }
  });
  kernel::UnionFind same(static_cast<std::uint32_t>(points));
  bool any = false;
  for (const auto& list : empty)
    for (const Id e : list) any = true, same.unite(number[mesh[e].from], number[mesh.to(e)]);
  if (any)
    for (const std::uint32_t p : order) number[p] = same.find(number[p]);
  for_chunks(mesh.size(), chunks, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (auto e = static_cast<Id>(begin); e < end; ++e) mesh[e].from = number[mesh[e].from];
  });
  return number;
}

// How far points are from what stands for them, at most, along an axis.
double farthest_moved(const MeshPoints& points, const std::vector<std::uint32_t>& vertex_of,
                      const RoundedVertices& vertices, const NumberGrid& grid, unsigned threads) {
  const std::size_t chunks = chunk_count(points.size(), threads);
  std::vector<double> most(chunks);
  for_chunks(points.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (auto p = static_cast<MeshPoints::Index>(begin); p < end; ++p) {
      cancellation_point(p);
      if (vertex_of[p] == none) continue;
      const FilteredPoint from = bounds(points, p);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const kernel::Interval way = from[axis] - kernel::Interval(grid.value(vertices[vertex_of[p]][axis], axis));
        most[chunk] = std::max({most[chunk], way.high, -way.low});
      }
    }
  });
  return *std::max_element(most.begin(), most.end());
}

double area_gained(const EdgeMesh& edges, const RoundedVertices& vertices, const std::vector<double>& exact,
                   double unit, unsigned threads) {
  const auto at = [&](Id e) { return vertices.place(edges[e].from); };
  const std::vector<double> areas = each_of<double>(edges.faces.size(), threads, [&](std::size_t f) {
    const EdgeMesh::Face& face = edges.faces[f];
    return face.stance > kernel::blocked && face.first != none ? unit * face_area(edges, face, at) : 0;
  });
  double gained = 0;
  for (std::size_t f = 0; f < edges.faces.size(); ++f) {
    const EdgeMesh::Face& face = edges.faces[f];
    if (face.stance <= kernel::blocked) continue;
    if (f < exact.size()) gained -= exact[f];
    if (face.first != none) gained += areas[f];
  }
  return gained;
}

// The faces that are left, sorted by stance and cell: by the cell first, then by the stance, two counting sorts that
// keep the order of what is alike.
std::vector<std::uint32_t> sorted_faces(const EdgeMesh& edges, std::size_t cells) {
  constexpr int least = std::numeric_limits<kernel::Label>::min();
  std::vector<std::uint32_t> order, sorted;
  for (std::uint32_t f = 0; f < edges.faces.size(); ++f)
    if (edges.faces[f].first != none) order.push_back(f);
  sorted.resize(order.size());
  const auto sort_by = [&](std::size_t keys, const auto& key) {
    std::vector<std::uint32_t> next(keys + 1);
    for (const std::uint32_t f : order) ++next[key(edges.faces[f]) + 1];
    for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    for (const std::uint32_t f : order) sorted[next[key(edges.faces[f])]++] = f;
    order.swap(sorted);
  };
  sort_by(cells, [](const EdgeMesh::Face& f) { return std::size_t{f.cell}; });
  sort_by(1 << 16, [](const EdgeMesh::Face& f) { return static_cast<std::size_t>(f.stance - least); });
  return order;
}

void list_polygons(const EdgeMesh& edges, std::size_t cells, ConformingMesh& out, std::vector<Id>& half_edges) {
  const std::vector<std::uint32_t> order = sorted_faces(edges, cells);
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

Mended mend(const NavMesh& mesh, EdgeMesh exact, std::vector<RoundedVertices::Position> at, const MendOptions& o) {
  constexpr unsigned most_attempts = 8;  // from both sides of each way to four numbers
  const std::vector<std::uint32_t> order = points_in_order(exact, mesh.points.size());
  const std::vector<double> areas = exact_areas(exact, mesh.points, order, o.threads);
  Reopener reopener(exact, mesh.points, o.grid, at);
  std::vector<RoundedVertices::Position> best;  // where the fewest ways are lost
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint8_t> whole_at_first;  // by face: needs no mending, as long as no corner of it is moved
  SplitCounter splits(mesh, o.wanted);
  bool final = false;
  EdgeMesh edges;  // of the round; keeps its memory
  for (unsigned attempt = 0;; ++attempt) {
    Mended out;
    ConformingFacts& facts = out.mesh.facts;
    edges = exact;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) edges.faces[f].origin = f;
    RoundedVertices vertices(at);
    facts.inserted = edges.inserted;
    std::vector<std::uint8_t> whole = whole_at_first;
    if (attempt > 0) leave_out_moved(exact, reopener, whole, o.threads);
    out.vertex_of = number_vertices(edges, mesh.points.size(), order, whole, vertices, o.threads);
    const std::vector<std::uint32_t> rounded_vertex = out.vertex_of;
    FaceRepair repair(edges, vertices, facts, o.threads);
    // Begins another round? Points are moved to open the ways that are lost, or, once that does not help, are put back
    // to where the fewest were lost.
    const auto reopen = [&] {
      const std::uint64_t split = final ? 0 : splits.count(edges);
      if (split == 0) return false;
      if (split < fewest) fewest = split, best = at;
      if (attempt < most_attempts &&
          reopener.open({edges, vertices, repair, rounded_vertex, splits.islands()}, o.wanted.lowest_stance(), attempt))
        return true;
      final = true;
      if (at == best) return false;
      at = best;
      return true;
    };
    repair.mend_all(whole);
    if (attempt == 0) whole_at_first = std::move(whole);
    if (reopen()) continue;
    repair.limit_corners(o.most_corners);
    if (o.separate && separate_edges(edges, vertices, o.grid, repair, o.threads, facts.divided) && reopen()) continue;
    count_islands(mesh, o.wanted, edges, exact, areas, vertices, rounded_vertex, facts);
    if (o.keep_exact) out.exact = std::move(exact);
    else std::exchange(exact, {});
    const double unit = o.grid.cell[0] * o.grid.cell[1];
    facts.area_left_out = facts.area_left_out * unit + facts.area_lost;
    facts.area_gained = area_gained(edges, vertices, areas, unit, o.threads);
    for (std::uint32_t& v : out.vertex_of)
      if (v != none) v = vertices.find(v);
    facts.moved = farthest_moved(mesh.points, out.vertex_of, vertices, o.grid, o.threads);
    list_polygons(edges, mesh.cells.size(), out.mesh, out.half_edges);
    out.mesh.vertices = vertices.all();
    out.edges = std::move(edges);
    return out;
  }
}

}  // namespace plumb::pipeline
