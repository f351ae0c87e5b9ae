// SPDX-License-Identifier: LGPL-3.0-or-later
// The constrained Delaunay triangulation that is refined: where an obstacle is split, and the split itself.
// Problem. To split an obstacle at the middle of the stretch that a circle cuts off would double the length of numbers
// with each refinement, and the circle's ends are roots.
// 1. within_circle() finds the stretch of an obstacle's line within a circle; the root is rounded down, so that each
//    end is short by 2^-20 of the obstacle at most.
// 2. refinement_point() takes the middle half of that stretch, if possible within the circle of the other triangle as
//    well, and there the dyadic share of the shortest denominator (shortest_dyadic).
// 3. ObstacleDelaunay triangulates the ends of obstacles with the kernel's ConstrainedDelaunay, obstacles as edges with
//    names; spread_free() finds which triangles are on a map's floor. insert_on() splits an obstacle's edge and keeps
//    the share of the whole obstacle, so that every place is a share of the obstacle as it was given.
// 4. take() numbers the triangles anew, free ones first.
// Cost. Points are inserted in rounds, O(n log n) in practice; a split costs the triangles whose circle has the new
// point.
// Exactness. Predicates are exact; the circle's ends are fractions, rounded inward.
// Source: Kallmann 2010.
#include "obstacle_delaunay.h"

#include <algorithm>
#include <numeric>

namespace plumb::plan {
namespace {

using kernel::PlanPoint;
using kernel::formulas::dot2d;

mpz_class floor_of(const mpq_class& v) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
  return out;
}

// The root of a number rounded down, by at most 2^-bits of its value.
mpq_class root_below(const mpq_class& square, unsigned bits) {
  // sqrt(n / d) = sqrt(n d) / d.
  mpz_class scaled = square.get_num() * square.get_den();
  mpz_mul_2exp(scaled.get_mpz_t(), scaled.get_mpz_t(), 2 * bits);
  mpq_class out(sqrt(scaled), square.get_den());
  out.canonicalize();
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), bits);
  return out;
}

}  // namespace

std::optional<Shares> within_circle(const PlanPoint& from, const PlanPoint& to,
                                    const std::array<const PlanPoint*, 3>& circle) {
  // Relative to the first point, twice the centre is (ux, uy) / d.
  const PlanPoint& o = *circle[0];
  const mpq_class bx = (*circle[1])[0] - o[0], by = (*circle[1])[1] - o[1], cx = (*circle[2])[0] - o[0],
                  cy = (*circle[2])[1] - o[1];
  const mpq_class d = kernel::formulas::determinant(bx, by, cx, cy), b2 = dot2d(bx, by, bx, by),
                  c2 = dot2d(cx, cy, cx, cy);
  const mpq_class ux = kernel::formulas::determinant(b2, by, c2, cy) / d,
                  uy = kernel::formulas::determinant(bx, b2, cx, c2) / d;
  // |p - centre|^2 - radius^2 = p . p - p . u, at p = from + t run - o.
  const mpq_class px = from[0] - o[0], py = from[1] - o[1], rx = to[0] - from[0], ry = to[1] - from[1];
  const mpq_class square = dot2d(rx, ry, rx, ry);
  const mpq_class half = (dot2d(px, py, rx, ry) * 2 - dot2d(ux, uy, rx, ry)) / (2 * square);
  const mpq_class rest = (dot2d(px, py, px, py) - dot2d(px, py, ux, uy)) / square;
  const mpq_class discriminant = half * half - rest;
  if (discriminant <= 0) return std::nullopt;
  const mpq_class root = root_below(discriminant, 20);
  return Shares{-half - root, -half + root};
}

mpq_class refinement_point(const std::array<PlanPoint, 2>& whole, const Shares& part,
                           const std::array<const PlanPoint*, 3>& disturbance,
                           const std::array<const PlanPoint*, 3>& traversal) {
  const auto clipped = [](const Shares& s, const Shares& t) {
    return Shares{std::max(s.low, t.low), std::min(s.high, t.high)};
  };
  const Shares own = clipped(*within_circle(whole[0], whole[1], disturbance), part);
  const mpq_class quarter = (own.high - own.low) / 4;
  const Shares middle{own.low + quarter, own.high - quarter};
  const auto other = within_circle(whole[0], whole[1], traversal);
  const Shares both = other ? clipped(*other, middle) : middle;
  const Shares& in = both.low < both.high ? both : middle;
  return shortest_dyadic(in.low, in.high);
}

mpq_class shortest_dyadic(const mpq_class& low, const mpq_class& high) {
  mpq_class scaled_low = low, scaled_high = high;
  for (unsigned bits = 0;; ++bits) {
    const mpz_class up = -floor_of(-scaled_low);
    if (up <= scaled_high) {
      mpq_class out(up);
      mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), bits);
      return out;
    }
    scaled_low *= 2;
    scaled_high *= 2;
  }
}

