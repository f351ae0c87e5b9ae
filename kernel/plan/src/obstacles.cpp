// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/obstacles.h"

#include <algorithm>
#include <cmath>

#include "edge_piece.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/interval.h"

namespace plumb::plan {
namespace {

using kernel::FilteredPoint;
using Index = Obstacles::Index;

std::vector<Index> obstacle_segments(const PlanMap& map) {
  std::vector<Index> out;
  for (Index i = 0; i < map.segments.size(); ++i)
    if (map.segments[i].kind == SegmentKind::obstacle) out.push_back(i);
  return out;
}

// The difference of two places, one of each segment: in plan, and in height.
using Difference = std::array<mpq_class, 3>;

// Whether two segments have places that are nearer than the radius in plan and than the window in height.
bool comes_nearer(const std::array<kernel::PlanPoint, 2>& p, const Obstacles::Heights& zp,
                  const std::array<kernel::PlanPoint, 2>& q, const Obstacles::Heights& zq,
                  const mpq_class& squared_radius, const mpq_class& window) {
  if (squared_radius == 0) return false;
  // The differences of all pairs of places form a parallelogram, which may be a segment or a point.
  std::vector<Difference> all;
  for (const auto& [i, j] : {std::pair(0u, 0u), std::pair(1u, 0u), std::pair(1u, 1u), std::pair(0u, 1u)})
    all.push_back({p[i][0] - q[j][0], p[i][1] - q[j][1], zp[i] - zq[j]});
  const auto by_height = [](const Difference& d, const Difference& e) { return d[2] < e[2]; };
  const auto [lowest, highest] = std::minmax_element(all.begin(), all.end(), by_height);
  if ((*lowest)[2] >= window || (*highest)[2] <= -window) return false;
  // The part within the window, with its ends: they are limits of places strictly within, so they do not change whether
  // the least distance is below the radius.
  for (const int side : {1, -1})
    kernel::clip_half_plane(
        all, [&](const Difference& d) { return sgn(mpq_class(window - side * d[2])); },
        [&](const Difference& d, int, const Difference& e, int) {
          const mpq_class share = (side * window - d[2]) / (e[2] - d[2]);
          return Difference{d[0] + share * (e[0] - d[0]), d[1] + share * (e[1] - d[1]), side * window};
        });
  const kernel::PlanPoint origin{0, 0};
  bool left = false, right = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Difference &d = all[i], &e = all[i + 1 == all.size() ? 0 : i + 1];
    const kernel::PlanPoint u{d[0], d[1]}, v{e[0], e[1]};
    if (kernel::squared_distance(origin, u, v) < squared_radius) return true;
    const int turn = sgn(mpq_class(kernel::orient2d(u, v, origin)));
    left = left || turn > 0, right = right || turn < 0;
  }
  // Seen from the origin all edges turn one way if it lies inside; else, or without an area, both ways or none.
  return left != right;
}

}  // namespace

double root_above(const mpq_class& square) { return kernel::root(kernel::interval_of(square)).high; }

Obstacles::Obstacles(const PlanMap& map, const ObstacleHeights* heights)
    : map_(map), heights_(heights), segments_(obstacle_segments(map)), tree_(boxes()) {}

void Obstacles::limit(kernel::Box& box, const kernel::Interval& heights) const {
  if (!heights_) return;
  const kernel::Interval window = kernel::interval_of(heights_->window);
  box.low[2] = (heights - window).low, box.high[2] = (heights + window).high;
}

bool Obstacles::is_in_window(Index segment, const kernel::Interval& heights) const {
  if (!heights_) return true;
  const kernel::Interval window = kernel::interval_of(heights_->window);
  return std::ranges::all_of(heights_->ends[segment], [&](const mpq_class& end) {
    const kernel::Interval away = kernel::interval_of(end) - heights;
    return std::max(away.high, -away.low) < window.low;
  });
}

kernel::Box Obstacles::box(const FilteredPoint& p, const FilteredPoint& q, double distance) {
  kernel::Box out = box_around(p.ix, p.iy, distance);
  kernel::grow(out, box_around(q.ix, q.iy, distance));
  return out;
}

std::vector<kernel::Box> Obstacles::boxes() const {
  std::vector<kernel::Box> out;
  for (const Index i : segments_) {
    out.push_back(box(begin(i), end(i), 0));
    if (!heights_) continue;
    const kernel::Interval a = kernel::interval_of(heights_->ends[i][0]), b = kernel::interval_of(heights_->ends[i][1]);
    out.back().low[2] = std::min(a.low, b.low), out.back().high[2] = std::max(a.high, b.high);
  }
  return out;
}

std::optional<Index> Obstacles::stops_at(const kernel::PlanPoint& centre, const mpq_class& squared_radius) const {
  const FilteredPoint p(centre);
  std::optional<Index> first;
  any_near(p, p, root_above(squared_radius), [&](Index i) {
    if ((!first || i < *first) && kernel::compare_squared_distance(p, begin(i), end(i), squared_radius) < 0) first = i;
    return false;
  });
  return first;
}

bool Obstacles::stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                      const mpq_class& squared_radius) const {
  return stops(segment, FilteredPoint(from), FilteredPoint(to), squared_radius);
}
bool Obstacles::stops(Index segment, const FilteredPoint& p, const FilteredPoint& q,
                      const mpq_class& squared_radius) const {
  const FilteredPoint &a = begin(segment), &b = end(segment);
  const auto nearer = [&](const FilteredPoint& at, const FilteredPoint& u, const FilteredPoint& v) {
    return kernel::compare_squared_distance(at, u, v, squared_radius) < 0;
  };
  return kernel::cross(p, q, a, b) || nearer(p, a, b) || nearer(q, a, b) || nearer(a, p, q) || nearer(b, p, q);
}

std::optional<Index> Obstacles::stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                            const mpq_class& squared_radius) const {
  const FilteredPoint p(from), q(to);
  const EdgePiece way = edge_piece(p, q);
  const double reach = root_above(squared_radius);
  std::optional<Index> first;
  any_near(p, q, reach, [&](Index i) {
    if (first && i > *first) return false;
    // Most are certainly far enough.
    const double far = distance_below(way, edge_piece(begin(i), end(i)));
    if ((far <= 0 || far < reach) && stops(i, p, q, squared_radius)) first = i;
    return false;
  });
  return first;
}

bool Obstacles::stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to, const Heights& heights,
                      const mpq_class& squared_radius) const {
  const kernel::PlanPoint &a = begin(segment).at, &b = end(segment).at;
  const auto& [za, zb] = heights_->ends[segment];
  return comes_nearer({from, to}, heights, {a, b}, {za, zb}, squared_radius, heights_->window);
}

std::optional<Index> Obstacles::stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                            const Heights& heights, const mpq_class& squared_radius) const {
  kernel::Box around = box(kernel::FilteredPoint(from), kernel::FilteredPoint(to), root_above(squared_radius));
  const kernel::Interval a = kernel::interval_of(heights[0]), b = kernel::interval_of(heights[1]);
  limit(around, {std::min(a.low, b.low), std::max(a.high, b.high)});
  std::optional<Index> first;
  any_in(around, [&](Index i) {
    if ((!first || i < *first) && stops(i, from, to, heights, squared_radius)) first = i;
    return false;
  });
  return first;
}

}  // namespace plumb::plan
