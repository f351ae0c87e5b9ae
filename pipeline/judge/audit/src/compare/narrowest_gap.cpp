// SPDX-License-Identifier: GPL-3.0-or-later
// Where two sets of convex polygons are nearest to each other in plan, and how wide that gap is.
//
// 1. rough_gap() finds the least distance in doubles: polygon beside polygon, each edge of one with each of the other.
//    visit_edges() skips polygons whose boxes are farther apart than the least distance so far. Polygons that overlap
//    without edges that cross are found by a corner that one of them contains.
// 2. narrowest_gap() lists the pairs of edges that are as near as that, but for what rounding may have added, nearest
//    first, 64 at most. nearest_points() finds the nearest points of each pair in fractions: an end of one edge and
//    what is nearest to it of the other, or where the edges cross.
// 3. Of these the least exact width is the gap's. Where several pairs of points have it, as along a crack between
//    parallel sides, middle_of() places the gap in the middle of the two that are farthest from each other, and
//    `reached` lists all of them; of several pairs of edges the one where that stretch is longest has the gap.
// 4. If doubles placed a corner in a polygon, wrongly, and nothing else was listed, all is repeated without that test.
//
// Cost: a b box tests for a and b polygons, and the product of their edges where boxes are near; up to 64 pairs in
// fractions. Memory: linear in the polygons and in the pairs of edges as near as the nearest.
// Exact: the width between the points that are returned, and whether it is 0. That no other pair is nearer is known by
// doubles only (as_near, of_size).
// Source: our own.
#include "compare/narrowest_gap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;
using Place = std::array<double, 2>;

double squared(double x, double y) { return x * x + y * y; }

double squared_box_distance(const NearPolygon& a, const NearPolygon& b) {
  const auto apart = [&](std::size_t k) { return std::max({0.0, a.low[k] - b.high[k], b.low[k] - a.high[k]}); };
  return squared(apart(0), apart(1));
}

double squared_to_segment(const Place& at, const Place& p, const Place& q) {
  const double x = q[0] - p[0], y = q[1] - p[1], length = squared(x, y);
  const double share =
      length > 0 ? std::clamp(kernel::formulas::dot2d(x, y, at[0] - p[0], at[1] - p[1]) / length, 0.0, 1.0) : 0;
  const double out = squared(at[0] - p[0] - share * x, at[1] - p[1] - share * y);
  return std::isnan(out) ? HUGE_VAL : out;  // where squares are beyond doubles
}

// Do the boxes of two segments meet? Sides alone do not tell whether segments on one line meet.
bool may_cross(const Place& p, const Place& q, const Place& r, const Place& s) {
  for (std::size_t k = 0; k < 2; ++k)
    if (std::max(p[k], q[k]) < std::min(r[k], s[k]) || std::max(r[k], s[k]) < std::min(p[k], q[k])) return false;
  return true;
}

double squared_between(const Place& p, const Place& q, const Place& r, const Place& s) {
  using kernel::formulas::orient2d;
  if (may_cross(p, q, r, s) && (orient2d(p, q, r) > 0) != (orient2d(p, q, s) > 0) &&
      (orient2d(r, s, p) > 0) != (orient2d(r, s, q) > 0))
    return 0;
  return std::min({squared_to_segment(p, r, s), squared_to_segment(q, r, s), squared_to_segment(r, p, q),
                   squared_to_segment(s, p, q)});
}

bool contains(const NearPolygon& polygon, const Place& at) {
  const auto& c = polygon.corners;
  if (c.size() < 3) return false;
  for (std::size_t i = 0; i < c.size(); ++i)
    if (kernel::formulas::orient2d(c[i], c[i + 1 == c.size() ? 0 : i + 1], at) < 0) return false;
  return true;
}
bool contains(const PlanRing& ring, const PlanPoint& at) {
  using kernel::PlanRef;
  if (ring.size() < 3) return false;
  const PlanRef place(at);
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (orientation(PlanRef(ring[i]), PlanRef(ring[i + 1 == ring.size() ? 0 : i + 1]), place) < 0) return false;
  return true;
}

struct Approach {
  double squared;
  std::size_t a, b, edge_a, edge_b;  // polygons, and their edges by first corners
};

