// SPDX-License-Identifier: GPL-3.0-or-later
#include "obstacle_delaunay.h"

#include <algorithm>

namespace plumb::pipeline {

ObstacleDelaunay::ObstacleDelaunay(const PlanMap& map) : map_(map), points_(map.points) {
  std::vector<std::uint8_t> used(points_.size());
  for (const PlanMap::Segment& s : map.segments)
    if (s.kind == SegmentKind::obstacle) used[s.from] = used[s.to] = 1;
  std::vector<std::pair<delaunay::Point, std::uint32_t>> points;
  for (Index p = 0; p < used.size(); ++p)
    if (used[p]) points.emplace_back(delaunay::to_point(points_[p].at), p);
  delaunay_.insert(points.begin(), points.end());
  std::vector<Vertex> vertices(points_.size());
  for (const Vertex v : delaunay_.finite_vertex_handles()) vertices[v->info()] = v;
  for (Index i = 0; i < map.segments.size(); ++i) {
    const PlanMap::Segment& s = map.segments[i];
    if (s.kind != SegmentKind::obstacle) continue;
    delaunay_.insert_constraint(vertices[s.from], vertices[s.to]);
    segment_of_.emplace(std::minmax(s.from, s.to), i);
  }
  spread_free();
}

// A face's info is 1 where the map is free.
void ObstacleDelaunay::spread_free() {
  for (const Face f : delaunay_.all_face_handles()) f->info() = 0;
  std::vector<Face> to_visit;
  for (const Face f : delaunay_.finite_face_handles())
    for (int i = 0; i < 3; ++i) {
      if (!f->is_constrained(i)) continue;
      const PlanMap::Segment& s = map_.segments[segment_of_.at(key({f, i}))];
      const Index region = point(f, Delaunay::ccw(i)) == s.from ? s.left : s.right;
      if (region == PlanMap::blocked || f->info() != 0) continue;
      f->info() = 1;
      to_visit.push_back(f);
    }
  while (!to_visit.empty()) {
    const Face f = to_visit.back();
    to_visit.pop_back();
    for (int i = 0; i < 3; ++i) {
      const Face g = f->neighbor(i);
      if (f->is_constrained(i) || g->info() != 0) continue;
      g->info() = 1;
      to_visit.push_back(g);
    }
  }
}

std::vector<ObstacleDelaunay::Face> ObstacleDelaunay::free_faces() const {
  std::vector<Face> out;
  for (const Face f : delaunay_.finite_face_handles())
    if (is_free(f)) out.push_back(f);
  return out;
}

std::vector<ObstacleDelaunay::Vertex> ObstacleDelaunay::vertices() const {
  const auto all = delaunay_.finite_vertex_handles();
  return {all.begin(), all.end()};
}

std::vector<ObstacleDelaunay::Side> ObstacleDelaunay::free_faces_at(Vertex v) const {
  std::vector<Side> out;
  auto face = delaunay_.incident_faces(v);
  const auto first = face;
  do {
    if (is_free(face)) out.push_back({face, face->index(v)});
  } while (++face != first);
  return out;
}

bool ObstacleDelaunay::is_straight(Vertex v) const {
  std::vector<const kernel::NearPoint*> ends;
  auto edge = delaunay_.incident_edges(v);
  const auto first = edge;
  do {
    if (delaunay_.is_infinite(edge) || !edge->first->is_constrained(edge->second)) continue;
    const Side s{edge->first, edge->second};
    ends.push_back(&begin(s) == &points_[v->info()] ? &end(s) : &begin(s));
  } while (++edge != first);
  const kernel::NearPoint& at = points_[v->info()];
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      // Edges at a vertex that lie on one line run opposite ways.
      if (kernel::orientation(*ends[i], at, *ends[k]) == 0) return true;
    }
  return false;
}

std::array<kernel::PlanPoint, 2> ObstacleDelaunay::whole(Side s) const {
  const PlanMap::Segment& segment = map_.segments[segment_of_.at(key(s))];
  return {points_[segment.from].at, points_[segment.to].at};
}

mpq_class ObstacleDelaunay::share(Index segment, Index point) const {
  if (point >= map_.points.size()) return shares_[point - map_.points.size()];
  return point == map_.segments[segment].from ? 0 : 1;
}

Shares ObstacleDelaunay::shares(Side s) const {
  const auto [p, q] = key(s);
  const Index segment = segment_of_.at(key(s));
  mpq_class a = share(segment, p), b = share(segment, q);
  if (b < a) std::swap(a, b);
  return {a, b};
}

void ObstacleDelaunay::insert_on(Side s, const mpq_class& share_of_whole) {
  const auto [p, q] = key(s);
  const Index from = point(s.face, Delaunay::ccw(s.corner)), to = point(s.face, Delaunay::cw(s.corner));
  const auto part = segment_of_.find({p, q});
  const Index segment = part->second, added = static_cast<Index>(points_.size());
  const std::uint32_t left = s.face->info(), right = twin(s).face->info();
  const auto [a, b] = whole(s);
  points_.emplace_back(kernel::point_along(a, b, share_of_whole));
  shares_.push_back(share_of_whole);
  segment_of_.erase(part);
  segment_of_.emplace(std::minmax(p, added), segment);
  segment_of_.emplace(std::minmax(q, added), segment);

  const Vertex v = delaunay_.insert(delaunay::to_point(points_.back().at), Delaunay::EDGE, s.face, s.corner);
  v->info() = added;
  auto face = delaunay_.incident_faces(v);
  const auto first = face;
  do {
    const Face f = face;
    f->info() = 0;
    if (!delaunay_.is_infinite(f)) {
      const int corner = f->index(v);
      int side = kernel::orientation(points_[from], points_[to], at(f, Delaunay::ccw(corner)));
      if (side == 0) side = kernel::orientation(points_[from], points_[to], at(f, Delaunay::cw(corner)));
      f->info() = side > 0 ? left : right;
    }
  } while (++face != first);
}

std::vector<ObstacleDelaunay::Face> ObstacleDelaunay::faces() const {
  std::vector<Face> out, blocked;
  for (const Face f : delaunay_.finite_face_handles()) (is_free(f) ? out : blocked).push_back(f);
  out.insert(out.end(), blocked.begin(), blocked.end());
  return out;
}

PlanTriangulation ObstacleDelaunay::take() {
  PlanTriangulation out;
  out.regions.assign(free_faces().size(), 0);
  const std::vector<Face> all = faces();
  for (Index t = 0; t < all.size(); ++t) all[t]->info() = t;
  for (const Face f : all)
    for (int k = 0; k < 3; ++k) {
      const Side side{f, Delaunay::cw(k)}, beyond = twin(side);
      PlanTriangulation::HalfEdge edge{point(f, k), PlanTriangulation::none,
                                       is_obstacle(side) ? SegmentKind::obstacle : SegmentKind::none};
      if (!delaunay_.is_infinite(beyond.face))
        edge.twin = 3 * beyond.face->info() + static_cast<Index>(Delaunay::ccw(beyond.corner));
      out.half_edges.push_back(edge);
    }
  out.weights = {1};
  out.points = std::move(points_);
  return out;
}

}  // namespace plumb::pipeline
