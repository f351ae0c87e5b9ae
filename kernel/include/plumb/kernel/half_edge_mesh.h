// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons that share edges, as rings of half-edges (Mueller & Preparata 1978), for all that cuts, joins and merges
// them.
//
// A half-edge knows the vertex where it starts, the next and the previous one around its face, and its twin, the other
// side of the edge. The mesh knows no coordinates: vertices are numbers of the user's, and whether a corner is convex
// is a question that the user answers.
// - Building: add_face(), glue() and glue_all(), which pairs the boundary's half-edges.
// - Changing: remove_edge() joins two faces, insert_edge() and split_face() cut one, split_edge() and merge_edges() add
//   and erase a vertex, flip() turns the edge between two triangles, take_over_next() erases a vertex of the boundary.
// - Erased half-edges stay in their places, dead, until compact() renumbers the rest. The `prev` of a dead one leads to
//   the half-edge that absorbed it (stands()).
// - Reading: find_inner(), number_faces(), boundary_loops(), is_valid().
//
// Cost: each change constant; same_face() in the size of the face, stands() in the length of the chain; glue_all()
// n log n; compact() and the readings linear. Memory: 16 bytes a half-edge, without the tag.
// Exact: there is no arithmetic.
// Source: textbook.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace plumb::kernel {

/// The tag of half-edges that carry nothing beside their place in the mesh.
struct NoTag {};

/// Faces as rings of half-edges. Faces may run either way round and may lie over one another; they meet where
/// half-edges are twins. Only compact() renumbers half-edges. Every step takes constant time unless it says otherwise.
///
/// Reading is const and thread-safe.
template <class Tag = NoTag>
class HalfEdgeMesh {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = 0xffffffffu;

  struct HalfEdge : Tag {
    std::uint32_t from = 0;  ///< the vertex where it starts
    /// Around the face. In a dead half-edge, next is none, and prev is the half-edge that absorbed it, or none.
    Id next = none, prev = none;
    Id twin = none;  ///< the other side of the edge; none on the boundary
  };

  std::vector<HalfEdge> edges;

  HalfEdge& operator[](Id e) { return edges[e]; }
  const HalfEdge& operator[](Id e) const { return edges[e]; }
  Id size() const { return static_cast<Id>(edges.size()); }

  bool alive(Id e) const { return edges[e].next != none; }
  /// Whether e is alive and has a face on either side.
  bool is_inner(Id e) const { return (edges[e].twin != none) & (edges[e].next != none); }
  /// Whether e is alive, or some half-edge that absorbed it is.
  bool stands(Id e) const {
    while (!alive(e) && edges[e].prev != none) e = edges[e].prev;
    return alive(e);
  }
  std::uint32_t to(Id e) const { return edges[edges[e].next].from; }
  /// The next half-edge that starts where e does; none if e is on the boundary.
  Id next_at_vertex(Id e) const { return edges[e].twin == none ? none : edges[edges[e].twin].next; }
  /// The next half-edge of the boundary after boundary half-edge e. The time is linear in the edges at the vertex
  /// between.
  Id boundary_next(Id e) const {
    Id f = edges[e].next;
    while (edges[f].twin != none) f = edges[edges[f].twin].next;
    return f;
  }
  /// Whether e and f are around one face. The time is linear in the face's half-edges.
  bool same_face(Id e, Id f) const {
    for (Id g = e;;) {
      if (g == f) return true;
      if ((g = edges[g].next) == e) return false;
    }
  }

  // --- Building

  /// Adds a face with at least one corner, given in order. @return its first half-edge, which starts at the first
  /// corner; the others follow by number.
  Id add_face(std::span<const std::uint32_t> corners);
  /// Makes e and f, which run between the same vertices in opposite directions, twins.
  void glue(Id e, Id f) {
    edges[e].twin = f;
    edges[f].twin = e;
  }
  /// Glues the half-edges of the boundary in pairs, where exactly two run between two vertices, in opposite directions,
  /// in n log n time. @return the number of half-edges that share both vertices with another one of the boundary but
  /// could not be paired. It is 0 if at most two faces, in consistent directions, meet at each edge.
  std::size_t glue_all();
  /// Makes `out` the next half-edge after `in`.
  void connect(Id in, Id out) {
    edges[in].next = out;
    edges[out].prev = in;
  }

  /// Whether the union of two convex faces that meet at e and t, as remove_edge() makes it, is convex. convex(in, out,
  /// gone) says whether its corner from half-edge `in` to half-edge `out` is convex, which is where `gone` starts.
  template <class Convex>
  bool convex_union(Id e, Id t, Convex&& convex) const {
    return convex(edges[e].prev, edges[t].next, e) && convex(edges[t].prev, edges[e].next, t);
  }

