// SPDX-License-Identifier: LGPL-3.0-or-later
// The overlay of rings that may cross, touch, overlap and repeat one another and themselves: a constrained Delaunay
// triangulation whose segments are their edges, with the winding numbers of each triangle.
//
// SegmentBuilder splits all edges where they meet, so that the resulting segments have at most ends in common:
// 1. number_corners() sorts all corners by place and numbers equal ones once, in the order of the rings.
// 2. add_edges() makes a bundle (EdgeBundle) of the edges between the same two points, which keeps their sources. A
//    ring that is a single point becomes a bundle without length.
// 3. meet_all() sweeps along the axis on which the input is longer, and calls meet() for each two bundles whose boxes
//    touch. meet() asks on which side of one bundle the ends of the other are, and notes ends that lie within the other
//    bundle, or a proper crossing, whose point is computed (cross).
// 4. number_crossings() sorts the crossings by place; a crossing that coincides with a corner or with another crossing
//    gets its number.
// 5. add_segments() sorts the points within each bundle along it and splits its edges there; make() then gathers equal
//    segments of different bundles.
// OverlayBuilder inserts the segments into a ConstrainedDelaunay, and then:
// 6. number_triangles() lists the triangles of the plane, with the edges of rings along their sides.
// 7. find_regions() goes from triangle to triangle, from the hull inward; where an edge is crossed, a new region
//    begins, with the winding numbers that this edge changes (across).
//
// Cost: n log n for sorting, one test for each pair of edges that overlap along the axis of the sweep (n^2 at worst),
// k log k for k crossings, and the triangulation. Memory: linear in edges and crossings.
// Exact: signs by intervals of doubles first, then integers of any length. A crossing is a fraction computed from two
// edges of the input, and never from other crossings, so numbers do not grow.
// Source: textbook: a sweep that tests all pairs whose boxes touch, which is simpler than Bentley & Ottmann's.
#include "plumb/kernel/plane_overlay.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "plumb/kernel/constrained_delaunay.h"
#include "plumb/kernel/filtered_point.h"

namespace plumb::kernel {
namespace {

using Index = PlaneOverlay::Index;

// The edges of rings, split where they meet into segments that have at most ends in common, and for each segment the
// edges that run along it.
struct OverlaySegments {
  struct Segment {
    Index low, high;  // low < high
    Index first_source, end_source;
  };

  std::vector<FilteredPoint> points;  // at different places; the corners of rings first, in their order
  std::vector<Segment> segments;
  std::vector<PlaneOverlay::Source> sources;  // ascending by segment; `forward` is from low to high
};
// An edge of a ring, directed from its point of lower number to that of higher number.
struct Edge {
  Index low, high;
  PlaneOverlay::Source source;
  bool operator<(const Edge& o) const {
    return std::tie(low, high, source.ring, source.edge) < std::tie(o.low, o.high, o.source.ring, o.source.edge);
  }
};

// All edges that join the same two points.
struct EdgeBundle {
  Index low, high;
  std::size_t first_edge, end_edge;
  std::array<double, 2> least, most;
  std::vector<Index> inner;  // points between its ends
};

class SegmentBuilder {
 public:
  OverlaySegments make(std::span<const OverlayRing> rings) {
    number_corners(rings);
    add_edges(rings);
    meet_all();
    number_crossings();
    for (EdgeBundle& w : bundles_) add_segments(w);
    std::sort(parts_.begin(), parts_.end());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto& [low, high, source] = parts_[i];
      if (i == 0 || low != parts_[i - 1].low || high != parts_[i - 1].high) {
        const auto first = static_cast<Index>(i);
        out_.segments.push_back({low, high, first, first});
      }
      out_.sources.push_back(source);
      out_.segments.back().end_source = static_cast<Index>(i + 1);
    }
    return std::move(out_);
  }

 private:
  const FilteredPoint& at(Index p) const { return out_.points[p]; }

