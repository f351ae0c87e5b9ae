// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/segment_frame.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

// The difference p / p_w - q / q_w, times both denominators.
mpz_class difference(const mpz_class& p, const mpz_class& p_w, const mpz_class& q, const mpz_class& q_w) {
  return formulas::determinant(p, q, p_w, q_w);
}

}  // namespace

SegmentFrame::SegmentFrame(const PlanPoint& from, const PlanPoint& to)
    : base(from), run{to[0] - from[0], to[1] - from[1]}, squared_length(run[0] * run[0] + run[1] * run[1]) {}

PlanPoint SegmentFrame::at(const mpq_class& u, const mpq_class& v) const {
  return {base[0] + u * run[0] - v * run[1], base[1] + u * run[1] + v * run[0]};
}

PlanIntegers plan_integers(const ExactPoint& p) {
  PlanIntegers out;
  out.w = lcm(p[0].get_den(), p[1].get_den());
  out.x = p[0].get_num() * mpz_class(out.w / p[0].get_den());
  out.y = p[1].get_num() * mpz_class(out.w / p[1].get_den());
  return out;
}

bool same_place(const PlanIntegers& a, const PlanIntegers& b) {
  return formulas::parallel(a.x, a.w, b.x, b.w) && formulas::parallel(a.y, a.w, b.y, b.w);
}

// The line through two points is the cross product of their homogeneous coordinates, and the point on two lines is the
// cross product of the coefficients of these.
PlanIntegers meeting_place(const PlanIntegers& p, const PlanIntegers& q, const PlanIntegers& r, const PlanIntegers& s) {
  const auto line = [](const PlanIntegers& a, const PlanIntegers& b) {
    return formulas::cross(std::array{a.x, a.y, a.w}, std::array{b.x, b.y, b.w});
  };
  auto [x, y, w] = formulas::cross(line(p, q), line(r, s));
  if (sgn(w) < 0) return {-x, -y, -w};
  return {std::move(x), std::move(y), std::move(w)};
}

PlanIntegers plan_integers(const PointTable& points, PointId p) {
  if (points.is_whole_in_plan(p)) return {points.integer(p, 0), points.integer(p, 1), 1};
  const mpz_class& scale = points.scale(p);
  return {points.scaled(p, 0, scale), points.scaled(p, 1, scale), scale};
}

HeightIntegers height_integers(const PointTable& points, PointId p) {
  if (points.is_whole(p, 2)) return {points.integer(p, 2), 1};
  return {points.scaled(p, 2, points.scale(p)), points.scale(p)};
}

PlanIntegers moved_by(const PointTable& points, PointId origin, PlanIntegers place) {
  if (points.is_whole_in_plan(origin)) {
    place.x += points.integer(origin, 0) * place.w;
    place.y += points.integer(origin, 1) * place.w;
    return place;
  }
  const PlanIntegers o = plan_integers(points, origin);
  return {place.x * o.w + o.x * place.w, place.y * o.w + o.y * place.w, place.w * o.w};
}

// With the anchor o and the normal n, z = o.z - (n.x (x - o.x w) + n.y (y - o.y w)) / (n.z w). Where the anchor is not
// whole, o has the scale s.
HeightIntegers height_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                           const PlanIntegers& plan) {
  if (normal[0] == 0 && normal[1] == 0) return height_integers(points, anchor);
  const auto& [x, y, w] = plan;
  if (points.is_whole(anchor)) {
    const auto o = [&](int axis) { return points.integer(anchor, axis); };
    const std::array<mpz_class, 3> back = {o(0) * w - x, o(1) * w - y, o(2) * w};
    return {formulas::dot(normal, back), normal[2] * w};
  }
  const auto [o, s] = scaled_point(points, anchor);
  const std::array<mpz_class, 3> back = {o[0] * w - x * s, o[1] * w - y * s, o[2] * w};
  return {formulas::dot(normal, back), normal[2] * w * s};
}

ExactPoint point_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                      const PlanIntegers& plan) {
  const mpz_class& unit = points.denominator();
  const HeightIntegers height = height_over(points, anchor, normal, plan);
  ExactPoint p{mpq_class(plan.x, plan.w * unit), mpq_class(plan.y, plan.w * unit),
               mpq_class(height.z, height.w * unit)};
  for (mpq_class& c : p) c.canonicalize();
  return p;
}

