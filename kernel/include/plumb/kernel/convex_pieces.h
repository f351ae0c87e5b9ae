// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons that are cut into convex pieces (ConvexPieces), over any type of vertices that answers questions of order
// and side (PlanVertices). NumberedPlaces is such a type, for exact points in a list.
#pragma once
#include <concepts>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// Vertices in plan, by number. These are all the questions about them that merging, cutting and counting of convex
/// pieces ask. side() and compare() must answer exactly. The vertices need not be const, so that they may cache
/// answers.
template <class V>
concept PlanVertices = requires(V& vertices, std::uint32_t a, std::uint32_t b, std::uint32_t c, bool one_line) {
  /// On which side of the line from a to b the vertex c lies; negative means on its right. a and b are never the same
  /// point. `one_line` says that the three are known to be collinear.
  { vertices.side(a, b, c, one_line) } -> std::same_as<Sign>;
  { vertices.side(a, b, c) } -> std::same_as<Sign>;
  /// Negative if a is before b by x, then y; zero if they are one point.
  { vertices.compare(a, b) } -> std::convertible_to<int>;
  /// A number that grows with the distance from a to b. It may be rounded, as it affects the choice of cuts only.
  { vertices.length(a, b) } -> std::convertible_to<double>;
};

/// How a clockwise boundary goes on at a corner.
enum class Turn : std::uint8_t { right, straight, left, back };

/// The turn of the path from a over b to c. Requires a != b and b != c as points.
template <PlanVertices Vertices>
Turn turn_of(Vertices& vertices, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Sign s = vertices.side(a, b, c);
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // The three points lie on one line. The path goes straight on if b lies between the others.
  return (vertices.compare(a, b) < 0) == (vertices.compare(b, c) < 0) ? Turn::straight : Turn::back;
}

/// The tag of a half-edge of pieces.
struct LineTag {
  std::uint32_t line = 0xffffffffu;  ///< the number of the line that the half-edge is on, or none
};

/// A region that is cut into convex pieces. The pieces are clockwise faces, and a cut is an inner edge, at which two of
/// them meet. A region may overlap itself in plan, as a spiral ramp does, since every question is about a few
/// neighbouring pieces. The object keeps a reference to the vertices. It is used by one thread at a time.
template <PlanVertices Vertices, class Tag = LineTag>
class ConvexPieces : public HalfEdgeMesh<Tag> {
  static_assert(std::derived_from<Tag, LineTag>);
  using Mesh = HalfEdgeMesh<Tag>;

 public:
  using Mesh::edges, Mesh::none, Mesh::to;
  using typename Mesh::HalfEdge, typename Mesh::Id;

  explicit ConvexPieces(Vertices& points) : points_(&points) {}

  /// Whether the tags say that two half-edges are on one line.
  bool one_line(Id e, Id f) const { return (edges[e].line == edges[f].line) & (edges[e].line != none); }
  Vertices& points() const { return *points_; }
  /// PlanVertices::length() of an edge.
  double length(Id e) const { return points_->length(edges[e].from, to(e)); }
  std::size_t piece_count() const { return Mesh::number_faces(face_); }

  /// The turn from half-edge `in` to half-edge `out`, where two corners that are both at most straight become one
  /// because the cut between them is erased. `across` is a vertex on that cut, other than the corner.
  Turn turn_without_cut(Id in, Id out, std::uint32_t across) const;
  /// Whether that turn is to the right or straight on.
  bool is_convex_without_cut(Id in, Id out, std::uint32_t across) const {
    const std::uint32_t a = edges[in].from, b = edges[out].from;
    const Sign s = points_->side(a, b, to(out), one_line(in, out));
    return s != 0 ? s < 0 : points_->side(a, b, across) != 0;
  }
  /// Whether the corner at the start of cut e is convex without the cut.
  bool is_convex_without(Id e) const {
    const Id t = edges[e].twin;
    return is_convex_without_cut(edges[e].prev, edges[t].next, to(e));
  }
  /// Whether the two pieces beside cut e make one convex piece without it.
  bool is_removable(Id e) const {
    return Mesh::convex_union(e, edges[e].twin,
                              [this](Id in, Id out, Id gone) { return is_convex_without_cut(in, out, to(gone)); });
  }

  /// The turn of the region's boundary where boundary half-edge e ends.
  Turn boundary_turn(Id e) const;

 private:
  Vertices* points_;
  mutable std::vector<std::uint32_t> face_;  // a buffer of piece_count()
};

