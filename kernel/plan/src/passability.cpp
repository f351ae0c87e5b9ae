// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a disc gets from one place of a map to another: by a triangulation with local clearance (Kallmann 2010, 2014)
// and the barriers that it gives for a radius.
// Problem. All passages between obstacles decide where a disc passes (docs/theory/routes.md), but they are many. In a
// triangulation without disturbances the sides of triangles, and the straight lines from their corners across to an
// obstacle, are enough.
// 1. Refinement looks from each vertex across the triangles around it (look). A vertex that is nearer to an obstacle
//    than a traversal's clearance says is a disturbance(); the obstacle gets a point there (ObstacleDelaunay), until no
//    vertex is one.
// 2. It then notes the clearance of each traversal, and the views: lines straight across that no nearer corner
//    replaces.
//    What is seen by step 1 or 2 beyond the circle of the first triangle is replaced by one of its corners, so that
//    the search ends at sides that the circle does not reach.
// 3. barriers() are the sides and views that are shorter than the diameter. With these as edges the map has components,
//    and a disc gets from place to place if and only if both are in one (MapComponents).
// 4. PassabilityQuery answers for all radii: sort_passages() sorts the sides and views by width and triangulates the
//    map with all of them as edges. find_ways() joins triangles over these edges from the widest on (Kruskal 1956), the
//    smaller set to the larger one, so that paths to the root are short. Where two places are joined is the narrowest
//    place of the widest way between them: narrowest().
// Cost. Each insertion tests all vertices near it again; in practice a few points for each obstacle. A question costs
// two walks and O(log n) steps.
// Exactness. All decisions are exact. Points of refinement have dyadic shares of few bits, so numbers do not grow.
#include "plumb/plan/passability.h"

#include <algorithm>
#include <optional>

#include "edge_piece.h"
#include "obstacle_delaunay.h"
#include "plumb/kernel/filtered_point.h"

namespace plumb::plan {
namespace {

using kernel::FilteredPoint;
using kernel::PlanPoint;
using Index = PlanTriangulation::Index;
using Clearance = ClearanceTriangulation::Clearance;

mpq_class squared_distance(const FilteredPoint& p, const FilteredPoint& q) {
  return kernel::squared_distance(p.at, q.at);
}

// A vertex that makes a traversal narrower than its clearance says, by the point at which the obstacle near it is to be
// split.
struct Disturbance {
  Index obstacle;   // the side of it that the vertex sees
  mpq_class share;  // of the whole obstacle
};

// The circle through the corners of a triangle, enclosed.
class Circle {
 public:
  Circle(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c) {
    const kernel::Interval bx = b.ix - a.ix, by = b.iy - a.iy, cx = c.ix - a.ix, cy = c.iy - a.iy;
    const kernel::Interval b2 = bx * bx + by * by, c2 = cx * cx + cy * cy,
                           d = kernel::formulas::determinant(bx, by, cx, cy), twice = d + d;
    const kernel::Interval ux = kernel::formulas::determinant(b2, by, c2, cy) / twice,
                           uy = kernel::formulas::determinant(bx, b2, cx, c2) / twice;
    radius_ = kernel::root(ux * ux + uy * uy).high;
    const kernel::Interval x = a.ix + ux, y = a.iy + uy;
    centre_.a = centre_.b = {x, y, {(x.low + x.high) / 2, (y.low + y.high) / 2}};
  }
  // Whether a segment certainly has no place within the circle.
  bool is_outside(const FilteredPoint& p, const FilteredPoint& q) const {
    return radius_ < HUGE_VAL && distance_below(centre_, edge_piece(p, q)) >= radius_;
  }

 private:
  EdgePiece centre_;
  double radius_;  // rounded up
};

// Refines a triangulation until no traversal has a disturbance.
class Refinement {
 public:
  Refinement(const PlanMap& map, DisturbanceRule rule) : mesh_(map), rule_(rule) {}

  ClearanceTriangulation run() {
    // A new point changes what vertices see, so all of them are tested again until none disturbs a traversal.
    for (bool changed = rule_ != DisturbanceRule::none; changed;) {
      changed = false;
      for (const Index v : mesh_.vertices())
        while (const auto found = disturbance(v)) {
          mesh_.insert_on(found->obstacle, found->share);
          ++out_.refinements;
          changed = true;
        }
    }
    for (Index corner = 0; corner < mesh_.side_count(); ++corner)
      if (mesh_.is_free(corner / 3)) {
        out_.clearances.push_back(clearance(ObstacleDelaunay::next(corner)));
        add_views(ObstacleDelaunay::next(corner));
      }
    out_.triangulation = mesh_.take();
    return std::move(out_);
  }