  // --- Changing

  /// Erases inner edge e: its two faces become one. If both sides of e are of one face, that face becomes two rings, or
  /// loses a dangling edge.
  void remove_edge(Id e) { remove_edge(e, edges[e].twin); }
  /// The same for half-edges that are no twins but run between the same vertices in opposite directions.
  void remove_edge(Id e, Id t) {
    const Id a = edges[e].prev, b = edges[t].next, c = edges[t].prev, d = edges[e].next;
    if (d == e) connect(c, b);  // a loop that is a face by itself
    else if (b == t) connect(a, d);
    else connect(a, b), connect(c, d);
    edges[e].next = edges[t].next = edges[e].prev = edges[t].prev = none;
  }
  /// Cuts a face from the vertex where `at` starts to the vertex where `to`, of the same face, starts. The edge uses
  /// two dead half-edges, whose tags are cleared: `pair` runs from the first vertex to the second, and `to` follows it;
  /// `pair_twin` runs back, and `at` follows it.
  void insert_edge(Id at, Id to, Id pair, Id pair_twin) {
    const Id p = edges[at].prev, q = edges[to].prev;
    edges[pair] = {{}, edges[at].from, to, p, pair_twin};
    edges[pair_twin] = {{}, edges[to].from, at, q, pair};
    edges[p].next = pair;
    edges[to].prev = pair;
    edges[q].next = pair_twin;
    edges[at].prev = pair_twin;
  }
  /// The same with new half-edges. @return `pair`; its twin is the next one
  Id split_face(Id at, Id to) {
    const Id pair = size();
    edges.resize(edges.size() + 2);
    insert_edge(at, to, pair, pair + 1);
    return pair;
  }
  /// Splits e and its twin at a new vertex. @return the half-edge from the vertex to the end of e. New half-edges have
  /// the tags of those that they were split from.
  Id split_edge(Id e, std::uint32_t vertex);
  /// Erases the vertex where e starts if exactly two edges, both inner, meet there: the half-edge before e absorbs e
  /// and ends where e ended. @return that half-edge; none if the vertex stays
  Id merge_edges(Id e) {
    const Id before = edges[e].prev;
    const Id t = edges[e].twin, u = edges[before].twin;
    if (t == none || u == none || edges[t].next != u) return none;
    if (before == t || before == e) return none;  // a single edge, which ends there or is a loop
    connect(before, edges[e].next);
    connect(t, edges[u].next);
    glue(before, t);
    edges[e].next = edges[u].next = none;
    edges[e].prev = before;
    edges[u].prev = t;
    return before;
  }
  /// Erases the vertex between e and the next half-edge, both without a twin: e absorbs the next one.
  void take_over_next(Id e) {
    const Id gone = edges[e].next;
    connect(e, edges[gone].next);
    edges[gone].next = none;
  }
  /// Flips inner edge e between two triangles, so that it joins their other corners. Tags stay with their half-edges.
  void flip(Id e) {
    const Id t = edges[e].twin, n1 = edges[e].next, p1 = edges[e].prev, n2 = edges[t].next, p2 = edges[t].prev;
    edges[e].from = edges[p1].from;
    edges[t].from = edges[p2].from;
    connect(e, p2), connect(p2, n1), connect(n1, e);
    connect(t, p1), connect(p1, n2), connect(n2, t);
  }
  /// Erases dead half-edges from the list and renumbers the others, in the same order.
  void compact();

  // --- Reading all of the mesh, in linear time

  /// Lists the lower half-edge of each inner edge, ascending.
  void find_inner(std::vector<Id>& found) const;
  /// Numbers faces in the order of their lowest half-edges: face[e] is the face of e, or none if e is dead.
  /// @return the number of faces
  std::uint32_t number_faces(std::vector<std::uint32_t>& face) const;
  /// The lowest half-edge of each loop of the boundary, ascending.
  std::vector<Id> boundary_loops() const;
  /// Whether every alive half-edge is in a ring of alive ones, and twins are mutual and run between the same vertices.
  bool is_valid() const;

 private:
  std::vector<Id> number_;  // a buffer
};

template <class Tag>
auto HalfEdgeMesh<Tag>::add_face(std::span<const std::uint32_t> corners) -> Id {
  assert(!corners.empty());
  const Id first = size(), count = static_cast<Id>(corners.size());
  for (Id i = 0; i < count; ++i)
    edges.push_back({{}, corners[i], first + (i + 1 == count ? 0 : i + 1), first + (i == 0 ? count : i) - 1, none});
  return first;
}

