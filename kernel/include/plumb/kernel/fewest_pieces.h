// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/convex_pieces.h"

namespace plumb::kernel {

/// How many convex pieces a simple polygon has at least, if these have no corners but its own: exactly, by dynamic
/// programming (Keil 1985; Keil & Snoeyink 2002). It takes r^2 n steps for r reflex of n corners, after r n^2 for what
/// sees what: far less than to make the pieces.
template <PlanVertices Vertices>
class FewestPieces {
 public:
  static constexpr std::size_t most_corners = 60;

  explicit FewestPieces(Vertices& points) : points_(points) {}

  /// Corners run clockwise, none goes straight on. None if the polygon touches or crosses itself.
  /// Requires a reflex corner, and 4 to most_corners corners.
  std::optional<std::size_t> operator()(std::span<const std::uint32_t> corners);

 private:
  using Corner = std::uint32_t;
  // Of a piece at a chord, the corners next to the chord's ends.
  struct Pair {
    std::uint8_t after_first, before_last;
  };
  // The part of the polygon from corner i to corner k, i < k, closed by the chord between these.
  struct Part {
    bool there = false;     // the chord does not leave the polygon
    std::uint8_t cuts = 0;  // the fewest within
    std::uint32_t
        first = 0,
        last = 0;  // into pairs_: of the narrowest pieces at the chord with that many, narrowest at its first end last
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

  Vertices& points_;
  Corner n_ = 0;
  std::vector<std::uint32_t> corners_;
  std::vector<std::uint8_t> reflex_;
  std::vector<std::int8_t> of_edge_;  // by corner and corner: the side of the edge that starts at the first
  std::vector<Part> parts_;
  std::vector<Pair> pairs_, best_;  // best_: of the part at work
  unsigned fewest_ = 0;
};

// Parts of the polygon, cut off by a chord from corner i to corner k, from small to large. Of all ways to cut a part
// into as few pieces as can be, only the piece at the chord matters for larger parts: whether it can grow over the
// chord. Of two such pieces one whose sides at both ends of the chord lie closer to the chord is as good; those are
// kept that no other one beats. A piece at the chord is seen as a fan of triangles, from a reflex end of the chord: the
// last triangle leaves a smaller part over whose chord the piece goes on, or which is cut off. A way with a cut more
// than the fewest need not be kept: the chord itself can be cut instead.
//
// A chord may run through corners, and along sides. Three pieces of one line are a triangle without area then. What
// counts is right all the same: where such a triangle were a piece of its own, the cut along its longest side could go,
// and it would not be among the fewest.

// Whether m lies on the segment from i to j, of whose line it is known to be.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::between(Corner i, Corner m, Corner j) {
  const int first = points_.compare(corners_[i], corners_[m]), second = points_.compare(corners_[m], corners_[j]);
  return first == 0 || second == 0 || (first < 0) == (second < 0);
}

// Whether the sides that start at i and at j, neither next to the other, have a point in common.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::meet(Corner i, Corner j) {
  const Corner k = after(i), l = after(j);
  const int a = of_edge(i, j), b = of_edge(i, l);
  if (a * b > 0) return false;
  const int c = of_edge(j, i), d = of_edge(j, k);
  if (c * d > 0) return false;
  if (a * b < 0 && c * d < 0) return true;
  return (a == 0 && between(i, j, k)) || (b == 0 && between(i, l, k)) || (c == 0 && between(j, i, l)) ||
         (d == 0 && between(j, k, l));
}

template <PlanVertices Vertices>
bool FewestPieces<Vertices>::simple() {
  for (Corner i = 0; i < n_; ++i) {
    if (of_edge(before(i), after(i)) == 0) return false;  // back
    for (Corner j = i + 2; j < n_; ++j)
      if (after(j) != i && meet(i, j)) return false;
  }
  return true;
}

// Whether the way from i to j starts within the polygon, or along its boundary.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::within(Corner i, Corner j) {
  const bool first = of_edge(before(i), j) <= 0, second = of_edge(i, j) <= 0;
  return reflex_[i] ? first || second : first && second;
}

// Whether the segment from i to j does not leave the polygon.
template <PlanVertices Vertices>
bool FewestPieces<Vertices>::sees(Corner i, Corner j) {
  if (!within(i, j) || !within(j, i)) return false;
  const auto of_chord = [&](Corner m) { return m == i || m == j ? 0 : side(i, j, m); };
  int last = of_chord(n_ - 1);
  for (Corner m = 0; m < n_; ++m) {
    const int here = of_chord(m);
    if (here == 0) {
      if (m != i && m != j && between(i, m, j) && !(within(m, i) && within(m, j))) return false;
    } else if (here * last < 0 && of_edge(before(m), i) * of_edge(before(m), j) < 0) {
      return false;
    }
    last = here;
  }
  return true;
}

// A way to cut the part at work.
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

// The piece at the chord from i to k has corner j before k.
template <PlanVertices Vertices>
void FewestPieces<Vertices>::cut_after_first(Corner i, Corner j, Corner k) {
  const Part &near = part(i, j), &far = part(j, k);
  if (!near.there || !far.there) return;
  unsigned cuts = near.cuts + far.cuts + (k - j > 1);
  Corner next = j;
  if (j - i > 1) {
    // Over the chord from i to j, with the piece there that is narrowest at i of those convex at j.
    std::uint32_t p = near.first;
    while (p != near.last && !bends_in(pairs_[p].before_last, j, k)) ++p;
    if (p != near.first && !bends_in(k, i, pairs_[p - 1].after_first)) next = pairs_[p - 1].after_first;
    else ++cuts;
  }
  offer(cuts, next, j);
}

// The piece at the chord from i to k has corner j after i.
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
  // A reflex one first: the fan of the piece at the last chord, a side of the polygon, starts there.
  Corner start = 0;
  while (points_.side(corners[before(start)], corners[start], corners[after(start)]) <= 0)
    if (++start == n_) return std::nullopt;  // some go back
  corners_.assign(corners.begin(), corners.end());
  std::rotate(corners_.begin(), corners_.begin() + start, corners_.end());
  of_edge_.resize(std::size_t{n_} * n_);
  for (Corner i = 0; i < n_; ++i)
    for (Corner k = 0; k < n_; ++k)
      of_edge_[i * n_ + k] = k == i || k == after(i) ? std::int8_t{0} : static_cast<std::int8_t>(side(i, after(i), k));
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
