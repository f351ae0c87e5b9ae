// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
// Triangulates a region in convex pieces with no corners but the region's own: vertices inside of the region, and those
// where its boundary is straight, are erased. Only flips within two neighbouring triangles are used, so the region may
// overlap itself in plan.
#include <array>

#include "plumb/kernel/convex_pieces.h"

namespace plumb::kernel {

template <class Pieces>
class PieceTriangles {
  using Id = typename Pieces::Id;
  static constexpr Id none = Pieces::none;

 public:
  explicit PieceTriangles(Pieces& mesh) : mesh_(mesh), points_(mesh.points()) {}

  void run() {
    drop_flat_corners();
    const Id known = mesh_.size();
    std::vector<std::uint8_t> seen(known);
    for (Id e = 0; e < known; ++e) {
      if (!mesh_.alive(e) || seen[e]) continue;
      for (Id f = e; !seen[f]; f = mesh_[f].next) seen[f] = 1;
      triangulate(e);
    }
    mark_boundary();
    while (take_out_vertices()) {}
    shorten();
  }

 private:
  // Whether f, which starts where e ends, is on the line of e.
  bool goes_on(Id e, Id f) const {
    return points_.side(mesh_[e].from, mesh_[f].from, mesh_.to(f), mesh_.one_line(e, f)) == 0;
  }
  // Whether the corner where e starts is straight in its piece.
  bool flat(Id e) const { return goes_on(mesh_[e].prev, e); }

  // Erases straight corners of pieces on the boundary.
  void drop_flat_corners() {
    for (Id e = 0, size = mesh_.size(); e < size; ++e) {
      if (!mesh_.alive(e) || mesh_.is_inner(e)) continue;
      for (Id f = mesh_[e].next; !mesh_.is_inner(f) && flat(f); f = mesh_[e].next) mesh_.take_over_next(e);
    }
  }

  // Cuts off the triangle of e and the next half-edge. Returns the cut, which replaces both in the rest of the piece.
  Id cut_ear(Id e) { return mesh_.split_face(e, mesh_[mesh_[e].next].next); }
  // Triangulates a convex piece, which may have straight corners. From the first straight corner of a side, a fan
  // covers all but the rest of that side, which makes triangles with the corner after the side. So no triangle is flat.
  void triangulate(Id first) {
    Id e = first;
    do {
      if (flat(e) && !flat(mesh_[e].prev)) {
        Id last = e;
        while (flat(mesh_[last].next)) last = mesh_[last].next;
        while (last != e) {
          const Id before = mesh_[last].prev;
          cut_ear(last);
          last = before;
        }
        break;
      }
      e = mesh_[e].next;
    } while (e != first);
    while (mesh_[mesh_[mesh_[e].next].next].next != e) e = cut_ear(e);
  }

  void mark_boundary() {
    on_boundary_.assign(mesh_.size(), 0);
    for (Id e = 0, size = mesh_.size(); e < size; ++e) {
      if (!mesh_.alive(e) || mesh_.is_inner(e)) continue;
      on_boundary_[e] = 1;
      for (Id f = mesh_[e].prev; mesh_.is_inner(f); f = mesh_[mesh_[f].twin].prev) on_boundary_[mesh_[f].twin] = 1;
    }
  }

  // Whether cut e, between the triangles v w a and w v b, can be flipped to one from a to b.
  bool flippable(Id e) const {
    const Id t = mesh_[e].twin;
    const std::uint32_t v = mesh_[e].from, w = mesh_[t].from, a = mesh_[mesh_[e].prev].from,
                        b = mesh_[mesh_[t].prev].from;
    return points_.side(b, w, a) < 0 && points_.side(a, v, b) < 0;
  }
  void flip(Id e) {
    const Id t = mesh_[e].twin;
    on_boundary_[e] = on_boundary_[mesh_[e].prev];
    on_boundary_[t] = on_boundary_[mesh_[t].prev];
    mesh_[e].line = mesh_[t].line = none;
    mesh_.flip(e);
  }

