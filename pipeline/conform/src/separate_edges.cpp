// SPDX-License-Identifier: GPL-3.0-or-later
#include "separate_edges.h"
#include "plumb/pipeline/cancellation.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr Id none = EdgeMesh::none;

// An edge by the vertices that it runs between.
struct Edge {
  std::uint32_t low, high;
  Id e;
};

bool between(const EdgeMesh& mesh, const Edge& edge) {
  const std::uint32_t from = mesh[edge.e].from, to = mesh.to(edge.e);
  return std::min(from, to) == edge.low && std::max(from, to) == edge.high;
}

// Edges that run between vertices between which another one does, too. Of vertices that are marked only.
std::vector<Edge> shared_edges(const EdgeMesh& mesh, const std::vector<std::uint8_t>& marked) {
  // By lower vertex: where its edges begin in a list of all.
  std::vector<std::uint32_t> first(marked.size() + 2);
  const auto each = [&](const auto& visit) {
    for (Id e = 0; e < mesh.size(); ++e) {
      if (!mesh.alive(e) || (mesh[e].twin != none && mesh[e].twin < e)) continue;
      const std::uint32_t from = mesh[e].from, to = mesh.to(e);
      if (marked[from] & marked[to] && mesh.faces[mesh[e].face].stance > kernel::blocked)
        visit(Edge{std::min(from, to), std::max(from, to), e});
    }
  };
  each([&](const Edge& edge) { ++first[edge.low + 2]; });
  for (std::size_t v = 2; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<Edge> all(first.back());
  each([&](const Edge& edge) { all[first[edge.low + 1]++] = edge; });
  std::vector<Edge> shared;
  for (std::size_t v = 0; v < marked.size(); ++v) {
    const auto begin = all.begin() + first[v], end = all.begin() + first[v + 1];
    // Of those between two vertices, first what joins two polygons.
    std::sort(begin, end, [&](const Edge& a, const Edge& b) {
      if (a.high != b.high) return a.high < b.high;
      const bool a_open = mesh[a.e].twin == none, b_open = mesh[b.e].twin == none;
      return a_open != b_open ? b_open : a.e < b.e;
    });
    for (auto i = begin; i != end;) {
      auto j = i + 1;
      while (j != end && j->high == i->high) ++j;
      if (j - i > 1) shared.insert(shared.end(), i, j);
      i = j;
    }
  }
  return shared;
}

// Where an edge may be divided: near its middle, or at another part of it, or one number beside it, to the right, where
// the face to its left has an area more.
std::vector<RoundedVertices::Position> places_between(const RoundedVertices::Position& a,
                                                      const RoundedVertices::Position& b, const NumberGrid& grid) {
  const bool steep = std::abs(b[1] - a[1]) > std::abs(b[0] - a[0]);
  const bool right_is_up = steep ? b[1] > a[1] : b[0] <= a[0];
  std::vector<RoundedVertices::Position> places;
  for (const double part : {1 / 2.0, 1 / 3.0, 2 / 3.0, 1 / 4.0, 3 / 4.0}) {
    RoundedVertices::Position p;
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = grid.nearest(a[k] + part * (static_cast<double>(b[k]) - static_cast<double>(a[k])), k);
    const std::size_t axis = steep ? 0 : 1;
    for (int beside = 0; beside < 3; ++beside) {
      if (p != a && p != b) places.push_back(p);
      p[axis] = grid.next(p[axis], axis, right_is_up);
    }
  }
  return places;
}

// A vertex that divides e, none of those that are taken, so that the faces beside it can still be cut in convex parts;
// none if there is no such place.
std::uint32_t dividing_vertex(const EdgeMesh& mesh, Id e, RoundedVertices& vertices, const NumberGrid& grid,
                              const FaceRepair& repair, const std::vector<std::uint32_t>& taken) {
  for (const auto& place : places_between(vertices[mesh[e].from], vertices[mesh.to(e)], grid)) {
    if (!repair.takes_corner(e, {place[0], place[1]})) continue;
    const std::uint32_t vertex = vertices.use(place);
    if (vertex != mesh[e].from && vertex != mesh.to(e) && std::find(taken.begin(), taken.end(), vertex) == taken.end())
      return vertex;
  }
  return none;
}

// Makes the ends of an edge one vertex, wherever they are.
std::vector<std::uint32_t> contract(EdgeMesh& mesh, RoundedVertices& vertices, std::uint32_t from, std::uint32_t to) {
  vertices.merge(to, from);
  std::vector<std::uint32_t> changed;
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh[e].from == to && mesh.alive(e)) {
      mesh[e].from = from;
      changed.push_back(mesh[e].face);
    }
  return changed;
}

}  // namespace

bool separate_edges(EdgeMesh& mesh, RoundedVertices& vertices, const NumberGrid& grid, FaceRepair& repair,
                    std::uint64_t& divided) {
  // Where polygons lie over each other in few numbers, what divides one edge may be on another. Contracting comes to an
  // end: each time there is a vertex less.
  constexpr int most_divisions = 32;
  std::vector<std::uint8_t> marked(vertices.all().size(), 1);
  for (int round = 0;; ++round) {
    const std::vector<Edge> shared = shared_edges(mesh, marked);
    if (shared.empty()) return round > 0;
    repair.take_touched();
    std::vector<std::uint32_t> changed;
    std::vector<std::uint32_t> taken;  // what divides others between the same two vertices
    const auto change = [&](Id e) {
      changed.push_back(mesh[e].face);
      if (mesh[e].twin != none) changed.push_back(mesh[mesh[e].twin].face);
    };
    for (std::size_t i = 0; i < shared.size(); ++i) {
      cancellation_point(i);
      const Edge& edge = shared[i];
      if (i == 0 || edge.low != shared[i - 1].low || edge.high != shared[i - 1].high) {
        taken.clear();
        continue;
      }
      if (!between(mesh, edge)) continue;  // contracted
      const std::uint32_t vertex =
          round < most_divisions ? dividing_vertex(mesh, edge.e, vertices, grid, repair, taken) : none;
      if (vertex != none) {
        taken.push_back(vertex);
        mesh.split_edge(edge.e, vertex);
        change(edge.e);
      } else {
        const auto around = contract(mesh, vertices, mesh[edge.e].from, mesh.to(edge.e));
        changed.insert(changed.end(), around.begin(), around.end());
      }
      ++divided;
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t face : changed) repair.mend(face);
    // An edge that is new, or has come to another place, is one of a face that was touched.
    marked.assign(vertices.all().size(), 0);
    for (const std::uint32_t face : repair.take_touched()) {
      const Id first = mesh.faces[face].first;
      for (Id e = first; e != none;) {
        marked[mesh[e].from] = 1;
        if ((e = mesh[e].next) == first) break;
      }
    }
  }
}

}  // namespace plumb::pipeline
