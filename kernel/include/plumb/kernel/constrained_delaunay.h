// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/filtered_point.h"

namespace plumb::kernel {

/// The constrained Delaunay triangulation of the convex hull of some points, with segments between them. Where four
/// points lie on a circle, in_circle_moved() decides: the triangles depend on the points and segments alone.
///
/// Triangle t has the half-edges 3 t, 3 t + 1 and 3 t + 2, counter-clockwise. A triangle with the corner `beyond` is
/// none of the plane: it represents what is outside of one edge of the hull.
class ConstrainedDelaunay {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu, beyond = 0xfffffffeu;

  /// Keeps a reference. Requires points in different places. Of points on one line there are no triangles.
  explicit ConstrainedDelaunay(std::span<const FilteredPoint> points);

  /// Inserts the segment between two points under a name. Requires that there are triangles, that no point lies within
  /// the segment, that it crosses no other segment, and that it was not inserted before.
  void add_segment(Index from, Index to, Index name);
  /// The same where points may lie within the segment: each stretch between two of them becomes an edge of that name,
  /// and these points are appended to `passed`. Returns false if it would cross another segment; the edges up to that
  /// crossing stay inserted, and the call may be repeated once split_segment() has put a point there.
  bool add_way(Index from, Index to, Index name, std::vector<Index>& passed);
  /// A half-edge of the segment that the new one crosses, if the last add_way() has returned false.
  Index crossed_segment() const { return crossed_segment_; }

  /// Splits a segment at a new point: `points` are those given before and one more, which lies within the segment of
  /// half-edge h. Both stretches keep its name. Half-edge h begins where it began, and other half-edges may get new
  /// numbers.
  void split_segment(Index h, std::span<const FilteredPoint> points);

  /// The order in which points are inserted fastest, of their numbers ascending by coordinates: random rounds, each
  /// twice as large as the one before, ascending within. So a point is near the one before it, and few triangles of one
  /// round are flipped in the next (Amenta, Choi & Rote 2003).
  static std::vector<Index> in_rounds(std::vector<Index> ascending);

  Index half_edge_count() const { return static_cast<Index>(from_.size()); }
  Index from(Index h) const { return from_[h]; }
  Index to(Index h) const { return from_[next(h)]; }
  Index twin(Index h) const { return twin_[h]; }
  /// Some half-edge that begins at a point, in a triangle of the plane or beyond it.
  Index half_edge_at(Index point) const { return out_[point]; }
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

  Sign side(Index a, Index b, Index c) const { return orientation(points_[a], points_[b], points_[c]); }
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

  std::span<const FilteredPoint> points_;
  std::vector<Index> from_, twin_, name_;  // by half-edge
  std::vector<Index> out_;                 // by point: a half-edge that starts there
  Index last_ = 0;                         // a triangle at the point inserted last
  Index crossed_segment_ = none;
  std::vector<Index> to_mend_;  // half-edges to be tested
  std::vector<Edge> crossed_, turned_;
};

}  // namespace plumb::kernel
