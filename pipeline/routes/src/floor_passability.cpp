// SPDX-License-Identifier: GPL-3.0-or-later
// Where a disc does not pass on floors that may lie over one another.
//
// On a map, passages that are narrower than the disc are cut out of it, and what is left is joined or not
// (passability.h). On floors a passage is followed from triangle to triangle. A place of it stops the disc's centre if
// the end that is nearer is within the window of the floor's height there: in plan it is nearer than the radius, since
// the whole is shorter than two. Triangles are cut into convex pieces along such passages, as far as they cross a whole
// triangle and stop the centre on all of the way; edges that a passage runs along are closed. Pieces that touch along
// an open edge are joined, over gaps whatever touches them: then too much is joined, never too little, so what is
// parted is parted.
//
// Steps: find the passages (Finder), cut and join (Pieces), find the passage that parts the ends when the narrower ones
// do not. Cost: of passages, the corners of border times the border near each; of pieces, the square of the passages
// through a triangle; the logarithm of the number of passages times.
#include "plumb/pipeline/floor_passability.h"

#include <algorithm>
#include <map>
#include <set>

#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/segment_distance.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/plan_box.h"

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;
using kernel::NearPoint;
using kernel::PlanPoint;
using Polygon = std::vector<PlanPoint>;

// How far along the way from a to b a place of its line is.
mpq_class share_of(const PlanPoint& a, const PlanPoint& b, const PlanPoint& p) {
  const std::size_t k = a[0] != b[0] ? 0 : 1;
  return (p[k] - a[k]) / (b[k] - a[k]);
}

