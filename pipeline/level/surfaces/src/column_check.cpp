// SPDX-License-Identifier: GPL-3.0-or-later
// The column check: which polygons stand in the way of an agent who crosses from one floor to another, over a stretch
// of a portal (docs/theory/definitions.md, The navigation graph).
//
// Someone of a height needs the air between the step above the lower floor and that height above the higher floor. Over
// the segment of a portal (axis u) and across the gap (axis v, from 0 to reach) that air is a convex body, but for
// floors that cross each other: then it is two (columns_of).
// 1. stopped() asks the index for polygons whose boxes meet the crossing's; PlanFilter rejects those beside it in
//    intervals of doubles, and heights reject those wholly below or above.
// 2. Each polygon left is brought to the frame of the segment, in homogeneous integers (Corner), and clipped by the
//    closed bounds of each column (stopped_by, cut). If part of the rest is above the lower bound and part is below the
//    upper, then its extent along u is stopped, up to single points.
// 3. The union of these intervals is the answer; a polygon that stops the whole range ends the search.
// stops() is the same for one straight way between two points, in fractions.
//
// Cost: one query of the index, and for each polygon near the crossing six clips, linear in its corners. Numbers get
// longer with each clip: three planes of the input at most meet in a corner, reduced where a cut makes it (reduce).
// Exact: the answer. Doubles only reject what is certainly beside the crossing.
// Source: our own; the definition is in docs/theory/definitions.md, The navigation graph.
#include "plumb/pipeline/column_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// A corner of a polygon in a segment's frame: u, v and z (in input units) are these integers over w > 0. They are
// reduced only where a cut makes a new corner; fractions would be reduced at every step.
struct Corner {
  mpz_class u, v, z, w;
};
using Outline = std::vector<Corner>;

// at + slope * u, times a positive number.
struct IntegerLinear {
  mpz_class at, slope, unit;
  explicit IntegerLinear(const kernel::Linear& f) : unit(lcm(f.at.get_den(), f.slope.get_den())) {
    at = f.at.get_num() * mpz_class(unit / f.at.get_den());
    slope = f.slope.get_num() * mpz_class(unit / f.slope.get_den());
  }
  // The sign is that of value - f(u); linear on the homogeneous coordinates.
  mpz_class below(const mpz_class& value, const Corner& c) const {
    mpz_class out = value * unit;
    mpz_submul(out.get_mpz_t(), at.get_mpz_t(), c.w.get_mpz_t());
    mpz_submul(out.get_mpz_t(), slope.get_mpz_t(), c.u.get_mpz_t());
    return out;
  }
};

// The air over a stretch of the segment along which both bounds on heights are linear.
struct Column {
  kernel::ExactInterval range;
  IntegerLinear reach, low, high;
};

void reduce(Corner& c) {
  mpz_class divisor = gcd(c.u, c.w);
  if (divisor != 1) divisor = gcd(divisor, c.v);
  if (divisor != 1) divisor = gcd(divisor, c.z);
  if (divisor == 1) return;
  for (mpz_class* part : {&c.u, &c.v, &c.z, &c.w})
    mpz_divexact(part->get_mpz_t(), part->get_mpz_t(), divisor.get_mpz_t());
}

// Clips a convex outline to f >= 0. Requires a linear and homogeneous f.
template <class Function>
void cut(Outline& outline, Function&& f) {
  kernel::clip_half_plane(outline, f,
                          [](const Corner& p, const mpz_class& at_p, const Corner& q, const mpz_class& at_q) {
                            const auto mix = [&](const mpz_class& x, const mpz_class& y) {
                              mpz_class out = kernel::formulas::determinant(at_p, at_q, x, y);
                              if (sgn(at_p) < 0) out = -out;
                              return out;
                            };
                            Corner out{mix(p.u, q.u), mix(p.v, q.v), mix(p.z, q.z), mix(p.w, q.w)};
                            reduce(out);
                            return out;
                          });
}

// The part of the outline within the closed bounds is convex. If one point of it is above `low` and one is below
// `high`, then the point halfway is strictly within both, and so are all points but some on the boundary. So the part
// stops its extent along u.
std::optional<kernel::ExactInterval> stopped_by(Outline outline, const Column& c) {
  const auto over_low = [&](const Corner& p) { return c.low.below(p.z, p); };
  const auto under_high = [&](const Corner& p) -> mpz_class { return -c.high.below(p.z, p); };
  const IntegerLinear from({c.range.from, 0}), to({c.range.to, 0});
  cut(outline, over_low);
  cut(outline, under_high);
  cut(outline, [](const Corner& p) -> const mpz_class& { return p.v; });
  cut(outline, [&](const Corner& p) -> mpz_class { return -c.reach.below(p.v, p); });
  cut(outline, [&](const Corner& p) { return from.below(p.u, p); });
  cut(outline, [&](const Corner& p) -> mpz_class { return -to.below(p.u, p); });
  if (std::ranges::none_of(outline, [&](const Corner& p) { return sgn(over_low(p)) > 0; })) return std::nullopt;
  if (std::ranges::none_of(outline, [&](const Corner& p) { return sgn(under_high(p)) > 0; })) return std::nullopt;
  const auto [first, last] = std::ranges::minmax_element(outline, [](const Corner& p, const Corner& q) {
    return sgn(kernel::formulas::determinant(p.u, q.u, p.w, q.w)) < 0;
  });
  kernel::ExactInterval out{mpq_class(first->u, first->w), mpq_class(last->u, last->w)};
  out.from.canonicalize();
  out.to.canonicalize();
  if (out.from == out.to) return std::nullopt;
  return out;
}

