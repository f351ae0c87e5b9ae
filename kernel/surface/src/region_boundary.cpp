// SPDX-License-Identifier: LGPL-3.0-or-later
// What is left of a convex polygon when convex polygons are subtracted from it, by its boundary (Sanchez 2021, 2.4).
// Problem. A floor lies under many wedges, and each of them takes a convex polygon of it. Return the closed rings
// around what is left, with that on their left, and for every edge the least tag of the edges that run along it. A
// single overlay of all polygons would make all their crossings, most of which lie within what is taken; so the floor
// is halved first, and halves that one polygon covers are dropped at once.
// 1. Cutter::cut() takes a part of the floor (a leaf) and the polygons clipped to it. If a polygon covers the leaf,
//    nothing of it is left. If more than `crowd` polygons are there, halve() splits leaf and polygons at an
//    axis-parallel line near the median of their lower ends (median_split), unless that does not pay.
// 2. cut_leaf() overlays the polygons of a leaf (plane_overlay) and keeps the edges between triangles that are left and
//    triangles that are not.
// 3. join_halves() removes edges along the lines of halving: on each such line the directed stretches of both sides are
//    added up, and only what does not cancel is boundary. tag_at() finds the tag of such a stretch.
// 4. rings() chains edges to closed rings by equal places and drops straight corners between edges of one tag.
// clip_to(), at the end, clips a ring to a convex window (Sutherland and Hodgman); NearRing does it with doubles around
// each corner.
// Cost. For k scattered polygons about k log k clippings and about k / `crowd` overlays of bounded size; one overlay
// with up to k^2 crossings if all cross in one spot. Each stretch on a line of halving looks at all edges for its tag.
// Exactness. Coordinates are fractions, and every corner is where two input lines, or an input line and a line of
// halving (x or y equal to a double), meet. Orientation and order are filtered by intervals of doubles.
#include "plumb/surface/region_boundary.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/median_split.h"
#include "plumb/kernel/plane_overlay.h"

namespace plumb::surface {
namespace {

using kernel::PlanPoint;
constexpr std::uint32_t no_tag = TaggedCorner::no_tag;
constexpr std::size_t crowd = 12;  // more polygons than this are halved first
constexpr std::uint32_t whole_id = 0, taken_id = 1;

struct TaggedEdge {
  std::size_t from, to;  // points; several points may be in one place
  std::uint32_t tag;
};

// A line to clip at, through p and q; what lies on the left of the way from p to q is kept. side() says on which side
// of the line a corner lies, cross() where the line crosses an edge.
class ByLine {
 public:
  ByLine(const PlanPoint& p, const PlanPoint& q) : p_(p), q_(q), near_p_(p), near_q_(q) {}
  kernel::Sign side(const kernel::PlanRef& c) const { return kernel::orientation(near_p_, near_q_, c); }
  PlanPoint cross(const PlanPoint& from, const PlanPoint& to) const { return kernel::crossing(from, to, p_, q_); }

 private:
  const PlanPoint &p_, &q_;
  kernel::PlanRef near_p_, near_q_;
};
// An axis-parallel line to clip at: the coordinate `axis` equals `at`. What lies above it (side 1) or below it (side
// -1) is kept. It has the members of ByLine.
class ByAxis {
 public:
  ByAxis(int axis, const mpq_class& at, int side) : axis_(axis), at_(at), near_(kernel::interval_of(at)), side_(side) {}
  kernel::Sign side(const kernel::PlanRef& c) const {
    const auto& near = axis_ == 0 ? c.ix : c.iy;
    return kernel::sign_of(side_ * kernel::compare(
                                       near, [&]() -> const mpq_class& { return axis_ == 0 ? c.x() : c.y(); }, near_,
                                       [&]() -> const mpq_class& { return at_; }));
  }
  PlanPoint cross(const PlanPoint& from, const PlanPoint& to) const {
    return kernel::point_along(from, to, (at_ - from[axis_]) / (to[axis_] - from[axis_]));
  }

 private:
  int axis_;
  const mpq_class& at_;
  kernel::Interval near_;
  int side_;
};

// Clips a convex ring, with doubles around its corners.
class NearRing {
 public:
  explicit NearRing(TaggedRing& ring) : ring_(ring) {
    for (const TaggedCorner& c : ring_) near_.push_back(intervals_of(c.at));
  }

