// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/clearance_triangulation.h"

#include <algorithm>
#include <set>

#include "obstacle_delaunay.h"
#include "plumb/kernel/segment_distance.h"
#include "refinement_point.h"

namespace plumb::pipeline {
namespace {

using kernel::NearPoint;
using kernel::PlanPoint;
using Index = PlanTriangulation::Index;
using Delaunay = ObstacleDelaunay::Delaunay;
using Face = ObstacleDelaunay::Face;
using Side = ObstacleDelaunay::Side;
using Clearance = ClearanceTriangulation::Clearance;

// Certainly not nearer than a root.
bool is_beyond(const NearPoint& p, const NearPoint& a, const NearPoint& b, const mpq_class& square) {
  return kernel::compare_squared_distance(p, a, b, square) >= 0;
}

// The obstacle nearest to a point that it looks at through a side, straight across.
struct Seen {
  Side obstacle;
  Clearance clearance;
};

class Refiner {
 public:
  explicit Refiner(const PlanMap& map) : mesh_(map) {}

  ClearanceTriangulation run() {
    // A new point changes the triangles around it; what others see through them is asked for again at the end.
    for (bool changed = true; changed;) {
      changed = false;
      to_check_ = mesh_.free_faces();
      while (!to_check_.empty()) {
        const Face f = to_check_.back();
        to_check_.pop_back();
        if (mesh_.is_free(f)) changed |= refine(f);
      }
    }
    std::vector<Clearance> clearances;
    for (const Face f : mesh_.free_faces())
      for (int i = 0; i < 3; ++i) clearances.push_back(clearance(f, i));
    out_.clearances = std::move(clearances);
    out_.triangulation = mesh_.take();
    return std::move(out_);
  }

 private:
  // What a point sees through a side nearer than the root of a square.
  std::optional<Seen> look(const NearPoint& from, Side window, mpq_class nearest) const {
    std::optional<Seen> out;
    std::vector<Side> to_cross{window};
    std::set<Face> visited{window.face};
    const NearPoint &right = mesh_.begin(window), &left = mesh_.end(window);
    while (!to_cross.empty()) {
      const Side s = to_cross.back();
      to_cross.pop_back();
      const NearPoint &p = mesh_.begin(s), &q = mesh_.end(s);
      if (is_beyond(from, p, q, nearest)) continue;
      if (mesh_.is_obstacle(s)) {
        if (!kernel::has_foot(from, p, q)) continue;  // a vertex, which the triangles tell
        const NearPoint foot(kernel::nearest_point(from.at, p.at, q.at));
        if (kernel::orientation(from, right, foot) <= 0 || kernel::orientation(from, foot, left) <= 0) continue;
        nearest = kernel::squared_distance(from.at, foot.at);
        out = Seen{s, {nearest, foot.at}};
        continue;
      }
      const Side beyond = mesh_.twin(s);
      if (!visited.insert(beyond.face).second) continue;
      to_cross.push_back({beyond.face, Delaunay::ccw(beyond.corner)});
      to_cross.push_back({beyond.face, Delaunay::cw(beyond.corner)});
    }
    return out;
  }

  Clearance clearance(Face f, int corner) const {
    const NearPoint &b = mesh_.at(f, corner), &a = mesh_.at(f, Delaunay::ccw(corner)),
                    &c = mesh_.at(f, Delaunay::cw(corner));
    const mpq_class to_a = kernel::squared_distance(b.at, a.at), to_c = kernel::squared_distance(b.at, c.at);
    Clearance sides = to_a < to_c ? Clearance{to_a, a.at} : Clearance{to_c, c.at};
    if (auto seen = look(b, {f, corner}, sides.squared)) return std::move(seen->clearance);
    return sides;
  }

  // A vertex v that makes the traversal from side ab over bc narrower than its clearance says: a disc that goes on
  // around c passes between v and an obstacle beyond ac, across the straight way from v to there, over bc and ac.
  struct Disturbance {
    Side obstacle;
    std::array<const PlanPoint*, 3> circle;  // of the triangle at v that the way to the obstacle passes
  };

  // The narrowest disturbance of the traversal from side ab over bc, where a is opposite to `exit`.
  std::optional<Disturbance> disturbance(Face f, int b_corner, int a_corner) const {
    const int c_corner = 3 - b_corner - a_corner;
    const NearPoint &a = mesh_.at(f, a_corner), &c = mesh_.at(f, c_corner), &b = mesh_.at(f, b_corner);
    const Side exit{f, a_corner}, base{f, b_corner};
    if (mesh_.is_obstacle(exit)) return std::nullopt;
    mpq_class narrowest = clearance(f, b_corner).squared;
    const int b_side = kernel::orientation(a, c, b);
    const auto above = [&](const NearPoint& p) { return kernel::orientation(a, c, p) == b_side; };
    std::optional<Disturbance> out;
    std::vector<Side> to_cross{exit};
    std::set<Face> visited{f};
    while (!to_cross.empty()) {
      const Side s = to_cross.back();
      to_cross.pop_back();
      // All ways to ac from beyond cross this side above the line of ac, and are longer than from there.
      if (!above(mesh_.begin(s)) && !above(mesh_.end(s))) continue;
      if (is_beyond(mesh_.begin(s), a, c, narrowest) && is_beyond(mesh_.end(s), a, c, narrowest) &&
          is_beyond(a, mesh_.begin(s), mesh_.end(s), narrowest) &&
          is_beyond(c, mesh_.begin(s), mesh_.end(s), narrowest))
        continue;
      const Side beyond = mesh_.twin(s);
      if (!visited.insert(beyond.face).second) continue;
      for (const int k : {Delaunay::ccw(beyond.corner), Delaunay::cw(beyond.corner)})
        if (!mesh_.is_obstacle({beyond.face, k})) to_cross.push_back({beyond.face, k});
      const NearPoint& v = mesh_.at(beyond.face, beyond.corner);
      if (!above(v) || is_beyond(v, a, c, narrowest) || mesh_.is_straight(beyond.face, beyond.corner)) continue;
      const mpq_class limit = std::min(narrowest, kernel::squared_distance(v.at, c.at));
      const auto seen = look(v, base, limit);
      if (!seen) continue;
      const NearPoint foot(seen->clearance.foot);
      if (kernel::orientation(v, foot, b) * kernel::orientation(v, foot, c) >= 0) continue;
      const auto first = first_passed(beyond, foot, f);
      // Where a corner of that face is nearer to v than the obstacle, the disc is stopped beside it.
      if (!first || kernel::in_circle(mesh_.at(*first, 0), mesh_.at(*first, 1), mesh_.at(*first, 2), foot) <= 0)
        continue;
      narrowest = seen->clearance.squared;
      out = Disturbance{seen->obstacle, circle(*first)};
    }
    return out;
  }

