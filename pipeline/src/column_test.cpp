// SPDX-License-Identifier: GPL-3.0-or-later
#include "column_test.h"

#include <algorithm>
#include <optional>

#include "interval_of.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// A corner of a polygon; u and v are scaled: SegmentFrame's along and away.
struct Corner {
  mpq_class u, v, z;
};
using Outline = std::vector<Corner>;

// The air over a stretch where both ends of the range of heights are linear. Scaled likewise.
struct Column {
  Span range;
  Linear reach, low, high;
};

// Cuts a convex outline to where f >= 0 (Sutherland and Hodgman). What is left may be a segment or a point.
template <class Function>
void cut(Outline& outline, Function&& f) {
  std::vector<mpq_class> at;
  bool inside = true;
  for (const Corner& c : outline) {
    at.push_back(f(c));
    inside = inside && sgn(at.back()) >= 0;
  }
  if (inside) return;
  Outline kept;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const std::size_t j = i + 1 == outline.size() ? 0 : i + 1;
    if (sgn(at[i]) >= 0) kept.push_back(outline[i]);
    if (sgn(at[i]) * sgn(at[j]) >= 0) continue;
    const mpq_class t = at[i] / (at[i] - at[j]);
    const auto between = [&](const mpq_class& p, const mpq_class& q) -> mpq_class { return p + t * (q - p); };
    kept.push_back({between(outline[i].u, outline[j].u), between(outline[i].v, outline[j].v), between(outline[i].z, outline[j].z)});
  }
  outline.swap(kept);
}

// What is left of the outline between the closed bounds is convex. If some of it is above `low` and some below `high`, then what
// lies halfway is strictly within both, and so is all the rest but for a boundary: its extent along u is what is stopped.
std::optional<Span> stopped_by(Outline outline, const Column& c) {
  cut(outline, [&](const Corner& p) -> mpq_class { return p.z - c.low(p.u); });
  cut(outline, [&](const Corner& p) -> mpq_class { return c.high(p.u) - p.z; });
  cut(outline, [&](const Corner& p) -> mpq_class { return p.v; });
  cut(outline, [&](const Corner& p) -> mpq_class { return c.reach(p.u) - p.v; });
  cut(outline, [&](const Corner& p) -> mpq_class { return p.u - c.range.from; });
  cut(outline, [&](const Corner& p) -> mpq_class { return c.range.to - p.u; });
  if (std::ranges::none_of(outline, [&](const Corner& p) { return p.z > c.low(p.u); })) return std::nullopt;
  if (std::ranges::none_of(outline, [&](const Corner& p) { return p.z < c.high(p.u); })) return std::nullopt;
  const auto [first, last] = std::ranges::minmax_element(outline, {}, &Corner::u);
  if (first->u == last->u) return std::nullopt;
  return Span{first->u, last->u};
}

// At most two columns: the floors may cross each other.
std::vector<Column> columns_of(const Crossing& c, const mpq_class& step, const mpq_class& height) {
  std::vector<Span> ranges = {c.range};
  const Linear rise = c.far_floor - c.near_floor;
  if (sgn(rise(c.range.from)) * sgn(rise(c.range.to)) < 0) {
    const mpq_class crossing = -rise.at / rise.slope;
    ranges = {{c.range.from, crossing}, {crossing, c.range.to}};
  }
  std::vector<Column> out;
  for (const Span& r : ranges) {
    const bool far_is_higher = sgn(rise(r.from)) + sgn(rise(r.to)) >= 0;
    const Linear &lower = far_is_higher ? c.near_floor : c.far_floor, &higher = far_is_higher ? c.far_floor : c.near_floor;
    const mpq_class& unit = c.frame.squared_length;
    const auto scaled = [&](const Linear& f, const mpq_class& over) { return Linear{f.at + over, f.slope / unit}; };
    out.push_back({{r.from * unit, r.to * unit}, {c.reach.at * unit, c.reach.slope}, scaled(lower, step), scaled(higher, height)});
  }
  return out;
}