  // Numbers places in the order of their first corners; number_ has the place of each corner of all rings.
  void number_corners(std::span<const OverlayRing> rings) {
    std::vector<PlanRef> all;
    for (const OverlayRing& ring : rings)
      for (const PlanPoint& p : ring.points) all.emplace_back(p);
    order_.resize(all.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    std::ranges::sort(order_, [&](Index a, Index b) {
      const int order = order_of(all[a], all[b]);
      return order != 0 ? order < 0 : a < b;
    });
    std::vector<Index> first(all.size());  // by corner: the first corner at its place
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const bool is_new = i == 0 || !same_place(all[order_[i - 1]], all[order_[i]]);
      first[order_[i]] = is_new ? order_[i] : first[order_[i - 1]];
    }
    std::erase_if(order_, [&](Index c) { return first[c] != c; });
    out_.points.reserve(order_.size());
    for (Index c = 0; c < all.size(); ++c) {
      const bool is_new = first[c] == c;
      number_.push_back(is_new ? static_cast<Index>(out_.points.size()) : number_[first[c]]);
      if (is_new) out_.points.push_back({{all[c].x(), all[c].y()}, all[c].ix, all[c].iy});
    }
    for (Index& c : order_) c = number_[c];
  }

  void add_edges(std::span<const OverlayRing> rings) {
    std::vector<bool> has_edge(out_.points.size());
    std::size_t corner = 0;
    for (Index r = 0; r < rings.size(); ++r) {
      const std::size_t first = corner, count = rings[r].points.size();
      for (Index i = 0; i < count; ++i, ++corner) {
        const Index from = number_[corner], to = number_[i + 1 == count ? first : corner + 1];
        if (from == to) continue;
        edges_.push_back({std::min(from, to), std::max(from, to), {r, i, from < to}});
        has_edge[from] = has_edge[to] = true;
      }
    }
    std::sort(edges_.begin(), edges_.end());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const auto& [low, high, source] = edges_[i];
      if (i == 0 || low != edges_[i - 1].low || high != edges_[i - 1].high) add_way(low, high, i);
      bundles_.back().end_edge = i + 1;
    }
    // The corners of rings that are single points.
    for (Index p = 0; p < has_edge.size(); ++p)
      if (!has_edge[p]) add_way(p, p, 0);
  }
  void add_way(Index low, Index high, std::size_t edge) {
    const FilteredPoint &p = at(low), &q = at(high);
    bundles_.push_back({low,
                        high,
                        edge,
                        edge,
                        {std::min(p.ix.low, q.ix.low), std::min(p.iy.low, q.iy.low)},
                        {std::max(p.ix.high, q.ix.high), std::max(p.iy.high, q.iy.high)},
                        {}});
  }

  // Calls meet() for all pairs whose boxes touch, by a sweep along the axis on which the input is longer.
  void meet_all() {
    std::array<double, 2> least{HUGE_VAL, HUGE_VAL}, most{-HUGE_VAL, -HUGE_VAL};
    for (const EdgeBundle& w : bundles_)
      for (std::size_t k = 0; k < 2; ++k) {
        least[k] = std::min(least[k], w.least[k]);
        most[k] = std::max(most[k], w.most[k]);
      }
    const std::size_t along = most[0] - least[0] >= most[1] - least[1] ? 0 : 1, across = 1 - along;
    std::ranges::sort(bundles_, {}, [&](const EdgeBundle& w) { return std::tuple(w.least[along], w.low, w.high); });
    for (auto w = bundles_.begin(); w != bundles_.end(); ++w)
      for (auto v = std::next(w); v != bundles_.end() && v->least[along] <= w->most[along]; ++v)
        if (v->least[across] <= w->most[across] && v->most[across] >= w->least[across]) meet(*w, *v);
  }