template <class Tag>
std::size_t HalfEdgeMesh<Tag>::glue_all() {
  struct Between {
    std::uint32_t low, high;
    Id e;
    bool operator<(const Between& o) const {
      return low != o.low ? low < o.low : high != o.high ? high < o.high : e < o.e;
    }
  };
  std::vector<Between> open;
  for (Id e = 0; e < size(); ++e)
    if (alive(e) && edges[e].twin == none)
      open.push_back({std::min(edges[e].from, to(e)), std::max(edges[e].from, to(e)), e});
  std::sort(open.begin(), open.end());
  std::size_t others = 0;
  for (std::size_t i = 0, j = 0; i < open.size(); i = j) {
    while (j < open.size() && open[j].low == open[i].low && open[j].high == open[i].high) ++j;
    if (j - i == 2 && edges[open[i].e].from == to(open[i + 1].e)) glue(open[i].e, open[i + 1].e);
    else if (j - i > 1) others += j - i;
  }
  return others;
}

template <class Tag>
auto HalfEdgeMesh<Tag>::split_edge(Id e, std::uint32_t vertex) -> Id {
  const Id rest = size(), t = edges[e].twin;
  HalfEdge made = edges[e];
  made.from = vertex;
  edges.push_back(made);
  connect(rest, edges[e].next);
  connect(e, rest);
  if (t == none) return rest;
  made = edges[t];
  made.from = vertex;
  edges.push_back(made);
  connect(rest + 1, edges[t].next);
  connect(t, rest + 1);
  glue(e, rest + 1);
  glue(rest, t);
  return rest;
}

// compact() and find_inner() do without branches: no processor predicts which half-edges are dead or have a twin.
template <class Tag>
void HalfEdgeMesh<Tag>::compact() {
  const Id count_before = size();
  number_.resize(count_before + 1);
  Id count = 0;
  for (Id e = 0; e < count_before; ++e) {
    number_[e] = count;
    count += alive(e);
  }
  number_[count_before] = none;
  const auto numbered = [&](Id e) { return number_[std::min(e, count_before)]; };
  for (Id e = 0; e < count_before; ++e) {
    HalfEdge h = edges[e];
    h.next = numbered(h.next);
    h.prev = numbered(h.prev);
    h.twin = numbered(h.twin);
    edges[number_[e]] = h;  // a dead half-edge is overwritten by the next one
  }
  edges.resize(count);
}

template <class Tag>
void HalfEdgeMesh<Tag>::find_inner(std::vector<Id>& found) const {
  found.resize(size());
  std::size_t count = 0;
  for (Id e = 0; e < size(); ++e) {
    found[count] = e;
    count += is_inner(e) & (e < edges[e].twin);
  }
  found.resize(count);
}

template <class Tag>
std::uint32_t HalfEdgeMesh<Tag>::number_faces(std::vector<std::uint32_t>& face) const {
  face.assign(edges.size(), none);
  std::uint32_t count = 0;
  for (Id e = 0; e < size(); ++e) {
    if (!alive(e) || face[e] != none) continue;
    for (Id f = e; face[f] == none; f = edges[f].next) face[f] = count;
    ++count;
  }
  return count;
}

template <class Tag>
auto HalfEdgeMesh<Tag>::boundary_loops() const -> std::vector<Id> {
  std::vector<std::uint8_t> seen(edges.size());
  std::vector<Id> loops;
  for (Id e = 0; e < size(); ++e) {
    if (!alive(e) || edges[e].twin != none || seen[e]) continue;
    loops.push_back(e);
    for (Id f = e; !seen[f]; f = boundary_next(f)) seen[f] = 1;
  }
  return loops;
}

template <class Tag>
bool HalfEdgeMesh<Tag>::is_valid() const {
  const auto good = [&](Id e) { return e < size() && alive(e); };
  for (Id e = 0; e < size(); ++e) {
    if (!alive(e)) continue;
    if (!good(edges[e].next) || !good(edges[e].prev) || edges[edges[e].next].prev != e ||
        edges[edges[e].prev].next != e)
      return false;
  }
  for (Id e = 0; e < size(); ++e) {
    const Id t = edges[e].twin;
    if (!alive(e) || t == none) continue;
    if (!good(t) || t == e || edges[t].twin != e || edges[t].from != to(e) || to(t) != edges[e].from) return false;
  }
  return true;
}

}  // namespace plumb::kernel