 private:
  // Looks from the corner opposite to a side over it and over sides that are no obstacles. visit(side, foot) is called
  // for every obstacle's side that the corner sees straight across; crossed_ then has the sides looked over, and this
  // one last. within(side): whether the search is to go on to a side and beyond.
  template <class Within, class Visit>
  void look(Index side, const Within& within, const Visit& visit) {
    crossed_.clear();
    look_over(side, mesh_.apex(side), mesh_.begin(side), mesh_.end(side), within, visit);
  }
  // The part of that search between two directions.
  template <class Within, class Visit>
  void look_over(Index side, const FilteredPoint& v, const FilteredPoint& right, const FilteredPoint& left,
                 const Within& within, const Visit& visit) {
    if (!within(side)) return;
    crossed_.push_back(side);
    if (mesh_.is_obstacle(side)) {
      const FilteredPoint &p = mesh_.begin(side), &q = mesh_.end(side);
      if (kernel::has_foot(v, p, q)) {
        const FilteredPoint foot(kernel::nearest_point(v.at, p.at, q.at));
        if (kernel::orientation(v, right, foot) > 0 && kernel::orientation(v, foot, left) > 0) visit(side, foot);
      }
    } else {
      const Index beyond = mesh_.twin(side);
      const FilteredPoint& apex = mesh_.apex(beyond);
      const bool over_right = kernel::orientation(v, right, apex) > 0,
                 under_left = kernel::orientation(v, apex, left) > 0;
      if (over_right) look_over(ObstacleDelaunay::next(beyond), v, right, under_left ? apex : left, within, visit);
      if (under_left) look_over(ObstacleDelaunay::prev(beyond), v, over_right ? apex : right, left, within, visit);
    }
    crossed_.pop_back();
  }

  // The clearance of the traversal around the corner opposite to a side.
  Clearance clearance(Index side) {
    const FilteredPoint &b = mesh_.apex(side), &a = mesh_.begin(side), &c = mesh_.end(side);
    const mpq_class to_a = squared_distance(b, a), to_c = squared_distance(b, c);
    Clearance nearest = to_a < to_c ? Clearance{to_a, a.at} : Clearance{to_c, c.at};
    look(
        side,
        [&](Index s) { return kernel::compare_squared_distance(b, mesh_.begin(s), mesh_.end(s), nearest.squared) < 0; },
        [&](Index, const FilteredPoint& foot) {
          nearest = {squared_distance(b, foot), foot.at};
        });
    return nearest;
  }

  // Whether a corner of the first triangle is as near to the line's middle as its ends: a disc is then stopped there
  // already.
  bool is_stopped_before(Index first, const FilteredPoint& foot) const {
    return kernel::in_circle(mesh_.begin(first), mesh_.end(first), mesh_.apex(first), foot) <= 0;
  }

  Circle circle_of(Index side) const { return {mesh_.begin(side), mesh_.end(side), mesh_.apex(side)}; }

  void add_views(Index side) {
    const Circle around = circle_of(side);
    look(
        side, [&](Index s) { return s == side || !around.is_outside(mesh_.begin(s), mesh_.end(s)); },
        [&](Index, const FilteredPoint& foot) {
          if (is_stopped_before(side, foot)) return;
          out_.views.push_back({{mesh_.apex(side).at, foot.at}, squared_distance(mesh_.apex(side), foot)});
        });
  }

  std::optional<Disturbance> disturbance(Index vertex) {
    std::optional<Disturbance> out;
    if (mesh_.is_straight(vertex)) return out;
    for (const Index side : mesh_.free_sides_around(vertex)) {
      const Circle around = circle_of(side);
      look(
          side, [&](Index s) { return !out && (s == side || !around.is_outside(mesh_.begin(s), mesh_.end(s))); },
          [&](Index obstacle, const FilteredPoint& foot) {
            // Judging the traversals looks from other corners, and so overwrites crossed_.
            const std::vector<Index> crossed = crossed_;
            if (const auto traversal = disturbed(mesh_.at(vertex), foot, crossed))
              out = Disturbance{obstacle, refinement_point(mesh_.whole(obstacle), mesh_.shares(obstacle),
                                                           circle(crossed.front()), circle(*traversal))};
            crossed_ = crossed;
          });
      if (out) return out;
    }
    return out;
  }

