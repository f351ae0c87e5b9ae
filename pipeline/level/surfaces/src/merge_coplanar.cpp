// SPDX-License-Identifier: GPL-3.0-or-later
// Preliminary welding: joins convex polygons of one plane and one orientation over common sides while the union is
// convex, so that a triangulated floor becomes few large polygons.
//
// Sides are half-edges: h is the side that leaves corner h of the set. A corner that is erased leaves its half-edge
// dead, and the side before it absorbs it. Half-edges have no twins, as several polygons may have one side; which of
// them join is tried out.
// 1. orient() classifies each polygon by projection axis, turn, orientation and whether it counts in windings, in one
//    byte. link() makes rings of half-edges without the corners inside sides.
// 2. bucket_sides() sorts sides by the points that they join; find_candidates() lists the pairs of opposite, coplanar
//    sides with a rank. Many sides at one edge are sorted by plane first (sort_by_plane), and of many in one plane only
//    some pairs are tried (match_in_plane).
// 3. run() takes candidates in ascending rank: first sides that are the longest of two triangles, then longer before
//    shorter. join() erases the common side if the union is convex; settle() erases the corners that have become
//    straight, finds out which sides a longer side meets now (find_mates), and proposes the sides at the corner again
//    (propose).
// 4. gather() builds the new set; a union has the number of its lowest member.
//
// Cost: n log n for n corners, as each side is tried with a bounded number of others and each join changes two corners.
// Memory: linear. Threads share out steps 1 and 2.
// Exact: planes, convexity and the order. Lengths are compared exactly, in classes of 3 percent (SideLengths).
// Source: Budde & Kausch (2012), 4.3. The greedy order and the limits are ours.
#include <gmpxx.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <queue>

#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

namespace {

using kernel::Interval;

std::uint32_t class_of(double square) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(square) >> 48); }

// Compares squared lengths between points of a table exactly. The answers do not depend on the table's unit.
class SideLengths {
 public:
  explicit SideLengths(const kernel::PointTable& points);

  // A side from one point to another.
  struct Side {
    kernel::PointId from, to;
  };

  // Whether b and c are at most as long as a.
  bool longest(const Side& a, const Side& b, const Side& c) const;
  // A number that ascends with the length, in input units, and is equal for lengths within about 3 percent: the
  // leading 16 bits of the square as a double, rounded down.
  std::uint32_t size_class(const Side& side) const;

 private:
  // In the table's unit, where its differences are machine integers.
  kernel::Uint128 native(const Side& side) const;
  bool no_longer(const Side& a, const Side& b) const;
  kernel::Interval near(const Side& side) const;
  mpq_class exact(const Side& side) const;

  const kernel::PointTable& points_;
  const bool native_;
  int unit_bits_ = -1;             // the denominator is 2 to this power; -1: it is no such power
  kernel::Interval squared_unit_;  // the square of the denominator
};

SideLengths::SideLengths(const kernel::PointTable& points)
    // Differences of at most 63 bits: three squares of such fit.
    : points_(points), native_(points.bits() <= 62 && points.approx_is_exact()) {
  const mpz_class& denominator = points.denominator();
  if (mpz_popcount(denominator.get_mpz_t()) == 1)
    unit_bits_ = static_cast<int>(mpz_sizeinbase(denominator.get_mpz_t(), 2)) - 1;
  const Interval unit = kernel::interval_of(denominator);
  squared_unit_ = unit * unit;
}

kernel::Uint128 SideLengths::native(const Side& side) const {
  kernel::Uint128 sum = 0;
  for (int k = 0; k < 3; ++k) {
    const std::int64_t d = points_.native_difference(side.from, side.to, k);
    sum += static_cast<kernel::Uint128>(static_cast<kernel::Int128>(d) * d);
  }
  return sum;
}