// Heights of the floors at the ends of a crossing's range.
struct FloorEnds {
  std::array<mpq_class, 2> near, far;
  explicit FloorEnds(const Crossing& c)
      : near{c.near_floor(c.range.from), c.near_floor(c.range.to)},
        far{c.far_floor(c.range.from), c.far_floor(c.range.to)} {}
  mpq_class lowest() const { return std::min(std::min(near[0], near[1]), std::min(far[0], far[1])); }
  mpq_class highest() const { return std::max(std::max(near[0], near[1]), std::max(far[0], far[1])); }
};

// One column, or two if the floors cross each other within the range.
std::vector<Column> columns_of(const Crossing& c, const FloorEnds& ends, const mpq_class& step,
                               const mpq_class& height) {
  std::vector<kernel::ExactInterval> ranges = {c.range};
  const int first = cmp(ends.far[0], ends.near[0]), last = cmp(ends.far[1], ends.near[1]);
  if ((first < 0 && last > 0) || (first > 0 && last < 0)) {
    const kernel::Linear rise = c.far_floor - c.near_floor;
    const mpq_class crossing = -rise.at / rise.slope;
    ranges = {{c.range.from, crossing}, {crossing, c.range.to}};
  }
  std::vector<Column> out;
  for (const kernel::ExactInterval& r : ranges) {
    const bool at_start = r.from == c.range.from;
    // In each of two ranges, the sign at its outer end decides.
    const bool far_is_higher =
        ranges.size() == 2 ? (at_start ? first > 0 : last > 0) : first > 0 || (first == 0 && last >= 0);
    const kernel::Linear &lower = far_is_higher ? c.near_floor : c.far_floor,
                         &higher = far_is_higher ? c.far_floor : c.near_floor;
    out.push_back({r, IntegerLinear(c.reach), IntegerLinear(lower + step), IntegerLinear(higher + height)});
  }
  return out;
}

// Rejects polygons that are certainly beside the crossing, in intervals of doubles.
class PlanFilter {
 public:
  PlanFilter(const Crossing& c, const mpz_class& denominator)
      : unit_(kernel::interval_of(mpq_class(denominator))),
        x_(kernel::interval_of(c.frame.base[0]) * unit_),
        y_(kernel::interval_of(c.frame.base[1]) * unit_),
        dx_(kernel::interval_of(c.frame.run[0]) * unit_),
        dy_(kernel::interval_of(c.frame.run[1]) * unit_),
        from_(kernel::interval_of(c.range.from)),
        to_(kernel::interval_of(c.range.to)),
        reach_{kernel::interval_of(c.reach(c.range.from)), kernel::interval_of(c.reach(c.range.to))} {}
  bool misses(const kernel::PointTable& points, std::span<const kernel::PointId> corners) const {
    const Interval length = dx_ * dx_ + dy_ * dy_, from = from_ * length, to = to_ * length;
    const double reach = std::max((reach_[0] * length).high, (reach_[1] * length).high);
    bool before = true, after = true, inward = true, beyond = true;
    for (const kernel::PointId p : corners) {
      const Interval x = kernel::interval_of(points, p, 0) - x_, y = kernel::interval_of(points, p, 1) - y_;
      const Interval u = x * dx_ + y * dy_, v = kernel::formulas::determinant(dx_, dy_, x, y);
      before = before && u.high < from.low;
      after = after && u.low > to.high;
      inward = inward && v.high < 0;
      beyond = beyond && v.low > reach;
    }
    return before || after || inward || beyond;
  }
  // A box that contains the crossing between two heights.
  Box box(const mpq_class& bottom, const mpq_class& top) const {
    Box b = {{HUGE_VAL, HUGE_VAL, kernel::interval_of(bottom).low},
             {-HUGE_VAL, -HUGE_VAL, kernel::interval_of(top).high}};
    for (std::size_t end = 0; end < 2; ++end)
      for (const Interval& v : {Interval(0.0), reach_[end]}) {
        const Interval& u = end == 0 ? from_ : to_;
        const std::array at = {x_ + u * dx_ - v * dy_, y_ + u * dy_ + v * dx_};
        for (std::size_t k = 0; k < 2; ++k) {
          b.low[k] = std::min(b.low[k], at[k].low);
          b.high[k] = std::max(b.high[k], at[k].high);
        }
      }
    return b;
  }