  // The face at a corner through which the straight way from there to a point leaves, if it comes to a face without
  // passing an obstacle or a vertex.
  std::optional<Face> first_passed(Side at, const NearPoint& to, Face goal) const {
    const NearPoint& v = mesh_.at(at.face, at.corner);
    auto f = at.face;
    // Turn around the vertex to the face that the way runs in.
    for (int turns = 0; turns < 2; ++turns) {
      f = at.face;
      while (true) {
        const int k = f->index(at.face->vertex(at.corner));
        const int first = kernel::orientation(v, mesh_.begin({f, k}), to),
                  last = kernel::orientation(v, mesh_.end({f, k}), to);
        if (first > 0 && last < 0) {
          return reaches({f, k}, v, to, goal) ? std::optional<Face>(f) : std::nullopt;
        }
        const int side = turns == 0 ? Delaunay::ccw(k) : Delaunay::cw(k);
        if (mesh_.is_obstacle({f, side}) || f->neighbor(side) == at.face) break;
        f = f->neighbor(side);
      }
    }
    return std::nullopt;
  }
  bool reaches(Side exit, const NearPoint& from, const NearPoint& to, Face goal) const {
    while (exit.face != goal) {
      if (mesh_.is_obstacle(exit)) return false;
      const Side beyond = mesh_.twin(exit);
      const int side = kernel::orientation(from, to, mesh_.at(beyond.face, beyond.corner));
      if (beyond.face == goal) return true;
      if (side == 0) return false;
      // The way leaves beside the corner, on the other side of it.
      exit = {beyond.face, side > 0 ? Delaunay::ccw(beyond.corner) : Delaunay::cw(beyond.corner)};
    }
    return true;
  }

  std::array<const PlanPoint*, 3> circle(Face f) const {
    return {&mesh_.at(f, 0).at, &mesh_.at(f, 1).at, &mesh_.at(f, 2).at};
  }

  bool refine(Face f) {
    for (int b = 0; b < 3; ++b)
      for (const int a : {Delaunay::ccw(b), Delaunay::cw(b)})
        if (const auto found = disturbance(f, b, a)) {
          insert(f, *found);
          return true;
        }
    return false;
  }

  void insert(Face f, const Disturbance& found) {
    const auto [from, to] = mesh_.whole(found.obstacle);
    const auto [low, high] = mesh_.shares(found.obstacle);
    const mpq_class share = refinement_point({*from, *to}, {low, high}, found.circle, circle(f));
    for (const Face g : mesh_.insert_on(found.obstacle, share)) to_check_.push_back(g);
    ++out_.refinements;
  }

  ObstacleDelaunay mesh_;
  std::vector<Face> to_check_;
  ClearanceTriangulation out_;
};

}  // namespace

ClearanceTriangulation clearance_triangulation(const PlanMap& map) {
  ClearanceTriangulation out = Refiner(map).run();
  for (std::size_t i = map.points.size(); i < out.triangulation.points.size(); ++i)
    for (const mpq_class& c : out.triangulation.points[i].at)
      out.longest_numerator = std::max(out.longest_numerator, mpz_sizeinbase(c.get_num_mpz_t(), 2));
  return out;
}

std::vector<Passage> narrow_traversals(const ClearanceTriangulation& triangulation, const mpq_class& squared_radius) {
  const PlanTriangulation& t = triangulation.triangulation;
  const mpq_class least = 4 * squared_radius;
  std::vector<Passage> out;
  for (Index h = 0; h < t.half_edges.size(); ++h) {
    const Clearance& clearance = triangulation.clearances[h];
    if (clearance.squared >= least) continue;
    const PlanPoint& from = t.points[t.from(h)].at;
    const auto is_side = [&](Index side, Index end) {
      return t.half_edges[side].kind == SegmentKind::obstacle && t.points[end].at == clearance.foot;
    };
    if (is_side(h, t.to(h)) || is_side(t.prev(h), t.apex(h))) continue;  // an obstacle is there as it is
    // An edge is the side of two triangles.
    out.push_back({std::min(from, clearance.foot), std::max(from, clearance.foot)});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumb::pipeline
