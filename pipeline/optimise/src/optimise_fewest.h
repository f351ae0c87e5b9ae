// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "optimise_points.h"

namespace plumb::pipeline {

/// How many convex pieces a simple polygon has at least, if these have no corners but its own: exactly, by dynamic programming (Keil 1985; Keil & Snoeyink 2002).
/// It takes r^2 n steps for r reflex of n corners, after r n^2 for what sees what: far less than to make the pieces.
class FewestPieces {
 public:
  static constexpr std::size_t most_corners = 60;

  explicit FewestPieces(PlanPoints& points) : points_(points) {}

  /// Corners run clockwise, none goes straight on. None if the polygon touches or crosses itself.
  /// Requires a reflex corner, and 4 to most_corners corners.
  std::optional<std::size_t> operator()(std::span<const VertexRef> corners);

 private:
  using Corner = std::uint32_t;
  // Of a piece at a chord, the corners next to the chord's ends.
  struct Pair {
    std::uint8_t after_first, before_last;
  };
  // The part of the polygon from corner i to corner k, i < k, closed by the chord between these.
  struct Part {
    bool there = false;           // the chord does not leave the polygon
    std::uint8_t cuts = 0;        // the fewest within
    std::uint32_t first = 0, last = 0;  // into pairs_: of the narrowest pieces at the chord with that many, narrowest at its first end last
  };

  Corner before(Corner i) const { return i == 0 ? n_ - 1 : i - 1; }
  Corner after(Corner i) const { return i + 1 == n_ ? 0 : i + 1; }
  int side(Corner i, Corner j, Corner k) { return points_.side(corners_[i], corners_[j], corners_[k]); }
  bool bends_in(Corner i, Corner j, Corner k) { return side(i, j, k) > 0; }
  int of_edge(Corner i, Corner k) const { return of_edge_[i * n_ + k]; }
  bool between(Corner i, Corner m, Corner j);
  bool meet(Corner i, Corner j);
  bool simple();
  bool within(Corner i, Corner j);
  bool sees(Corner i, Corner j);
  Part& part(Corner i, Corner k) { return parts_[i * n_ + k]; }
  void cut_after_first(Corner i, Corner j, Corner k);
  void cut_before_last(Corner i, Corner j, Corner k);
  void offer(unsigned cuts, Corner after_first, Corner before_last);
  void solve(Corner i, Corner k);

  PlanPoints& points_;
  Corner n_ = 0;
  std::vector<VertexRef> corners_;
  std::vector<std::uint8_t> reflex_;
  std::vector<std::int8_t> of_edge_;  // by corner and corner: the side of the edge that starts at the first
  std::vector<Part> parts_;
  std::vector<Pair> pairs_, best_;  // best_: of the part at work
  unsigned fewest_ = 0;
};

}  // namespace plumb::pipeline
