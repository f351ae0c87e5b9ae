// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/surface/border_segments.h"

namespace plumb::surface {

/// The boundary of a floor minus convex polygons, without a triangulation of what the polygons cover: of each edge the
/// stretches that have uncovered floor along their right side.
///
/// The floor is given in triangles that do not overlap. Wherever the floor ends, its edge has to be covered by polygons
/// (as a border's bodies do), except for the edges that the caller names: the joints, beyond which the mesh goes on in
/// another plane.
class UncoveredEdges {
 public:
  using Id = PlanCorners::Id;
  static constexpr std::uint32_t none = 0xffffffffu;

  /// A place along an edge, by its share of the way: where the edge crosses another one, or a share that is a double.
  struct Cut {
    kernel::Interval near;      ///< doubles around the share
    std::uint32_t edge = none;  ///< the other edge
  };
  struct Stretch {
    std::uint32_t edge;
    Cut from, to;
  };

  /// Keeps a reference.
  explicit UncoveredEdges(PlanCorners& corners) : corners_(corners) {}
  void clear();

  /// Adds a convex ring, counter-clockwise, with an area. Of edges that run along one another in one direction only
  /// that of the lowest number counts. `core`: null, or a region that certainly lies within; a reference to it is kept.
  /// is_hidden(from, to): whether an edge is known to lie within another polygon.
  template <class IsHidden>
  void take(std::span<const Id> ring, const SegmentCore* core, IsHidden&& is_hidden) {
    const std::size_t first = edges_.size();
    take(ring, core);
    for (std::size_t e = first; e < edges_.size(); ++e) edges_[e].is_hidden = is_hidden(edges_[e].from, edges_[e].to);
  }
  /// Adds a triangle of the floor. is_joint: by side.
  void add_part(const std::array<Id, 3>& corners, const std::array<bool, 3>& is_joint);
  /// Returns the stretches, ascending by edge, then along the edge. Call it once, after all polygons and triangles.
  std::vector<Stretch> find();

  struct Edge {
    Id from, to;
    std::uint32_t polygon;                ///< the polygon that covers its left side; joints: none
    std::uint32_t part = none, side = 0;  ///< of a joint: its triangle and side
    bool is_hidden = false;
  };
  const Edge& edge(std::uint32_t e) const { return edges_[e]; }
  bool is_joint(std::uint32_t e) const { return edges_[e].polygon == none; }

  bool at_start(const Cut& c) const { return c.edge == none && c.near.low == 0; }
  bool at_end(const Cut& c) const { return c.edge == none && c.near.low == 1; }
  kernel::PlanPoint place(std::uint32_t edge, const Cut& cut) const;

 private:
  // A convex ring: edges first, first + 1, ... up to but without `end`.
  struct Polygon {
    std::uint32_t first, end;
    kernel::Box box;
    const SegmentCore* core = nullptr;
    mutable std::uint32_t last_parting = none;  // a hint: an edge that had a piece on its other side
  };
  // The part of an edge between two shares.
  struct Piece {
    std::uint32_t edge;
    double from, to;
    MeshCorners::Near near_from, near_to;
    kernel::Box box;
  };
  struct Span {
    Cut from, to;
  };
  struct Line {
    MeshCorners::Near at, run;
  };
  struct Node {
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> taken, parts;  // ascending
  };

  void take(std::span<const Id> ring, const SegmentCore* core);
  static kernel::Box box_around(const MeshCorners::Near& a, const MeshCorners::Near& b);
  Polygon add_ring(std::span<const Id> ring, std::uint32_t polygon);
  kernel::Interval near_side(std::uint32_t line, const MeshCorners::Near& at) const;
  kernel::Sign side(std::uint32_t line, Id corner) const;
  MeshCorners::Near near_place(std::uint32_t edge, double share) const;
  bool same_direction(std::uint32_t a, std::uint32_t b) const;
  mpq_class share(std::uint32_t edge, const Cut& cut) const;
  int compare(std::uint32_t edge, const Cut& a, const Cut& b) const;
  Cut crossing(std::uint32_t edge, std::uint32_t line) const;

  void solve(Node node, int depth);
  static kernel::Box box_of(const std::vector<Piece>& pieces);
  bool keep_near(Node& node) const;
  std::optional<std::array<Node, 2>> halves(const Node& node) const;
  void cut_long(Piece piece, std::size_t axis, double at, std::array<Node, 2>& into) const;
  void solve_leaf(const Node& node);
  bool holds(const Polygon& polygon, const kernel::Box& box) const;
  std::optional<Span> over(const Piece& piece, const Polygon& polygon, bool is_part, Cut from, Cut to) const;
  bool core_holds(const Piece& piece);
  void add_uncovered(const Piece& piece, const Node& node);
  void add_within(const Piece& piece, const Cut& from, const Cut& to, const Node& node);
  bool part_holds_middle(const Polygon& part, std::uint32_t edge, const Cut& from, const Cut& to) const;
  void join_pieces();

  PlanCorners& corners_;
  std::vector<Edge> edges_;
  std::vector<Line> lines_;  // by edge
  std::vector<Polygon> taken_, parts_;
  std::vector<std::uint32_t> joints_;       // edges
  std::vector<std::array<bool, 3>> joint_;  // by part and side
  std::vector<Stretch> found_;
  kernel::Box floor_ = kernel::no_box;  // around the parts
  // Buffers: the polygons near a piece, and the spans that they cover of it.
  std::vector<std::uint32_t> near_;
  std::vector<Span> covered_;
  // Hints: the polygon that covered the piece before, and the corner where that piece ended.
  std::uint32_t last_ = 0;
  Id last_corner_ = none;
};

}  // namespace plumb::surface
