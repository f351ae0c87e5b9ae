// SPDX-License-Identifier: GPL-3.0-or-later
// The constrained Delaunay triangulation of a flat map (Koutsoumpas, 3.2), and what may be asked of a triangulation.
// Problem. A map has obstacles, borders between weights and, for one radius, barriers; barriers may cross borders and
// one another. Triangulate the convex hull so that every segment is a union of edges, know the kind of each edge and
// the region of each triangle, and number the triangles so that those that are not blocked come first.
// 1. Maker::insert_points() inserts the ends of the kept segments into CGAL's triangulation in one call.
// 2. make() inserts the segments as constraints, then the barriers; where constraints cross, CGAL makes a point.
// 3. number_new_points() gives the points of barriers and crossings the next numbers.
// 4. name_edges() walks along the parts of each segment and stores the kind of its edges and the regions beside them.
//    Barriers come first: where a segment lies along one, the segment's kind is the one that stays.
// 5. spread_regions() fills regions from there over edges that are no obstacle and no border; what is not reached is
//    blocked.
// 6. number_triangles() copies the triangulation into arrays of half-edges.
// joined_at(), height() and rise() serve floors, whose triangulations are made elsewhere (nav_floors.cpp). is_valid()
// tests orientation, twins, regions and, over edges that are no segment, the empty circle.
// Cost. Expected n log n for n points, plus for each constraint the edges that it crosses; memory O(n), and a map of
// the constrained edges.
// Exactness. CGAL computes with exact numbers; a crossing is a fraction made of the two constraints as they were given,
// so numbers do not grow with the order of insertion.
#include "plumb/pipeline/plan_triangulation.h"

#include <algorithm>
#include <map>

#include <CGAL/Constrained_triangulation_plus_2.h>

#include "delaunay_cgal.h"

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;
// Keeps the constraints as they were given, so that crossings are computed from these.
using Delaunay = CGAL::Constrained_triangulation_plus_2<delaunay::Triangulation>;
using Face = Delaunay::Face_handle;
using Vertex = Delaunay::Vertex_handle;
constexpr Index none = PlanTriangulation::none;

class Maker {
 public:
  Maker(const PlanMap& map, KeptSegments kept) : map_(map), kept_(kept) { out_.points = map.points; }

  PlanTriangulation make(std::span<const std::array<kernel::PlanPoint, 2>> barriers) {
    insert_points();
    const auto is_kept = [&](const PlanMap::Segment& s) {
      return s.kind == SegmentKind::obstacle || kept_ == KeptSegments::obstacles_and_borders;
    };
    for (const PlanMap::Segment& s : map_.segments)
      if (is_kept(s)) delaunay_.insert_constraint(vertices_[s.from], vertices_[s.to]);
    std::vector<std::array<Vertex, 2>> ends;
    for (const auto& [p, q] : barriers) {
      ends.push_back({delaunay_.insert(delaunay::to_point(p)), delaunay_.insert(delaunay::to_point(q))});
      if (ends.back()[0] != ends.back()[1]) delaunay_.insert_constraint(ends.back()[0], ends.back()[1]);
    }
    number_new_points();
    for (Face f : delaunay_.all_face_handles()) f->info() = none;
    // Barriers are named first: where a segment lies along one, its kind replaces the barrier's.
    for (const auto& [p, q] : ends) name_edges(p, q, {.kind = SegmentKind::barrier});
    for (const PlanMap::Segment& s : map_.segments)
      if (is_kept(s)) name_edges(vertices_[s.from], vertices_[s.to], s);
    spread_regions();
    number_triangles();
    return std::move(out_);
  }

 private:
  void insert_points() {
    std::vector<std::uint8_t> used(map_.points.size());
    for (const PlanMap::Segment& s : map_.segments)
      if (s.kind == SegmentKind::obstacle || kept_ == KeptSegments::obstacles_and_borders)
        used[s.from] = used[s.to] = 1;
    std::vector<std::pair<delaunay::Point, std::uint32_t>> points;
    for (Index p = 0; p < used.size(); ++p)
      if (used[p]) points.emplace_back(delaunay::to_point(map_.points[p].at), p);
    delaunay_.delaunay::Triangulation::insert(points.begin(), points.end());
    vertices_.resize(used.size());
    for (Vertex v : delaunay_.finite_vertex_handles()) vertices_[v->info()] = v;
    known_ = static_cast<Index>(used.size());
  }

  // Numbers the points of barriers, and those where barriers cross borders and one another. CGAL gives a vertex that it
  // makes no number.
  void number_new_points() {
    std::vector<std::uint8_t> is_known(known_);
    for (Vertex v : delaunay_.finite_vertex_handles()) {
      const Index p = v->info();
      if (p < known_ && vertices_[p] == v) continue;
      v->info() = static_cast<Index>(out_.points.size());
      out_.points.emplace_back(kernel::PlanPoint{kernel::from_cgal(v->point().x()), kernel::from_cgal(v->point().y())});
    }
  }

  // Gives the edges along a segment its kind, and the faces beside it their regions.
  void name_edges(Vertex from, Vertex to, const PlanMap::Segment& segment) {
    while (from != to) {
      Vertex next;
      Face f;
      int i;
      [[maybe_unused]] const bool found = delaunay_.includes_edge(from, to, next, f, i);
      assert(found);
      // f may be on either side of the edge.
      if (f->vertex(Delaunay::ccw(i)) == next) std::tie(f, i) = std::pair(f->neighbor(i), delaunay_.mirror_index(f, i));
      set(f, i, segment.kind, segment.left);
      set(f->neighbor(i), delaunay_.mirror_index(f, i), segment.kind, segment.right);
      from = next;
    }
  }
  void set(Face f, int i, SegmentKind kind, Index region) {
    kinds_[{f, i}] = kind;
    if (kind == SegmentKind::barrier || region == PlanMap::blocked || f->info() != none) return;
    f->info() = kept_ == KeptSegments::obstacles ? 0 : region;
    to_visit_.push_back(f);
  }
  SegmentKind kind(Face f, int i) const {
    const auto at = kinds_.find({f, i});
    return at == kinds_.end() ? SegmentKind::none : at->second;
  }

