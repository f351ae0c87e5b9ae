// SPDX-License-Identifier: LGPL-3.0-or-later
// Floors over one another: which way leads from one to another at one place, and which of them a disc may lie on.
// Problem. At one place several triangles may meet, joined by steps: a route that changes its triangle there takes the
// steps with the least rises and falls (steps_at, Dijkstra's search over the edges on which the place lies). And the
// projection of a disc alone does not say what it sweeps. It may lie on every floor that is reached from its centre's
// triangle over edges within the radius, as long as one straight direction leads over all of these edges: otherwise one
// would have to turn back, and could reach the storey above by a spiral stair. Where reached floors lie over one
// another all the same, the lightest counts.
// 1. Reach::add() starts in the centre's triangle (or in both triangles beside a gap). go_on() walks over open edges
//    and gaps near that triangle. Each step carries the cone of directions that lead over all edges so far;
//    Cone::and_over() narrows it, and the walk stops where the cone is empty or where the triangle was entered with a
//    wider cone before.
// 2. floor_cover() sorts the triangles found by weight, lightest first, and subtracts from each what earlier ones
//    cover: beside() clips convex polygons at one line, so all polygons stay convex.
// Cost. Step 1: the edges near the triangle times the cones with which each triangle is entered. Step 2: the square of
// the triangles found, where their boxes overlap. The result is kept by WeightedArea, once for each triangle.
// Exactness. Cones and polygons are fractions. is_near() compares a certain lower bound of a distance in doubles with
// the radius, so it may let in an edge that is farther than the radius by a rounding error, never leave one out.
// Source: ours; Koutsoumpas plans on one plane (docs/theory/routes.md, What is planned).
#include "plumb/plan/floor_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "edge_piece.h"
#include "plumb/kernel/convex_ring.h"

namespace plumb::plan {

using Index = PlanTriangulation::Index;

std::optional<FloorSteps> steps_at(const FloorPlan& plan, const kernel::PlanPoint& at, Index from, Index to) {
  if (from == to) return FloorSteps{};
  const PlanTriangulation& t = plan.triangulation;
  const kernel::FilteredPoint place(at);
  const auto each_over = [&](Index triangle, auto&& visit) {
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], place) == 0)
        plan.each_beyond(h, [&](Index other) { visit(h, other); });
  };
  // Triangles that are joined directly have no way with less rise or fewer edges.
  std::optional<FloorSteps> direct;
  each_over(from, [&](Index h, Index other) {
    if (other / 3 == to && !direct) direct = FloorSteps{{h, other}};
  });
  if (direct) return direct;
  struct Reached {
    mpq_class rise;
    std::size_t count;
    std::array<Index, 2> over;
  };
  std::map<Index, Reached> reached{{from, {0, 0, {}}}};
  std::map<Index, mpq_class> heights;
  const auto height = [&](Index triangle) -> const mpq_class& {
    const auto [known, is_new] = heights.try_emplace(triangle);
    if (is_new) known->second = t.height(triangle, at);
    return known->second;
  };
  using Entry = std::tuple<mpq_class, std::size_t, Index>;
  std::set<Entry> queue{{0, 0, from}};
  while (!queue.empty()) {
    const auto [rise, count, triangle] = *queue.begin();
    queue.erase(queue.begin());
    if (triangle == to) break;
    each_over(triangle, [&, rise = rise, count = count, triangle = triangle](Index h, Index other) {
      const Index next = other / 3;
      const mpq_class far = rise + abs(mpq_class(height(next) - height(triangle)));
      const auto known = reached.find(next);
      if (known != reached.end()) {
        Reached& before = known->second;
        if (std::tie(before.rise, before.count) <= std::tuple(far, count + 1)) return;
        queue.erase({before.rise, before.count, next});
      }
      reached[next] = {far, count + 1, {h, other}};
      queue.insert({far, count + 1, next});
    });
  }
  if (!reached.contains(to)) return std::nullopt;
  FloorSteps out;
  for (Index i = to; i != from; i = out.back()[0] / 3) out.push_back(reached.at(i).over);
  std::ranges::reverse(out);
  return out;
}

