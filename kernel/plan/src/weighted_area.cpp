// SPDX-License-Identifier: LGPL-3.0-or-later
// Integrals of weights over lines and discs on a triangulation (Koutsoumpas, 5, in closed form).
// Problem. The cost of a disc's route needs the weight along its way and over its capsule, the area that the disc
// sweeps from p to q. On a map the triangles near the capsule count. On floors that lie over one another, what counts
// depends on the triangle that the centre is in.
// 1. The constructors store each triangle in doubles, its box in a tree and, for floors, which edges lie across a gap.
// 2. triangles_near() and triangles_at() ask the tree; on floors triangles_near() walks over open edges from a
//    triangle, or takes the triangles of a cover.
// 3. cover() makes the cover of a triangle, or of a gap (floor_cover), when it is first asked for and keeps it, for two
//    radii at a time, behind a mutex. capsule_area.cpp integrates over it.
// 4. mean_weight() cuts a segment at the edges that it crosses; along an edge the lighter side counts.
// 5. is_full_around() proves, from slopes, steps and the window, that a disc which no border keeps away lies on joined
//    floor all over; then no sum is needed.
// Cost. A question costs the triangles near it, O(log N + k); a cover, once, the square of its triangles. Memory: the
// covers of two radii.
// Exactness. Fractions where nothing is said; boxes and bounds of distances are doubles that are rounded outward, so
// that no triangle is missed; what is given in doubles is not. is_full_around() may answer no where it is not certain.
#include "plumb/plan/weighted_area.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "edge_piece.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/plan/obstacles.h"

