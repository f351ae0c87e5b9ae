// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/surface/triangle_mesh.h"

namespace plumb::surface {

/// What a half-edge of a triangle stores. Class and wall count where it is boundary.
struct FanTag {
  TriangleMesh::Index triangle = TriangleMesh::none;
  EdgeClass edge_class = EdgeClass::open;
  TriangleMesh::Index wall_line = TriangleMesh::none;
  bool left_of_wall = false;
};

/// Triangles side by side around a vertex, counter-clockwise. An open fan has boundary at both ends: it starts with the
/// half-edge from the vertex to `from` and ends with the half-edge from `to` to the vertex. A closed fan goes all the
/// way round.
struct Fan {
  TriangleMesh::Index from = TriangleMesh::none, to = TriangleMesh::none;
  std::uint32_t start = TriangleMesh::none, end = TriangleMesh::none;  ///< these two half-edges, which are boundary
  std::size_t triangles = 0;
  bool closed() const { return start == TriangleMesh::none; }
};

/// A triangle mesh whose vertices can be merged. A vertex may have any number of fans.
class FanMesh : public kernel::HalfEdgeMesh<FanTag> {
 public:
  using Index = TriangleMesh::Index;

  struct Vertex {
    ExactPoint at;
    std::array<kernel::Interval, 3> near;  ///< doubles around it
    std::vector<Id> out;                   ///< half-edges that start here
    std::vector<ExactPoint> originals;     ///< the original places of the vertices merged into it
  };

  explicit FanMesh(const TriangleMesh& mesh);
  /// The mesh again: a vertex with several fans becomes several points. Triangles that moved have no surface.
  TriangleMesh result() const;

  const Vertex& vertex(Index v) const { return vertices_[v]; }
  std::size_t vertex_count() const { return vertices_.size(); }
  std::array<Index, 3> corners(Id e) const {
    return {edges[e].from, edges[edges[e].next].from, edges[edges[e].prev].from};
  }
  const ExactPoint& at(Index v) const { return vertices_[v].at; }
  kernel::PlanRef place(Index v) const {
    const Vertex& p = vertices_[v];
    return kernel::PlanRef(p.at, p.near[0], p.near[1]);
  }
  bool is_boundary(Id e) const { return alive(e) && edges[e].twin == none; }
  TriangleMesh::Triangle& triangle(Id e) { return triangles_[edges[e].triangle]; }
  const TriangleMesh::Triangle& triangle(Id e) const { return triangles_[edges[e].triangle]; }

  /// The half-edge from v to w of a triangle that passed_by() does not reject; or none.
  template <class PassedBy>
  Id find(Index v, Index w, PassedBy&& passed_by) const {
    for (const Id e : vertices_[v].out)
      if (to(e) == w && !passed_by(edges[e].triangle)) return e;
    return none;
  }
  Id find(Index v, Index w) const {
    return find(v, w, [](Index) { return false; });
  }
  /// The fans around a vertex, as if the triangles that passed_by() rejects were not there.
  template <class PassedBy>
  std::vector<Fan> fans(Index v, PassedBy&& passed_by) const;
  std::vector<Fan> fans(Index v) const {
    return fans(v, [](Index) { return false; });
  }

  /// Splits boundary half-edge e at a new vertex. @return its number
  Index split(Id e, const ExactPoint& at, const std::vector<ExactPoint>& originals);
  /// Merges vertex a into b, which moves to `at`. Triangles that have both vertices vanish and pass their classes on;
  /// edges that then lie on one another are joined.
  void merge(Index a, Index b, const ExactPoint& at);
  /// Moves a vertex.
  void move(Index v, const ExactPoint& at);
  /// Flips an inner edge: it then joins the two corners opposite to it.
  void flip(Id e);
  /// Erases a triangle. The sides that its neighbours shared with it get the class of its longest side on the boundary.
  void remove(Id e);

 private:
  void unlink(Id e);
  void remove_between(Index a, Index b);

  std::vector<Vertex> vertices_;
  std::vector<TriangleMesh::Triangle> triangles_;
};

template <class PassedBy>
std::vector<Fan> FanMesh::fans(Index v, PassedBy&& passed_by) const {
  std::vector<Fan> out;
  const auto beyond = [&](Id e) {
    const Id t = edges[e].twin;
    return t == none || passed_by(edges[t].triangle) ? none : t;
  };
  std::size_t seen = 0, all = 0;
  for (const Id e : vertices_[v].out) {
    if (passed_by(edges[e].triangle)) continue;
    ++all;
    if (beyond(e) != none) continue;
    Fan& fan = out.emplace_back();
    fan.start = e;
    fan.from = to(e);
    for (Id f = e;; f = beyond(edges[f].prev)) {
      ++fan.triangles;
      fan.end = edges[f].prev;
      if (beyond(fan.end) == none) break;
    }
    fan.to = edges[fan.end].from;
    seen += fan.triangles;
  }
  if (seen < all) out.push_back({.triangles = all - seen});  // all round: it is the only one
  return out;
}

}  // namespace plumb::surface