  // Clips to the kept side of a line. Returns false if a ring that had an area has none left.
  template <class Line>
  bool clip(const Line& line) {
    if (!clip_side(line)) return true;
    leave_out_equals();
    return has_area();
  }
  bool has_area() const {
    for (std::size_t i = 1; i + 1 < ring_.size(); ++i)
      if (kernel::orientation(place(0), place(i), place(i + 1)) > 0) return true;
    return false;
  }
  void leave_out_equals() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      if (kept > 0 && kernel::same_place(place(kept - 1), place(i))) continue;
      if (kept != i) {
        ring_[kept] = std::move(ring_[i]);
        near_[kept] = near_[i];
      }
      ++kept;
    }
    ring_.resize(kept);
    near_.resize(kept);
  }

 private:
  using Near = std::array<kernel::Interval, 2>;
  static Near intervals_of(const PlanPoint& p) { return {kernel::interval_of(p[0]), kernel::interval_of(p[1])}; }
  kernel::PlanRef place(std::size_t i) const { return kernel::PlanRef(ring_[i].at, near_[i][0], near_[i][1]); }

  template <class Line>
  bool clip_side(const Line& line) {
    sides_.clear();
    for (std::size_t i = 0; i < ring_.size(); ++i) sides_.push_back(line.side(place(i)));
    if (std::ranges::none_of(sides_, [](kernel::Sign s) { return s < 0; })) return false;
    TaggedRing kept;
    std::vector<Near> near;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const std::size_t j = i + 1 == ring_.size() ? 0 : i + 1;
      const bool passes = sides_[i] * sides_[j] < 0;
      if (passes) {
        const TaggedCorner &p = ring_[i], &q = ring_[j];
        TaggedCorner c{line.cross(p.at, q.at)};
        // Where the ring leaves, the new edge runs along the line; where it enters, along the ring's own edge.
        c.tag = sides_[i] < 0 ? p.tag : no_tag;
        if (sides_[i] > 0) kept.push_back(p), near.push_back(near_[i]);
        near.push_back(intervals_of(c.at));
        kept.push_back(std::move(c));
      } else if (sides_[i] >= 0) {
        kept.push_back(ring_[i]);
        near.push_back(near_[i]);
      }
    }
    ring_.swap(kept);
    near_.swap(near);
    return true;
  }

  TaggedRing& ring_;
  std::vector<Near> near_;
  std::vector<kernel::Sign> sides_;
};

bool cut_axis(TaggedRing& ring, int axis, const mpq_class& at, int side) {
  NearRing near(ring);
  near.leave_out_equals();
  return near.has_area() && near.clip(ByAxis(axis, at, side));
}

kernel::Interval near_area(const TaggedRing& ring) {
  return kernel::formulas::doubled_area<kernel::Interval>(ring.size(), [&](std::size_t i) {
    return std::array{kernel::interval_of(ring[i].at[0]), kernel::interval_of(ring[i].at[1])};
  });
}
// Whether a convex polygon, which is a part of another one, is all of it.
bool covers(const TaggedRing& part, const TaggedRing& whole, const kernel::Interval& area_of_whole) {
  const kernel::Interval area = near_area(part);
  if (area.high < area_of_whole.low) return false;
  return kernel::signed_area(points_of(part)) == kernel::signed_area(points_of(whole));
}

TaggedRing without_straight_corners(const TaggedRing& ring) {
  TaggedRing out;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const TaggedCorner &before = ring[i == 0 ? ring.size() - 1 : i - 1], &c = ring[i],
                       &after = ring[i + 1 == ring.size() ? 0 : i + 1];
    // A corner at which the ring turned back would count as straight, but the boundary of a region never turns back.
    if (before.tag != c.tag ||
        kernel::orientation(kernel::PlanRef(before.at), kernel::PlanRef(c.at), kernel::PlanRef(after.at)) != 0)
      out.push_back(c);
  }
  return out;
}

class Cutter {
 public:
  Cutter(const std::vector<TaggedRing>& all, const std::function<void()>& interrupt)
      : all_(all), interrupt_(interrupt) {}

  void cut(const TaggedRing& leaf, const std::vector<TaggedRing>& taken) {
    if (interrupt_) interrupt_();
    if (taken.empty()) return add_ring(leaf);
    const kernel::Interval area = near_area(leaf);
    for (const TaggedRing& ring : taken)
      if (covers(ring, leaf, area)) return;
    if (taken.size() <= crowd || !halve(leaf, taken)) cut_leaf(leaf, taken);
  }

