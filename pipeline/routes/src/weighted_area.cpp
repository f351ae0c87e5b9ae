// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/weighted_area.h"

#include <algorithm>

#include "capsule_area.h"
#include "edge_piece.h"
#include "plumb/kernel/interval_root.h"
#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/plan_box.h"

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;

std::vector<kernel::Box> boxes(const PlanTriangulation& t) {
  std::vector<kernel::Box> out;
  for (Index h = 0; h < 3 * t.triangle_count(); h += 3) {
    kernel::Box box = kernel::no_box;
    for (Index k = h; k < h + 3; ++k) {
      const kernel::NearPoint& p = t.points[t.from(k)];
      kernel::grow(box, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
    }
    out.push_back(box);
  }
  return out;
}

using Segment = std::array<DoublePoint, 2>;

double squared_distance(const Segment& s, const Segment& t) {
  const auto turn = [](const DoublePoint& a, const DoublePoint& b, const DoublePoint& c) {
    return kernel::formulas::orient2d(a, b, c);
  };
  const auto part = [&](const Segment& line, const Segment& ends) {
    return (turn(line[0], line[1], ends[0]) < 0) != (turn(line[0], line[1], ends[1]) < 0);
  };
  if (part(s, t) && part(t, s)) return 0;
  const auto from = [](const DoublePoint& p, const Segment& to) {
    const double x = to[1][0] - to[0][0], y = to[1][1] - to[0][1], square = x * x + y * y;
    const double along = kernel::formulas::dot2d(p[0] - to[0][0], p[1] - to[0][1], x, y);
    const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
    const double dx = p[0] - to[0][0] - share * x, dy = p[1] - to[0][1] - share * y;
    return dx * dx + dy * dy;
  };
  return std::min({from(s[0], t), from(s[1], t), from(t[0], s), from(t[1], s)});
}
// Whether segments cross, or are as near as the root of a square.
bool are_near(const kernel::NearPoint& p, const kernel::NearPoint& q, const kernel::NearPoint& a,
              const kernel::NearPoint& b, const mpq_class& square) {
  const auto near = [&](const kernel::NearPoint& at, const kernel::NearPoint& u, const kernel::NearPoint& v) {
    return kernel::compare_squared_distance(at, u, v, square) <= 0;
  };
  return kernel::cross(p, q, a, b) || near(p, a, b) || near(q, a, b) || near(a, p, q) || near(b, p, q);
}
EdgePiece edge_of(const PlanTriangulation& t, Index h) { return edge_piece(t.points[t.from(h)], t.points[t.to(h)]); }
// Whether an edge may be within a distance of a triangle.
bool is_near_triangle(const PlanTriangulation& t, Index h, Index triangle, double distance) {
  for (Index k = 3 * triangle; k < 3 * triangle + 3; ++k)
    if (distance_below(edge_of(t, k), edge_of(t, h)) <= distance) return true;
  return false;
}

// The share of the way from p to q that is in a triangle: none if that is no more than a point.
std::optional<kernel::ExactInterval> share_in(const PlanTriangulation& t, Index triangle, const kernel::PlanPoint& p,
                                              const kernel::PlanPoint& run) {
  return kernel::part_over(kernel::ExactInterval{0, 1}, p, run, 3, [&](std::size_t k) -> const kernel::PlanPoint& {
    return t.points[t.from(3 * triangle + static_cast<Index>(k))].at;
  });
}

}  // namespace

WeightedArea::WeightedArea(const FloorPlan& plan) : WeightedArea(plan.triangulation) {
  floors_ = &plan;
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
  if (!triangulation_.is_flat())
    return joined(in, [&](Index h) {
      const auto& corners = near_[h / 3].corners;
      return squared_distance({p, q}, {corners[h % 3], corners[(h + 1) % 3]}) <= distance * distance;
    });
  return triangles_in({{std::min(p[0], q[0]) - distance, std::min(p[1], q[1]) - distance, 0},
                       {std::max(p[0], q[0]) + distance, std::max(p[1], q[1]) + distance, 0}});
}
std::vector<Index> WeightedArea::triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                                const mpq_class& distance, const RouteTriangles& in) const {
  if (!triangulation_.is_flat()) {
    const kernel::NearPoint u(p), v(q);
    const mpq_class square = distance * distance;
    return joined(in, [&](Index h) {
      const kernel::NearPoint &a = triangulation_.points[triangulation_.from(h)],
                              &b = triangulation_.points[triangulation_.to(h)];
      return are_near(u, v, a, b, square);
    });
  }
  const double far = kernel::interval_of(distance).high;
  kernel::Box box = kernel::no_box;
  for (const kernel::PlanPoint* at : {&p, &q})
    kernel::grow(box, box_around(kernel::interval_of((*at)[0]), kernel::interval_of((*at)[1]), far));
  return triangles_in(box);
}
std::vector<Index> WeightedArea::triangles_near(Index triangle, const mpq_class& distance) const {
  const double far = kernel::interval_of(distance).high;
  const auto is_near = [&](Index h) { return is_near_triangle(triangulation_, h, triangle, far); };
  if (!triangulation_.is_flat()) return joined({triangle}, is_near);
  kernel::Box box = kernel::no_box;
  for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const kernel::NearPoint& p = triangulation_.points[triangulation_.from(h)];
    kernel::grow(box, box_around(p.ix, p.iy, far));
  }
  std::vector<Index> out = triangles_in(box);
  std::erase_if(out, [&](Index i) { return !is_near(3 * i) && !is_near(3 * i + 1) && !is_near(3 * i + 2); });
  return out;
}

