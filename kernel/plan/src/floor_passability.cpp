// SPDX-License-Identifier: LGPL-3.0-or-later
// Where a disc does not pass on floors that may lie over one another: a proof that two places are parted, and where.
// Problem. On a map the passages narrower than the disc are barriers, and two places are joined or not in what is left
// (passability.h). On floors a passage is a straight line from a corner of border to the nearest place of other border,
// followed from triangle to triangle over edges and steps. It stops the disc's centre at a place if the nearer end is
// within the window of the floor's height there: in plan that end is nearer than the radius, since the whole passage is
// shorter than two radii.
// 1. Finder::run() takes every corner of border. look_from() finds the border near it and the foot on each; follow()
//    traces the passage through the triangles and notes which triangles it crosses while it stops the centre all the
//    way, and which edges it runs along.
// 2. closed_passage() sorts the passages by width.
// 3. Pieces cuts each triangle into convex pieces along the passages that cross it, narrowest first, and notes for each
//    pair of pieces that touch how many of the narrowest passages leave them joined. Pieces beside an open edge are
//    joined where they touch; over a gap all pieces beside it are, which joins too much, never too little.
// 4. Pieces::closing() adds joins with a union-find while it leaves out passages from the widest on, until the two ends
//    are joined: the passage left out last is where the widest way is narrowest.
// Cost. Step 1: corners of border times the border near each. Step 3: the square of the passages through a triangle.
// Step 4: near linear in the joins, plus a test of the ends for each passage.
// Exactness. All decisions are exact; boxes and intervals of doubles only leave out what is certain. A passage is a
// proof that the disc does not pass. On one storey the converse holds as well (docs/theory/routes.md), elsewhere it may
// not. Source: ours, from the barriers of Koutsoumpas, 4.1.1, and Kallmann 2010.
#include "plumb/plan/floor_passability.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/union_find.h"
#include "plumb/plan/obstacles.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;
using kernel::FilteredPoint;
using kernel::PlanPoint;

// A passage, with the triangles that it crosses and the half-edges along which it runs, where it stops the disc.
struct Barrier {
  FloorPassage passage;
  mpq_class squared_width;
  std::vector<Index> crossed;
  std::vector<Index> closed;  // half-edges
};