Interval SideLengths::near(const Side& side) const {
  Interval sum(0.0);
  for (int k = 0; k < 3; ++k) {
    const Interval d = kernel::interval_of(points_, side.from, k) - kernel::interval_of(points_, side.to, k);
    sum = sum + d * d;
  }
  return {std::max(sum.low, 0.0), sum.high};  // a product of two equal intervals does not know that they are one
}

mpq_class SideLengths::exact(const Side& side) const {
  mpq_class sum = 0;
  for (int k = 0; k < 3; ++k) {
    const mpq_class d = points_.exact(side.from, k) - points_.exact(side.to, k);
    sum += d * d;
  }
  return sum;
}

bool SideLengths::longest(const Side& a, const Side& b, const Side& c) const {
  if (!native_) return no_longer(b, a) && no_longer(c, a);
  const kernel::Uint128 most = native(a);
  return native(b) <= most && native(c) <= most;
}

bool SideLengths::no_longer(const Side& a, const Side& b) const {
  const Interval p = near(a), q = near(b);
  if (p.high <= q.low) return true;
  if (p.low > q.high) return false;
  return exact(a) <= exact(b);
}

std::uint32_t SideLengths::size_class(const Side& side) const {
  if (native_ && unit_bits_ >= 0) {
    const kernel::Uint128 sum = native(side);
    const auto high = static_cast<std::uint64_t>(sum >> 64);
    const int bits = high ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(sum));
    const int beyond = std::max(bits - 53, 0);                                            // of a double's digits
    const auto leading = static_cast<double>(static_cast<std::uint64_t>(sum >> beyond));  // rounds down
    return class_of(std::ldexp(leading, beyond - 2 * unit_bits_));
  }
  const Interval square = near(side) / squared_unit_;
  if (square.high < HUGE_VAL && class_of(std::max(square.low, 0.0)) == class_of(square.high))
    return class_of(square.high);
  const mpz_class& unit = points_.denominator();
  const double rounded = mpq_class(exact(side) / (unit * unit)).get_d();  // towards zero
  return class_of(rounded < HUGE_VAL ? rounded : HUGE_VAL);
}

using namespace plumb::kernel;
using Index = std::uint32_t;
constexpr Index none = 0xffffffffu, several = 0xfffffffeu;
// Up to so many sides of one plane between the same two points are all tried with each other.
constexpr std::size_t most_rivals = 8;

// A pair of half-edges that may be joined. Ascending: the order in which they are tried.
struct Candidate {
  std::uint64_t rank;  // see Welder::rank
  Index low, high;     // the half-edges
  auto operator<=>(const Candidate&) const = default;
};

class Welder {
 public:
  Welder(SurfaceSet& set, const PointTable& points, unsigned threads, const SolidSet* solids)
      : set_(set), points_(points), threads_(threads), solids_(solids), lengths_(points) {}

  void run() {
    orient();
    link();
    bucket_sides();
    find_candidates();
    while (!waiting_.empty() || taken_ < candidates_.size()) {
      Candidate c;
      if (waiting_.empty() || (taken_ < candidates_.size() && candidates_[taken_] < waiting_.top())) {
        c = candidates_[taken_++];
      } else {
        c = waiting_.top();
        waiting_.pop();
      }
      if (opposite(c.low, c.high) && may_join(c.low, c.high)) join(c.low, c.high);
    }
    gather();
  }

