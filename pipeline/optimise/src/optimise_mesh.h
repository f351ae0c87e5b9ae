// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "optimise_points.h"
#include "plumb/kernel/half_edge_mesh.h"

namespace plumb::pipeline {

struct RegionTag {
  SideId side = no_side;                   ///< on the boundary: the side of the graph
  std::uint32_t line = 0xffffffffu;        ///< Side::line, or none
};

/// A region (cells of one stance joined by twins that let it pass) in convex pieces: faces, clockwise, of which two meet at a cut, an inner edge.
/// A region may lie over itself, as a spiral ramp does: every question is about a few pieces that lie side by side.
class RegionMesh : public kernel::HalfEdgeMesh<RegionTag> {
 public:
  explicit RegionMesh(PlanPoints& points) : points_(&points) {}

  bool one_line(Id e, Id f) const { return (edges[e].line == edges[f].line) & (edges[e].line != none); }
  PlanPoints& points() const { return *points_; }
  double length(Id e) const { return points_->length(edges[e].from, to(e)); }
  std::size_t piece_count() const { return number_faces(face_); }

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
  bool free(Id e) const {
    return convex_union(e, edges[e].twin, [this](Id in, Id out, Id gone) { return convex_joined(in, out, to(gone)); });
  }

  /// The region's corner where boundary half-edge e ends.
  Turn boundary_corner(Id e) const;

 private:
  PlanPoints* points_;
  mutable std::vector<std::uint32_t> face_;  // a buffer
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