// Visits the pairs of edges of polygons whose boxes are no farther apart than reach(), a square. With `inside` it also
// visits two polygons of which one seems to contain a corner of the other: at distance 0, with edge numbers beyond the
// last.
template <class Reach, class Visit>
void visit_edges(std::span<const NearPolygon> a, std::span<const NearPolygon> b, bool inside, Reach&& reach,
                 Visit&& visit) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (squared_box_distance(a[i], b[j]) > reach()) continue;
      const auto &p = a[i].corners, &q = b[j].corners;
      if (inside && (contains(b[j], p[0]) || contains(a[i], q[0]))) visit(Approach{0, i, j, p.size(), q.size()});
      for (std::size_t e = 0; e < p.size(); ++e)
        for (std::size_t f = 0; f < q.size(); ++f)
          visit(
              Approach{squared_between(p[e], p[e + 1 == p.size() ? 0 : e + 1], q[f], q[f + 1 == q.size() ? 0 : f + 1]),
                       i, j, e, f});
    }
}

struct Facing {
  PlanPoint from, to;
  mpq_class squared_width;
  std::vector<PlanPoint> reached;
  mpq_class extent = 0;  // squared: how far they face each other
};

// The nearest of some pairs of points, each with one point on either segment, or the middle between the nearest.
Facing middle_of(const std::vector<std::array<PlanPoint, 2>>& all) {
  std::vector<mpq_class> widths;
  widths.reserve(all.size());
  for (const auto& [from, to] : all) widths.push_back(kernel::squared_distance(from, to));
  const mpq_class least = *std::ranges::min_element(widths);
  std::vector<std::array<PlanPoint, 2>> pairs;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (widths[i] == least) pairs.push_back(all[i]);
  // The distance is a convex function of the two points, so what lies between two nearest pairs is as near as they are.
  Facing out{pairs[0][0], pairs[0][1], least, {}, 0};
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    out.reached.insert(out.reached.end(), pairs[i].begin(), pairs[i].end());
    for (std::size_t j = 0; j < i; ++j)
      if (const mpq_class extent = kernel::squared_distance(pairs[i][0], pairs[j][0]); extent > out.extent)
        out.extent = extent, first = j, last = i;
  }
  out.from = kernel::point_along(pairs[first][0], pairs[last][0], mpq_class(1, 2));
  out.to = kernel::point_along(pairs[first][1], pairs[last][1], mpq_class(1, 2));
  return out;
}

// An edge with doubles around its ends.
struct NearEdge {
  const kernel::FilteredPoint &from, &to;
};

// Polygons with doubles around their corners, each made once.
class NearRings {
 public:
  explicit NearRings(const RingOf& ring_of) : ring_of_(ring_of) {}
  NearEdge edge(std::size_t polygon, std::size_t i) {
    std::vector<kernel::FilteredPoint>& ring = rings_[polygon];
    if (ring.empty()) {
      PlanRing corners = ring_of_(polygon);
      ring.reserve(corners.size());
      for (PlanPoint& p : corners) ring.emplace_back(std::move(p));
    }
    return {ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]};
  }

 private:
  const RingOf& ring_of_;
  std::map<std::size_t, std::vector<kernel::FilteredPoint>> rings_;
};

// The nearest points of two edges. Only ends that doubles do not prove farther than another are looked at in fractions.
// None if all are certainly farther than `limit`, a square.
std::optional<Facing> nearest_points(const NearEdge& a, const NearEdge& b, double limit) {
  using kernel::formulas::orient2d;
  const kernel::FilteredPoint &p = a.from, &q = a.to, &r = b.from, &s = b.to;
  if (kernel::cross(p, q, r, s)) {
    const mpq_class r_side = orient2d(p.at, q.at, r.at), s_side = orient2d(p.at, q.at, s.at);
    const PlanPoint at = kernel::point_along(r.at, s.at, mpq_class(r_side / (r_side - s_side)));
    return Facing{at, at, 0, {at}, 0};
  }
  const std::array<kernel::Interval, 4> near{
      kernel::squared_distance_near(p, r, s), kernel::squared_distance_near(q, r, s),
      kernel::squared_distance_near(r, p, q), kernel::squared_distance_near(s, p, q)};
  double least = limit;
  for (const kernel::Interval& squared : near)
    if (squared.high < least) least = squared.high;
  std::vector<std::array<PlanPoint, 2>> pairs;
  pairs.reserve(near.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (near[i].low > least) continue;
    if (i < 2) {
      const PlanPoint& at = i == 0 ? p.at : q.at;
      pairs.push_back({at, kernel::nearest_point(at, r.at, s.at)});
    } else {
      const PlanPoint& at = i == 2 ? r.at : s.at;
      pairs.push_back({kernel::nearest_point(at, p.at, q.at), at});
    }
  }
  if (pairs.empty()) return std::nullopt;
  return middle_of(pairs);
}

