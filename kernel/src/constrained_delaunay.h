// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/near_point.h"

namespace plumb::kernel {

/// The constrained Delaunay triangulation of points and segments, which fill the points' convex hull. Where four points
/// are on a circle, in_circle_moved() decides: the triangles depend on the points and segments alone.
///
/// By half-edges: triangle t has 3 t, 3 t + 1 and 3 t + 2, counter-clockwise. Some triangles lie beyond the hull: one
/// of their corners is `beyond`.
class ConstrainedDelaunay {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu, beyond = 0xfffffffeu;

  /// Keeps a reference. Requires points in different places. Of points on one line there are no triangles.
  explicit ConstrainedDelaunay(std::span<const NearPoint> points);

  /// Makes an edge from one point to another, with a name. Requires that there are triangles, that no point lies
  /// between the two, and that the edge crosses no other with a name; each is made once.
  void add_segment(Index from, Index to, Index name);
  /// The same where points may lie between the two: an edge from each to the next, and `passed` says which these are.
  /// False, and the edges up to there made, if it would cross one that has a name.
  bool add_way(Index from, Index to, Index name, std::vector<Index>& passed);

  Index half_edge_count() const { return static_cast<Index>(from_.size()); }
  Index from(Index h) const { return from_[h]; }
  Index twin(Index h) const { return twin_[h]; }
  Index name(Index h) const { return name_[h]; }  ///< none if it is no segment
  static Index next(Index h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static Index prev(Index h) { return h % 3 == 0 ? h + 2 : h - 1; }
  bool is_beyond(Index triangle) const {
    return from_[3 * triangle] == beyond || from_[3 * triangle + 1] == beyond || from_[3 * triangle + 2] == beyond;
  }

 private:
  struct Edge {
    Index from, to;
  };

  Index to(Index h) const { return from_[next(h)]; }
  int side(Index a, Index b, Index c) const { return orientation(points_[a], points_[b], points_[c]); }
  bool first_triangle(std::vector<Index>& rest);
  void add_point(Index p);
  std::pair<Index, bool> find(Index p) const;
  void split_triangle(Index t, Index p);
  void split_edge(Index h, Index p);
  Index add_triangle(Index a, Index b, Index c);
  void set(Index h, Index from);
  void link(Index h, Index g);
  bool is_within(Index p, Index triangle) const;
  void flip(Index h);
  void mend_around(Index p);
  void mend();
  Index half_edge(Index from, Index to) const;
  Index first_crossed(Index from, Index to) const;
  void find_crossed(Index from, Index to, Index first);
  void turn_crossed(Index from, Index to);
  void name_edge(Index h, Index name);
  Index neighbour_ahead(Index from, Index to) const;
  Index find_crossed_up_to_point(Index from, Index to);

  std::span<const NearPoint> points_;
  std::vector<Index> from_, twin_, name_;  // by half-edge
  std::vector<Index> out_;                 // by point, a half-edge that starts there
  Index last_ = 0;                         // a triangle where a point was added
  std::vector<Index> to_mend_;             // half-edges
  std::vector<Edge> crossed_, turned_;
};

}  // namespace plumb::kernel
