// SPDX-License-Identifier: GPL-3.0-or-later
#include "separate_edges.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/hash.h"

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr Id none = EdgeMesh::none;

// An edge: one of its half-edges, and the vertices that it runs between.
struct Edge {
  std::uint64_t key;
  Id e;
};

bool stands(const EdgeMesh& mesh, Id e) { return mesh.alive(e) && mesh.faces[mesh[e].face].stance > kernel::blocked; }

std::uint64_t key_of(const EdgeMesh& mesh, Id e) {
  const std::uint32_t from = mesh[e].from, to = mesh.to(e);
  return kernel::pair_key(std::min(from, to), std::max(from, to));
}

// Edges that run between vertices between which another one does, too.
std::vector<Edge> shared_edges(const EdgeMesh& mesh) {
  tsl::robin_map<std::uint64_t, std::uint8_t, kernel::KeyHash> known;
  const auto each = [&](const auto& visit) {
    for (Id e = 0; e < mesh.size(); ++e)
      if (stands(mesh, e) && (mesh[e].twin == none || e < mesh[e].twin)) visit(e, key_of(mesh, e));
  };
  known.reserve(mesh.size() / 2);
  bool any = false;
  each([&](Id, std::uint64_t key) {
    const auto [at, is_new] = known.try_emplace(key, std::uint8_t{0});
    if (!is_new) at.value() = 1, any = true;
  });
  std::vector<Edge> shared;
  if (!any) return shared;
  each([&](Id e, std::uint64_t key) {
    if (known.at(key) != 0) shared.push_back({key, e});
  });
  // Of those between two vertices, first what joins two polygons.
  std::sort(shared.begin(), shared.end(), [&](const Edge& a, const Edge& b) {
    const bool a_open = mesh[a.e].twin == none, b_open = mesh[b.e].twin == none;
    return a.key != b.key ? a.key < b.key : a_open != b_open ? b_open : a.e < b.e;
  });
  return shared;
}

// Where an edge may be divided: near its middle, or at another part of it, or one number beside it, to the right, where
// the face to its left has an area more.
std::vector<RoundedVertices::Position> places_between(const RoundedVertices::Position& a,
                                                      const RoundedVertices::Position& b) {
  const bool steep = std::abs(b[1] - a[1]) > std::abs(b[0] - a[0]);
  const bool right_is_up = steep ? b[1] > a[1] : b[0] <= a[0];
  std::vector<RoundedVertices::Position> places;
  for (const double part : {1 / 2.0, 1 / 3.0, 2 / 3.0, 1 / 4.0, 3 / 4.0}) {
    RoundedVertices::Position p;
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = static_cast<float>(a[k] + part * (static_cast<double>(b[k]) - static_cast<double>(a[k])));
    float& v = p[steep ? 0 : 1];
    for (int beside = 0; beside < 3; ++beside) {
      if (p != a && p != b && std::isfinite(v)) places.push_back(p);
      v = right_is_up ? kernel::step_up(v) : kernel::step_down(v);
    }
  }
  return places;
}

// A vertex that divides e, none of those that are taken, so that the faces beside it can still be cut in convex parts;
// none if there is no such place.
std::uint32_t dividing_vertex(const EdgeMesh& mesh, Id e, RoundedVertices& vertices, const FaceRepair& repair,
                              const std::vector<std::uint32_t>& taken) {
  for (const auto& place : places_between(vertices[mesh[e].from], vertices[mesh.to(e)])) {
    if (!repair.takes_corner(e, {place[0], place[1]})) continue;
    const std::uint32_t vertex = vertices.use(place);
    if (vertex != mesh[e].from && vertex != mesh.to(e) && std::find(taken.begin(), taken.end(), vertex) == taken.end())
      return vertex;
  }
  return none;
}

// Makes the ends of an edge one vertex, wherever they are.
std::vector<std::uint32_t> contract(EdgeMesh& mesh, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> changed;
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh[e].from == to && mesh.alive(e)) {
      mesh[e].from = from;
      changed.push_back(mesh[e].face);
    }
  return changed;
}

}  // namespace

void separate_edges(EdgeMesh& mesh, RoundedVertices& vertices, FaceRepair& repair, std::uint64_t& divided) {
  // Where polygons lie over each other in few numbers, what divides one edge may be on another. Contracting comes to an
  // end: each time there is a vertex less.
  constexpr int most_divisions = 32;
  int round = 0;
  for (std::vector<Edge> shared; !(shared = shared_edges(mesh)).empty(); ++round) {
    std::vector<std::uint32_t> changed;
    std::vector<std::uint32_t> taken;  // what divides others between the same two vertices
    const auto change = [&](Id e) {
      changed.push_back(mesh[e].face);
      if (mesh[e].twin != none) changed.push_back(mesh[mesh[e].twin].face);
    };
    for (std::size_t i = 0; i < shared.size(); ++i) {
      const auto& [key, e] = shared[i];
      if (i == 0 || key != shared[i - 1].key) {
        taken.clear();
        continue;
      }
      if (key_of(mesh, e) != key) continue;  // contracted
      const std::uint32_t vertex = round < most_divisions ? dividing_vertex(mesh, e, vertices, repair, taken) : none;
      if (vertex != none) {
        taken.push_back(vertex);
        mesh.split_edge(e, vertex);
        change(e);
      } else {
        const auto around = contract(mesh, mesh[e].from, mesh.to(e));
        changed.insert(changed.end(), around.begin(), around.end());
      }
      ++divided;
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t face : changed) repair.mend(face);
  }
}

}  // namespace plumb::pipeline
