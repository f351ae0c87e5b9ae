// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/surface/fan_mesh.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::surface {
namespace {

using Index = TriangleMesh::Index;

mpq_class squared_length(const ExactPoint& p, const ExactPoint& q) {
  const std::array<mpq_class, 3> d{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  return kernel::formulas::dot(d, d);
}

void set_class(FanTag& to, const FanTag& from) {
  to.edge_class = from.edge_class;
  to.wall_line = from.wall_line;
  to.left_of_wall = from.left_of_wall;
}

}  // namespace

FanMesh::FanMesh(const TriangleMesh& mesh) : triangles_(mesh.triangles) {
  vertices_.reserve(mesh.points.size() + mesh.points.size() / 4);  // some are added where edges are split
  edges.reserve(3 * (triangles_.size() + triangles_.size() / 4));
  for (const ExactPoint& p : mesh.points) {
    Vertex& v = vertices_.emplace_back(Vertex{p, kernel::interval_point(p), {}, {}});
    v.originals.push_back(p);
  }
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < triangles_.size(); ++t) {
    const Id first = add_face(triangles_[t].corners);
    for (Id i = 0; i < 3; ++i) {
      edges[first + i].triangle = t;
      vertices_[triangles_[t].corners[i]].out.push_back(first + i);
    }
  }
  for (Index t = 0; t < triangles_.size(); ++t)
    for (Id i = 0; i < 3; ++i) {
      const Index other = beyond[t][i];
      if (other == TriangleMesh::none || other < t) continue;
      const auto& c = triangles_[other].corners;
      const auto at = std::find(c.begin(), c.end(), triangles_[t].corners[(i + 1) % 3]) - c.begin();
      glue(3 * t + i, 3 * other + static_cast<Id>(at));
    }
  for (const TriangleMesh::BoundaryEdge& b : mesh.boundary) {
    FanTag& tag = edges[3 * b.triangle + b.side];
    tag.edge_class = b.edge_class;
    tag.wall_line = b.wall_line;
    tag.left_of_wall = b.left_of_wall;
  }
}

void FanMesh::unlink(Id e) {
  if (edges[e].twin != none) edges[edges[e].twin].twin = none;
  std::erase(vertices_[edges[e].from].out, e);
}

void FanMesh::remove(Id e) {
  const std::array<Id, 3> sides{e, edges[e].next, edges[e].prev};
  const FanTag* longest = nullptr;
  mpq_class length;
  for (const Id s : sides) {
    if (edges[s].twin != none) continue;
    mpq_class squared = squared_length(at(edges[s].from), at(to(s)));
    if (longest && squared <= length) continue;
    longest = &edges[s];
    length = std::move(squared);
  }
  if (longest) {
    const FanTag tag = *longest;
    for (const Id s : sides)
      if (edges[s].twin != none) set_class(edges[edges[s].twin], tag);
  }
  for (const Id s : sides) unlink(s);
  for (const Id s : sides) edges[s].next = edges[s].prev = edges[s].twin = none;
}

FanMesh::Index FanMesh::split(Id e, const ExactPoint& at, const std::vector<ExactPoint>& originals) {
  const auto v = static_cast<Index>(vertices_.size());
  vertices_.push_back({at, kernel::interval_point(at), {}, originals});
  const FanTag tag = edges[e];
  const Id rest = split_edge(e, v), opposite = edges[rest].next, last = edges[opposite].next;
  edges[rest].twin = none;
  const Index triangle = tag.triangle, added = static_cast<Index>(triangles_.size());
  triangles_.push_back(triangles_[triangle]);
  // The half that has half-edge e keeps the number of the triangle.
  const Id pair = split_face(rest, last), pair_twin = pair + 1;
  for (const Id s : {e, pair, last}) edges[s].triangle = triangle;
  for (const Id s : {rest, opposite, pair_twin}) edges[s].triangle = added;
  set_class(edges[rest], tag);
  vertices_[v].out = {rest, pair};
  vertices_[edges[last].from].out.push_back(pair_twin);
  return v;
}