template <PlanVertices Vertices, class Tag>
Turn ConvexPieces<Vertices, Tag>::turn_without_cut(Id in, Id out, std::uint32_t across) const {
  const HalfEdge &a = edges[in], &b = edges[out];
  const Sign s = points_->side(a.from, b.from, to(out), one_line(in, out));
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // `in` and `out` are on one line. The corner goes straight on, unless the cut is on that line, too: then two straight
  // corners have become one of 360 degrees.
  return points_->side(a.from, b.from, across) == 0 ? Turn::back : Turn::straight;
}

template <PlanVertices Vertices, class Tag>
Turn ConvexPieces<Vertices, Tag>::boundary_turn(Id e) const {
  Id f = edges[e].next;
  const std::uint32_t a = edges[e].from, v = edges[f].from;
  const auto turn_to = [&](Id g) { return points_->side(a, v, to(g), one_line(e, g)); };
  Sign s = turn_to(f);
  while (edges[f].twin != none) {
    if (s == 0) return Turn::left;  // the pieces so far make a straight corner, and there are more
    f = edges[edges[f].twin].next;
    s = turn_to(f);
    if (s > 0) return Turn::left;
  }
  return s < 0 ? Turn::right : Turn::straight;
}

/// Tries cuts in the order given and erases those without which the two pieces beside them make one convex piece
/// (Hertel & Mehlhorn 1985). If only two edges remain at an end of an erased cut, and both are cuts, its vertex is
/// erased and the two become one cut, which is tried next.
///
/// Calls changed(f) for each end of each erased cut where half-edges remain: f is the half-edge of the new piece that
/// starts there or, if the vertex was erased, the half-edge that passes through there. Later erasures may erase f.
/// @return the number of erased cuts, which is also the number of pieces that there are fewer
template <class Pieces, class Changed>
std::size_t remove_cuts(Pieces& mesh, std::span<const typename Pieces::Id> order, Changed&& changed) {
  using Id = typename Pieces::Id;
  std::size_t removed = 0;
  std::vector<Id> longer_cuts;  // cuts that became longer and were not tried since
  const auto try_one = [&](Id e) {
    if (!mesh.is_inner(e) || !mesh.is_removable(e)) return;
    const Id t = mesh[e].twin, at_start = mesh[t].next, at_end = mesh[e].next;
    mesh.remove_edge(e);
    ++removed;
    for (const Id f : {at_start, at_end}) {
      if (!mesh.alive(f)) continue;
      const Id longer = mesh.merge_edges(f);
      if (longer != Pieces::none) longer_cuts.push_back(longer);
      changed(longer != Pieces::none ? longer : f);
    }
  };
  for (const Id e : order) {
    try_one(e);
    while (!longer_cuts.empty()) {
      const Id f = longer_cuts.back();
      longer_cuts.pop_back();
      try_one(f);
    }
  }
  return removed;
}
template <class Pieces>
std::size_t remove_cuts(Pieces& mesh, std::span<const typename Pieces::Id> order) {
  return remove_cuts(mesh, order, [](typename Pieces::Id) {});
}

/// PlanVertices that are the points of a list, seen from above, by their numbers in it. The list must outlive this
/// object. Any threads may ask at once.
class NumberedPlaces {
 public:
  explicit NumberedPlaces(const std::vector<ExactPoint>& points) {
    at_.reserve(points.size());
    for (const ExactPoint& p : points) at_.emplace_back(p);
  }
  Sign side(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool one_line = false) const {
    return one_line ? Sign::zero : orientation(at_[a], at_[b], at_[c]);
  }
  int compare(std::uint32_t a, std::uint32_t b) const { return before(at_[a], at_[b]) ? -1 : before(at_[b], at_[a]); }
  /// Approximately the squared distance; it is finite for any coordinates.
  double length(std::uint32_t a, std::uint32_t b) const {
    const double x = order_key(at_[b].x()) - order_key(at_[a].x()), y = order_key(at_[b].y()) - order_key(at_[a].y());
    return x * x + y * y;
  }
  /// The squared distance, exactly.
  mpq_class squared_length(std::uint32_t a, std::uint32_t b) const {
    const mpq_class x = at_[b].x() - at_[a].x(), y = at_[b].y() - at_[a].y();
    return x * x + y * y;
  }

 private:
  std::vector<PlanRef> at_;
};

}  // namespace plumb::kernel