class Finder {
 public:
  Finder(const FloorPlan& plan, const Obstacles& obstacles, const mpq_class& squared_radius)
      : plan_(plan),
        t_(plan.triangulation),
        obstacles_(obstacles),
        most_(4 * squared_radius),
        reach_(root_above(most_)),
        window_(kernel::interval_of(plan.heights.window)),
        around_(t_.points.size()) {
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h) around_[t_.from(h)].push_back(h);
    for (Index v = 0; v < t_.points.size(); ++v) vertices_.emplace(t_.points[v].at, v);
    for (Index i = 0; i < t_.triangle_count(); ++i) {
      kernel::Interval& height = heights_.emplace_back(HUGE_VAL, -HUGE_VAL);
      for (Index h = 3 * i; h < 3 * i + 3; ++h) {
        const kernel::Interval corner = kernel::interval_of(t_.heights[h]);
        height = {std::min(height.low, corner.low), std::max(height.high, corner.high)};
      }
    }
  }

  std::vector<Barrier> run() {
    for (const Obstacles::Index s : obstacles_.segments())
      for (const std::size_t end : {0u, 1u}) {
        const FilteredPoint& v = end == 0 ? obstacles_.begin(s) : obstacles_.end(s);
        const mpq_class& height = plan_.heights.ends[s][end];
        if (seen_.insert({v.at, height}).second) look_from(v, height);
      }
    return std::move(found_);
  }

 private:
  void look_from(const FilteredPoint& v, const mpq_class& height) {
    std::vector<Index> corners;  // half-edges that begin there
    for (auto [at, end] = vertices_.equal_range(v.at); at != end; ++at)
      for (const Index h : around_[at->second])
        if (t_.heights[h] == height) corners.push_back(h);
    if (corners.empty()) return;
    std::set<PlanPoint> feet;
    kernel::Box box = box_around(v.ix, v.iy, reach_);
    obstacles_.limit(box, kernel::interval_of(height));
    obstacles_.any_in(box, [&](Obstacles::Index s) {
      const FilteredPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      if (a.at == v.at || b.at == v.at || kernel::compare_squared_distance(v, a, b, most_) >= 0) return false;
      const PlanPoint foot = kernel::nearest_point(v.at, a.at, b.at);
      if (foot == v.at || !feet.insert(foot).second) return false;
      p_.emplace(v), q_.emplace(foot);
      if (std::ranges::none_of(corners, [&](Index h) { return side(t_.to(h)) <= 0 && side(t_.apex(h)) >= 0; }))
        return false;
      const auto& ends = plan_.heights.ends[s];
      const mpq_class at_foot = ends[0] + kernel::share_along(a.at, b.at, foot) * (ends[1] - ends[0]);
      follow({{v.at, foot}, {height, at_foot}}, corners);
      return false;
    });
  }

  // A place where a passage enters a triangle: over a half-edge, or at the corner where the half-edge begins.
  struct Entry {
    Index half_edge;
    bool from_corner;
    mpq_class share;  // of the passage
  };

  void follow(const FloorPassage& passage, const std::vector<Index>& corners) {
    Barrier barrier{passage, squared_width(passage), {}, {}};
    std::set<Index> seen;
    std::vector<Entry> left;
    for (const Index h : corners) left.push_back({h, true, 0});
    while (!left.empty()) {
      const Entry at = std::move(left.back());
      left.pop_back();
      if (!seen.insert(2 * (at.half_edge / 3) + (at.from_corner ? 1 : 0)).second) continue;
      go_on(barrier, at, left);
    }
    if (!barrier.crossed.empty() || !barrier.closed.empty()) found_.push_back(std::move(barrier));
  }

  kernel::Sign side(Index vertex) const { return kernel::orientation(*p_, *q_, t_.points[vertex]); }

  void go_on(Barrier& barrier, const Entry& at, std::vector<Entry>& left) {
    const Index h = at.half_edge;
    if (at.from_corner) {
      const kernel::Sign first = side(t_.to(h)), last = side(t_.apex(h));
      if (first < 0 && last > 0) {
        leave(barrier, at, t_.next(h), left);
      } else {
        if (first == 0) along(barrier, at, h, t_.to(h), left);
        if (last == 0) along(barrier, at, t_.prev(h), t_.apex(h), left);
      }
      return;
    }
    const kernel::Sign apex = side(t_.apex(h));
    if (apex != 0) leave(barrier, at, apex > 0 ? t_.next(h) : t_.prev(h), left);
    else leave_by_corner(barrier, at, t_.apex(h), left);
  }

  // Whether the disc's centre is stopped, on the floor of a triangle, all the way from one share of the passage to
  // another.
  bool stops(const FloorPassage& passage, Index triangle, const mpq_class& from, const mpq_class& to) const {
    const auto near = [&](const mpq_class& share, std::size_t end) {
      const PlanPoint &p = passage.ends[0], &q = passage.ends[1];
      const PlanPoint place{p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
      return abs(mpq_class(t_.height(triangle, place) - passage.heights[end])) < plan_.heights.window;
    };
    const mpq_class half(1, 2);
    if ((from >= half || is_in_window(triangle, passage.heights[0])) &&
        (to <= half || is_in_window(triangle, passage.heights[1])))
      return true;
    if (from < half && !(near(from, 0) && near(std::min(to, half), 0))) return false;
    return to <= half || (near(std::max(from, half), 1) && near(to, 1));
  }

  // Whether all of a triangle is certainly within the window of a height.
  bool is_in_window(Index triangle, const mpq_class& height) const {
    const kernel::Interval away = heights_[triangle] - kernel::interval_of(height);
    return std::max(away.high, -away.low) < window_.low;
  }

  void leave(Barrier& barrier, const Entry& at, Index edge, std::vector<Entry>& left) {
    const PlanPoint place = kernel::crossing(t_.points[t_.from(edge)].at, t_.points[t_.to(edge)].at, p_->at, q_->at);
    const mpq_class share = kernel::share_along(p_->at, q_->at, place);
    if (share > 1) return;
    if (stops(barrier.passage, edge / 3, at.share, share)) barrier.crossed.push_back(edge / 3);
    if (share == 1) return;
    if (t_.is_open(edge)) plan_.each_beyond(edge, [&](Index other) { left.push_back({other, false, share}); });
  }
  void leave_by_corner(Barrier& barrier, const Entry& at, Index vertex, std::vector<Entry>& left) {
    const mpq_class share = kernel::share_along(p_->at, q_->at, t_.points[vertex].at);
    if (share > 1) return;
    if (stops(barrier.passage, at.half_edge / 3, at.share, share)) barrier.crossed.push_back(at.half_edge / 3);
    if (share < 1) from_vertex(vertex, share, left);
  }
  void along(Barrier& barrier, const Entry& at, Index edge, Index far, std::vector<Entry>& left) {
    const mpq_class share = kernel::share_along(p_->at, q_->at, t_.points[far].at);
    if (share <= at.share || share > 1) return;
    if (stops(barrier.passage, edge / 3, at.share, share)) barrier.closed.push_back(edge);
    if (share < 1) from_vertex(far, share, left);
  }
  void from_vertex(Index vertex, const mpq_class& share, std::vector<Entry>& left) {
    for (const Index h : around_[vertex]) left.push_back({h, true, share});
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  const mpq_class most_;
  const double reach_;
  const kernel::Interval window_;
  std::vector<kernel::Interval> heights_;  // by triangle
  std::vector<std::vector<Index>> around_;
  std::multimap<PlanPoint, Index> vertices_;
  std::set<std::pair<PlanPoint, mpq_class>> seen_;
  std::optional<FilteredPoint> p_, q_;  // of the passage that is followed
  std::vector<Barrier> found_;
};

// The convex pieces into which barriers cut the triangles, and for each pair of pieces that touch: how many of the
// narrowest barriers leave them joined.
class Pieces {
 public:
  // Cuts by the narrowest barrier first. When a barrier cuts a piece, the two sides have been cut by narrower barriers
  // only: without this one and all wider ones each side is one piece, so any later part of it may stand for it.
  Pieces(const FloorPlan& plan, std::span<const Barrier> barriers)
      : plan_(plan), t_(plan.triangulation), count_(static_cast<Rank>(barriers.size())) {
    std::vector<std::vector<Rank>> across(t_.triangle_count());
    std::map<Index, Rank> closed;
    std::vector<std::array<FilteredPoint, 2>> ends;
    for (Rank k = 0; k < count_; ++k) {
      ends.push_back({FilteredPoint(barriers[k].passage.ends[0]), FilteredPoint(barriers[k].passage.ends[1])});
      for (const Index i : barriers[k].crossed) across[i].push_back(k);
      for (const Index h : barriers[k].closed) closed.try_emplace(h, k);
    }
    for (Index i = 0; i < t_.triangle_count(); ++i) {
      first_.push_back(static_cast<std::uint32_t>(polygons_.size()));
      polygons_.emplace_back();  // empty: most triangles stay whole, and their corners are known
      if (across[i].empty()) continue;
      polygons_.back() = {corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)};
      for (const Rank k : across[i]) cut(first_[i], ends[k], k);
    }
    first_.push_back(static_cast<std::uint32_t>(polygons_.size()));
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h) parts_.push_back(t_.is_open(h) ? parts(h) : Parts{});
    const auto closed_by = [&](Index h) {
      const auto found = closed.find(h);
      return found == closed.end() ? count_ : found->second;
    };
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h)
      if (t_.is_open(h))
        plan_.each_beyond(h, [&](Index other) { join(h, other, std::min(closed_by(h), closed_by(other))); });
    for (const FloorGap& gap : plan_.gaps)
      for (const Index h : gap.sides[0].half_edges)
        for (const Index other : gap.sides[1].half_edges)
          for (const Part& x : parts_[h])
            for (const Part& y : parts_[other]) joins_.push_back({count_, x.piece, y.piece});
    std::ranges::stable_sort(joins_, std::ranges::greater(), &Join::open_to);
  }

  // The barrier that closes the way when barriers are added from the narrowest on; none: all of them together leave a
  // way. Requires a way without barriers.
  std::optional<std::size_t> closing(const RouteEnd& from, const RouteEnd& to) const {
    const std::vector<std::uint32_t> at_from = at(from), at_to = at(to);
    kernel::UnionFind sets(static_cast<std::uint32_t>(polygons_.size()));
    auto next = joins_.begin();
    for (Rank left = count_;; --left) {  // so many of the narrowest barriers
      for (; next != joins_.end() && next->open_to >= left; ++next) sets.unite(next->a, next->b);
      const bool joined = std::ranges::any_of(at_from, [&](std::uint32_t a) {
        return std::ranges::any_of(at_to, [&](std::uint32_t b) { return sets.find(a) == sets.find(b); });
      });
      if (joined || left == 0) return left < count_ ? std::optional<std::size_t>(left) : std::nullopt;
    }
  }

 private:
  using Rank = std::uint32_t;  // of a barrier: how many are narrower
  using Polygon = std::vector<FilteredPoint>;

  // Two pieces that stay joined when no more than this many of the narrowest barriers are there.
  struct Join {
    Rank open_to;
    std::uint32_t a, b;
  };
  // The part of an edge along which a piece lies, by the coordinate that distinguishes places of the edge.
  struct Part {
    std::uint32_t piece;
    const mpq_class *low, *high;
  };
  using Parts = std::vector<Part>;

  const FilteredPoint& corner(Index h) const { return t_.points[t_.from(h)]; }

  // Cuts the pieces of the last triangle, which are those from `first` on.
  void cut(std::uint32_t first, const std::array<FilteredPoint, 2>& line, Rank rank) {
    const auto side_of = [&](const FilteredPoint& at) { return kernel::orientation(line[0], line[1], at); };
    const auto last = static_cast<std::uint32_t>(polygons_.size());
    for (std::uint32_t i = first; i < last; ++i) {
      kernel::Sign low = kernel::Sign::zero, high = low;
      for (const FilteredPoint& at : polygons_[i]) {
        const kernel::Sign side = side_of(at);
        low = std::min(low, side), high = std::max(high, side);
      }
      if (low == 0 || high == 0) continue;
      const auto half = [&](kernel::Sign sign) {
        Polygon out = polygons_[i];
        kernel::clip_half_plane(
            out, [&](const FilteredPoint& at) { return sign * side_of(at); },
            [&](const FilteredPoint& a, kernel::Sign, const FilteredPoint& b, kernel::Sign) {
              return FilteredPoint(kernel::crossing(a.at, b.at, line[0].at, line[1].at));
            });
        return out;
      };
      Polygon left = half(kernel::Sign::positive), right = half(kernel::Sign::negative);
      polygons_[i] = std::move(left);
      joins_.push_back({rank, i, static_cast<std::uint32_t>(polygons_.size())});
      polygons_.push_back(std::move(right));
    }
  }

  // The pieces that lie along an edge of their triangle with more than a point.
  Parts parts(Index edge) const {
    const FilteredPoint &a = corner(edge), &b = t_.points[t_.to(edge)];
    const std::size_t axis = a.at[0] != b.at[0] ? 0 : 1;
    const mpq_class &begin = a.at[axis], &end = b.at[axis];
    Parts out;
    for (std::uint32_t i = first_[edge / 3]; i < first_[edge / 3 + 1]; ++i) {
      Part part{i, nullptr, nullptr};
      if (polygons_[i].empty()) part = {i, &std::min(begin, end), &std::max(begin, end)};
      for (const FilteredPoint& at : polygons_[i]) {
        if (kernel::orientation(a, b, at) != 0) continue;
        const mpq_class& place = at.at[axis];
        if (!part.low || place < *part.low) part.low = &place;
        if (!part.high || place > *part.high) part.high = &place;
      }
      if (part.low && *part.low < *part.high) out.push_back(part);
    }
    return out;
  }
  // Joins pieces that touch along an edge.
  void join(Index h, Index other, Rank open_to) {
    for (const Part& x : parts_[h])
      for (const Part& y : parts_[other])
        if (*x.low < *y.high && *y.low < *x.high) joins_.push_back({open_to, x.piece, y.piece});
  }

  std::vector<std::uint32_t> at(const RouteEnd& end) const {
    const FilteredPoint place(end.at);
    std::vector<std::uint32_t> out;
    for (const Index triangle : end.triangles)
      for (std::uint32_t i = first_[triangle]; i < first_[triangle + 1]; ++i) {
        const Polygon& polygon = polygons_[i];
        bool inside = true;  // of a whole triangle the place is known to be
        for (std::size_t k = 0; k < polygon.size(); ++k)
          inside = inside && kernel::orientation(polygon[k], polygon[k + 1 == polygon.size() ? 0 : k + 1], place) >= 0;
        if (inside) out.push_back(i);
      }
    return out;
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  const Rank count_;
  std::vector<Polygon> polygons_;     // empty: a whole triangle
  std::vector<std::uint32_t> first_;  // by triangle
  std::vector<Parts> parts_;          // by half-edge; empty for those that are not open
  std::vector<Join> joins_;           // those that most barriers leave come first
};

}  // namespace

mpq_class squared_width(const FloorPassage& passage) {
  return kernel::squared_distance(passage.ends[0], passage.ends[1]);
}

std::optional<FloorPassage> closed_passage(const FloorPlan& plan, const Obstacles& obstacles,
                                           const mpq_class& squared_radius, const RouteEnd& from, const RouteEnd& to) {
  std::vector<Barrier> barriers = Finder(plan, obstacles, squared_radius).run();
  std::ranges::stable_sort(barriers, {}, &Barrier::squared_width);
  const auto closing = Pieces(plan, barriers).closing(from, to);
  return closing ? std::optional(barriers[*closing].passage) : std::nullopt;
}

}  // namespace plumb::plan
