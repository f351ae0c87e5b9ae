// SPDX-License-Identifier: LGPL-3.0-or-later
// The least number of convex pieces into which a simple polygon can be cut along diagonals, by dynamic programming.
//
// Parts of the polygon, each cut off by a chord from corner i to corner k, are solved from small to large:
// 1. operator() rotates the polygon to start at a reflex corner, fills the table of_edge_ of the side of each corner to
//    each edge, refuses polygons that are not simple(), and calls solve() for each chord with a reflex end that does
//    not leave the polygon (sees()).
// 2. Of all ways to cut a part into the fewest pieces only the piece at the chord matters for larger parts: whether it
//    can be extended over the chord. offer() keeps those that no other beats, that is whose two sides at the ends of
//    the chord lie closest to the chord. A way with one cut more than the fewest need not be kept, as the chord itself
//    can be cut.
// 3. solve() sees the piece at the chord as a fan of triangles from a reflex end of the chord. The last triangle leaves
//    two smaller parts; over the chord of one of them the piece goes on, or that chord is cut (cut_after_first,
//    cut_before_last).
//
// A chord may run through corners and along sides. Pieces of one line are then triangles without area. The count is
// right all the same: if such a triangle were a piece, the cut along its longest side could be left out, so it would
// not be among the fewest.
//
// Cost: for n corners of which r are reflex, r n^2 steps to find which corners see each other and r^2 n steps to solve;
// memory n^2. n is at most most_corners, so the numbers fit bytes.
// Exact: only signs of PlanVertices are used.
// Sources: Keil (1985); Keil & Snoeyink (2002).
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/convex_pieces.h"

namespace plumb::kernel {

/// The least number of convex pieces of a simple polygon, if these have no corners but its own. Counting them takes far
/// less time than making them.
template <PlanVertices Vertices>
class FewestPieces {
 public:
  static constexpr std::size_t most_corners = 60;

  explicit FewestPieces(Vertices& points) : points_(points) {}

  /// None if the polygon touches or crosses itself. Requires 4 to most_corners corners, clockwise, none of them
  /// straight, and at least one reflex.
  std::optional<std::size_t> operator()(std::span<const std::uint32_t> corners);

 private:
  using Corner = std::uint32_t;
  // A piece at a chord, by its corners next to the ends of the chord.
  struct Pair {
    std::uint8_t after_first, before_last;
  };
  // The part of the polygon from corner i to corner k, i < k, closed by the chord between these.
  struct Part {
    bool there = false;     // the chord does not leave the polygon
    std::uint8_t cuts = 0;  // the fewest within the part
    std::uint32_t
        first = 0,
        last = 0;  // into pairs_: the pieces kept for this chord, in the order from wide to narrow at its first end
  };

  Corner before(Corner i) const { return i == 0 ? n_ - 1 : i - 1; }
  Corner after(Corner i) const { return i + 1 == n_ ? 0 : i + 1; }
  Sign side(Corner i, Corner j, Corner k) { return points_.side(corners_[i], corners_[j], corners_[k]); }
  bool bends_in(Corner i, Corner j, Corner k) { return side(i, j, k) > 0; }
  Sign of_edge(Corner i, Corner k) const { return of_edge_[i * n_ + k]; }
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

  Vertices& points_;
  Corner n_ = 0;
  std::vector<std::uint32_t> corners_;
  std::vector<std::uint8_t> reflex_;
  std::vector<Sign> of_edge_;  // by corner and corner: the side of the edge that starts at the first
  std::vector<Part> parts_;
  std::vector<Pair> pairs_, best_;  // best_: of the part at work
  unsigned fewest_ = 0;
};

// Whether m lies on the segment from i to j. Requires that it lies on the line of these.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::between(Corner i, Corner m, Corner j) {
  const int first = points_.compare(corners_[i], corners_[m]), second = points_.compare(corners_[m], corners_[j]);
  return first == 0 || second == 0 || (first < 0) == (second < 0);
}

// Whether the sides that start at i and at j, neither next to the other, have a point in common.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::meet(Corner i, Corner j) {
  const Corner k = after(i), l = after(j);
  const Sign a = of_edge(i, j), b = of_edge(i, l);
  if (a * b > 0) return false;
  const Sign c = of_edge(j, i), d = of_edge(j, k);
  if (c * d > 0) return false;
  if (a * b < 0 && c * d < 0) return true;
  return (a == 0 && between(i, j, k)) || (b == 0 && between(i, l, k)) || (c == 0 && between(j, i, l)) ||
         (d == 0 && between(j, k, l));
}

template <PlanVertices Vertices>
bool FewestPieces<Vertices>::simple() {
  for (Corner i = 0; i < n_; ++i) {
    if (of_edge(before(i), after(i)) == 0) return false;  // turns back
    for (Corner j = i + 2; j < n_; ++j)
      if (after(j) != i && meet(i, j)) return false;
  }
  return true;
}

// Whether the segment from i to j starts inside the polygon, or along its boundary.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::within(Corner i, Corner j) {
  const bool first = of_edge(before(i), j) <= 0, second = of_edge(i, j) <= 0;
  return reflex_[i] ? first || second : first && second;
}