  // A side of the triangle of a traversal that is narrower, between a vertex and its foot, than its clearance says.
  std::optional<Index> disturbed(const FilteredPoint& v, const FilteredPoint& foot, const std::vector<Index>& crossed) {
    const Index first = crossed.front();
    if (is_stopped_before(first, foot)) return std::nullopt;
    const mpq_class square = squared_distance(v, foot);
    for (std::size_t i = 1; i < crossed.size(); ++i) {
      // A traversal around b enters over ab and leaves towards v, over bc; ac is nearer to the obstacle.
      const Index ac = crossed[i];
      const bool enters_at_end = mesh_.twin(crossed[i - 1]) == ObstacleDelaunay::next(ac);  // c is the end of ac
      const FilteredPoint &at_b = mesh_.apex(ac), &at_a = enters_at_end ? mesh_.begin(ac) : mesh_.end(ac),
                          &at_c = enters_at_end ? mesh_.end(ac) : mesh_.begin(ac);
      const auto is_longer = [&](const FilteredPoint& p, const FilteredPoint& q) {
        return square < squared_distance(p, q);
      };
      if (!is_longer(v, at_c) || !is_longer(at_b, at_a) || !is_longer(at_b, at_c)) continue;
      if (rule_ == DisturbanceRule::connected &&
          !((&at_c == &mesh_.begin(first) || &at_c == &mesh_.end(first)) && kernel::has_foot(v, at_a, at_c)))
        continue;
      if (square < clearance(ac).squared) return ac;
    }
    return std::nullopt;
  }

  std::array<const PlanPoint*, 3> circle(Index side) const {
    return {&mesh_.begin(side).at, &mesh_.end(side).at, &mesh_.apex(side).at};
  }

  ObstacleDelaunay mesh_;
  DisturbanceRule rule_;
  std::vector<Index> crossed_;
  ClearanceTriangulation out_;
};

}  // namespace

ClearanceTriangulation clearance_triangulation(const PlanMap& map, DisturbanceRule rule) {
  ClearanceTriangulation out = Refinement(map, rule).run();
  for (std::size_t i = map.points.size(); i < out.triangulation.points.size(); ++i)
    for (const mpq_class& c : out.triangulation.points[i].at)
      out.longest_numerator = std::max(out.longest_numerator, mpz_sizeinbase(c.get_num_mpz_t(), 2));
  return out;
}

std::vector<Passage> barriers(const ClearanceTriangulation& triangulation, const mpq_class& squared_radius) {
  const PlanTriangulation& t = triangulation.triangulation;
  const mpq_class least = 4 * squared_radius;
  std::vector<Passage> out;
  const auto add = [&](const PlanPoint& p, const PlanPoint& q) { out.push_back({std::min(p, q), std::max(p, q)}); };
  for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
    const FilteredPoint &p = t.points[t.from(h)], &q = t.points[t.to(h)];
    if (t.is_open(h) && h < t.twin(h) && squared_distance(p, q) < least) add(p.at, q.at);
  }
  for (const ClearanceTriangulation::View& view : triangulation.views)
    if (view.squared < least) add(view.line.from, view.line.to);
  std::sort(out.begin(), out.end());
  return out;
}

MapComponents::MapComponents(PlanTriangulation triangulation)
    : triangulation_(std::move(triangulation)),
      walk_(triangulation_),
      sets_(static_cast<std::uint32_t>(triangulation_.triangle_count())) {
  for (Index h = 0; h < 3 * triangulation_.triangle_count(); ++h)
    if (triangulation_.is_open(h)) sets_.unite(h / 3, triangulation_.twin(h) / 3);
}

bool MapComponents::joined(const kernel::PlanPoint& p, const kernel::PlanPoint& q) {
  const std::vector<Index> at_p = triangles_at(p), at_q = triangles_at(q);
  return std::ranges::any_of(
      at_p, [&](Index a) { return std::ranges::any_of(at_q, [&](Index b) { return component(a) == component(b); }); });
}

PassabilityQuery::PassabilityQuery(const PlanMap& map)
    : map_(map), obstacles_(map), clearance_(clearance_triangulation(map)) {
  sort_passages();
  find_ways();
}