 private:
  Interval unit_, x_, y_, dx_, dy_, from_, to_;
  std::array<Interval, 2> reach_;
};

}  // namespace

ColumnCheck::ColumnCheck(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const mpq_class& step)
    : points_(points), set_(set), index_(index), step_(step) {}

kernel::IntervalSet ColumnCheck::stopped(const Crossing& c, const mpq_class& height, Stops stops) const {
  const FloorEnds ends(c);
  const std::vector<Column> columns = columns_of(c, ends, step_, height);
  const PlanFilter filter(c, points_.denominator());
  // Polygons that only touch the range are rejected: floors often touch it from below, and ceilings from above.
  const mpq_class bottom = (ends.lowest() + step_) * points_.denominator(),
                  top = (ends.highest() + height) * points_.denominator();
  const auto reaches_into = [&](std::span<const kernel::PointId> corners) {
    return std::ranges::any_of(corners, [&](kernel::PointId p) { return points_.exact(p, 2) > bottom; }) &&
           std::ranges::any_of(corners, [&](kernel::PointId p) { return points_.exact(p, 2) < top; });
  };
  std::vector<kernel::ExactInterval> out;
  index_.any(filter.box(bottom, top), [&](std::uint32_t id) {
    const Surface& s = set_.surfaces[id];
    if (stops == Stops::walls && s.kind != SurfaceKind::vertical) return false;
    if (filter.misses(points_, set_.corners_of(s)) || !reaches_into(set_.corners_of(s))) return false;
    Outline outline;
    for (const kernel::PointId p : set_.corners_of(s)) {
      const auto [place, scale] = kernel::scaled_point(points_, p);
      const kernel::PlanIntegers at = {place[0], place[1], points_.denominator() * scale};
      outline.push_back({c.plan.along(at) * c.plan.scale(), c.plan.away(at) * c.plan.scale(), place[2] * c.plan.whole(),
                         at.w * c.plan.whole()});
    }
    for (const Column& column : columns)
      if (auto span = stopped_by(outline, column)) {
        out.push_back(std::move(*span));
        if (out.back() == c.range) return true;  // everywhere
      }
    return false;
  });
  return united(std::move(out));
}

bool ColumnCheck::stops(const kernel::ExactPoint& from, const kernel::ExactPoint& to, const mpq_class& height) const {
  const mpq_class bottom = std::min(from[2], to[2]) + step_, top = std::max(from[2], to[2]) + height;
  if (bottom >= top) return false;
  const kernel::SegmentFrame frame({from[0], from[1]}, {to[0], to[1]});
  struct Corner {
    mpq_class along, away, z;
  };
  const auto cut = [](std::vector<Corner>& outline, auto&& side_of) {
    kernel::clip_half_plane(outline, side_of,
                            [](const Corner& p, const mpq_class& a, const Corner& q, const mpq_class& b) {
                              const mpq_class share = a / (a - b);
                              return Corner{p.along + share * (q.along - p.along), p.away + share * (q.away - p.away),
                                            p.z + share * (q.z - p.z)};
                            });
  };
  const Box box = rounded_box(points_, {std::min(from[0], to[0]), std::min(from[1], to[1]), bottom},
                              {std::max(from[0], to[0]), std::max(from[1], to[1]), top});
  return index_.any(box, [&](std::uint32_t id) {
    std::vector<Corner> outline;
    for (const auto& [x, y, z] : kernel::exact_corners(points_, set_.corners_of(set_.surfaces[id]))) {
      const mpq_class dx = x - frame.base[0], dy = y - frame.base[1];
      outline.push_back({kernel::formulas::dot2d(frame.run[0], frame.run[1], dx, dy),
                         kernel::formulas::determinant(frame.run[0], frame.run[1], dx, dy), z});
    }
    cut(outline, [](const Corner& c) { return c.away; });
    cut(outline, [](const Corner& c) -> mpq_class { return -c.away; });
    cut(outline, [](const Corner& c) { return c.along; });
    cut(outline, [&](const Corner& c) -> mpq_class { return frame.squared_length - c.along; });
    cut(outline, [&](const Corner& c) -> mpq_class { return c.z - bottom; });
    cut(outline, [&](const Corner& c) -> mpq_class { return top - c.z; });
    // The rest is convex: the point halfway between one above the bottom and one below the top is strictly within both.
    return std::ranges::any_of(outline, [&](const Corner& c) { return c.z > bottom; }) &&
           std::ranges::any_of(outline, [&](const Corner& c) { return c.z < top; });
  });
}

}  // namespace plumb::pipeline