bool is_valid(const FloorPlan& plan) {
  const PlanTriangulation& t = plan.triangulation;
  const std::size_t size = t.half_edges.size();
  if (size != 3 * t.regions.size() || t.heights.size() != size) return false;
  for (Index h = 0; h < size; ++h) {
    if (t.from(h) >= t.points.size()) return false;
    if (h % 3 == 0 && kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], t.points[t.apex(h)]) <= 0)
      return false;
    const Index twin = t.twin(h);
    if ((twin == PlanTriangulation::none) != (t.half_edges[h].kind == SegmentKind::obstacle)) return false;
    if (twin == PlanTriangulation::none) continue;
    if (twin >= size) return false;
    const bool same = t.from(twin) == t.from(h) && t.to(twin) == t.to(h);
    if (!same && (t.from(twin) != t.to(h) || t.to(twin) != t.from(h))) return false;
  }
  for (const auto& [h, others] : plan.joined)
    for (const Index other : others)
      if (h >= size || other >= size || t.from(other) != t.to(h) || t.to(other) != t.from(h)) return false;
  for (const FloorGap& gap : plan.gaps)
    for (const FloorGap::Side& side : gap.sides)
      if (side.ends[0] == side.ends[1] ||
          std::ranges::any_of(side.half_edges, [&](Index h) { return h >= size || !t.is_open(h); }))
        return false;
  return plan.heights.window > 0 && plan.heights.ends.size() == plan.border.segments.size() &&
         std::ranges::all_of(plan.border.segments,
                             [](const PlanMap::Segment& s) { return s.kind == SegmentKind::obstacle; }) &&
         std::ranges::all_of(t.regions, [&](Index region) { return region < t.weights.size(); });
}

namespace {

using kernel::PlanPoint;
using Polygon = std::vector<PlanPoint>;

mpq_class turn(const PlanPoint& a, const PlanPoint& b) { return kernel::formulas::determinant(a[0], a[1], b[0], b[1]); }

// The directions strictly between two, counter-clockwise, in no more than half a turn.
struct Cone {
  PlanPoint first, last;

  // The directions that cross an edge from its left to its right.
  static Cone over(const PlanPoint& edge) { return {{-edge[0], -edge[1]}, edge}; }
  // Those of these directions that cross another edge as well; none: whoever crosses both edges turns back.
  std::optional<Cone> and_over(const PlanPoint& edge) const {
    const int at_first = sgn(turn(edge, first)), at_last = sgn(turn(edge, last));
    if (at_first == 0 && at_last == 0) {  // half a turn
      if (edge[0] * last[0] + edge[1] * last[1] > 0) return *this;
      return std::nullopt;
    }
    if (at_first >= 0 && at_last >= 0) return std::nullopt;
    if (at_first <= 0 && at_last <= 0) return *this;
    return at_first < 0 ? Cone{first, edge} : Cone{{-edge[0], -edge[1]}, last};
  }
  bool has(const Cone& other) const {
    return std::ranges::all_of(std::array{&other.first, &other.last},
                               [&](const PlanPoint* d) { return turn(first, *d) >= 0 && turn(*d, last) >= 0; });
  }
};

class Reach {
 public:
  Reach(const FloorPlan& plan, const std::unordered_map<Index, std::vector<Index>>& over_gaps, double radius)
      : plan_(plan), t_(plan.triangulation), over_gaps_(over_gaps), radius_(radius) {}

  void add(Index triangle) {
    middle_ = triangle;
    reached_.clear();
    triangles_.push_back(triangle);
    go_on(triangle, std::nullopt);
  }
  std::vector<Index> take() {
    std::ranges::sort(triangles_);
    triangles_.erase(std::unique(triangles_.begin(), triangles_.end()), triangles_.end());
    return std::move(triangles_);
  }

 private:
  PlanPoint along(Index h) const {
    const PlanPoint &p = t_.points[t_.from(h)].at, &q = t_.points[t_.to(h)].at;
    return {q[0] - p[0], q[1] - p[1]};
  }
  bool is_near(Index h) {
    const EdgePiece edge = edge_piece(t_.points[t_.from(h)], t_.points[t_.to(h)]);
    for (Index k = 3 * middle_; k < 3 * middle_ + 3; ++k)
      if (distance_below(edge_piece(t_.points[t_.from(k)], t_.points[t_.to(k)]), edge) <= radius_) return true;
    return false;
  }