namespace plumb::plan {
namespace {

#ifdef __STDCPP_THREADS__
using Mutex = std::mutex;
#else  // WebAssembly: there is one thread
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

using Index = PlanTriangulation::Index;

std::vector<kernel::Box> boxes(const PlanTriangulation& t) {
  std::vector<kernel::Box> out;
  for (Index h = 0; h < 3 * t.triangle_count(); h += 3) {
    kernel::Box box = kernel::no_box;
    for (Index k = h; k < h + 3; ++k) {
      const kernel::FilteredPoint& p = t.points[t.from(k)];
      kernel::grow(box, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
    }
    out.push_back(box);
  }
  return out;
}

EdgePiece edge_of(const PlanTriangulation& t, Index h) { return edge_piece(t.points[t.from(h)], t.points[t.to(h)]); }
// Whether an edge may be within a distance of a triangle.
bool is_near_triangle(const PlanTriangulation& t, Index h, Index triangle, double distance) {
  for (Index k = 3 * triangle; k < 3 * triangle + 3; ++k)
    if (distance_below(edge_of(t, k), edge_of(t, h)) <= distance) return true;
  return false;
}

// The part of the way from p to q, as shares, that lies in a triangle; none if it is no more than a point.
std::optional<kernel::ExactInterval> share_in(const PlanTriangulation& t, Index triangle, const kernel::PlanPoint& p,
                                              const kernel::PlanPoint& run) {
  return kernel::part_over(kernel::ExactInterval{0, 1}, p, run, 3, [&](std::size_t k) -> const kernel::PlanPoint& {
    return t.points[t.from(3 * triangle + static_cast<Index>(k))].at;
  });
}

}  // namespace

// Covers of triangles, and of gaps between two, by radius. A search asks with the radius rounded to nearest and an
// exact cost with the radius rounded up, in turns.
struct WeightedArea::Covers {
  static constexpr std::size_t most_radii = 2;
  Mutex mutex;
  std::map<double, std::map<std::pair<Index, Index>, std::shared_ptr<const FloorCover>>> made;
};

WeightedArea::~WeightedArea() = default;

WeightedArea::WeightedArea(const FloorPlan& plan) : WeightedArea(plan.triangulation) {
  floors_ = &plan;
  covers_ = std::make_unique<Covers>();
  for (const FloorGap& gap : plan.gaps)
    for (const std::size_t side : {0u, 1u})
      for (const Index h : gap.sides[side].half_edges) {
        const auto& others = gap.sides[1 - side].half_edges;
        over_gaps_[h].insert(over_gaps_[h].end(), others.begin(), others.end());
      }
}

WeightedArea::WeightedArea(const PlanTriangulation& triangulation)
    : triangulation_(triangulation), tree_(boxes(triangulation)) {
  const PlanTriangulation& t = triangulation_;
  for (Index i = 0; i < t.triangle_count(); ++i) {
    Triangle out{{}, t.weight(i).get_d()};
    for (Index k = 0; k < 3; ++k) out.corners[k] = to_doubles(t.points[t.from(3 * i + k)].at);
    if (!t.is_flat())
      for (Index k = 0; k < 3; ++k) {
        const kernel::Interval height = kernel::interval_of(t.heights[3 * i + k]);
        out.heights =
            k == 0 ? height
                   : kernel::Interval{std::min(out.heights.low, height.low), std::max(out.heights.high, height.high)};
      }
    near_.push_back(out);
  }
}

std::vector<Index> WeightedArea::triangles_in(const kernel::Box& box) const {
  std::vector<Index> out;
  tree_.any(box, [&](std::uint32_t i) {
    out.push_back(i);
    return false;
  });
  std::ranges::sort(out);
  return out;
}
std::vector<Index> WeightedArea::triangles_near(const DoublePoint& p, const DoublePoint& q, double distance,
                                                const RouteTriangles& in) const {
  if (floors_) return cover(in, distance)->triangles;
  std::vector<Index> out = triangles_in({{std::min(p[0], q[0]) - distance, std::min(p[1], q[1]) - distance, 0},
                                         {std::max(p[0], q[0]) + distance, std::max(p[1], q[1]) + distance, 0}});
  if (distance == 0) return out;
  // In the box, but farther to one side of the way.
  const double far = distance * kernel::hypotenuse(q[0] - p[0], q[1] - p[1]);
  std::erase_if(out, [&](Index i) {
    const auto& [a, b, c] = near_[i].corners;
    const auto [low, high] = std::minmax({kernel::formulas::orient2d(p, q, a), kernel::formulas::orient2d(p, q, b),
                                          kernel::formulas::orient2d(p, q, c)});
    return low > far || high < -far;
  });
  return out;
}
std::vector<Index> WeightedArea::triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                                const mpq_class& distance) const {
  return triangles_in(box_around(p, q, distance));
}
std::vector<Index> WeightedArea::triangles_near(Index triangle, const mpq_class& distance) const {
  const PlanTriangulation& t = triangulation_;
  const double far = kernel::interval_of(distance).high;
  const auto is_near = [&](Index h) { return is_near_triangle(t, h, triangle, far); };
  std::vector<Index> out;
  if (floors_) {
    out.push_back(triangle);
    const auto add = [&](Index other) {
      if (std::ranges::find(out, other) == out.end()) out.push_back(other);
    };
    for (std::size_t i = 0; i < out.size(); ++i)
      for (Index h = 3 * out[i]; h < 3 * out[i] + 3; ++h) {
        if (!t.is_open(h) || !is_near(h)) continue;
        t.each_side(h, [&](Index side) { add(side / 3); });
        if (const auto gaps = over_gaps_.find(h); gaps != over_gaps_.end())
          for (const Index other : gaps->second)
            if (is_near(other)) add(other / 3);
      }
    std::ranges::sort(out);
    return out;
  }
  kernel::Box box = kernel::no_box;
  for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const kernel::FilteredPoint& p = triangulation_.points[triangulation_.from(h)];
    kernel::grow(box, box_around(p.ix, p.iy, far));
  }
  out = triangles_in(box);
  std::erase_if(out, [&](Index i) { return !is_near(3 * i) && !is_near(3 * i + 1) && !is_near(3 * i + 2); });
  return out;
}

std::vector<Index> WeightedArea::triangles_at(const kernel::PlanPoint& at, const mpq_class& height,
                                              const mpq_class& window) const {
  const PlanTriangulation& t = triangulation_;
  const kernel::FilteredPoint place(at);
  std::vector<Index> out = triangles_in(box_around(place.ix, place.iy, 0));
  std::erase_if(out, [&](Index i) {
    for (Index h = 3 * i; h < 3 * i + 3; ++h)
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], place) < 0) return true;
    return abs(mpq_class(t.height(i, at) - height)) >= window;
  });
  return out;
}

// The slope of a triangle: the length of its gradient.
kernel::Interval WeightedArea::slope(Index triangle) const {
  const PlanTriangulation& t = triangulation_;
  const auto run = [&](Index k, auto axis) {
    return axis(t.points[t.from(3 * triangle + k)]) - axis(t.points[t.from(3 * triangle)]);
  };
  const auto x = [](const kernel::FilteredPoint& p) { return p.ix; };
  const auto y = [](const kernel::FilteredPoint& p) { return p.iy; };
  const auto rise = [&](Index k) {
    return kernel::interval_of(mpq_class(t.heights[3 * triangle + k] - t.heights[3 * triangle]));
  };
  const kernel::Interval x1 = run(1, x), y1 = run(1, y), x2 = run(2, x), y2 = run(2, y), whole = x1 * y2 - x2 * y1;
  if (whole.low <= 0) return {0, HUGE_VAL};
  const kernel::Interval along_x = (rise(1) * y2 - rise(2) * y1) / whole,
                         along_y = (rise(2) * x1 - rise(1) * x2) / whole;
  return kernel::root(along_x * along_x + along_y * along_y);
}