  std::vector<TaggedRing> rings() {
    join_halves();
    const std::vector<std::size_t> place = places();
    std::vector<std::vector<std::size_t>> from(points_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) from[place[edges_[i].from]].push_back(i);
    std::vector<TaggedRing> out;
    std::vector<bool> used(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (used[i]) continue;
      TaggedRing ring;
      for (std::size_t e = i; !used[e];) {
        used[e] = true;
        ring.push_back({points_[edges_[e].from].at, edges_[e].tag});
        // As many edges end at a point as begin there.
        const auto& next = from[place[edges_[e].to]];
        const auto free = std::find_if(next.begin(), next.end(), [&](std::size_t f) { return !used[f]; });
        if (free == next.end()) break;
        e = *free;
      }
      out.push_back(without_straight_corners(ring));
    }
    return out;
  }

 private:
  // The first point in the place of each point.
  std::vector<std::size_t> places() const {
    std::vector<std::size_t> order(points_.size()), place(points_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const int c = kernel::order_of(points_[a], points_[b]);
      return c != 0 ? c < 0 : a < b;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool is_new = i == 0 || !kernel::same_place(points_[order[i - 1]], points_[order[i]]);
      place[order[i]] = is_new ? order[i] : place[order[i - 1]];
    }
    return place;
  }

  void add_ring(const TaggedRing& ring) {
    const std::size_t first = points_.size();
    for (const TaggedCorner& c : ring) points_.emplace_back(c.at);
    for (std::size_t i = 0; i < ring.size(); ++i)
      edges_.push_back({first + i, i + 1 == ring.size() ? first : first + i + 1, ring[i].tag});
  }

  static std::optional<kernel::MedianSplit> middle(const std::vector<TaggedRing>& rings) {
    std::vector<std::uint32_t> numbers(rings.size());
    std::vector<std::array<double, 2>> low(rings.size()), high(rings.size());
    for (std::uint32_t i = 0; i < rings.size(); ++i) {
      numbers[i] = i;
      low[i].fill(HUGE_VAL);
      high[i].fill(-HUGE_VAL);
      for (const TaggedCorner& c : rings[i])
        for (std::size_t k = 0; k < 2; ++k) {
          const double v = kernel::order_key(c.at[k]);
          low[i][k] = std::min(low[i][k], v);
          high[i][k] = std::max(high[i][k], v);
        }
    }
    std::vector<double> buffer;
    return kernel::median_split(
        numbers, [&](std::uint32_t i, int axis) { return low[i][static_cast<std::size_t>(axis)]; },
        [&](std::uint32_t i, int axis) { return high[i][static_cast<std::size_t>(axis)]; },
        [](std::uint32_t) { return std::size_t{1}; }, buffer);
  }

  // Splits a leaf in two. Returns false, and does nothing, where that does not pay.
  bool halve(const TaggedRing& leaf, const std::vector<TaggedRing>& taken) {
    const auto split = middle(taken);
    if (!split) return false;
    const mpq_class at(split->at);
    struct Half {
      TaggedRing ring;
      std::vector<TaggedRing> taken;
    };
    std::array<Half, 2> halves;
    for (const int sign : {-1, 1}) {
      Half& half = halves[sign > 0];
      half.ring = leaf;
      if (!cut_axis(half.ring, split->axis, at, sign)) return false;
      for (TaggedRing part : taken)
        if (cut_axis(part, split->axis, at, sign)) half.taken.push_back(std::move(part));
      // Order keys are rounded, so that a line at one of them may part nothing.
      if (half.taken.size() == taken.size()) return false;
    }
    for (const Half& half : halves) cut(half.ring, half.taken);
    return true;
  }