ObstacleDelaunay::ObstacleDelaunay(const PlanMap& map) : map_(map) {
  std::vector<std::uint8_t> used(map.points.size());
  for (const PlanMap::Segment& s : map.segments)
    if (s.kind == SegmentKind::obstacle) used[s.from] = used[s.to] = 1;
  std::vector<Index> by_place;
  for (Index p = 0; p < used.size(); ++p)
    if (used[p]) by_place.push_back(p);
  std::sort(by_place.begin(), by_place.end(), [&](Index p, Index q) { return map.points[p].at < map.points[q].at; });
  std::vector<Index> order(by_place.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Index> number(used.size());
  for (const Index i : Mesh::in_rounds(std::move(order))) {
    number[by_place[i]] = static_cast<Index>(points_.size());
    number_in_map_.push_back(by_place[i]);
    points_.push_back(map.points[by_place[i]]);
  }
  mesh_.emplace(points_);
  if (mesh_->half_edge_count() == 0) {
    mesh_.reset();
    return;
  }
  for (Index i = 0; i < map.segments.size(); ++i)
    if (const PlanMap::Segment& s = map.segments[i]; s.kind == SegmentKind::obstacle)
      mesh_->add_segment(number[s.from], number[s.to], i);
  spread_free();
}

void ObstacleDelaunay::spread_free() {
  is_free_.assign(side_count() / 3, false);
  std::vector<Index> to_visit;
  const auto visit = [&](Index triangle) {
    if (is_free_[triangle] || mesh_->is_beyond(triangle)) return;
    is_free_[triangle] = true;
    to_visit.push_back(triangle);
  };
  for (Index h = 0; h < side_count(); ++h) {
    if (!is_obstacle(h)) continue;
    const PlanMap::Segment& s = segment(h);
    if ((number_in_map_[mesh_->from(h)] == s.from ? s.left : s.right) != PlanMap::blocked) visit(h / 3);
  }
  while (!to_visit.empty()) {
    const Index t = to_visit.back();
    to_visit.pop_back();
    for (Index h = 3 * t; h < 3 * t + 3; ++h)
      if (!is_obstacle(h)) visit(twin(h) / 3);
  }
}

std::vector<ObstacleDelaunay::Index> ObstacleDelaunay::vertices() const {
  std::vector<Index> out(mesh_ ? number_in_map_.size() : 0);
  std::iota(out.begin(), out.end(), 0u);
  std::sort(out.begin(), out.end(), [&](Index p, Index q) { return number_in_map_[p] < number_in_map_[q]; });
  return out;
}

std::vector<ObstacleDelaunay::Index> ObstacleDelaunay::free_sides_around(Index vertex) const {
  std::vector<Index> out;
  const Index first = mesh_->half_edge_at(vertex);
  Index h = first;
  do {
    if (is_free(h / 3)) out.push_back(next(h));
  } while ((h = twin(prev(h))) != first);
  return out;
}

bool ObstacleDelaunay::is_straight(Index vertex) const {
  std::vector<const kernel::FilteredPoint*> ends;
  const Index first = mesh_->half_edge_at(vertex);
  Index h = first;
  do {
    if (is_obstacle(h)) ends.push_back(&end(h));
  } while ((h = twin(prev(h))) != first);
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      // Edges at a vertex that lie on one line run opposite ways.
      if (kernel::orientation(*ends[i], at(vertex), *ends[k]) == 0) return true;
    }
  return false;
}

std::array<kernel::PlanPoint, 2> ObstacleDelaunay::whole(Index side) const {
  return {map_.points[segment(side).from].at, map_.points[segment(side).to].at};
}

mpq_class ObstacleDelaunay::share(Index side, Index point) const {
  if (point >= number_in_map_.size()) return shares_[point - number_in_map_.size()];
  return number_in_map_[point] == segment(side).from ? 0 : 1;
}

Shares ObstacleDelaunay::shares(Index side) const {
  mpq_class a = share(side, mesh_->from(side)), b = share(side, mesh_->to(side));
  if (b < a) std::swap(a, b);
  return {a, b};
}

void ObstacleDelaunay::insert_on(Index side, const mpq_class& share_of_whole) {
  const auto [a, b] = whole(side);
  const kernel::FilteredPoint from = begin(side), to = end(side);
  points_.emplace_back(kernel::point_along(a, b, share_of_whole));
  shares_.push_back(share_of_whole);
  const bool left = is_free(side / 3), right = is_free(twin(side) / 3);
  mesh_->split_segment(side, points_);
  // All triangles that have changed are around the new point; those on one side of the obstacle are free, or none is.
  is_free_.resize(side_count() / 3);
  const auto added = static_cast<Index>(points_.size() - 1);
  const Index first = mesh_->half_edge_at(added);
  Index h = first;
  do {
    if (mesh_->is_beyond(h / 3)) {
      is_free_[h / 3] = false;
      continue;
    }
    kernel::Sign turn = kernel::orientation(from, to, end(h));
    if (turn == 0) turn = kernel::orientation(from, to, apex(h));
    is_free_[h / 3] = turn > 0 ? left : right;
  } while ((h = twin(prev(h))) != first);
}

PlanTriangulation ObstacleDelaunay::take() {
  PlanTriangulation out;
  out.weights = {1};
  out.points = map_.points;
  if (!mesh_) return out;
  std::vector<Index> triangles, blocked;
  for (Index t = 0; t < side_count() / 3; ++t)
    if (!mesh_->is_beyond(t)) (is_free(t) ? triangles : blocked).push_back(t);
  out.regions.assign(triangles.size(), 0);
  triangles.insert(triangles.end(), blocked.begin(), blocked.end());
  std::vector<Index> number(side_count() / 3, PlanTriangulation::none);
  for (Index i = 0; i < triangles.size(); ++i) number[triangles[i]] = i;
  const auto map_points = static_cast<Index>(map_.points.size()), inserted = static_cast<Index>(number_in_map_.size());
  for (const Index t : triangles)
    for (Index h = 3 * t; h < 3 * t + 3; ++h) {
      const Index p = mesh_->from(h), g = twin(h);
      out.half_edges.push_back({p < inserted ? number_in_map_[p] : map_points + (p - inserted),
                                mesh_->is_beyond(g / 3) ? PlanTriangulation::none : 3 * number[g / 3] + g % 3,
                                is_obstacle(h) ? SegmentKind::obstacle : SegmentKind::none});
    }
  for (std::size_t p = inserted; p < points_.size(); ++p) out.points.push_back(std::move(points_[p]));
  return out;
}

}  // namespace plumb::plan
