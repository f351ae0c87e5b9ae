// SPDX-License-Identifier: LGPL-3.0-or-later
// The constrained Delaunay triangulation of a flat map (Koutsoumpas, 3.2), and questions about a triangulation.
// Problem. A map has obstacles, borders between weights and, for one radius, barriers; barriers may cross borders and
// one another. The convex hull is to be triangulated so that every segment is a union of edges. The kind of each edge
// and the region of each triangle are to be known, and triangles that are not blocked come first.
// 1. make() gives the kept segments and the barriers to plane_overlay() of the kernel, each as a ring there and back.
//    The overlay has a point where two of them cross, and for each side of a triangle the rings that run along it.
// 2. number_points() finds the points of the map among those of the overlay; the others get the next numbers.
// 3. read_edges() stores the kind of each side, and the regions of triangles beside the segments. Where a segment lies
//    along a barrier, the segment's kind counts.
// 4. spread_regions() spreads these regions over edges that are no obstacle and no border. Triangles that are not
//    reached are blocked.
// 5. number_triangles() copies the triangles into arrays of half-edges.
// joined_at(), height() and rise() serve floors, whose triangulations are made elsewhere (nav_floors.cpp). is_valid()
// tests orientation, twins, regions and, over edges that are no segment, the empty circle. OrientedWalk finds the
// triangle of a place without an index, in about sqrt(n) steps (Lawson 1977).
// Cost. It is that of the overlay (plane_overlay.cpp).
// Exactness. The overlay is exact; a crossing is a fraction made of the two segments as they were given, so numbers do
// not grow with the order of insertion.
#include "plumb/plan/plan_triangulation.h"

#include <algorithm>
#include <map>
#include <random>

#include "plumb/kernel/plane_overlay.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;

// Makes the triangulation of a map.
class TriangulatedMap {
 public:
  TriangulatedMap(const PlanMap& map, KeptSegments kept) : map_(map), kept_(kept) { out_.points = map.points; }

  PlanTriangulation make(std::span<const std::array<kernel::PlanPoint, 2>> barriers,
                         std::vector<Index>* first_barrier) {
    std::vector<kernel::OverlayRing> rings;
    for (const PlanMap::Segment& s : map_.segments) {
      if (s.kind != SegmentKind::obstacle && kept_ == KeptSegments::obstacles) continue;
      segments_.push_back(&s);
      rings.push_back({0, {map_.points[s.from].at, map_.points[s.to].at}});
    }
    for (const auto& [p, q] : barriers) rings.push_back({0, {p, q}});
    overlay_ = kernel::plane_overlay(rings);
    number_points();
    read_edges();
    spread_regions();
    number_triangles(first_barrier);
    return std::move(out_);
  }

 private:
  // Points of the map keep their numbers. Ends of barriers that are no points of the map, and points where barriers
  // cross borders and one another, get the next numbers.
  void number_points() {
    const auto less = [](const kernel::PlanPoint* p, const kernel::PlanPoint* q) { return *p < *q; };
    std::map<const kernel::PlanPoint*, Index, decltype(less)> known(less);
    for (const PlanMap::Segment* s : segments_)
      for (const Index p : {s->from, s->to}) known.emplace(&map_.points[p].at, p);
    for (const kernel::PlanPoint& p : overlay_.points) {
      const auto at = known.find(&p);
      point_.push_back(at == known.end() ? static_cast<Index>(out_.points.size()) : at->second);
      if (at == known.end()) out_.points.emplace_back(p);
    }
  }

  // Stores the kind of each side, and the regions of the triangles beside the segments. Where a segment lies along a
  // barrier, the segment's kind counts.
  void read_edges() {
    region_.assign(overlay_.triangles.size(), PlanTriangulation::none);
    for (Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        SegmentKind kind = SegmentKind::none;
        Index barrier = PlanTriangulation::none;
        for (const kernel::PlaneOverlay::Source& source : overlay_.along(t, i)) {
          if (source.edge != 0) continue;  // the way back of the ring
          if (source.ring >= segments_.size()) {
            barrier = std::min(barrier, source.ring - static_cast<Index>(segments_.size()));
            if (kind == SegmentKind::none) kind = SegmentKind::barrier;
            continue;
          }
          const PlanMap::Segment& s = *segments_[source.ring];
          kind = s.kind;
          const Index region = source.forward ? s.left : s.right;
          if (region != PlanMap::blocked && region_[t] == PlanTriangulation::none)
            visit(t, kept_ == KeptSegments::obstacles ? 0 : region);
        }
        kind_.push_back(kind);
        barrier_.push_back(barrier);
      }
  }
  void visit(Index t, Index region) {
    region_[t] = region;
    to_visit_.push_back(t);
  }

  void spread_regions() {
    while (!to_visit_.empty()) {
      const Index t = to_visit_.back();
      to_visit_.pop_back();
      for (std::size_t i = 0; i < 3; ++i) {
        const Index beyond = overlay_.triangles[t].beyond[i];
        const SegmentKind k = kind_[3 * t + i];
        if (beyond != PlanTriangulation::none && k != SegmentKind::obstacle && k != SegmentKind::border &&
            region_[beyond] == PlanTriangulation::none)
          visit(beyond, region_[t]);
      }
    }
  }