  void meet(EdgeBundle& v, EdgeBundle& w) {
    // A way that is a point has no line, so the point is held against the line of the other way.
    if (w.low == w.high && v.low != v.high) return meet(w, v);
    // Ways with a common end have another common point only if they are on one line.
    const Index common = v.low == w.low || v.low == w.high     ? v.low
                         : v.high == w.low || v.high == w.high ? v.high
                                                               : PlaneOverlay::none;
    if (common != PlaneOverlay::none && v.low != v.high && w.low != w.high) {
      const Index other = v.low == common ? v.high : v.low;
      if (orientation(at(w.low), at(w.high), at(other)) != 0) return;
    }
    const auto [v_low, v_high] = sides(v, w);
    if (v_low * v_high > 0) return;
    add_inner(w, v.low, v_low);
    add_inner(w, v.high, v_high);
    if (v_low == 0 && v_high == 0) {  // on one line
      add_inner(v, w.low, Sign::zero);
      add_inner(v, w.high, Sign::zero);
    }
    // If one end of v lies on the line of w, they have no other point in common.
    if (v_low * v_high == 0) return;
    const auto [w_low, w_high] = sides(w, v);
    add_inner(v, w.low, w_low);
    add_inner(v, w.high, w_high);
    if (w_low * w_high < 0) cross(v, w);
  }
  // The sides of w on which the two ends of v are.
  std::pair<Sign, Sign> sides(const EdgeBundle& v, const EdgeBundle& w) const {
    const auto side = [&](Index p) {
      return p == w.low || p == w.high ? Sign::zero : orientation(at(w.low), at(w.high), at(p));
    };
    return {side(v.low), side(v.high)};
  }
  void add_inner(EdgeBundle& w, Index p, Sign side) const {
    if (side != 0 || p == w.low || p == w.high) return;
    const bool up = before(at(w.low), at(w.high));
    const FilteredPoint &first = at(up ? w.low : w.high), &last = at(up ? w.high : w.low);
    if (before(first, at(p)) && before(at(p), last)) w.inner.push_back(p);
  }

  struct Crossing {
    std::size_t v, w;
    FilteredPoint at;
  };
  void cross(const EdgeBundle& v, const EdgeBundle& w) {
    crossings_.push_back({static_cast<std::size_t>(&v - bundles_.data()),
                          static_cast<std::size_t>(&w - bundles_.data()),
                          FilteredPoint(crossing(at(v.low).at, at(v.high).at, at(w.low).at, at(w.high).at))});
  }

  // Several edges may cross in one point, and that point may be a corner.
  void number_crossings() {
    std::vector<std::size_t> order(crossings_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const FilteredPoint &p = crossings_[a].at, &q = crossings_[b].at;
      const int order = order_of(p, q);
      return order != 0 ? order < 0 : a < b;
    });
    Index number = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Crossing& c = crossings_[order[i]];
      if (i == 0 || !same_place(crossings_[order[i - 1]].at, c.at)) {
        const auto known = std::lower_bound(order_.begin(), order_.end(), c.at,
                                            [&](Index p, const FilteredPoint& q) { return before(at(p), q); });
        if (known != order_.end() && same_place(at(*known), c.at)) {
          number = *known;
        } else {
          number = static_cast<Index>(out_.points.size());
          out_.points.push_back(c.at);
        }
      }
      bundles_[c.v].inner.push_back(number);
      bundles_[c.w].inner.push_back(number);
    }
  }

  void add_segments(EdgeBundle& w) {
    if (w.first_edge == w.end_edge) return;
    const bool up = before(at(w.low), at(w.high));
    auto& inner = w.inner;
    std::ranges::sort(inner, [&](Index a, Index b) { return a != b && before(at(a), at(b)); });
    inner.erase(std::unique(inner.begin(), inner.end()), inner.end());
    if (!up) std::ranges::reverse(inner);
    inner.push_back(w.high);
    Index from = w.low;
    for (const Index to : inner) {
      for (std::size_t e = w.first_edge; e < w.end_edge; ++e) {
        PlaneOverlay::Source source = edges_[e].source;
        if (from > to) source.forward = !source.forward;
        parts_.push_back({std::min(from, to), std::max(from, to), source});
      }
      from = to;
    }
  }

  OverlaySegments out_;
  std::vector<Index> number_;  // by corner of all rings: its point
  std::vector<Index> order_;   // the points that are corners, sorted by place
  std::vector<Edge> edges_;    // of rings
  std::vector<EdgeBundle> bundles_;
  std::vector<Crossing> crossings_;
  std::vector<Edge> parts_;  // edges after splitting
};

class OverlayBuilder {
 public:
  explicit OverlayBuilder(std::span<const OverlayRing> rings) : rings_(rings) {}

  PlaneOverlay make() {
    OverlaySegments found = SegmentBuilder().make(rings_);
    ConstrainedDelaunay triangulation(found.points);
    if (triangulation.half_edge_count() > 0) {
      for (Index s = 0; s < found.segments.size(); ++s)
        triangulation.add_segment(found.segments[s].low, found.segments[s].high, s);
      number_triangles(triangulation, found);
    }
    out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
    out_.points.reserve(found.points.size());
    for (FilteredPoint& p : found.points) out_.points.push_back(std::move(p.at));
    if (!out_.triangles.empty()) find_regions();
    return std::move(out_);
  }