double rough_gap(std::span<const NearPolygon> a, std::span<const NearPolygon> b, bool inside, double limit) {
  double least = limit * limit;
  visit_edges(
      a, b, inside, [&] { return least; }, [&](const Approach& x) { least = std::min(least, x.squared); });
  return least < limit * limit ? std::sqrt(least) : limit;
}

std::optional<NarrowestGap> narrowest_gap(std::span<const NearPolygon> a, const RingOf& ring_of_a,
                                          std::span<const NearPolygon> b, const RingOf& ring_of_b, bool inside) {
  constexpr std::size_t most = 64;  // pairs of edges as near as the nearest that are made exact
  // As near is what is farther by these shares at most, of the distance and of the coordinates: doubles are rounded.
  constexpr kernel::Hint as_near{0x1p-20};
  constexpr kernel::Hint of_size{0x1p-48};
  const double least = rough_gap(a, b, inside, HUGE_VAL);
  // Rounded coordinates are off by a little of their size, so a gap of width 0 may seem as wide as that.
  double size = 0;
  for (const auto& set : {a, b})
    for (const NearPolygon& p : set)
      for (std::size_t k = 0; k < 2; ++k) size = std::max({size, std::abs(p.low[k]), std::abs(p.high[k])});
  const double reach = least + least * as_near + size * of_size;
  std::vector<Approach> nearest;
  visit_edges(
      a, b, inside, [&] { return reach * reach; },
      [&](const Approach& x) {
        if (x.squared <= reach * reach) nearest.push_back(x);
      });
  std::ranges::stable_sort(nearest, {}, &Approach::squared);
  if (nearest.size() > most) nearest.resize(most);
  std::optional<NarrowestGap> out;
  mpq_class extent = 0;
  double limit = HUGE_VAL;  // at least the square of the narrowest width so far
  NearRings rings_of_a(ring_of_a), rings_of_b(ring_of_b);
  for (const Approach& x : nearest) {
    Facing facing;
    if (x.edge_a == a[x.a].corners.size()) {
      const PlanRing first = ring_of_a(x.a), second = ring_of_b(x.b);
      const PlanPoint& at = contains(second, first[0]) ? first[0] : second[0];
      if (!contains(first, at) || !contains(second, at)) continue;
      facing = {at, at, 0, {at}, 0};
    } else {
      auto points = nearest_points(rings_of_a.edge(x.a, x.edge_a), rings_of_b.edge(x.b, x.edge_b), limit);
      if (!points) continue;
      facing = std::move(*points);
    }
    if (out && facing.squared_width > out->squared_width) continue;
    const bool narrower = !out || facing.squared_width < out->squared_width;
    std::vector<PlanPoint> reached;
    if (!narrower) reached = std::move(out->reached);
    reached.insert(reached.end(), facing.reached.begin(), facing.reached.end());
    if (narrower || facing.extent > extent) {
      extent = facing.extent;
      limit = kernel::interval_of(facing.squared_width).high;
      out = NarrowestGap{facing.from, facing.to, facing.squared_width, x.a, x.b, {}};
    }
    out->reached = std::move(reached);
  }
  return out;
}

}  // namespace

NearPolygon::NearPolygon(const PlanRing& ring) {
  low.fill(HUGE_VAL);
  high.fill(-HUGE_VAL);
  for (const PlanPoint& p : ring) {
    corners.push_back({p[0].get_d(), p[1].get_d()});
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], corners.back()[k]);
      high[k] = std::max(high[k], corners.back()[k]);
    }
  }
}

double rough_gap(std::span<const NearPolygon> a, std::span<const NearPolygon> b, double limit) {
  return rough_gap(a, b, true, limit);
}

NarrowestGap narrowest_gap(std::span<const NearPolygon> a, const RingOf& ring_of_a, std::span<const NearPolygon> b,
                           const RingOf& ring_of_b) {
  auto out = narrowest_gap(a, ring_of_a, b, ring_of_b, true);
  if (!out) out = narrowest_gap(a, ring_of_a, b, ring_of_b, false);  // no corner was inside, if one seemed to be
  return std::move(*out);
}

}  // namespace plumb::pipeline
