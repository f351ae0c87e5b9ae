// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons in convex pieces, over any type of vertices that answers questions of order and side. NumberedPlaces is such
// a type, for exact points in a list.
#pragma once
#include <concepts>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// Vertices by number, in plan: all questions about them that merging, cutting and counting of convex pieces ask.
/// Answers are exact. The vertices need not be const, so that they may cache answers.
template <class V>
concept PlanVertices = requires(V& vertices, std::uint32_t a, std::uint32_t b, std::uint32_t c, bool one_line) {
  /// The side of the line from a to b that c is on: negative is its right. a and b are different points. `one_line`
  /// says that the three are known to be collinear.
  { vertices.side(a, b, c, one_line) } -> std::same_as<Sign>;
  { vertices.side(a, b, c) } -> std::same_as<Sign>;
  /// Negative if a is before b by x, then y; zero if they are one point.
  { vertices.compare(a, b) } -> std::convertible_to<int>;
  /// A number that grows with the length from a to b. It affects the choice of cuts only.
  { vertices.length(a, b) } -> std::convertible_to<double>;
};

/// How a clockwise boundary goes on at a corner.
enum class Turn : std::uint8_t { right, straight, left, back };

/// The turn of the path from a over b to c. Requires a != b and b != c as points.
template <PlanVertices Vertices>
Turn turn_of(Vertices& vertices, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Sign s = vertices.side(a, b, c);
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // Three points of one line: straight on if b lies between the others.
  return (vertices.compare(a, b) < 0) == (vertices.compare(b, c) < 0) ? Turn::straight : Turn::back;
}

/// The tag of a half-edge of pieces: the number of the line that it is on, or none.
struct LineTag {
  std::uint32_t line = 0xffffffffu;
};

/// A region in convex pieces: clockwise faces, two of which meet at each cut, an inner edge. A region may overlap
/// itself in plan, as a spiral ramp does, since every question is about a few neighbouring pieces. Keeps a reference to
/// the vertices.
template <PlanVertices Vertices, class Tag = LineTag>
class ConvexPieces : public HalfEdgeMesh<Tag> {
  static_assert(std::derived_from<Tag, LineTag>);
  using Mesh = HalfEdgeMesh<Tag>;

 public:
  using Mesh::edges, Mesh::none, Mesh::to;
  using typename Mesh::HalfEdge, typename Mesh::Id;

  explicit ConvexPieces(Vertices& points) : points_(&points) {}

  bool one_line(Id e, Id f) const { return (edges[e].line == edges[f].line) & (edges[e].line != none); }
  Vertices& points() const { return *points_; }
  double length(Id e) const { return points_->length(edges[e].from, to(e)); }
  std::size_t piece_count() const { return Mesh::number_faces(face_); }

  /// The turn of the corner from `in` to `out` that results where two corners, both at most straight, are joined.
  /// `across` is a vertex on the cut between them.
  Turn joined(Id in, Id out, std::uint32_t across) const;
  bool convex_joined(Id in, Id out, std::uint32_t across) const {
    const std::uint32_t a = edges[in].from, b = edges[out].from;
    const Sign s = points_->side(a, b, to(out), one_line(in, out));
    return s != 0 ? s < 0 : points_->side(a, b, across) != 0;
  }
  /// Whether the corner at the start of cut e stays convex without the cut.
  bool free_at_start(Id e) const {
    const Id t = edges[e].twin;
    return convex_joined(edges[e].prev, edges[t].next, to(e));
  }
  bool free(Id e) const {
    return Mesh::convex_union(e, edges[e].twin,
                              [this](Id in, Id out, Id gone) { return convex_joined(in, out, to(gone)); });
  }

  /// The region's corner where boundary half-edge e ends.
  Turn boundary_corner(Id e) const;

 private:
  Vertices* points_;
  mutable std::vector<std::uint32_t> face_;  // a buffer: pieces are counted by one thread at a time
};

template <PlanVertices Vertices, class Tag>
Turn ConvexPieces<Vertices, Tag>::joined(Id in, Id out, std::uint32_t across) const {
  const HalfEdge &a = edges[in], &b = edges[out];
  const Sign s = points_->side(a.from, b.from, to(out), one_line(in, out));
  if (s != 0) return s < 0 ? Turn::right : Turn::left;
  // On one line the corner is either straight, or two straight corners joined: a full turn.
  return points_->side(a.from, b.from, across) == 0 ? Turn::back : Turn::straight;
}

template <PlanVertices Vertices, class Tag>
Turn ConvexPieces<Vertices, Tag>::boundary_corner(Id e) const {
  Id f = edges[e].next;
  const std::uint32_t a = edges[e].from, v = edges[f].from;
  const auto turn_to = [&](Id g) { return points_->side(a, v, to(g), one_line(e, g)); };
  Sign s = turn_to(f);
  while (edges[f].twin != none) {
    if (s == 0) return Turn::left;  // straight already, with more pieces to follow
    f = edges[edges[f].twin].next;
    s = turn_to(f);
    if (s > 0) return Turn::left;
  }
  return s < 0 ? Turn::right : Turn::straight;
}

/// Erases cuts without which both their pieces make a convex one, in the order given (Hertel & Mehlhorn 1985).
/// Calls changed(f) at both ends of each cut erased: f is the half-edge of the new piece that starts there or, where
/// the vertex is erased, too, the half-edge that passes through there. Erasing later cuts may erase f.
/// @return the number of cuts erased, by which there are fewer pieces
template <class Pieces, class Changed>
std::size_t remove_cuts(Pieces& mesh, std::span<const typename Pieces::Id> order, Changed&& changed) {
  using Id = typename Pieces::Id;
  std::size_t removed = 0;
  std::vector<Id> again;
  const auto try_one = [&](Id e) {
    if (!mesh.is_inner(e) || !mesh.free(e)) return;
    const Id t = mesh[e].twin, at_start = mesh[t].next, at_end = mesh[e].next;
    mesh.remove_edge(e);
    ++removed;
    for (const Id f : {at_start, at_end}) {
      if (!mesh.alive(f)) continue;
      const Id longer = mesh.merge_edges(f);
      if (longer != Pieces::none) again.push_back(longer);
      changed(longer != Pieces::none ? longer : f);
    }
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
template <class Pieces>
std::size_t remove_cuts(Pieces& mesh, std::span<const typename Pieces::Id> order) {
  return remove_cuts(mesh, order, [](typename Pieces::Id) {});
}

/// Points seen from above, by their numbers in a list, which must outlive it: PlanVertices. Reading is thread-safe.
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
  /// About its square, and never infinite.
  double length(std::uint32_t a, std::uint32_t b) const {
    const double x = order_key(at_[b].x()) - order_key(at_[a].x()), y = order_key(at_[b].y()) - order_key(at_[a].y());
    return x * x + y * y;
  }
  mpq_class squared_length(std::uint32_t a, std::uint32_t b) const {
    const mpq_class x = at_[b].x() - at_[a].x(), y = at_[b].y() - at_[a].y();
    return x * x + y * y;
  }

 private:
  std::vector<PlanRef> at_;
};

}  // namespace plumb::kernel