// A passage, the triangles that it crosses and the edges that it runs along.
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
        around_(t_.points.size()) {
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h) around_[t_.from(h)].push_back(h);
    for (Index v = 0; v < t_.points.size(); ++v) vertices_.emplace(t_.points[v].at, v);
  }

  std::vector<Barrier> run() {
    for (const Obstacles::Index s : obstacles_.segments())
      for (const std::size_t end : {0u, 1u}) {
        const NearPoint& v = end == 0 ? obstacles_.begin(s) : obstacles_.end(s);
        const mpq_class& height = plan_.heights.ends[s][end];
        if (seen_.insert({v.at, height}).second) look_from(v, height);
      }
    return std::move(found_);
  }

 private:
  void look_from(const NearPoint& v, const mpq_class& height) {
    std::vector<Index> corners;  // half-edges that begin there
    for (auto [at, end] = vertices_.equal_range(v.at); at != end; ++at)
      for (const Index h : around_[at->second])
        if (t_.heights[h] == height) corners.push_back(h);
    if (corners.empty()) return;
    std::set<PlanPoint> feet;
    kernel::Box box = box_around(v.ix, v.iy, reach_);
    obstacles_.limit(box, kernel::interval_of(height));
    obstacles_.any_in(box, [&](Obstacles::Index s) {
      const NearPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      if (a.at == v.at || b.at == v.at || kernel::compare_squared_distance(v, a, b, most_) >= 0) return false;
      const PlanPoint foot = kernel::nearest_point(v.at, a.at, b.at);
      if (foot == v.at || !feet.insert(foot).second) return false;
      p_.emplace(v), q_.emplace(foot);
      if (std::ranges::none_of(corners, [&](Index h) { return side(t_.to(h)) <= 0 && side(t_.apex(h)) >= 0; }))
        return false;
      const auto& ends = plan_.heights.ends[s];
      const mpq_class at_foot = ends[0] + share_of(a.at, b.at, foot) * (ends[1] - ends[0]);
      follow({{v.at, foot}, {height, at_foot}}, corners);
      return false;
    });
  }

  // A place where a passage goes on: into the triangle of a half-edge, over it or from the corner where it begins.
  struct Entry {
    Index half_edge;
    bool from_corner;
    mpq_class share;  // of the passage
  };

  void follow(const FloorPassage& passage, const std::vector<Index>& corners) {
    Barrier barrier{passage, pipeline::squared_width(passage), {}, {}};
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

  int side(Index vertex) const { return kernel::orientation(*p_, *q_, t_.points[vertex]); }

  void go_on(Barrier& barrier, const Entry& at, std::vector<Entry>& left) {
    const Index h = at.half_edge;
    if (at.from_corner) {
      const int first = side(t_.to(h)), last = side(t_.apex(h));
      if (first < 0 && last > 0) {
        leave(barrier, at, t_.next(h), left);
      } else {
        if (first == 0) along(barrier, at, h, t_.to(h), left);
        if (last == 0) along(barrier, at, t_.prev(h), t_.apex(h), left);
      }
      return;
    }
    const int apex = side(t_.apex(h));
    if (apex != 0) leave(barrier, at, apex > 0 ? t_.next(h) : t_.prev(h), left);
    else leave_by_corner(barrier, at, t_.apex(h), left);
  }

  // Whether the disc's centre is stopped on the floor of a triangle from one share of the passage to another.
  bool stops(const FloorPassage& passage, Index triangle, const mpq_class& from, const mpq_class& to) const {
    const auto near = [&](const mpq_class& share, std::size_t end) {
      const PlanPoint &p = passage.ends[0], &q = passage.ends[1];
      const PlanPoint place{p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
      return abs(mpq_class(t_.height(triangle, place) - passage.heights[end])) < plan_.heights.window;
    };
    const mpq_class half(1, 2);
    if (from < half && !(near(from, 0) && near(std::min(to, half), 0))) return false;
    return to <= half || (near(std::max(from, half), 1) && near(to, 1));
  }

  void leave(Barrier& barrier, const Entry& at, Index edge, std::vector<Entry>& left) {
    const PlanPoint place = kernel::crossing(t_.points[t_.from(edge)].at, t_.points[t_.to(edge)].at, p_->at, q_->at);
    const mpq_class share = share_of(p_->at, q_->at, place);
    if (share > 1) return;
    if (stops(barrier.passage, edge / 3, at.share, share)) barrier.crossed.push_back(edge / 3);
    if (share == 1) return;
    if (t_.is_open(edge)) plan_.each_beyond(edge, [&](Index other) { left.push_back({other, false, share}); });
  }
  void leave_by_corner(Barrier& barrier, const Entry& at, Index vertex, std::vector<Entry>& left) {
    const mpq_class share = share_of(p_->at, q_->at, t_.points[vertex].at);
    if (share > 1) return;
    if (stops(barrier.passage, at.half_edge / 3, at.share, share)) barrier.crossed.push_back(at.half_edge / 3);
    if (share < 1) from_vertex(vertex, share, left);
  }
  void along(Barrier& barrier, const Entry& at, Index edge, Index far, std::vector<Entry>& left) {
    const mpq_class share = share_of(p_->at, q_->at, t_.points[far].at);
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
  std::vector<std::vector<Index>> around_;
  std::multimap<PlanPoint, Index> vertices_;
  std::set<std::pair<PlanPoint, mpq_class>> seen_;
  std::optional<NearPoint> p_, q_;  // of the passage that is followed
  std::vector<Barrier> found_;
};

// Convex pieces of triangles between barriers, and which of them are joined.
class Pieces {
 public:
  Pieces(const FloorPlan& plan, std::span<const Barrier> barriers) : plan_(plan), t_(plan.triangulation) {
    std::map<Index, std::vector<const Barrier*>> across;
    for (const Barrier& b : barriers) {
      for (const Index i : b.crossed) across[i].push_back(&b);
      closed_.insert(b.closed.begin(), b.closed.end());
    }
    for (Index i = 0; i < t_.triangle_count(); ++i) {
      first_.push_back(static_cast<std::uint32_t>(polygons_.size()));
      const auto cuts = across.find(i);
      if (cuts == across.end()) {
        polygons_.emplace_back();  // most are whole: their corners are known
        continue;
      }
      std::vector<Polygon> pieces{triangle(i)};
      for (const Barrier* b : cuts->second) cut(pieces, b->passage.ends[0], b->passage.ends[1]);
      if (pieces.size() == 1) pieces[0].clear();
      std::ranges::move(pieces, std::back_inserter(polygons_));
    }
    first_.push_back(static_cast<std::uint32_t>(polygons_.size()));
    sets_.reset(static_cast<std::uint32_t>(polygons_.size()));
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h)
      if (t_.is_open(h))
        plan_.each_beyond(h, [&](Index other) {
          if (!closed_.contains(h) && !closed_.contains(other)) join(h, other, true);
        });
    for (const FloorGap& gap : plan_.gaps)
      for (const Index h : gap.sides[0].half_edges)
        for (const Index other : gap.sides[1].half_edges) join(h, other, false);
  }

  bool joined(const RouteEnd& from, const RouteEnd& to) {
    const std::vector<std::uint32_t> at_from = at(from), at_to = at(to);
    return std::ranges::any_of(at_from, [&](std::uint32_t a) {
      return std::ranges::any_of(at_to, [&](std::uint32_t b) { return sets_.find(a) == sets_.find(b); });
    });
  }

 private:
  const PlanPoint& corner(Index h) const { return t_.points[t_.from(h)].at; }
  Polygon triangle(Index i) const { return {corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)}; }
  bool is_whole(Index i) const { return first_[i + 1] - first_[i] == 1; }

  static void cut(std::vector<Polygon>& pieces, const PlanPoint& p, const PlanPoint& q) {
    std::vector<Polygon> out;
    for (Polygon& piece : pieces) {
      int low = 0, high = 0;
      for (const PlanPoint& at : piece) {
        const int side = sgn(mpq_class(kernel::orient2d(p, q, at)));
        low = std::min(low, side), high = std::max(high, side);
      }
      if (low == 0 || high == 0) {
        out.push_back(std::move(piece));
        continue;
      }
      for (const int side : {1, -1}) {
        Polygon half = piece;
        kernel::clip_half_plane(
            half, [&](const PlanPoint& at) { return side * sgn(mpq_class(kernel::orient2d(p, q, at))); },
            [&](const PlanPoint& a, int, const PlanPoint& b, int) { return kernel::crossing(a, b, p, q); });
        out.push_back(std::move(half));
      }
    }
    pieces = std::move(out);
  }

  // Where a piece of the triangle of an edge lies along the edge, from 0 to 1 of the way from a to b; none: no more
  // than in a point.
  std::optional<std::array<mpq_class, 2>> part(Index edge, std::uint32_t piece, const PlanPoint& a,
                                               const PlanPoint& b) const {
    if (is_whole(edge / 3)) return std::array<mpq_class, 2>{0, 1};
    std::optional<std::array<mpq_class, 2>> out;
    for (const PlanPoint& at : polygons_[piece]) {
      if (kernel::orient2d(a, b, at) != 0) continue;
      const mpq_class share = share_of(a, b, at);
      if (!out) out = {share, share};
      (*out)[0] = std::min((*out)[0], share), (*out)[1] = std::max((*out)[1], share);
    }
    if (out && (*out)[0] == (*out)[1]) out.reset();
    return out;
  }
  void join(Index h, Index other, bool where_they_touch) {
    if (is_whole(h / 3) && is_whole(other / 3)) {
      sets_.unite(first_[h / 3], first_[other / 3]);
      return;
    }
    const PlanPoint &a = corner(h), &b = t_.points[t_.to(h)].at;
    const PlanPoint &c = corner(other), &d = t_.points[t_.to(other)].at;
    for (std::uint32_t x = first_[h / 3]; x < first_[h / 3 + 1]; ++x) {
      const auto on_x = part(h, x, a, b);
      if (!on_x) continue;
      for (std::uint32_t y = first_[other / 3]; y < first_[other / 3 + 1]; ++y) {
        const auto on_y = where_they_touch ? part(other, y, a, b) : part(other, y, c, d);
        if (!on_y) continue;
        if (!where_they_touch || std::max((*on_x)[0], (*on_y)[0]) < std::min((*on_x)[1], (*on_y)[1])) sets_.unite(x, y);
      }
    }
  }

  std::vector<std::uint32_t> at(const RouteEnd& end) const {
    std::vector<std::uint32_t> out;
    for (const Index triangle : end.triangles)
      for (std::uint32_t i = first_[triangle]; i < first_[triangle + 1]; ++i) {
        const Polygon& polygon = polygons_[i];
        bool inside = true;  // of what is whole it is
        for (std::size_t k = 0; k < polygon.size(); ++k)
          inside = inside && kernel::orient2d(polygon[k], polygon[k + 1 == polygon.size() ? 0 : k + 1], end.at) >= 0;
        if (inside) out.push_back(i);
      }
    return out;
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  std::set<Index> closed_;
  std::vector<Polygon> polygons_;
  std::vector<std::uint32_t> first_;  // by triangle
  kernel::UnionFind sets_;
};

}  // namespace

mpq_class squared_width(const FloorPassage& passage) {
  return kernel::squared_distance(passage.ends[0], passage.ends[1]);
}

std::optional<FloorPassage> closed_passage(const FloorPlan& plan, const Obstacles& obstacles,
                                           const mpq_class& squared_radius, const RouteEnd& from, const RouteEnd& to) {
  std::vector<Barrier> barriers = Finder(plan, obstacles, squared_radius).run();
  std::ranges::stable_sort(barriers, {}, &Barrier::squared_width);
  const std::span all(barriers);
  if (barriers.empty() || Pieces(plan, all).joined(from, to)) return std::nullopt;
  // So many of the narrowest leave a way, and so many do not.
  std::size_t open = 0, closed = barriers.size();
  while (closed - open > 1) {
    const std::size_t middle = (open + closed) / 2;
    (Pieces(plan, all.first(middle)).joined(from, to) ? open : closed) = middle;
  }
  return barriers[open].passage;
}

}  // namespace plumb::pipeline