  void number_triangles(std::vector<Index>* first_barrier) {
    const auto& triangles = overlay_.triangles;
    std::vector<Index> order, blocked;
    for (Index t = 0; t < triangles.size(); ++t) {
      (region_[t] == PlanTriangulation::none ? blocked : order).push_back(t);
      if (region_[t] != PlanTriangulation::none) out_.regions.push_back(region_[t]);
    }
    order.insert(order.end(), blocked.begin(), blocked.end());
    std::vector<Index> number(triangles.size());
    for (Index n = 0; n < order.size(); ++n) number[order[n]] = n;
    for (const Index t : order)
      for (std::size_t i = 0; i < 3; ++i) {
        PlanTriangulation::HalfEdge edge{point_[triangles[t].corners[i]], PlanTriangulation::none, kind_[3 * t + i]};
        if (const Index g = triangles[t].beyond[i]; g != PlanTriangulation::none) {
          // The side of the triangle beyond that begins where this one ends.
          const auto& corners = triangles[g].corners;
          const auto k = std::ranges::find(corners, triangles[t].corners[(i + 1) % 3]) - corners.begin();
          edge.twin = 3 * number[g] + static_cast<Index>(k);
        }
        out_.half_edges.push_back(edge);
        if (first_barrier) first_barrier->push_back(barrier_[3 * t + i]);
      }
    out_.weights = kept_ == KeptSegments::obstacles ? std::vector<mpq_class>{1} : map_.weights;
  }

  const PlanMap& map_;
  KeptSegments kept_;
  std::vector<const PlanMap::Segment*> segments_;  // kept segments, by ring of the overlay; barriers are later rings
  kernel::PlaneOverlay overlay_;
  std::vector<Index> point_;       // by point of the overlay: its number among the points of the result
  std::vector<SegmentKind> kind_;  // by 3 * triangle of the overlay + side
  std::vector<Index> barrier_;     // by side: the first barrier along it, or none
  std::vector<Index> region_;      // by triangle of the overlay: its region, or none
  std::vector<Index> to_visit_;
  PlanTriangulation out_;
};

}  // namespace

std::vector<PlanTriangulation::Index> PlanTriangulation::joined_at(const kernel::FilteredPoint& place,
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
                              std::span<const std::array<kernel::PlanPoint, 2>> barriers,
                              std::vector<PlanTriangulation::Index>* first_barrier) {
  return TriangulatedMap(map, kept).make(barriers, first_barrier);
}

bool is_valid(const PlanTriangulation& t) {
  if (t.half_edges.size() % 3 != 0 || t.half_edges.size() < 3 * t.regions.size()) return false;
  for (Index h = 0; h < t.half_edges.size(); ++h) {
    if (t.from(h) >= t.points.size()) return false;
    const kernel::FilteredPoint &p = t.points[t.from(h)], &q = t.points[t.to(h)], &r = t.points[t.apex(h)];
    if (h % 3 == 0 && kernel::orientation(p, q, r) <= 0) return false;
    const Index twin = t.twin(h);
    const bool is_free = !t.is_blocked(h / 3);
    if (twin == PlanTriangulation::none) {
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

// Uses a linear congruential generator, which is good enough for walks and gives the same numbers on every system.
std::uint32_t OrientedWalk::draw(std::uint32_t count) {
  state_ = std::minstd_rand(state_)();
  return state_ % count;
}

std::optional<OrientedWalk::Index> OrientedWalk::locate(const kernel::FilteredPoint& point) {
  const PlanTriangulation& t = triangulation_;
  const auto is_beyond = [&](Index h) {
    return kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], point) < 0;
  };
  if (t.half_edges.empty()) return std::nullopt;
  Index start = draw(static_cast<Index>(t.half_edges.size()));
  if (is_beyond(start) && t.twin(start) != PlanTriangulation::none) start = t.twin(start);
  ++walk_;
  for (Index triangle = start / 3;;) {
    ++steps_;
    seen_[triangle] = walk_;
    std::array<Index, 3> leaving;
    std::uint32_t count = 0;
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (is_beyond(h)) leaving[count++] = h;
    if (count == 0) return triangle;
    Index out = leaving[0];
    if (count == 2) {
      const auto is_new = [&](Index h) {
        return t.twin(h) != PlanTriangulation::none && seen_[t.twin(h) / 3] != walk_;
      };
      const bool first = is_new(leaving[0]), second = is_new(leaving[1]);
      out = leaving[first == second ? draw(2) : second ? 1 : 0];
    }
    // The hull is convex, so the point is outside of it if the walk has to leave it.
    if (t.twin(out) == PlanTriangulation::none) return std::nullopt;
    triangle = t.twin(out) / 3;
  }
}

std::vector<OrientedWalk::Index> OrientedWalk::triangles_at(const kernel::FilteredPoint& point) {
  const PlanTriangulation& t = triangulation_;
  std::vector<Index> out;
  const auto first = locate(point);
  if (!first) return out;
  // Goes on to all triangles around the point, over the sides on which it lies.
  out.push_back(*first);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (Index h = 3 * out[i]; h < 3 * out[i] + 3; ++h) {
      if (t.twin(h) == PlanTriangulation::none) continue;
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], point) != 0) continue;
      if (std::ranges::find(out, t.twin(h) / 3) == out.end()) out.push_back(t.twin(h) / 3);
    }
  std::erase_if(out, [&](Index triangle) { return t.is_blocked(triangle); });
  std::ranges::sort(out);
  return out;
}

}  // namespace plumb::plan
