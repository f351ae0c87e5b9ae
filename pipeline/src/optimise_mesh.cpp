// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_mesh.h"

namespace plumb::pipeline {

std::size_t RegionMesh::piece_count() const {
  std::vector<bool> seen(edges.size());
  std::size_t count = 0;
  for (Id e = 0; e < size(); ++e) {
    if (!alive(e) || seen[e]) continue;
    ++count;
    for (Id f = e; !seen[f]; f = edges[f].next) seen[f] = true;
  }
  return count;
}

Turn RegionMesh::joined(Id in, Id out, VertexRef across) const {
  const HalfEdge &a = edges[in], &b = edges[out];
  if (a.line == none || a.line != b.line) {
    const int s = points_->side(a.from, b.from, to(out));
    if (s != 0) return s < 0 ? Turn::right : Turn::left;
  }
  // In one line: half a turn, or two halves.
  return points_->side(a.from, b.from, across) == 0 ? Turn::back : Turn::straight;
}

void RegionMesh::join(Id e) {
  const Id t = edges[e].twin;
  const Id a = edges[e].prev, b = edges[t].next, c = edges[t].prev, d = edges[e].next;
  edges[a].next = b;
  edges[b].prev = a;
  edges[c].next = d;
  edges[d].prev = c;
  edges[e].next = edges[t].next = none;
}

RegionMesh::Id RegionMesh::straighten(Id e) {
  const Id before = edges[e].prev;
  const Id t = edges[e].twin, u = edges[before].twin;
  if (t == none || u == none || edges[t].next != u) return none;
  edges[before].next = edges[e].next;
  edges[edges[e].next].prev = before;
  edges[t].next = edges[u].next;
  edges[edges[u].next].prev = t;
  edges[before].twin = t;
  edges[t].twin = before;
  edges[e].next = edges[u].next = none;
  return before;
}

void RegionMesh::cut(Id at, Id to, Id pair, Id pair_twin) {
  const Id p = edges[at].prev, q = edges[to].prev;
  edges[pair] = {edges[at].from, to, p, pair_twin, no_side, none};
  edges[pair_twin] = {edges[to].from, at, q, pair, no_side, none};
  edges[p].next = pair;
  edges[to].prev = pair;
  edges[q].next = pair_twin;
  edges[at].prev = pair_twin;
}

RegionMesh::Id RegionMesh::boundary_next(Id e) const {
  Id f = edges[e].next;
  while (edges[f].twin != none) f = edges[edges[f].twin].next;
  return f;
}

Turn RegionMesh::boundary_corner(Id e) const {
  Id f = edges[e].next;
  const VertexRef a = edges[e].from, v = edges[f].from;
  const auto turn_to = [&](Id g) {
    if (edges[e].line != none && edges[e].line == edges[g].line) return 0;
    return points_->side(a, v, to(g));
  };
  int s = turn_to(f);
  while (edges[f].twin != none) {
    if (s == 0) return Turn::left;  // straight already, and more to come
    f = edges[edges[f].twin].next;
    s = turn_to(f);
    if (s > 0) return Turn::left;
  }
  return s < 0 ? Turn::right : Turn::straight;
}

void remove_cuts(RegionMesh& mesh, const std::vector<RegionMesh::Id>& order) {
  using Id = RegionMesh::Id;
  std::vector<Id> again;
  const auto try_one = [&](Id e) {
    if (!mesh.is_cut(e) || !mesh.free(e)) return;
    const Id t = mesh[e].twin, at_start = mesh[t].next, at_end = mesh[e].next;
    mesh.join(e);
    for (const Id f : {at_start, at_end})
      if (mesh.alive(f))
        if (const Id longer = mesh.straighten(f); longer != RegionMesh::none) again.push_back(longer);
  };
  for (const Id e : order) {
    try_one(e);
    while (!again.empty()) {
      const Id f = again.back();
      again.pop_back();
      try_one(f);
    }
  }
}

}  // namespace plumb::pipeline
