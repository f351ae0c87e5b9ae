// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_mesh.h"

#include <algorithm>

namespace plumb::pipeline {

std::size_t RegionMesh::piece_count() const {
  seen_.assign(edges.size(), 0);
  std::size_t count = 0;
  for (Id e = 0; e < seen_.size(); ++e) {
    if (!alive(e) || seen_[e]) continue;
    ++count;
    for (Id f = e; !seen_[f]; f = edges[f].next) seen_[f] = 1;
  }
  return count;
}

Turn RegionMesh::joined(Id in, Id out, VertexRef across) const {
  const HalfEdge &a = edges[in], &b = edges[out];
  const int s = points_->side(a.from, b.from, to(out), one_line(in, out));
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
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
  edges[e].next = edges[t].next = edges[e].prev = edges[t].prev = none;
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
  edges[e].prev = before;
  edges[u].prev = t;
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

// Without branches, here and below: which half-edges are gone, and which are cuts, is not to be foreseen.
void RegionMesh::compact() {
  const auto size = static_cast<Id>(edges.size());
  number_.resize(size + 1);
  Id count = 0;
  for (Id e = 0; e < size; ++e) {
    number_[e] = count;
    count += alive(e);
  }
  number_[size] = none;
  const auto numbered = [&](Id e) { return number_[std::min(e, size)]; };
  for (Id e = 0; e < size; ++e) {
    HalfEdge h = edges[e];
    h.next = numbered(h.next);
    h.prev = numbered(h.prev);
    h.twin = numbered(h.twin);
    edges[number_[e]] = h;  // if it is gone, the next one takes its place
  }
  edges.resize(count);
}

void RegionMesh::find_cuts(std::vector<Id>& cuts) const {
  const auto size = static_cast<Id>(edges.size());
  cuts.resize(size);
  std::size_t count = 0;
  for (Id e = 0; e < size; ++e) {
    cuts[count] = e;
    count += is_cut(e) & (e < edges[e].twin);
  }
  cuts.resize(count);
}

RegionMesh::Id RegionMesh::boundary_next(Id e) const {
  Id f = edges[e].next;
  while (edges[f].twin != none) f = edges[edges[f].twin].next;
  return f;
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
    if (!mesh.is_cut(e) || !mesh.free(e)) return;
    const Id t = mesh[e].twin, at_start = mesh[t].next, at_end = mesh[e].next;
    mesh.join(e);
    ++removed;
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
  return removed;
}

}  // namespace plumb::pipeline