  void go_on(Index first, const std::optional<Cone>& from) {
    std::vector<std::pair<Index, std::optional<Cone>>> left{{first, from}};
    while (!left.empty()) {
      const auto [triangle, cone] = std::move(left.back());
      left.pop_back();
      const auto go = [&](Index next, const Cone& way) {
        std::vector<Cone>& known = reached_[next];
        if (next == middle_ || std::ranges::any_of(known, [&](const Cone& c) { return c.has(way); })) return;
        known.push_back(way);
        triangles_.push_back(next);
        left.push_back({next, way});
      };
      for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        if (!t_.is_open(h) || (triangle != middle_ && !is_near(h))) continue;
        const PlanPoint edge = along(h);
        const std::optional<Cone> way = cone ? cone->and_over(edge) : Cone::over(edge);
        if (!way) continue;
        plan_.each_beyond(h, [&](Index other) { go(other / 3, *way); });
        const auto gaps = over_gaps_.find(h);
        if (gaps == over_gaps_.end()) continue;
        for (const Index other : gaps->second) {
          const PlanPoint far = along(other);
          const auto across = way->and_over({-far[0], -far[1]});
          if (across && is_near(other)) go(other / 3, *across);
        }
      }
    }
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  const std::unordered_map<Index, std::vector<Index>>& over_gaps_;
  const double radius_;
  Index middle_ = 0;
  std::map<Index, std::vector<Cone>> reached_;
  std::vector<Index> triangles_;
};

// The part of a convex polygon on the left of the line from a to b (side 1), or on its right (side -1), with the line.
Polygon beside(Polygon polygon, const PlanPoint& a, const PlanPoint& b, int side) {
  kernel::clip_half_plane(
      polygon, [&](const PlanPoint& p) { return side * sgn(mpq_class(kernel::orient2d(a, b, p))); },
      [&](const PlanPoint& p, int, const PlanPoint& q, int) {
        const mpq_class at_p = kernel::orient2d(a, b, p), at_q = kernel::orient2d(a, b, q), t = at_p / (at_p - at_q);
        return PlanPoint{p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])};
      });
  return polygon;
}
bool has_area(const Polygon& polygon) {
  for (std::size_t i = 2; i < polygon.size(); ++i)
    if (kernel::orient2d(polygon[0], polygon[1], polygon[i]) != 0) return true;
  return false;
}

// Whether a side of one of two triangles has the other triangle beyond it.
bool are_apart(const PlanTriangulation& t, Index a, Index b) {
  for (const auto& [own, other] : {std::pair(a, b), std::pair(b, a)})
    for (Index h = 3 * own; h < 3 * own + 3; ++h) {
      bool beyond = true;
      for (Index k = 3 * other; k < 3 * other + 3 && beyond; ++k)
        beyond = kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], t.points[t.from(k)]) <= 0;
      if (beyond) return true;
    }
  return false;
}

}  // namespace

Polygon intersection_of(Polygon a, const Polygon& b) {
  for (std::size_t i = 0; i < b.size() && a.size() > 2; ++i) a = beside(a, b[i], b[i + 1 == b.size() ? 0 : i + 1], 1);
  return has_area(a) ? a : Polygon{};
}

FloorCover floor_cover(const FloorPlan& plan, const std::unordered_map<Index, std::vector<Index>>& over_gaps,
                       const RouteTriangles& in, double radius) {
  const PlanTriangulation& t = plan.triangulation;
  Reach reach(plan, over_gaps, radius);
  reach.add(in.triangle);
  if (in.beyond != PlanTriangulation::none) reach.add(in.beyond);
  FloorCover out;
  out.triangles = reach.take();

  // The lightest triangle comes first; of each other one the part that earlier ones do not cover is kept.
  std::vector<Index> order = out.triangles;
  std::ranges::stable_sort(order, {}, [&](Index i) -> const mpq_class& { return t.weight(i); });
  for (const Index i : order) {
    const auto corner = [&](Index k) -> const PlanPoint& { return t.points[t.from(3 * i + k)].at; };
    std::vector<Polygon> pieces{{corner(0), corner(1), corner(2)}};
    bool whole = true;
    DoublePoint low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
    for (Index h = 3 * i; h < 3 * i + 3; ++h) {
      const kernel::FilteredPoint& p = t.points[t.from(h)];
      low = {std::min(low[0], p.ix.low), std::min(low[1], p.iy.low)};
      high = {std::max(high[0], p.ix.high), std::max(high[1], p.iy.high)};
    }
    const std::size_t before = out.polygons.size();
    for (std::size_t k = 0; k < before && !pieces.empty(); ++k) {
      const FloorCover::Polygon& other = out.polygons[k];
      if (other.low[0] > high[0] || other.high[0] < low[0] || other.low[1] > high[1] || other.high[1] < low[1] ||
          are_apart(t, i, other.triangle))
        continue;
      std::vector<Polygon> left;
      for (Polygon& piece : pieces) {
        if (intersection_of(piece, other.corners).empty()) {
          left.push_back(std::move(piece));
          continue;
        }
        whole = false;
        for (std::size_t e = 0; e < other.corners.size() && !piece.empty(); ++e) {
          const PlanPoint &a = other.corners[e], &b = other.corners[e + 1 == other.corners.size() ? 0 : e + 1];
          Polygon outside = beside(piece, a, b, -1);
          if (has_area(outside)) left.push_back(std::move(outside));
          piece = beside(std::move(piece), a, b, 1);
          if (!has_area(piece)) piece.clear();
        }
      }
      pieces = std::move(left);
    }
    for (Polygon& piece : pieces) {
      FloorCover::Polygon part{std::move(piece), {}, i, whole, low, high};
      for (const PlanPoint& p : part.corners) part.near.push_back(to_doubles(p));
      out.polygons.push_back(std::move(part));
    }
  }
  return out;
}

}  // namespace plumb::plan