  void spread_regions() {
    while (!to_visit_.empty()) {
      const Face f = to_visit_.back();
      to_visit_.pop_back();
      for (int i = 0; i < 3; ++i) {
        const SegmentKind k = kind(f, i);
        if (k == SegmentKind::obstacle || k == SegmentKind::border || f->neighbor(i)->info() != none) continue;
        f->neighbor(i)->info() = f->info();
        to_visit_.push_back(f->neighbor(i));
      }
    }
  }

  void number_triangles() {
    std::vector<Face> faces, blocked;
    for (const Face f : delaunay_.finite_face_handles()) {
      if (f->info() == none) {
        blocked.push_back(f);
        continue;
      }
      out_.regions.push_back(f->info());
      faces.push_back(f);
    }
    faces.insert(faces.end(), blocked.begin(), blocked.end());
    for (Index t = 0; t < faces.size(); ++t) faces[t]->info() = t;
    for (const Face f : faces)
      for (int k = 0; k < 3; ++k) {
        const int i = Delaunay::cw(k);  // the edge from corner k to the next is opposite to this one
        PlanTriangulation::HalfEdge edge{f->vertex(k)->info(), none, kind(f, i)};
        const Face g = f->neighbor(i);
        if (!delaunay_.is_infinite(g))
          edge.twin = 3 * g->info() + static_cast<Index>(Delaunay::ccw(delaunay_.mirror_index(f, i)));
        out_.half_edges.push_back(edge);
      }
    out_.weights = kept_ == KeptSegments::obstacles ? std::vector<mpq_class>{1} : map_.weights;
  }

  const PlanMap& map_;
  KeptSegments kept_;
  Delaunay delaunay_;
  std::vector<Vertex> vertices_;  // by point of the map
  Index known_ = 0;
  std::map<std::pair<Face, int>, SegmentKind> kinds_;  // of edges, by their face
  std::vector<Face> to_visit_;
  PlanTriangulation out_;
};

}  // namespace

std::vector<PlanTriangulation::Index> PlanTriangulation::joined_at(const kernel::NearPoint& place,
                                                                   std::vector<Index> triangles) const {
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (Index h = 3 * triangles[i], last = h + 3; h < last; ++h)
      if (is_open(h) && kernel::orientation(points[from(h)], points[to(h)], place) == 0)
        each_side(h, [&](Index side) {
          if (std::ranges::find(triangles, side / 3) == triangles.end()) triangles.push_back(side / 3);
        });
  return triangles;
}

mpq_class PlanTriangulation::height(Index triangle, const kernel::PlanPoint& at) const {
  const Index h = 3 * triangle;
  const kernel::PlanPoint &a = points[from(h)].at, &b = points[from(h + 1)].at, &c = points[from(h + 2)].at;
  const mpq_class whole = kernel::orient2d(a, b, c), to_b = kernel::orient2d(a, at, c),
                  to_c = kernel::orient2d(a, b, at);
  return heights[h] + (to_b * (heights[h + 1] - heights[h]) + to_c * (heights[h + 2] - heights[h])) / whole;
}

mpq_class PlanTriangulation::rise(Index h) const {
  mpq_class out = 0;
  for (const Index end : {from(h), to(h)}) {
    std::vector<mpq_class> at;
    each_side(h, [&](Index side) { at.push_back(heights[from(side) == end ? side : next(side)]); });
    const auto [low, high] = std::ranges::minmax_element(at);
    out = std::max(out, mpq_class(*high - *low));
  }
  return out;
}

PlanTriangulation triangulate(const PlanMap& map, KeptSegments kept,
                              std::span<const std::array<kernel::PlanPoint, 2>> barriers) {
  return Maker(map, kept).make(barriers);
}

bool is_valid(const PlanTriangulation& t) {
  if (t.half_edges.size() % 3 != 0 || t.half_edges.size() < 3 * t.regions.size()) return false;
  for (Index h = 0; h < t.half_edges.size(); ++h) {
    if (t.from(h) >= t.points.size()) return false;
    const kernel::NearPoint &p = t.points[t.from(h)], &q = t.points[t.to(h)], &r = t.points[t.apex(h)];
    if (h % 3 == 0 && kernel::orientation(p, q, r) <= 0) return false;
    const Index twin = t.twin(h);
    const bool is_free = !t.is_blocked(h / 3);
    if (twin == none) {
      if (is_free && t.half_edges[h].kind != SegmentKind::obstacle) return false;
      continue;
    }
    if (twin >= t.half_edges.size() || t.twin(twin) != h || t.from(twin) != t.to(h) || t.to(twin) != t.from(h) ||
        t.half_edges[twin].kind != t.half_edges[h].kind)
      return false;
    if (is_free == t.is_blocked(twin / 3) && t.half_edges[h].kind != SegmentKind::obstacle) return false;
    if (t.half_edges[h].kind != SegmentKind::none) continue;
    if (is_free && t.regions[h / 3] != t.regions[twin / 3]) return false;
    if (kernel::in_circle(p, q, r, t.points[t.apex(twin)]) > 0) return false;
  }
  return std::ranges::all_of(t.regions, [&](Index region) { return region < t.weights.size(); });
}

}  // namespace plumb::pipeline