std::vector<Index> WeightedArea::triangles_at(const kernel::PlanPoint& at, const mpq_class& height,
                                              const mpq_class& window) const {
  const PlanTriangulation& t = triangulation_;
  const kernel::NearPoint place(at);
  std::vector<Index> out = triangles_in(box_around(place.ix, place.iy, 0));
  std::erase_if(out, [&](Index i) {
    for (Index h = 3 * i; h < 3 * i + 3; ++h)
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], place) < 0) return true;
    return abs(mpq_class(t.height(i, at) - height)) >= window;
  });
  return out;
}

// How steep a triangle is: its gradient's length.
kernel::Interval WeightedArea::slope(Index triangle) const {
  const PlanTriangulation& t = triangulation_;
  const auto run = [&](Index k, auto axis) {
    return axis(t.points[t.from(3 * triangle + k)]) - axis(t.points[t.from(3 * triangle)]);
  };
  const auto x = [](const kernel::NearPoint& p) { return p.ix; };
  const auto y = [](const kernel::NearPoint& p) { return p.iy; };
  const auto rise = [&](Index k) {
    return kernel::interval_of(mpq_class(t.heights[3 * triangle + k] - t.heights[3 * triangle]));
  };
  const kernel::Interval x1 = run(1, x), y1 = run(1, y), x2 = run(2, x), y2 = run(2, y), whole = x1 * y2 - x2 * y1;
  if (whole.low <= 0) return {0, HUGE_VAL};
  const kernel::Interval along_x = (rise(1) * y2 - rise(2) * y1) / whole,
                         along_y = (rise(2) * x1 - rise(1) * x2) / whole;
  return kernel::root(along_x * along_x + along_y * along_y);
}

// Whoever goes straight from the centre as far as the radius stays on joined floor, until there is a gap or border. By
// then his height has changed by no more than the slopes and steps on the way: if that is less than the window, the
// border would keep the disc away.
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
  std::vector<Step> steps;  // those of one line, of which a straight way crosses one
  for (const Index i : triangles_near(triangle, radius)) {
    steepest.high = std::max(steepest.high, slope(i).high);
    for (Index h = 3 * i; h < 3 * i + 3; ++h) {
      if (!is_near_triangle(t, h, triangle, r.high)) continue;
      border = border || !t.is_open(h);
      if (t.twin(h) == h || over_gaps_.contains(h)) return false;
      const mpq_class rise = t.is_open(h) ? t.rise(h) : mpq_class(0);
      if (rise == 0) continue;
      const auto same_line = [&](const Step& s) {
        const kernel::NearPoint &p = t.points[t.from(s.half_edge)], &q = t.points[t.to(s.half_edge)];
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

kernel::RealInterval WeightedArea::in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                              const mpq_class& radius, int bits, const RouteTriangles& in) const {
  const IntervalNumbers numbers{bits};
  const CapsuleArea<IntervalNumbers> capsule(numbers, p, q, radius * radius);
  kernel::RealInterval sum(bits);
  for (const Index i : triangles_near(p, q, radius, in)) {
    if (triangulation_.weight(i) == 0) continue;
    std::vector<kernel::PlanPoint> corners;
    for (Index k = 3 * i; k < 3 * i + 3; ++k) corners.push_back(triangulation_.points[triangulation_.from(k)].at);
    sum += capsule(corners) * kernel::RealInterval(bits, triangulation_.weight(i));
  }
  return sum;
}

double WeightedArea::in_capsule(const DoublePoint& p, const DoublePoint& q, double radius,
                                const RouteTriangles& in) const {
  const CapsuleArea<DoubleNumbers> capsule({}, p, q, radius * radius);
  double sum = 0;
  std::vector<DoublePoint> corners(3);
  for (const Index i : triangles_near(p, q, radius, in)) {
    if (near_[i].weight == 0) continue;
    corners.assign(near_[i].corners.begin(), near_[i].corners.end());
    sum += capsule(corners) * near_[i].weight;
  }
  return sum;
}

mpq_class WeightedArea::mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const {
  struct Part {
    kernel::ExactInterval share;
    Index triangle;
  };
  const kernel::PlanPoint run{q[0] - p[0], q[1] - p[1]};
  std::vector<Part> parts;
  std::vector<mpq_class> ends;
  for (const Index i : triangles_near(p, q, 0)) {
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

}  // namespace plumb::pipeline