// Whether the segment from i to j does not leave the polygon.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::sees(Corner i, Corner j) {
  if (!within(i, j) || !within(j, i)) return false;
  const auto of_chord = [&](Corner m) { return m == i || m == j ? Sign::zero : side(i, j, m); };
  Sign last = of_chord(n_ - 1);
  for (Corner m = 0; m < n_; ++m) {
    const Sign here = of_chord(m);
    if (here == 0) {
      if (m != i && m != j && between(i, m, j) && !(within(m, i) && within(m, j))) return false;
    } else if (here * last < 0 && of_edge(before(m), i) * of_edge(before(m), j) < 0) {
      return false;
    }
    last = here;
  }
  return true;
}

// Keeps a way to cut the part that is being solved, unless another one is as good.
template <PlanVertices Vertices>
void FewestPieces<Vertices>::offer(unsigned cuts, Corner after_first, Corner before_last) {
  if (cuts > fewest_) return;
  if (cuts < fewest_) {
    best_.clear();
    fewest_ = cuts;
  }
  if (!best_.empty() && after_first <= best_.back().after_first) return;
  while (!best_.empty() && best_.back().before_last >= before_last) best_.pop_back();
  best_.push_back({static_cast<std::uint8_t>(after_first), static_cast<std::uint8_t>(before_last)});
}

// Offers the pieces at the chord from i to k whose last triangle is i, j, k, fanned from i.
template <PlanVertices Vertices>
void FewestPieces<Vertices>::cut_after_first(Corner i, Corner j, Corner k) {
  const Part &near = part(i, j), &far = part(j, k);
  if (!near.there || !far.there) return;
  unsigned cuts = near.cuts + far.cuts + (k - j > 1);
  Corner next = j;
  if (j - i > 1) {
    // Extends the piece at the chord from i to j: of those that stay convex at j the narrowest at i.
    std::uint32_t p = near.first;
    while (p != near.last && !bends_in(pairs_[p].before_last, j, k)) ++p;
    if (p != near.first && !bends_in(k, i, pairs_[p - 1].after_first)) next = pairs_[p - 1].after_first;
    else ++cuts;
  }
  offer(cuts, next, j);
}

// Offers the pieces at the chord from i to k whose last triangle is i, j, k, fanned from k.
template <PlanVertices Vertices>
void FewestPieces<Vertices>::cut_before_last(Corner i, Corner j, Corner k) {
  const Part &near = part(j, k), &far = part(i, j);
  if (!near.there || !far.there) return;
  unsigned cuts = near.cuts + far.cuts + (j - i > 1);
  Corner next = j;
  if (k - j > 1) {
    std::uint32_t p = near.last;
    while (p != near.first && !bends_in(i, j, pairs_[p - 1].after_first)) --p;
    if (p != near.last && !bends_in(pairs_[p].before_last, k, i)) next = pairs_[p].before_last;
    else ++cuts;
  }
  offer(cuts, j, next);
}

template <PlanVertices Vertices>
void FewestPieces<Vertices>::solve(Corner i, Corner k) {
  best_.clear();
  fewest_ = 0xffffffffu;
  if (k == i + 2) {
    offer(0, i + 1, i + 1);
  } else if (reflex_[i]) {
    for (Corner j = i + 1; j < k; ++j)
      if (reflex_[k] || reflex_[j] || j + 1 == k) cut_after_first(i, j, k);
  } else {
    for (Corner j = i + 1; j < k; ++j)
      if (reflex_[j] || j == i + 1) cut_before_last(i, j, k);
  }
  if (best_.empty()) return;
  const auto first = static_cast<std::uint32_t>(pairs_.size());
  pairs_.insert(pairs_.end(), best_.begin(), best_.end());
  part(i, k) = {true, static_cast<std::uint8_t>(fewest_), first, static_cast<std::uint32_t>(pairs_.size())};
}

template <PlanVertices Vertices>
std::optional<std::size_t> FewestPieces<Vertices>::operator()(std::span<const std::uint32_t> corners) {
  n_ = static_cast<Corner>(corners.size());
  // The corners start at a reflex one, from which the piece at the last chord, a side of the polygon, is fanned.
  Corner start = 0;
  while (points_.side(corners[before(start)], corners[start], corners[after(start)]) <= 0)
    if (++start == n_) return std::nullopt;  // no reflex corner: the outline turns back on itself
  corners_.assign(corners.begin(), corners.end());
  std::rotate(corners_.begin(), corners_.begin() + start, corners_.end());
  of_edge_.resize(std::size_t{n_} * n_);
  for (Corner i = 0; i < n_; ++i)
    for (Corner k = 0; k < n_; ++k) of_edge_[i * n_ + k] = k == i || k == after(i) ? Sign::zero : side(i, after(i), k);
  if (!simple()) return std::nullopt;
  reflex_.resize(n_);
  for (Corner i = 0; i < n_; ++i) reflex_[i] = of_edge(before(i), after(i)) > 0;

  parts_.assign(std::size_t{n_} * n_, {});
  pairs_.clear();
  for (Corner i = 0; i + 1 < n_; ++i) part(i, i + 1).there = true;
  for (Corner gap = 2; gap < n_; ++gap)
    for (Corner i = 0; i + gap < n_; ++i) {
      const Corner k = i + gap;
      if ((reflex_[i] || reflex_[k]) && (gap + 1 == n_ || sees(i, k))) solve(i, k);
    }
  const Part& whole = part(0, n_ - 1);
  if (!whole.there) return std::nullopt;
  return std::size_t{whole.cuts} + 1;
}

}  // namespace plumb::kernel
