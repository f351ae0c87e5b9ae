// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "optimise_points.h"

namespace plumb::pipeline {

/// A region (cells of one stance joined by twins that let it pass) in convex pieces: half-edges, clockwise around each piece.
/// A region may lie over itself, as a spiral ramp does: every question is about a few pieces that lie side by side.
class RegionMesh {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = 0xffffffffu;

  struct HalfEdge {
    VertexRef from = 0;
    Id next = none, prev = none;   ///< around the piece; once it is gone, next is none, and prev what has taken its length over, or none
    Id twin = none;                ///< of a cut; none on the region's boundary
    SideId side = no_side;         ///< on the boundary: the side of the graph
    std::uint32_t line = none;     ///< Side::line, or none
  };

  explicit RegionMesh(PlanPoints& points) : points_(&points) {}

  std::vector<HalfEdge> edges;

  HalfEdge& operator[](Id e) { return edges[e]; }
  const HalfEdge& operator[](Id e) const { return edges[e]; }
  Id size() const { return static_cast<Id>(edges.size()); }
  bool alive(Id e) const { return edges[e].next != none; }
  bool is_cut(Id e) const { return (edges[e].twin != none) & (edges[e].next != none); }
  /// Whether e or what took its length over is there.
  bool stands(Id e) const {
    while (!alive(e) && edges[e].prev != none) e = edges[e].prev;
    return alive(e);
  }
  bool one_line(Id e, Id f) const { return (edges[e].line == edges[f].line) & (edges[e].line != none); }
  VertexRef to(Id e) const { return edges[edges[e].next].from; }
  PlanPoints& points() const { return *points_; }
  double length(Id e) const { return points_->length(edges[e].from, to(e)); }
  std::size_t piece_count() const;
  /// One half-edge of each cut, ascending: the lower.
  void find_cuts(std::vector<Id>& cuts) const;

  /// The corner from `in` to `out` once two corners, both at most straight, are one. `across` lies on the line between them.
  Turn joined(Id in, Id out, VertexRef across) const;
  bool convex_joined(Id in, Id out, VertexRef across) const {
    const VertexRef a = edges[in].from, b = edges[out].from;
    const int s = points_->side(a, b, to(out), one_line(in, out));
    return s != 0 ? s < 0 : points_->side(a, b, across) != 0;
  }
  /// Whether the corners at the start of cut e make a convex one without it.
  bool free_at_start(Id e) const {
    const Id t = edges[e].twin;
    return convex_joined(edges[e].prev, edges[t].next, to(e));
  }
  bool free(Id e) const { return free_at_start(e) && free_at_start(edges[e].twin); }

  /// Removes cut e: two pieces become one. Their corners need not be convex then.
  void join(Id e);
  /// If nothing but two cuts that go straight on is left where e starts, e goes and the cut before it takes its length: that cut, else none.
  Id straighten(Id e);
  /// Cuts the piece of `at` from where `at` starts to where `to` starts, with the half-edges of a cut that is gone.
  void cut(Id at, Id to, Id pair, Id pair_twin);

  /// Forgets the half-edges that are gone: those left are numbered anew, in the same order.
  void compact();

  /// The half-edge of the boundary after boundary half-edge e.
  Id boundary_next(Id e) const;
  /// The region's corner where boundary half-edge e ends.
  Turn boundary_corner(Id e) const;

 private:
  PlanPoints* points_;
  mutable std::vector<std::uint8_t> seen_;  // buffers
  std::vector<Id> number_;
};

/// Triangles that have no corners but those of the region (where its boundary turns): first what the pieces give, then shorter cuts.
/// A half-edge of the boundary may stand for several sides then, the first of which it names.
void triangulate(RegionMesh& mesh);

/// Removes cuts that the convexity of pieces does not need, in the order given (Hertel & Mehlhorn 1985).
/// @return how many pieces fewer there are.
std::size_t remove_cuts(RegionMesh& mesh, std::span<const RegionMesh::Id> order);

/// Removes cuts as long as what they leave is at least as round as the worse of the two pieces, roundest first (area over squared perimeter).
void merge_regular(RegionMesh& mesh);

/// Three neighbouring pieces into two, as long as there are such, or so many rounds (Tozour 2002).
/// @return how many pieces fewer there are.
std::size_t three_to_two(RegionMesh& mesh, int rounds);

}  // namespace plumb::pipeline