  void cut_leaf(const TaggedRing& leaf, const std::vector<TaggedRing>& taken) {
    std::vector<kernel::OverlayRing> rings{{whole_id, points_of(leaf)}};
    for (const TaggedRing& ring : taken) rings.push_back({taken_id, points_of(ring)});
    kernel::PlaneOverlay overlay = kernel::plane_overlay(rings);
    const std::size_t first = points_.size();
    const auto kept = [&](kernel::PlaneOverlay::Index t) {
      if (t == kernel::PlaneOverlay::none) return false;
      const kernel::PlaneOverlay::Index region = overlay.triangles[t].region;
      return overlay.winding(region, whole_id) > 0 && overlay.winding(region, taken_id) == 0;
    };
    for (kernel::PlaneOverlay::Index t = 0; t < overlay.triangles.size(); ++t) {
      if (!kept(t)) continue;
      const kernel::PlaneOverlay::Triangle& triangle = overlay.triangles[t];
      for (std::size_t i = 0; i < 3; ++i) {
        if (kept(triangle.beyond[i])) continue;
        std::uint32_t tag = no_tag;
        for (const kernel::PlaneOverlay::Source& s : overlay.along(t, i))
          tag = std::min(tag, (s.ring == 0 ? leaf : taken[s.ring - 1])[s.edge].tag);
        edges_.push_back({first + triangle.corners[i], first + triangle.corners[(i + 1) % 3], tag});
      }
    }
    for (PlanPoint& p : overlay.points) points_.emplace_back(std::move(p));
  }

  // Edges without a tag lie on lines of halving. Where both sides of such a line are left they are removed; the others
  // get the tag of the edges along them.
  void join_halves() {
    struct Stretch {
      mpq_class low, high;
      int direction;
    };
    std::map<std::pair<std::size_t, mpq_class>, std::vector<Stretch>> lines;
    std::erase_if(edges_, [&](const TaggedEdge& e) {
      if (e.tag != no_tag) return false;
      const PlanPoint &from = points_[e.from].at, &to = points_[e.to].at;
      const std::size_t across = from[0] == to[0] ? 0 : 1, along = 1 - across;
      const bool up = from[along] < to[along];
      lines[{across, from[across]}].push_back(
          {up ? from[along] : to[along], up ? to[along] : from[along], up ? 1 : -1});
      return true;
    });
    for (const auto& [line, stretches] : lines) {
      std::map<mpq_class, int> changes;
      for (const Stretch& s : stretches) changes[s.low] += s.direction, changes[s.high] -= s.direction;
      int direction = 0;
      for (auto at = changes.begin(); at != changes.end(); ++at) {
        direction += at->second;
        if (direction == 0) continue;
        PlanPoint low, high;
        low[line.first] = high[line.first] = line.second;
        low[1 - line.first] = at->first;
        high[1 - line.first] = std::next(at)->first;
        if (direction < 0) std::swap(low, high);
        const std::uint32_t tag = tag_at({(low[0] + high[0]) / 2, (low[1] + high[1]) / 2});
        edges_.push_back({points_.size(), points_.size() + 1, tag});
        points_.emplace_back(std::move(low));
        points_.emplace_back(std::move(high));
      }
    }
  }

  // The least tag of the edges on which a point lies.
  std::uint32_t tag_at(const PlanPoint& p) const {
    std::uint32_t tag = no_tag;
    for (const TaggedRing& ring : all_)
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const PlanPoint &a = ring[i].at, &b = ring[i + 1 == ring.size() ? 0 : i + 1].at;
        if (ring[i].tag < tag && sgn(kernel::orient2d(a, b, p)) == 0 && std::min(a, b) <= p && p <= std::max(a, b))
          tag = ring[i].tag;
      }
    return tag;
  }

  const std::vector<TaggedRing>& all_;
  const std::function<void()>& interrupt_;
  std::vector<TaggedEdge> edges_;
  std::vector<kernel::FilteredPoint> points_;
};

}  // namespace

kernel::PlanRing points_of(const TaggedRing& ring) {
  kernel::PlanRing out;
  for (const TaggedCorner& c : ring) out.push_back(c.at);
  return out;
}

bool clip_to(TaggedRing& ring, const kernel::PlanRing& window, std::span<const std::size_t> sides) {
  NearRing near(ring);
  near.leave_out_equals();
  if (!near.has_area()) return false;
  for (const std::size_t i : sides)
    if (!near.clip(ByLine(window[i], window[i + 1 == window.size() ? 0 : i + 1]))) return false;
  return true;
}

bool clip_to(TaggedRing& ring, const kernel::PlanRing& window) {
  std::vector<std::size_t> all(window.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return clip_to(ring, window, all);
}

std::vector<TaggedRing> region_boundary(const TaggedRing& whole, const std::vector<TaggedRing>& taken,
                                        const std::function<void()>& interrupt) {
  if (taken.empty()) return {without_straight_corners(whole)};
  Cutter cutter(taken, interrupt);
  cutter.cut(whole, taken);
  return cutter.rings();
}

}  // namespace plumb::surface