void FanMesh::move(Index v, const ExactPoint& at) {
  for (const Id e : vertices_[v].out) triangles_[edges[e].triangle].surface = kernel::no_polygon;
  vertices_[v].at = at;
  vertices_[v].near = kernel::interval_point(at);
}

void FanMesh::flip(Id e) {
  const Id t = edges[e].twin;
  for (const Id side : {e, t}) std::erase(vertices_[edges[side].from].out, side);
  HalfEdgeMesh::flip(e);
  for (const Id side : {e, t}) {
    vertices_[edges[side].from].out.push_back(side);
    edges[edges[side].next].triangle = edges[edges[side].prev].triangle = edges[side].triangle;
  }
}

// Erases the triangles that have both vertices. Of the two other sides of such a triangle, which then lie on one
// another, a side that stays boundary gets the class that the vanished one had.
void FanMesh::remove_between(Index a, Index b) {
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
    const Id e = find(from, to);
    if (e == none) continue;
    const Id next = edges[e].next, prev = edges[e].prev, beyond_next = edges[next].twin, beyond_prev = edges[prev].twin;
    const FanTag next_tag = edges[next], prev_tag = edges[prev];
    for (const Id s : {e, next, prev}) unlink(s);
    for (const Id s : {e, next, prev}) edges[s].next = edges[s].prev = edges[s].twin = none;
    if (beyond_next != none && beyond_prev != none) glue(beyond_next, beyond_prev);
    else if (beyond_next != none) set_class(edges[beyond_next], prev_tag);
    else if (beyond_prev != none) set_class(edges[beyond_prev], next_tag);
  }
}

void FanMesh::merge(Index a, Index b, const ExactPoint& at) {
  remove_between(a, b);
  Vertex &from = vertices_[a], &into = vertices_[b];
  for (const Vertex* v : {&from, &into})
    if (v->at != at)
      for (const Id e : v->out) triangles_[edges[e].triangle].surface = kernel::no_polygon;
  for (const Id e : from.out) {
    edges[e].from = b;
    into.out.push_back(e);
  }
  into.originals.insert(into.originals.end(), from.originals.begin(), from.originals.end());
  from = {};
  into.at = at;
  into.near = kernel::interval_point(at);
  for (const Id e : into.out) {
    if (edges[e].twin != none) continue;
    const Id back = [&] {
      for (const Id f : vertices_[to(e)].out)
        if (edges[f].twin == none && to(f) == b) return f;
      return none;
    }();
    if (back != none) glue(e, back);
  }
}

TriangleMesh FanMesh::result() const {
  TriangleMesh out;
  // Each fan has its own point.
  std::vector<Index> point(edges.size(), TriangleMesh::none);
  for (Index v = 0; v < vertices_.size(); ++v)
    for (const Id first : vertices_[v].out) {
      if (point[first] != TriangleMesh::none) continue;
      const auto p = static_cast<Index>(out.points.size());
      out.points.push_back(at(v));
      const auto mark = [&](Id e) {
        if (point[e] != TriangleMesh::none) return false;
        point[e] = p;
        return true;
      };
      for (Id e = first; mark(e);)
        if (const Id t = edges[edges[e].prev].twin; t != none) e = t;
      for (Id e = edges[first].twin; e != none && mark(edges[e].next);) e = edges[edges[e].next].twin;
    }
  std::vector<Id> first(triangles_.size(), none);
  for (Id e = 0; e < size(); ++e)
    if (alive(e)) first[edges[e].triangle] = std::min(first[edges[e].triangle], e);
  for (Index t = 0; t < triangles_.size(); ++t) {
    if (first[t] == none) continue;
    TriangleMesh::Triangle triangle = triangles_[t];
    Id e = first[t];
    for (std::uint8_t i = 0; i < 3; ++i, e = edges[e].next) {
      triangle.corners[i] = point[e];
      const HalfEdge& h = edges[e];
      if (h.twin == none)
        out.boundary.push_back(
            {static_cast<Index>(out.triangles.size()), i, h.edge_class, h.wall_line, h.left_of_wall});
    }
    out.triangles.push_back(triangle);
  }
  return out;
}

}  // namespace plumb::surface
