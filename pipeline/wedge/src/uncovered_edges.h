// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plan_corners.h"
#include "plumb/kernel/box_tree.h"
#include "segment_core.h"

namespace plumb::pipeline {

/// The boundary of what is left of a floor when convex polygons are taken from it, without a triangulation of what is
/// taken: of each edge the stretches that have what is left along their right side.
///
/// The floor is given in triangles, which do not overlap. What the floor ends at has to be taken (as a border's bodies
/// take it), but for edges that are told: the joints, along which it goes on beyond its plane.
class UncoveredEdges {
 public:
  using Id = PlanCorners::Id;
  static constexpr std::uint32_t none = 0xffffffffu;

  /// A place along an edge: where it crosses another, or a share of the way that is a double.
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

  /// A convex ring, counter-clockwise, with an area. Of edges along one another, that of the lowest number counts.
  /// `core`: null, or what is certainly within; kept by reference. is_hidden(from, to): whether it is known that an
  /// edge is within another polygon.
  template <class IsHidden>
  void take(std::span<const Id> ring, const SegmentCore* core, IsHidden&& is_hidden) {
    const std::size_t first = edges_.size();
    take(ring, core);
    for (std::size_t e = first; e < edges_.size(); ++e) edges_[e].is_hidden = is_hidden(edges_[e].from, edges_[e].to);
  }
  /// is_joint: by side.
  void add_part(const std::array<Id, 3>& corners, const std::array<bool, 3>& is_joint);
  /// To be called once, after all polygons have been told. Stretches ascend by edge, then along it.
  std::vector<Stretch> find();

  struct Edge {
    Id from, to;
    std::uint32_t polygon;                ///< which takes what is on the left; joints: none
    std::uint32_t part = none, side = 0;  ///< joints: of which triangle, which side
    bool is_hidden = false;
  };
  const Edge& edge(std::uint32_t e) const { return edges_[e]; }
  bool is_joint(std::uint32_t e) const { return edges_[e].polygon == none; }

  bool at_start(const Cut& c) const { return c.edge == none && c.near.low == 0; }
  bool at_end(const Cut& c) const { return c.edge == none && c.near.low == 1; }
  kernel::PlanPoint place(std::uint32_t edge, const Cut& cut) const;

 private:
  // Edges first, first + 1, ... of a convex ring.
  struct Polygon {
    std::uint32_t first, end;
    kernel::Box box;
    const SegmentCore* core = nullptr;
    mutable std::uint32_t last_parting = none;  // an edge that had a piece on its other side: a hint
  };
  // Of an edge, the part between two shares of the way.
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
  int side(std::uint32_t line, Id corner) const;
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
  // Buffers: polygons near a piece, and what they cover of it.
  std::vector<std::uint32_t> near_;
  std::vector<Span> covered_;
  // The polygon that covered the piece before, and the corner where that ended: hints.
  std::uint32_t last_ = 0;
  Id last_corner_ = none;
};

}  // namespace plumb::pipeline