 private:
  template <class Work>
  void in_parallel(std::size_t count, const Work& work) const {
    for_chunks(count, chunk_count(count, threads_), threads_, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i, cancellation_point(i)) work(static_cast<Index>(i));
    });
  }

  // --- Polygons as rings of half-edges.

  // One byte of the projection axis, the turn of the corners seen along it, the file's orientation, and whether the
  // face counts in windings. Polygons that may be joined have equal bytes.
  void orient() {
    orientation_.resize(set_.surfaces.size());
    in_parallel(set_.surfaces.size(), [&](Index i) {
      const Surface& s = set_.surfaces[i];
      const Projection p = projection_of(s);
      orientation_[i] = static_cast<std::uint8_t>(p.axis | (p.sign == Sign::positive ? 4 : 0) | (s.faces_up ? 8 : 0) |
                                                  (solids_ && solids_->counts_face(s.face) ? 16 : 0));
    });
  }

  // Corners of what is not vertical run clockwise seen from above.
  Projection projection_of(const Surface& s) const {
    if (s.kind != SurfaceKind::vertical) return {2, Sign::negative};
    const auto [a, b, c] = spanning_corners(points_, set_.corners_of(s));
    const Sign along_x = orientation(points_, 0, a, b, c);
    return along_x != Sign::zero ? Projection{0, along_x} : Projection{1, orientation(points_, 1, a, b, c)};
  }

  void link() {
    mesh_.edges.resize(set_.corners.size());
    surface_.resize(mesh_.size());
    in_parallel(set_.surfaces.size(), [&](Index i) {
      const Surface& s = set_.surfaces[i];
      const std::span<const PointId> corners = set_.corners_of(s);
      const Index first = s.first_corner, count = s.corner_count;
      Index kept = none, start = none;
      for (Index k = 0; k < count; ++k) {
        const Index h = first + k;
        surface_[h] = i;
        mesh_[h].from = corners[k];
        if (count > 3 && orientation(points_, orientation_[i] & 3, corners[(k ? k : count) - 1], corners[k],
                                     corners[k + 1 == count ? 0 : k + 1]) == Sign::zero)
          continue;  // inside a side
        if (kept == none) start = h;
        else mesh_.connect(kept, h);
        kept = h;
      }
      mesh_.connect(kept, start);
    });
  }

  bool alive(Index h) const { return mesh_.alive(h); }
  PointId from(Index h) const { return mesh_[h].from; }
  PointId to(Index h) const { return mesh_.to(h); }
  Index next(Index h) const { return mesh_[h].next; }
  Index prev(Index h) const { return mesh_[h].prev; }

  // --- Which sides meet.

  struct Side {
    PointId high;  // the higher of its two points; the bucket is the lower one's
    Index half_edge;
    std::uint64_t key() const { return pair_key(high, half_edge); }
    bool operator<(const Side& o) const { return key() < o.key(); }
  };

  void bucket_sides() {
    bucket_begin_.assign(points_.size() + 1, 0);
    for (Index h = 0; h < mesh_.size(); ++h)
      if (alive(h)) ++bucket_begin_[std::min(from(h), to(h))];
    Index sum = 0;
    for (Index& b : bucket_begin_) b = sum += b;  // the end of each bucket; filling it moves this to its begin
    sides_.resize(sum);
    for (Index h = mesh_.size(); h-- > 0;)
      if (alive(h)) sides_[--bucket_begin_[std::min(from(h), to(h))]] = {std::max(from(h), to(h)), h};
  }

  // The original sides between two points, by number.
  std::span<const Side> sides_between(PointId a, PointId b) const {
    const PointId low = std::min(a, b), high = std::max(a, b);
    const auto first = sides_.begin() + bucket_begin_[low], last = sides_.begin() + bucket_begin_[low + 1];
    const auto begin = std::lower_bound(first, last, Side{high, 0});
    auto end = begin;
    while (end != last && end->high == high) ++end;
    return {begin, end};
  }

  bool opposite(Index g, Index h) const { return alive(g) && alive(h) && from(g) == to(h) && to(g) == from(h); }

  // Whether two polygons are of one plane and orientation. If their sides run in opposite directions, the polygons are
  // on opposite sides of them. The corner after a side is not on its line, as there are no corners inside sides.
  bool coplanar(Index g, Index h) const {
    return orientation_[surface_[g]] == orientation_[surface_[h]] &&
           volume(points_, from(g), to(g), to(next(g)), to(next(h))) == Sign::zero;
  }

  // Nearly all buckets have a few sides, which are in the order of their numbers.
  static void sort_bucket(std::span<Side> bucket) {
    constexpr std::size_t few = 16;
    if (bucket.size() > few) return std::sort(bucket.begin(), bucket.end());
    for (std::size_t i = 1; i < bucket.size(); ++i) {
      const Side side = bucket[i];
      std::size_t at = i;
      for (; at > 0 && side < bucket[at - 1]; --at) bucket[at] = bucket[at - 1];
      bucket[at] = side;
    }
  }

  void find_candidates() {
    const std::size_t count = points_.size(), chunks = chunk_count(count, threads_);
    std::vector<std::vector<Candidate>> found(chunks);
    for_chunks(count, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t low = begin; low < end; ++low) {
        cancellation_point(low);
        const std::span bucket(sides_.data() + bucket_begin_[low], sides_.data() + bucket_begin_[low + 1]);
        sort_bucket(bucket);
        for (std::size_t i = 0, j; i < bucket.size(); i = j) {
          for (j = i + 1; j < bucket.size() && bucket[j].high == bucket[i].high; ++j) {}
          if (j - i > 1) match(bucket.subspan(i, j - i), found[chunk]);
        }
      }
      std::sort(found[chunk].begin(), found[chunk].end());
    });
    if (chunks == 1) {
      candidates_ = std::move(found[0]);
    } else {
      for (const auto& f : found) candidates_.insert(candidates_.end(), f.begin(), f.end());
      std::sort(candidates_.begin(), candidates_.end());
    }
    mate_.assign(mesh_.size(), none);
    for (const Candidate& c : candidates_) {
      cancellation_point();
      note_mate(c.low, c.high);
      note_mate(c.high, c.low);
    }
  }

  // Matches the sides between two points. Many of them are sorted by plane first, and matched within each plane.
  void match(std::span<Side> group, std::vector<Candidate>& found) const {
    if (group.size() > 2 * most_rivals) {
      sort_by_plane(group);
      for (std::size_t i = 0, j; i < group.size(); i = j) {
        for (j = i + 1; j < group.size() && coplanar(group[i].half_edge, group[j].half_edge); ++j) {}
        match_in_plane(group.subspan(i, j - i), found);
      }
      std::sort(group.begin(), group.end());
      return;
    }
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t j = i + 1; j < group.size(); ++j) try_match(group[i].half_edge, group[j].half_edge, found);
  }

  void try_match(Index g, Index h, std::vector<Candidate>& found) const {
    if (from(g) != from(h) && coplanar(g, h)) found.push_back({rank(g, h), std::min(g, h), std::max(g, h)});
  }

  // Sorts by orientation, then by the angle of the plane around the common line, from the plane of the first side on in
  // [0, pi), then by number.
  void sort_by_plane(std::span<Side> group) const {
    const Index first = group[0].half_edge;
    const PointId a = from(first), b = to(first), c = to(next(first));
    const auto apex = [&](const Side& s) { return to(next(s.half_edge)); };
    std::vector<std::pair<Side, Sign>> keyed;
    for (const Side& s : group) keyed.push_back({s, volume(points_, a, b, c, apex(s))});
    std::sort(keyed.begin(), keyed.end(), [&](const auto& x, const auto& y) {
      const auto ox = orientation_[surface_[x.first.half_edge]], oy = orientation_[surface_[y.first.half_edge]];
      if (ox != oy) return ox < oy;
      if ((x.second == Sign::zero) != (y.second == Sign::zero)) return x.second == Sign::zero;
      if (x.second != Sign::zero) {
        const Sign s = volume(points_, a, b, apex(x.first), apex(y.first)) * x.second * y.second;
        if (s != Sign::zero) return s == Sign::positive;
      }
      return x.first < y.first;
    });
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = keyed[i].first;
  }

  // Tries each side with up to most_rivals sides of the other direction, those of about the same position in the order.
  void match_in_plane(std::span<const Side> group, std::vector<Candidate>& found) const {
    std::vector<Index> ways[2];
    for (const Side& s : group) ways[from(s.half_edge) < to(s.half_edge)].push_back(s.half_edge);
    for (std::size_t i = 0; i < ways[0].size(); ++i) {
      const std::size_t first = ways[1].size() <= most_rivals ? 0 : std::min(i, ways[1].size() - most_rivals);
      for (std::size_t j = first; j < std::min(first + most_rivals, ways[1].size()); ++j)
        try_match(ways[0][i], ways[1][j], found);
    }
  }

  // --- The order of joining.

  SideLengths::Side side(Index h) const { return {from(h), to(h)}; }
  bool longest_of_triangle(Index h) const {
    const Index n = next(h), p = prev(h);
    return next(n) == p && lengths_.longest(side(h), side(n), side(p));
  }
  // First the sides that are the longest of two triangles, then by length. Lengths within 3 percent count as equal, so
  // that rounding noise in a file does not order the joins of a regular floor at random. Lengths are exact and in input
  // units, so the result does not depend on the unit of the point table.
  std::uint64_t rank(Index g, Index h) const {
    const bool diagonal = longest_of_triangle(g) && longest_of_triangle(h);
    return (diagonal ? 0 : std::uint64_t{1} << 32) + (0xffffffff - lengths_.size_class(side(g)));
  }

  // --- Joining.

  Sign turn_at(Index surface_of, PointId a, PointId b, PointId c) const {
    const auto o = orientation_[surface_[surface_of]];
    const Sign s = orientation(points_, o & 3, a, b, c);
    return o & 4 ? s : -s;  // positive: convex
  }
  bool may_join(Index g, Index h) const {
    return mesh_.convex_union(
        g, h, [&](Index in, Index out, Index) { return turn_at(g, from(in), from(out), to(out)) != Sign::negative; });
  }

  void join(Index g, Index h) {
    unite(surface_[g], surface_[h]);
    const Index before_g = prev(g), before_h = prev(h);
    mesh_.remove_edge(g, h);
    settle(before_g);
    settle(before_h);
  }

  // Call it after the corner at the end of `in` has changed. Erases the corner if it is straight, and proposes the
  // sides at it again.
  void settle(Index in) {
    const Index out = next(in);
    if (turn_at(in, from(in), from(out), to(out)) == Sign::zero) {
      mesh_.take_over_next(in);
      find_mates(in);
      propose(in);
    } else {
      propose(in);
      propose(out);
    }
  }

  void note_mate(Index h, Index mate) { mate_[h] = mate_[h] == none ? mate : several; }

  template <class Visit>
  void visit_mates(Index h, const Visit& visit) {
    std::size_t looked = 0;
    const auto consider = [&](Index g) {
      ++looked;
      if (g != h && opposite(g, h) && coplanar(g, h)) visit(g);
    };
    const auto first = sides_between(from(h), to(h));
    for (std::size_t i = 0; i < std::min(first.size(), 4 * most_rivals); ++i) consider(first[i].half_edge);
    const auto newest = newest_grown_.find(key(h));
    if (newest == newest_grown_.end()) return;
    std::uint32_t& at = newest.value();
    while (at != none && (!alive(grown_[at].half_edge) || key(grown_[at].half_edge) != newest->first))
      at = grown_[at].before;
    for (std::uint32_t i = at; i != none && looked < 8 * most_rivals; i = grown_[i].before)
      consider(grown_[i].half_edge);
  }

  std::uint64_t key(Index h) const { return std::uint64_t{std::min(from(h), to(h))} << 32 | std::max(from(h), to(h)); }

  // Finds the sides that a side meets once it has become longer.
  void find_mates(Index h) {
    mate_[h] = none;
    visit_mates(h, [&](Index g) {
      note_mate(h, g);
      note_mate(g, h);
    });
    const auto number = static_cast<std::uint32_t>(grown_.size());
    const auto [at, is_new] = newest_grown_.try_emplace(key(h), number);
    grown_.push_back({h, is_new ? none : at->second});
    at.value() = number;
  }

  void propose(Index h) {
    const auto wait = [&](Index g) { waiting_.push({rank(g, h), std::min(g, h), std::max(g, h)}); };
    if (mate_[h] == several) visit_mates(h, wait);
    else if (mate_[h] != none && opposite(mate_[h], h)) wait(mate_[h]);
  }

  void unite(Index a, Index b) {
    if (joined_.size() == 0) joined_.reset(static_cast<Index>(set_.surfaces.size()));
    joined_.unite(a, b);
  }

  // --- The set of what is left.
  void gather() {
    const auto count = static_cast<Index>(set_.surfaces.size());
    set_.welded_from = count;
    if (joined_.size() == 0) joined_.reset(count);
    std::vector<Index> start(count, none), number(count), begin{0};
    for (Index h = 0; h < mesh_.size(); ++h)
      if (alive(h))
        if (const Index r = joined_.find(surface_[h]); start[r] == none) start[r] = h;

    std::vector<Surface> surfaces;
    std::vector<PointId> corners;
    corners.reserve(mesh_.size());
    for (Index i = 0; i < count; ++i) {
      cancellation_point(i);
      if (joined_.find(i) != i) continue;
      number[i] = static_cast<Index>(surfaces.size());
      Surface s = set_.surfaces[i];
      s.first_corner = static_cast<Index>(corners.size());
      Index h = start[i];
      do corners.push_back(from(h));
      while ((h = next(h)) != start[i]);
      s.corner_count = static_cast<Index>(corners.size()) - s.first_corner;
      surfaces.push_back(s);
    }
    begin.resize(surfaces.size() + 1, 0);
    for (Index i = 0; i < count; ++i)
      begin[number[joined_.find(i)] + 1] += set_.covered_begin[i + 1] - set_.covered_begin[i];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<FacePart> parts(set_.covered_parts.size());
    std::vector<Index> end(begin.begin(), begin.end() - 1);
    for (Index i = 0; i < count; ++i)
      for (const FacePart& p : set_.parts_of(i)) parts[end[number[joined_.find(i)]]++] = p;
    for (std::size_t s = 0; s < surfaces.size(); ++s) std::sort(parts.begin() + begin[s], parts.begin() + begin[s + 1]);
    set_.surfaces = std::move(surfaces);
    set_.corners = std::move(corners);
    set_.covered_begin = std::move(begin);
    set_.covered_parts = std::move(parts);
  }

  SurfaceSet& set_;
  const PointTable& points_;
  unsigned threads_;
  const SolidSet* solids_;
  const SideLengths lengths_;
  std::vector<std::uint8_t> orientation_;  // of surfaces
  HalfEdgeMesh<> mesh_;
  std::vector<Index> surface_;  // of half-edges
  std::vector<Index> mate_;     // the one half-edge it may be joined at; none; several
  std::vector<Index> bucket_begin_;
  std::vector<Side> sides_;
  std::vector<Candidate> candidates_;
  std::size_t taken_ = 0;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> waiting_;
  // Sides that have become longer, as lists by the points that they join, the newest first.
  struct Grown {
    Index half_edge;
    std::uint32_t before;
  };
  std::vector<Grown> grown_;
  kernel::PairMap<std::uint32_t> newest_grown_;  // by the two points
  kernel::UnionFind joined_;                     // of surfaces; empty until two are joined
};

}  // namespace

void merge_coplanar(SurfaceSet& set, const PointTable& points, unsigned threads, const SolidSet* solids) {
  assert(threads >= 1 && set.corners.size() < several);
  Welder(set, points, threads, solids).run();
}

}  // namespace plumb::pipeline