void PassabilityQuery::sort_passages() {
  const PlanTriangulation& t = clearance_.triangulation;
  struct Wide {
    Passage line;
    mpq_class squared;
  };
  std::vector<Wide> all;
  const auto add = [&](const PlanPoint& p, const PlanPoint& q, mpq_class squared) {
    all.push_back({{std::min(p, q), std::max(p, q)}, std::move(squared)});
  };
  for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
    const FilteredPoint &p = t.points[t.from(h)], &q = t.points[t.to(h)];
    if (t.is_open(h) && h < t.twin(h)) add(p.at, q.at, squared_distance(p, q));
  }
  for (const ClearanceTriangulation::View& view : clearance_.views) add(view.line.from, view.line.to, view.squared);
  std::ranges::sort(all, [](const Wide& a, const Wide& b) {
    return a.squared != b.squared ? a.squared < b.squared : a.line < b.line;
  });
  for (Wide& wide : all) {
    passages_.push_back(std::move(wide.line));
    squares_.push_back(std::move(wide.squared));
  }
}

void PassabilityQuery::find_ways() {
  std::vector<Index> passage;  // by half-edge
  cut_ = triangulate(map_, KeptSegments::obstacles, segments_of(passages_), &passage);
  walk_.emplace(cut_);
  const auto count = static_cast<Index>(cut_.triangle_count()), without = static_cast<Index>(passages_.size());
  std::vector<Index> edges;
  for (Index h = 0; h < 3 * count; ++h) {
    passage[h] = std::min(passage[h], without);
    if (cut_.half_edges[h].kind != SegmentKind::obstacle && h < cut_.twin(h)) edges.push_back(h);
  }
  std::ranges::stable_sort(edges, std::ranges::greater(), [&](Index h) { return passage[h]; });
  std::vector<Index> sizes(count, 1);
  parent_.assign(count, none), over_.assign(count, 0);
  const auto root = [&](Index i) {
    while (parent_[i] != none) i = parent_[i];
    return i;
  };
  for (const Index h : edges) {
    Index a = root(h / 3), b = root(cut_.twin(h) / 3);
    if (a == b) continue;
    if (sizes[a] > sizes[b]) std::swap(a, b);
    parent_[a] = b, over_[a] = passage[h];
    sizes[b] += sizes[a];
  }
}

std::size_t PassabilityQuery::narrower(const mpq_class& square) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(squares_, square) - squares_.begin());
}

std::span<const Passage> PassabilityQuery::hardly_wider(const mpq_class& squared_radius) const {
  const std::size_t first = narrower(4 * squared_radius), last = narrower(squared_radius * mpq_class(81, 16));
  return std::span(passages_).subspan(first, last - first);
}

// The passage where the widest way between two triangles is narrowest, as many as there are passages if it crosses
// none; none: there is no way.
PassabilityQuery::Index PassabilityQuery::narrowest(Index a, Index b) const {
  Index out = static_cast<Index>(passages_.size());
  while (a != b) {
    // The one whose set was joined to another first has its ancestors in that set.
    Index& lower = parent_[a] == none || (parent_[b] != none && over_[b] > over_[a]) ? b : a;
    if (parent_[lower] == none) return none;
    out = std::min(out, over_[lower]);
    lower = parent_[lower];
  }
  return out;
}

Passability PassabilityQuery::operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                         const mpq_class& squared_radius) {
  using Answer = Passability::Answer;
  const std::vector<Index> at_from = walk_->triangles_at(FilteredPoint(from)),
                           at_to = walk_->triangles_at(FilteredPoint(to));
  if (at_from.empty()) return {Answer::start_blocked, {}, {}};
  if (at_to.empty()) return {Answer::goal_blocked, {}, {}};
  if (const auto near = obstacles_.stops_at(from, squared_radius)) return {Answer::start_touched, near, {}};
  if (const auto near = obstacles_.stops_at(to, squared_radius)) return {Answer::goal_touched, near, {}};
  Index widest = none;
  for (const Index a : at_from)
    for (const Index b : at_to)
      if (const Index at = narrowest(a, b); at != none && (widest == none || at > widest)) widest = at;
  if (widest == none) return {Answer::unreachable, {}, {}};
  if (widest >= narrower(4 * squared_radius)) return {};
  return {Answer::too_narrow, {}, passages_[widest]};
}

}  // namespace plumb::plan