// Proof. Whoever goes straight from the centre, as far as the radius, stays on joined floor until there is a gap or
// border. By then the height has changed by no more than the slopes and steps on the way make. If that is less than the
// window, this border keeps the disc away, so no such disc exists.
bool WeightedArea::is_full_around(Index triangle, const mpq_class& radius) const {
  if (!floors_) return true;
  const PlanTriangulation& t = triangulation_;
  const kernel::Interval r = kernel::interval_of(radius);
  kernel::Interval steepest{0};
  bool border = false;
  struct Step {
    Index half_edge;
    mpq_class rise;
  };
  std::vector<Step> steps;  // one for all steps along one line: a straight way crosses one of them
  for (const Index i : triangles_near(triangle, radius)) {
    steepest.high = std::max(steepest.high, slope(i).high);
    for (Index h = 3 * i; h < 3 * i + 3; ++h) {
      if (!is_near_triangle(t, h, triangle, r.high)) continue;
      border = border || !t.is_open(h);
      if (t.twin(h) == h || over_gaps_.contains(h)) return false;
      const mpq_class rise = t.is_open(h) ? t.rise(h) : mpq_class(0);
      if (rise == 0) continue;
      const auto same_line = [&](const Step& s) {
        const kernel::FilteredPoint &p = t.points[t.from(s.half_edge)], &q = t.points[t.to(s.half_edge)];
        return kernel::orientation(p, q, t.points[t.from(h)]) == 0 && kernel::orientation(p, q, t.points[t.to(h)]) == 0;
      };
      const auto known = std::ranges::find_if(steps, same_line);
      if (known == steps.end()) steps.push_back({h, rise});
      else known->rise = std::max(known->rise, rise);
    }
  }
  mpq_class all = 0;
  for (const Step& s : steps) all += s.rise;
  const kernel::Interval most = r * steepest + kernel::interval_of(all);
  return !border || most.high < kernel::interval_of(floors_->heights.window).low;
}

std::shared_ptr<const FloorCover> WeightedArea::cover(const RouteTriangles& in, double reach) const {
  const std::lock_guard lock(covers_->mutex);
  auto& made = covers_->made;
  if (made.size() == Covers::most_radii && !made.contains(reach)) made.clear();
  std::shared_ptr<const FloorCover>& out = made[reach][{in.triangle, in.beyond}];
  if (!out) out = std::make_shared<const FloorCover>(floor_cover(*floors_, over_gaps_, in, reach));
  return out;
}

mpq_class WeightedArea::mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const {
  struct Part {
    kernel::ExactInterval share;
    Index triangle;
  };
  const kernel::PlanPoint run{q[0] - p[0], q[1] - p[1]};
  const kernel::FilteredPoint from(p), to(q);
  // Whether corners lie on both sides of the line, or a side on it.
  const auto is_cut = [&](Index i) {
    int count[3] = {};  // to the right, on the line, to the left
    for (Index h = 3 * i; h < 3 * i + 3; ++h)
      ++count[1 + static_cast<int>(kernel::orientation(from, to, triangulation_.points[triangulation_.from(h)]))];
    return (count[0] > 0 && count[2] > 0) || count[1] > 1;
  };
  std::vector<Part> parts;
  std::vector<mpq_class> ends;
  for (const Index i : triangles_near(p, q, 0)) {
    if (!is_cut(i)) continue;
    const auto share = share_in(triangulation_, i, p, run);
    if (!share || share->from == share->to) continue;
    parts.push_back({*share, i});
    ends.push_back(share->from);
    ends.push_back(share->to);
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  mpq_class sum = 0;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    const mpq_class* least = nullptr;
    for (const Part& part : parts) {
      if (part.share.from > ends[k - 1] || part.share.to < ends[k]) continue;
      const mpq_class& weight = triangulation_.weight(part.triangle);
      if (!least || weight < *least) least = &weight;
    }
    if (least) sum += *least * (ends[k] - ends[k - 1]);
  }
  return sum;
}

}  // namespace plumb::plan
