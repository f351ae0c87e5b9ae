// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_mesh.h"

#include <algorithm>

namespace plumb::pipeline {

Turn RegionMesh::joined(Id in, Id out, VertexRef across) const {
  const HalfEdge &a = edges[in], &b = edges[out];
  const int s = points_->side(a.from, b.from, to(out), one_line(in, out));
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // In one line: half a turn, or two halves.
  return points_->side(a.from, b.from, across) == 0 ? Turn::back : Turn::straight;
}

Turn RegionMesh::boundary_corner(Id e) const {
  Id f = edges[e].next;
  const VertexRef a = edges[e].from, v = edges[f].from;
  const auto turn_to = [&](Id g) { return points_->side(a, v, to(g), one_line(e, g)); };
  int s = turn_to(f);
  while (edges[f].twin != none) {
    if (s == 0) return Turn::left;  // straight already, and more to come
    f = edges[edges[f].twin].next;
    s = turn_to(f);
    if (s > 0) return Turn::left;
  }
  return s < 0 ? Turn::right : Turn::straight;
}

std::size_t remove_cuts(RegionMesh& mesh, std::span<const RegionMesh::Id> order) {
  using Id = RegionMesh::Id;
  std::size_t removed = 0;
  std::vector<Id> again;
  const auto try_one = [&](Id e) {
    if (!mesh.is_inner(e) || !mesh.free(e)) return;
    const Id t = mesh[e].twin, at_start = mesh[t].next, at_end = mesh[e].next;
    mesh.remove_edge(e);
    ++removed;
    for (const Id f : {at_start, at_end})
      if (mesh.alive(f))
        if (const Id longer = mesh.merge_edges(f); longer != RegionMesh::none) again.push_back(longer);
  };
  for (const Id e : order) {
    try_one(e);
    while (!again.empty()) {
      const Id f = again.back();
      again.pop_back();
      try_one(f);
    }
  }
  return removed;
}

}  // namespace plumb::pipeline