// The differences are computed times their denominators, which are positive.
Sign PlanOrientation::turn(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c, const PlanIntegers& d) {
  const auto set_difference = [&](mpz_class& out, const mpz_class& to, const mpz_class& to_w, const mpz_class& from,
                                  const mpz_class& from_w) {
    out = to * from_w;
    term_ = from * to_w;
    out -= term_;
  };
  set_difference(bx_, b.x, b.w, a.x, a.w);
  set_difference(by_, b.y, b.w, a.y, a.w);
  set_difference(dx_, d.x, d.w, c.x, c.w);
  set_difference(dy_, d.y, d.w, c.y, c.w);
  bx_ *= dy_;
  by_ *= dx_;
  return sign_of(cmp(bx_, by_));
}

// product() of p has the denominator w(from) w(to) w(from) w(p), and the squared length has (w(from) w(to))^2. So their
// quotient has the factor w(to) / w(p), which is scale() / p.w.
PlanFrame::PlanFrame(const PlanIntegers& from, const PlanIntegers& to)
    : from_(from),
      to_(to),
      x_(difference(to.x, to.w, from.x, from.w)),
      y_(difference(to.y, to.w, from.y, from.w)),
      whole_(x_ * x_ + y_ * y_) {}

mpz_class PlanFrame::product(const PlanIntegers& base, const PlanIntegers& p, bool turned) const {
  const mpz_class dx = difference(p.x, p.w, base.x, base.w), dy = difference(p.y, p.w, base.y, base.w);
  return turned ? formulas::determinant(x_, y_, dx, dy) : formulas::dot2d(x_, y_, dx, dy);
}

Interval interval_coordinate(const mpq_class& value, const mpz_class& unit) {
  if (mpz_divisible_p(unit.get_mpz_t(), value.get_den_mpz_t()))
    return interval_of(mpz_class(value.get_num() * mpz_class(unit / value.get_den())));
  return interval_of(value) * interval_of(unit);
}

IntervalVertex interval_vertex(const ExactPoint& p, const mpz_class& unit, std::uint64_t name) {
  return {{interval_coordinate(p[0], unit), interval_coordinate(p[1], unit), interval_coordinate(p[2], unit)}, name};
}

IntervalVertex interval_vertex(const PointTable& points, PointId p) {
  return {{interval_of(points, p, 0), interval_of(points, p, 1), interval_of(points, p, 2)}, 0};
}

bool interval_facing(const IntervalSegment& side, const IntervalSegment& other, const IntervalReach& reach,
                     IntervalFacing& seen) {
  const IntervalVector d = run(side.from, side.to);
  const Interval farthest = reach.squared_reach * dot(d, d);
  bool before = true, after = true, inward = true, far = true;
  seen.near = true;
  for (std::size_t end = 0; end < 2; ++end) {
    const IntervalVertex& p = end == 0 ? other.from : other.to;
    const IntervalVector from = run(side.from, p);
    seen.along[end] = dot(from, d);
    seen.away[end] = side.line == other.line ? Interval(0.0) : left_of(side, d, p);
    const Interval& away = seen.away[end];
    before = before && seen.along[end].high <= 0;
    seen.beyond[end] = dot(run(side.to, p), d);
    after = after && seen.beyond[end].low >= 0;
    inward = inward && away.high <= 0;
    const Interval square = away * away;
    seen.near = seen.near && (away.high <= 0 || square.high <= farthest.low);
    far = far && is_positive(away) && square.low > farthest.high;
  }
  if (before || after || inward || far) return false;
  const auto hull = [](const IntervalSegment& s) {
    return Interval(std::min(s.from.at[2].low, s.to.at[2].low), std::max(s.from.at[2].high, s.to.at[2].high));
  };
  const Interval rise = hull(other) - hull(side);
  if (rise.low > reach.rise.high || rise.high < -reach.rise.high) return false;
  seen.level = rise.high <= reach.rise.low && rise.low >= -reach.rise.low;
  seen.may_face_back = !is_positive(dot(run(other.from, other.to), d));
  return true;
}

bool certainly_not_before(const IntervalFacing& a, const IntervalFacing& b) {
  const auto hull = [](const std::array<Interval, 2>& ends) {
    return Interval(std::min(ends[0].low, ends[1].low), std::max(ends[0].high, ends[1].high));
  };
  const Interval along_a = hull(a.along), along_b = hull(b.along);
  return along_b.high < along_a.low || along_b.low > along_a.high || hull(b.away).low > hull(a.away).high;
}

}  // namespace plumb::kernel