// Certain rejection of polygons beside the crossing, in doubles.
class PlanFilter {
 public:
  PlanFilter(const Crossing& c, const mpz_class& denominator)
      : x_(interval_of(c.frame.base[0] * denominator)), y_(interval_of(c.frame.base[1] * denominator)),
        dx_(interval_of(c.frame.run[0] * denominator)), dy_(interval_of(c.frame.run[1] * denominator)) {
    const Interval length = dx_ * dx_ + dy_ * dy_;
    from_ = interval_of(c.range.from) * length;
    to_ = interval_of(c.range.to) * length;
    reach_ = interval_of(std::max(c.reach(c.range.from), c.reach(c.range.to))) * length;
  }
  bool misses(const kernel::PointTable& points, std::span<const kernel::PointId> corners) const {
    bool before = true, after = true, inward = true, beyond = true;
    for (const kernel::PointId p : corners) {
      const Interval x = interval_of(points, p, 0) - x_, y = interval_of(points, p, 1) - y_;
      const Interval u = x * dx_ + y * dy_, v = y * dx_ - x * dy_;
      before = before && u.high < from_.low;
      after = after && u.low > to_.high;
      inward = inward && v.high < 0;
      beyond = beyond && v.low > reach_.high;
    }
    return before || after || inward || beyond;
  }

 private:
  Interval x_, y_, dx_, dy_, from_, to_, reach_;
};

}  // namespace

SegmentFrame::SegmentFrame(const PlanPoint& from, const PlanPoint& to)
    : base(from), run{to[0] - from[0], to[1] - from[1]}, squared_length(run[0] * run[0] + run[1] * run[1]) {}

mpq_class SegmentFrame::along(const mpq_class& x, const mpq_class& y) const { return (x - base[0]) * run[0] + (y - base[1]) * run[1]; }

mpq_class SegmentFrame::away(const mpq_class& x, const mpq_class& y) const { return (y - base[1]) * run[0] - (x - base[0]) * run[1]; }

PlanPoint SegmentFrame::at(const mpq_class& u, const mpq_class& v) const {
  return {base[0] + u * run[0] - v * run[1], base[1] + u * run[1] + v * run[0]};
}

ColumnTest::ColumnTest(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map)
    : points_(points), set_(set), index_(index), map_(map) {}

Spans ColumnTest::stopped(const Crossing& c, kernel::Label stance, Stops stops) const {
  const std::vector<Column> columns = columns_of(c, map_.step, map_.stances[static_cast<std::size_t>(stance) - 1].height);
  ExactPoint low, high;
  bool first = true;
  const auto grow = [&](const PlanPoint& p, const mpq_class& z) {
    const ExactPoint q = {p[0], p[1], z};
    for (int k = 0; k < 3; ++k) {
      if (first || q[k] < low[k]) low[k] = q[k];
      if (first || q[k] > high[k]) high[k] = q[k];
    }
    first = false;
  };
  for (const Column& column : columns)
    for (const mpq_class* scaled : {&column.range.from, &column.range.to}) {
      const mpq_class u = *scaled / c.frame.squared_length;
      grow(c.frame.at(u, 0), column.low(*scaled));
      grow(c.frame.at(u, c.reach(u)), column.high(*scaled));
    }
  const PlanFilter filter(c, points_.denominator());
  // Floors often touch the range from below, ceilings from above.
  const mpq_class bottom = low[2] * points_.denominator(), top = high[2] * points_.denominator();
  const auto reaches_into = [&](std::span<const kernel::PointId> corners) {
    return std::ranges::any_of(corners, [&](kernel::PointId p) { return points_.exact(p, 2) > bottom; }) &&
           std::ranges::any_of(corners, [&](kernel::PointId p) { return points_.exact(p, 2) < top; });
  };
  std::vector<Span> out;
  bool everywhere = false;
  index_.query(outward_box(points_, low, high), [&](std::uint32_t id) {
    const Surface& s = set_.surfaces[id];
    if (everywhere) return;
    if (stops == Stops::walls && s.kind != SurfaceKind::vertical) return;
    if (filter.misses(points_, set_.corners_of(s)) || !reaches_into(set_.corners_of(s))) return;
    Outline outline;
    for (const ExactPoint& p : exact_corners(points_, set_, s)) outline.push_back({c.frame.along(p[0], p[1]), c.frame.away(p[0], p[1]), p[2]});
    for (const Column& column : columns)
      if (const auto span = stopped_by(outline, column)) {
        out.push_back({span->from / c.frame.squared_length, span->to / c.frame.squared_length});
        everywhere = everywhere || out.back() == c.range;
      }
  });
  return united(std::move(out));
}

}  // namespace plumb::pipeline
