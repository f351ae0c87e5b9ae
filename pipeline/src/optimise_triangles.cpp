// SPDX-License-Identifier: GPL-3.0-or-later
// A region in triangles whose corners are the region's own: every vertex within it, and every one where its boundary goes straight on,
// is taken out. All is done by flips, each within two triangles that lie side by side in projection: a region may lie over itself.
#include <array>

#include "optimise_mesh.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;
constexpr Id none = RegionMesh::none;

class Triangles {
 public:
  explicit Triangles(RegionMesh& mesh) : mesh_(mesh), points_(mesh.points()) {}

  void run() {
    drop_flat_corners();
    const Id known = mesh_.size();
    std::vector<bool> seen(known);
    for (Id e = 0; e < known; ++e) {
      if (!mesh_.alive(e) || seen[e]) continue;
      for (Id f = e; !seen[f]; f = mesh_[f].next) seen[f] = true;
      triangulate(e);
    }
    for (Id e = 0; e < mesh_.size(); ++e)
      if (mesh_.alive(e)) mesh_.is_cut(e) ? take_out_inner(e) : take_out_flat(e);
    shorten();
  }

 private:
  // The corner where e starts, in its piece.
  bool flat(Id e) const {
    const Id in = mesh_[e].prev;
    if (mesh_[in].line != none && mesh_[in].line == mesh_[e].line) return true;
    return points_.side(mesh_[in].from, mesh_[e].from, mesh_.to(e)) == 0;
  }

  // Of pieces that go straight on along the boundary.
  void drop_flat_corners() {
    for (Id e = 0; e < mesh_.size(); ++e) {
      if (!mesh_.alive(e) || mesh_.is_cut(e)) continue;
      for (Id f = mesh_[e].next; !mesh_.is_cut(f) && flat(f); f = mesh_[e].next) take_over(e, f);
    }
  }
  // Boundary half-edge e goes on over f, the next.
  void take_over(Id e, Id f) {
    mesh_[e].next = mesh_[f].next;
    mesh_[mesh_[f].next].prev = e;
    mesh_[f].next = none;
  }

  // Cuts off the triangle of e and the next: what is left of the piece has the cut, which is returned, in place of both.
  Id cut_ear(Id e) {
    const Id pair = mesh_.size();
    mesh_.edges.resize(mesh_.edges.size() + 2);
    mesh_.cut(e, mesh_[mesh_[e].next].next, pair, pair + 1);
    return pair;
  }
  // Of a convex piece, with corners of 180 degrees perhaps. From the first such corner f of a side, a fan over all but the rest of this
  // side; the rest is seen from y, the corner next to the side. So no triangle is flat.
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

  // May e, between triangles v w a and w v b, become one from a to b?
  bool flippable(Id e) const {
    const Id t = mesh_[e].twin;
    const VertexRef v = mesh_[e].from, w = mesh_[t].from, a = mesh_[mesh_[e].prev].from, b = mesh_[mesh_[t].prev].from;
    return points_.side(b, w, a) < 0 && points_.side(a, v, b) < 0;
  }
  void flip(Id e) {
    const Id t = mesh_[e].twin, n1 = mesh_[e].next, p1 = mesh_[e].prev, n2 = mesh_[t].next, p2 = mesh_[t].prev;
    const auto triangle = [&](Id x, Id y, Id z) {
      mesh_[x].next = mesh_[z].prev = y;
      mesh_[y].next = mesh_[x].prev = z;
      mesh_[z].next = mesh_[y].prev = x;
    };
    mesh_[e].from = mesh_[p1].from;
    mesh_[t].from = mesh_[p2].from;
    mesh_[e].line = mesh_[t].line = none;
    triangle(e, p2, n1);
    triangle(t, p1, n2);
  }

  // Takes out the vertex where cut e starts, if it lies within the region. While more than three triangles (or four in a
  // cross) meet there, one of the cuts can be flipped away: what they make has two ears apart, of which one at most has the vertex in it or
  // on its edge.
  void take_out_inner(Id e) {
    for (Id f = mesh_[mesh_[e].twin].next; f != e; f = mesh_[mesh_[f].twin].next)
      if (!mesh_.is_cut(f)) return;
    while (true) {
      spokes_.clear();
      Id f = e;
      do spokes_.push_back(f);
      while ((f = mesh_[mesh_[f].twin].next) != e);
      Id away = none;
      for (std::size_t i = 0; i < spokes_.size() && away == none && spokes_.size() > 3; ++i)
        if (flippable(spokes_[i])) away = spokes_[i];
      if (away == none) break;
      if (away == e) e = mesh_[mesh_[e].twin].next;
      flip(away);
    }
    const Id rim = mesh_[spokes_[0]].next;
    for (const Id f : spokes_) mesh_.join(f);
    if (spokes_.size() == 3) return;
    // A cross: the vertex lies on the segment between two opposite corners, at least.
    Id at = rim;
    for (int i = 0; i < 2; ++i, at = mesh_[at].next) {
      const Id far = mesh_[mesh_[at].next].next;
      if (points_.side(mesh_[at].from, mesh_.to(at), mesh_[far].from) < 0 && points_.side(mesh_[far].from, mesh_.to(far), mesh_[at].from) < 0) break;
    }
    mesh_.cut(at, mesh_[mesh_[at].next].next, spokes_[0], spokes_[1]);
  }

  // Takes out the vertex where boundary half-edge e ends, if the boundary goes straight on there.
  void take_out_flat(Id e) {
    while (mesh_.is_cut(mesh_[e].next) && mesh_.boundary_corner(e) == Turn::straight) {
      const Id f = mesh_.boundary_next(e);
      while (mesh_[mesh_[mesh_[e].next].twin].next != f) {
        Id spoke = mesh_[e].next;
        while (spoke != f && !flippable(spoke)) spoke = mesh_[mesh_[spoke].twin].next;
        if (spoke == f) return;
        flip(spoke);
      }
      mesh_.join(mesh_[e].next);
      take_over(e, f);
    }
  }

  // Flips cuts that get shorter so.
  void shorten() {
    std::vector<Id> work;
    for (Id e = 0; e < mesh_.size(); ++e)
      if (mesh_.is_cut(e) && e < mesh_[e].twin) work.push_back(e);
    while (!work.empty()) {
      const Id e = work.back();
      work.pop_back();
      const Id t = mesh_[e].twin;
      if (!(points_.length(mesh_[mesh_[e].prev].from, mesh_[mesh_[t].prev].from) < mesh_.length(e)) || !flippable(e)) continue;
      const std::array around = {mesh_[e].next, mesh_[e].prev, mesh_[t].next, mesh_[t].prev};
      flip(e);
      for (const Id f : around)
        if (mesh_.is_cut(f)) work.push_back(f);
    }
  }

  RegionMesh& mesh_;
  PlanPoints& points_;
  std::vector<Id> spokes_;
};

}  // namespace

void triangulate(RegionMesh& mesh) { Triangles(mesh).run(); }

}  // namespace plumb::pipeline