  // Erases vertices in one round. @return whether there was one inside of the region: flips may leave a vertex only
  // half-edges of lower numbers, which the next round reaches.
  bool take_out_vertices() {
    bool any = false;
    for (Id e = 0, size = mesh_.size(); e < size; ++e)
      if (mesh_.is_inner(e) & !on_boundary_[e]) take_out_inner(e), any = true;
      else if (mesh_.alive(e) & (mesh_[e].twin == none)) take_out_flat(e);
    return any;
  }

  // Erases the vertex where cut e starts, which is inside of the region. While more than three triangles (or four in a
  // cross) meet there, one of the cuts can be flipped: the polygon that they make has two ears that do not overlap, and
  // at most one of these contains the vertex.
  void take_out_inner(Id e) {
    spokes_.clear();
    for (Id f = e;;) {
      spokes_.push_back(f);
      if ((f = mesh_[mesh_[f].twin].next) == e) break;
    }
    // Flips the first cut that can be flipped. Those before it need no new test, except the neighbours of one that was.
    for (std::size_t i = 0; i < spokes_.size() && spokes_.size() > 3;) {
      if (!flippable(spokes_[i])) {
        ++i;
        continue;
      }
      flip(spokes_[i]);
      spokes_.erase(spokes_.begin() + static_cast<std::ptrdiff_t>(i));
      i = i == 0 || i == spokes_.size() ? 0 : i - 1;
    }
    const Id rim = mesh_[spokes_[0]].next;
    for (const Id f : spokes_) mesh_.remove_edge(f);
    if (spokes_.size() == 3) return;
    // A cross: the vertex lies on the segment between two opposite corners, or on both of these.
    Id at = rim;
    for (int i = 0; i < 2; ++i, at = mesh_[at].next) {
      const Id far = mesh_[mesh_[at].next].next;
      if (points_.side(mesh_[at].from, mesh_.to(at), mesh_[far].from) < 0 &&
          points_.side(mesh_[far].from, mesh_.to(far), mesh_[at].from) < 0)
        break;
    }
    const Id to = mesh_[mesh_[at].next].next;
    mesh_.insert_edge(at, to, spokes_[0], spokes_[1]);
    on_boundary_[spokes_[0]] = on_boundary_[at];
    on_boundary_[spokes_[1]] = on_boundary_[to];
  }

  // Erases the vertex where boundary half-edge e ends, if the boundary is straight there.
  void take_out_flat(Id e) {
    while (mesh_.is_inner(mesh_[e].next)) {
      const Id f = mesh_.boundary_next(e);
      if (!goes_on(e, f) || mesh_.boundary_turn(e) != Turn::straight) return;
      while (mesh_[mesh_[mesh_[e].next].twin].next != f) {
        Id spoke = mesh_[e].next;
        while (spoke != f && !flippable(spoke)) spoke = mesh_[mesh_[spoke].twin].next;
        if (spoke == f) return;
        flip(spoke);
      }
      mesh_.remove_edge(mesh_[e].next);
      mesh_.take_over_next(e);
    }
  }

  // Flips cuts while that makes them shorter.
  void shorten() {
    std::vector<Id> work;
    mesh_.find_inner(work);
    while (!work.empty()) {
      const Id e = work.back();
      work.pop_back();
      const Id t = mesh_[e].twin;
      if (!(points_.length(mesh_[mesh_[e].prev].from, mesh_[mesh_[t].prev].from) < mesh_.length(e)) || !flippable(e))
        continue;
      const std::array around = {mesh_[e].next, mesh_[e].prev, mesh_[t].next, mesh_[t].prev};
      flip(e);
      for (const Id f : around)
        if (mesh_.is_inner(f)) work.push_back(f);
    }
  }

  Pieces& mesh_;
  std::remove_reference_t<decltype(std::declval<Pieces&>().points())>& points_;
  std::vector<Id> spokes_;
  std::vector<std::uint8_t> on_boundary_;  // by half-edge: whether it starts on the region's boundary
};

/// Triangulates a region, whose corners are those where its boundary turns: first along the cuts of the pieces, then
/// with shorter cuts. A half-edge of the boundary may represent several afterwards, the first of which it was.
template <class Pieces>
void triangulate(Pieces& mesh) {
  PieceTriangles<Pieces>(mesh).run();
}

}  // namespace plumb::kernel