 private:
  void number_triangles(const ConstrainedDelaunay& triangulation, const OverlaySegments& found) {
    const Index count = triangulation.half_edge_count() / 3;
    std::vector<Index> number(count, PlaneOverlay::none);
    for (Index t = 0, next = 0; t < count; ++t)
      if (!triangulation.is_beyond(t)) number[t] = next++;
    for (Index t = 0; t < count; ++t) {
      if (number[t] == PlaneOverlay::none) continue;
      PlaneOverlay::Triangle& triangle = out_.triangles.emplace_back();
      for (Index i = 0; i < 3; ++i) {
        const Index h = 3 * t + i;
        triangle.corners[i] = triangulation.from(h);
        triangle.beyond[i] = number[triangulation.twin(h) / 3];
        out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
        if (triangulation.name(h) == PlaneOverlay::none) continue;
        const OverlaySegments::Segment& segment = found.segments[triangulation.name(h)];
        for (Index s = segment.first_source; s < segment.end_source; ++s) {
          PlaneOverlay::Source source = found.sources[s];
          if (triangle.corners[i] != segment.low) source.forward = !source.forward;
          out_.sources.push_back(source);
        }
      }
    }
  }

  // The windings of what is on the left of a side, given those on its right, or the other way round.
  PlaneOverlay::Windings across(const PlaneOverlay::Windings& windings, Index triangle, std::size_t side,
                                int sign) const {
    PlaneOverlay::Windings out = windings;
    for (const PlaneOverlay::Source& s : out_.along(triangle, side)) {
      const std::uint32_t id = rings_[s.ring].id;
      auto at = std::ranges::lower_bound(out, id, {}, &std::pair<std::uint32_t, int>::first);
      if (at == out.end() || at->first != id) at = out.insert(at, {id, 0});
      at->second += s.forward ? sign : -sign;
    }
    std::erase_if(out, [](const auto& w) { return w.second == 0; });
    return out;
  }

  // Begins at a side of the hull, beyond which all windings are 0.
  void find_regions() {
    auto& triangles = out_.triangles;
    for (auto& t : triangles) t.region = PlaneOverlay::none;
    std::vector<Index> to_visit;
    const auto begin_region = [&](Index t, PlaneOverlay::Windings windings) {
      triangles[t].region = static_cast<Index>(out_.windings.size());
      out_.windings.push_back(std::move(windings));
      to_visit.push_back(t);
    };
    for (Index t = 0; to_visit.empty(); ++t)
      for (std::size_t i = 0; i < 3 && to_visit.empty(); ++i)
        if (triangles[t].beyond[i] == PlaneOverlay::none) begin_region(t, across({}, t, i, 1));
    // A region is finished before what is beyond its edges is begun, so that none is begun twice.
    std::vector<std::pair<Index, std::size_t>> edges;
    for (std::size_t next = 0;; ++next) {
      while (!to_visit.empty()) {
        const Index t = to_visit.back();
        to_visit.pop_back();
        for (std::size_t i = 0; i < 3; ++i) {
          const Index beyond = triangles[t].beyond[i];
          if (beyond == PlaneOverlay::none || triangles[beyond].region != PlaneOverlay::none) continue;
          if (!out_.along(t, i).empty()) {
            edges.emplace_back(t, i);
            continue;
          }
          triangles[beyond].region = triangles[t].region;
          to_visit.push_back(beyond);
        }
      }
      if (next == edges.size()) return;
      const auto [t, i] = edges[next];
      const Index beyond = triangles[t].beyond[i];
      if (triangles[beyond].region == PlaneOverlay::none)
        begin_region(beyond, across(out_.windings[triangles[t].region], t, i, -1));
    }
  }

  std::span<const OverlayRing> rings_;
  PlaneOverlay out_;
};

}  // namespace

int PlaneOverlay::winding(Index region, std::uint32_t id) const {
  const Windings& all = windings[region];
  const auto at = std::lower_bound(all.begin(), all.end(), std::pair(id, std::numeric_limits<int>::min()));
  return at != all.end() && at->first == id ? at->second : 0;
}

PlaneOverlay plane_overlay(std::span<const OverlayRing> rings) { return OverlayBuilder(rings).make(); }

}  // namespace plumb::kernel
