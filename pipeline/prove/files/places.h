// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.h"
#include "verify/portals.h"

namespace plumb::checker {

/// Of the filter of Places::turn().
inline constexpr ErrorBound turn_of_places_error{11};

/// Distinct places of the plan, numbered from 0. Equal numbers mean equal places. The reverse holds but for coordinates
/// beyond 2^400, of which one place may have two numbers: then nothing is accepted for that.
class Places {
 public:
  Index number(Vertex at);
  const Vertex& operator[](Index place) const { return all_[place]; }
  std::size_t size() const { return all_.size(); }

  /// -1, 0 or 1: by x, then by y.
  int compare(Index p, Index q) const;
  /// 1 if p, q, r turn left, -1 right, 0 if they are on one line.
  int turn(Index p, Index q, Index r) const;
  /// Whether places are the corners of a convex polygon with area, counter-clockwise; some may be in the middle of a
  /// side (lemma 2 of docs/theory/certificate.md).
  bool are_convex(std::span<const Index> ring) const;
  /// Whether the ends of the second lie on the perpendiculars of the first one's at these ends.
  bool is_across(const std::array<Index, 2>& stretch, const std::array<Index, 2>& other) const;
  /// The place on another stretch that corresponds to one on this: the ends do.
  Index moved(Index place, const std::array<Index, 2>& from, const std::array<Index, 2>& to);
  /// The number of the line through two places; equal lines have equal numbers.
  Index line(Index p, Index q) { return lines_.number(normal(p, q)); }
  Index line(const LinePool::Normal& line) { return lines_.number(line); }

 private:
  LinePool::Normal normal(Index p, Index q) const;
  std::optional<Index> find(const Vertex& at, std::uint64_t key) const;
  void put(Index place);

  std::vector<Vertex> all_;
  std::vector<Index> slots_ = std::vector<Index>(1024, none);
  LinePool lines_;
};

/// A stretch from one place to another, run so many times, of a group of stretches that add up.
struct Stretch {
  using Group = std::array<Index, 4>;
  Group group;
  Index from, to;
  std::int32_t times;
};

/// Whether stretches that run forward and backward on one line cancel, or are different things, as are the two sides of
/// that line.
enum class Sides { one, two };

/// What does not cancel, as maximal stretches of one number of times, by group, line and side. None if the sum is
/// nothing: then all its step functions are 0 (lemma 1).
std::vector<Stretch> left_over(Places& places, std::vector<Stretch> sum, Sides sides);

/// A directed stretch of a boundary, with what it bounds on its left.
struct Flank {
  Index from, to, what;
};
/// Those flanks that run along a stretch as it does, cut to it, in its order. Of flanks that do not overlap.
std::vector<Flank> flanks_along(const Places& places, Index from, Index to, std::span<const Flank> flanks);
/// The same of those that run there against it, turned round.
std::vector<Flank> flanks_against(const Places& places, Index from, Index to, std::span<const Flank> flanks);

/// What two such lists have in common: calls visit(from, to, what of the first, what of the second).
template <class Visit>
void for_common(const Places& places, Index from, Index to, const std::vector<Flank>& first,
                const std::vector<Flank>& second, Visit&& visit) {
  const int ascends = places.compare(from, to);  // -1: by x, then by y
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    const Flank &e = first[i], &f = second[j];
    const int order = places.compare(e.to, f.to) * ascends;  // 1: e ends before f
    const Index begin = places.compare(e.from, f.from) * ascends > 0 ? f.from : e.from;
    const Index end = order > 0 ? e.to : f.to;
    if (places.compare(begin, end) * ascends > 0) visit(begin, end, e.what, f.what);
    if (order >= 0) ++i;
    if (order <= 0) ++j;
  }
}

/// Flanks by number: those of thing i are [first[i], first[i + 1]).
struct Flanks {
  std::vector<Flank> all;
  std::vector<Index> first{0};
  std::span<const Flank> of(Index i) const { return std::span(all).subspan(first[i], first[i + 1] - first[i]); }
  void end_of_thing() { first.push_back(to_index(all.size(), "sides of cells")); }
};

/// What two flanks have in common: from where to where, what of the one that runs so, and of the other.
using Shared = std::function<void(Index from, Index to, Index what, Index other)>;
/// Takes away flanks that run from end to end of each other, in opposite directions; visits each pair.
void pair_equal(std::vector<Flank>& flanks, const Shared& visit);
/// The same for parts that two flanks have in common on a line; the rest is cut where it has to be. False if two of
/// them run the same way along a part: then they are of things that overlap, and not all was visited.
bool pair_parts(Places& places, std::vector<Flank>& flanks, const Shared& visit);

/// A way: where it lies on the boundaries of two things, each to the left of it; on_b[i] is reached from on_a[i].
struct WayEnds {
  std::array<Index, 2> on_a, on_b;
};
/// Calls visit(from, to, what of a, what of b) for each part of a way, on a, along which flanks of both lie. Returns
/// whether these are the whole way.
bool for_way(Places& places, const WayEnds& way, std::span<const Flank> a, std::span<const Flank> b,
             const Shared& visit);

}  // namespace plumb::checker
