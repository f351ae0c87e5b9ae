// SPDX-License-Identifier: GPL-3.0-or-later
// The column check of welds in doubles: is a stance stopped, at every perpendicular from one side to another, by a
// single polygon? Most pairs of borders are, by the wall between them, and need no exact test.
//
// The air that a polygon has to reach into, made smaller where the floors cross, is convex: outward of both sides,
// above the step over either floor, below the stance's height over either. So the part of the polygon in it is convex,
// too. If it has a point at or before the beginning of the stretch and another at or after its end, both strictly
// between the heights, it has one at every perpendicular between them.
//
// 1. stopped_from() asks the polygons around the two sides, first the one that stopped the last pair, and for each the
//    stances from the highest down, until one passes.
// 2. stops() computes ten affine functions at the polygon's corners (values): six that bound the air, four that measure
//    from the ends of both sides. Two of them turn away most polygons and are computed alone first. A wall on the very
//    line of a side is recognised in fractions, once (is_on_line).
// 3. It clips the polygon to the air in plain doubles, each point with its weights of corners (Mix), and looks for the
//    two points: in what is left before an end (has_point), or over a vertex, where the air narrows to a line
//    (has_vertex).
// 4. proved() and is_in_air() prove a point by intervals: they evaluate the ten functions for the weights that were
//    found.
//
// Cost: for each polygon and stance, c^2 steps for c corners. Memory: c^2, and an entry for each wall that was compared
// with a side.
// Exact: a stance is reported as stopped only if intervals prove it. A failed guess costs an exact test later, never a
// result.
// Source: our own; the column check is defined in docs/theory/definitions.md (The navigation graph).
#include "offmesh/column_filter.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::Label;

constexpr kernel::Hint blur{1e-10};  // relative tolerance of guesses in plain doubles

double middle(const Interval& v) { return v.low == v.high ? v.low : v.low + (v.high - v.low) / 2; }

// The height of a polygon that is not vertical at a place, from the triangle of its fan with the greatest area in plan.
Interval height_at(const std::vector<kernel::IntervalVertex>& polygon, const kernel::IntervalVertex& p) {
  const kernel::IntervalVertex& base = polygon.front();
  std::size_t best = 1;
  double most = -1;
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
    const double area = std::fabs(middle(kernel::cross(run(base, polygon[k]), run(base, polygon[k + 1]))));
    if (area <= most) continue;
    best = k;
    most = area;
  }
  const auto from_base = [&](const kernel::IntervalVertex& q) {
    return std::array{difference(q, base, 0), difference(q, base, 1), difference(q, base, 2)};
  };
  const auto n = kernel::formulas::cross(from_base(polygon[best]), from_base(polygon[best + 1])), d = from_base(p);
  return kernel::formulas::height_on_plane(base.at[2], n[0], n[1], n[2], d[0], d[1]);
}

// Clips an outline to where function f is at least `least`.
template <class Mix>
void cut(std::vector<Mix>& outline, std::size_t f, double least) {
  const auto over = [&](const Mix& p) { return p.value[f] - least; };
  kernel::clip_half_plane(outline, over, [](const Mix& p, double at_p, const Mix& q, double at_q) {
    const double t = at_p / (at_p - at_q);
    Mix out = p;
    for (std::size_t k = 0; k < out.value.size(); ++k) out.value[k] += t * (q.value[k] - p.value[k]);
    for (std::size_t k = 0; k < out.weights.size(); ++k) out.weights[k] = (1 - t) * p.weights[k] + t * q.weights[k];
    return out;
  });
}

}  // namespace

ColumnFilter::ColumnFilter(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                           const StanceMap& map, const BorderEdges& edges)
    : points_(points),
      set_(set),
      index_(index),
      edges_(edges),
      step_(kernel::interval_coordinate(map.step, points.denominator())) {
  for (const Stance& s : map.stances) heights_.push_back(kernel::interval_coordinate(s.height, points.denominator()));
}

Label ColumnFilter::stopped_from(std::uint32_t i, std::uint32_t j) {
  const kernel::IntervalSegment edge = edges_.near(i), other = edges_.near(j);
  Column c{{i, j}, edge, other, run(edge.from, edge.to), run(other.from, other.to), {}, {}, {}, {}};
  c.length = dot(c.run, c.run);
  c.other_length = -dot(c.other_run, c.run);
  c.slope = difference(edge.to, edge.from, 2);
  c.other_slope = difference(other.to, other.from, 2);
  auto stopped = static_cast<Label>(heights_.size() + 1);
  if (!is_positive(c.length) || !is_positive(c.other_length)) return stopped;
  Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval &p = edge.from.at[k], &q = edge.to.at[k], &r = other.from.at[k], &s = other.to.at[k];
    box.low[k] = std::min({p.low, q.low, r.low, s.low});
    box.high[k] = std::max({p.high, q.high, r.high, s.high});
  }
  box.low[2] += step_.low;  // rounding is monotone, so no polygon is missed
  box.high[2] += heights_.back().high;
  if (std::isnan(box.low[2]) || std::isnan(box.high[2])) return stopped;
  const auto test = [&](std::uint32_t surface) {
    for (; stopped > 1 && stops(c, heights_[static_cast<std::size_t>(stopped) - 2], surface); --stopped)
      last_ = surface;
    return stopped == 1;
  };
  if (!test(last_)) index_.any(box, test);  // neighbours often have the same wall between them
  return stopped;
}

ColumnFilter::Values ColumnFilter::values(const Column& c, const kernel::IntervalVertex& p,
                                          const Interval& height) const {
  const kernel::IntervalVector from = kernel::run(c.edge.from, p), to = kernel::run(c.edge.to, p);
  const kernel::IntervalVector other_from = kernel::run(c.other.from, p), other_to = kernel::run(c.other.to, p);
  const Interval along = dot(from, c.run), other_along = dot(other_from, c.run);
  const Interval over = p.at[2] - c.edge.from.at[2], other_over = p.at[2] - c.other.from.at[2];
  const Interval rise = c.slope * along, other_rise = -(c.other_slope * other_along);
  return {left_of(c.edge, c.run, p),
          left_of(c.other, c.other_run, p),
          (over - step_) * c.length - rise,
          (other_over - step_) * c.other_length - other_rise,
          (height - over) * c.length + rise,
          (height - other_over) * c.other_length + other_rise,
          along,
          dot(other_to, c.run),
          -dot(to, c.run),
          -other_along};
}

bool ColumnFilter::stops(const Column& c, const Interval& height, std::uint32_t surface) {
  corners_.clear();
  const Surface& s = set_.surfaces[surface];
  const auto is_behind = [&](const kernel::IntervalSegment& side, const kernel::IntervalVector& run) {
    return std::ranges::all_of(set_.corners_of(s), [&](kernel::PointId p) {
      return is_negative(left_of(side, run, kernel::interval_vertex(points_, p)));
    });
  };
  if (is_behind(c.edge, c.run) || is_behind(c.other, c.other_run)) return false;  // most are: no other value is needed
  for (const kernel::PointId p : set_.corners_of(s))
    corners_.push_back(values(c, kernel::interval_vertex(points_, p), height));
  for (std::size_t f = 0; f < bounds; ++f)
    if (std::ranges::all_of(corners_, [f](const Values& v) { return is_negative(v[f]); })) return false;
  for (std::size_t f = 0; f < 2 && s.kind == SurfaceKind::vertical; ++f) {
    const auto is_near = [f](const Values& v) { return v[f].low <= 0 && v[f].high >= 0; };
    if (std::ranges::all_of(corners_, is_near) && is_on_line(c.numbers[f], surface))
      for (Values& v : corners_) v[f] = Interval(0.0);
  }
  std::array<double, functions> tolerance{};
  Outline outline(corners_.size());
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    outline[i].weights.assign(corners_.size(), 0);
    outline[i].weights[i] = 1;
    for (std::size_t f = 0; f < functions; ++f) {
      outline[i].value[f] = middle(corners_[i][f]);
      if (!std::isfinite(outline[i].value[f])) return false;
      tolerance[f] = std::max(tolerance[f], blur * std::fabs(outline[i].value[f]));
    }
  }
  for (std::size_t f = 0; f < bounds; ++f) cut(outline, f, -tolerance[f]);
  const auto reaches = [&](std::size_t end) {
    const auto nearest = std::ranges::min_element(outline, {}, [end](const Mix& p) { return p.value[end]; });
    if (nearest == outline.end() || nearest->value[end] > tolerance[end]) return false;
    Outline part = outline;
    if (nearest->value[end] < -tolerance[end]) {
      for (Mix& p : part) p.value[end] = -p.value[end];
      cut(part, end, 0);
    } else {
      std::erase_if(part, [&](const Mix& p) { return p.value[end] > tolerance[end]; });
    }
    return has_point(part, end);
  };
  const auto meets = [&](std::size_t end) {
    return reaches(end) || reaches(end + 1) || has_vertex(c, height, surface, end) ||
           has_vertex(c, height, surface, end + 1);
  };
  return meets(bounds) && meets(bounds + 2);
}

// Whether the polygon has a point in the air over a vertex of a half-edge. Where half-edges meet at a vertex, the air
// narrows to the line over it, and clipping finds no area there.
bool ColumnFilter::has_vertex(const Column& c, const Interval& height, std::uint32_t surface, std::size_t end) {
  const std::array vertices = {&c.edge.from, &c.other.to, &c.edge.to, &c.other.from};
  kernel::IntervalVertex p = *vertices[end - bounds];
  const Surface& s = set_.surfaces[surface];
  std::vector<kernel::IntervalVertex> polygon;
  for (const kernel::PointId corner : set_.corners_of(s)) polygon.push_back(kernel::interval_vertex(points_, corner));
  const std::size_t n = polygon.size();
  const auto surrounds = [&](auto&& turn) {  // at or inside every edge of a convex polygon
    bool left = true, right = true;
    for (std::size_t k = 0; k < n; ++k) {
      const Interval t = turn(polygon[k], polygon[k + 1 == n ? 0 : k + 1]);
      left = left && t.low >= 0;
      right = right && t.high <= 0;
    }
    return left || right;
  };
  if (s.kind == SurfaceKind::vertical) {
    const std::size_t f = (end - bounds) % 2;
    if (std::ranges::any_of(corners_, [f](const Values& v) { return v[f].low != 0 || v[f].high != 0; })) return false;
    // Over the vertex, halfway between the highest of what must be below and the lowest of what must be above.
    const Values at = values(c, p, height);
    const double z = middle(p.at[2]);
    double low = std::max(z - middle(at[2]) / middle(c.length), z - middle(at[3]) / middle(c.other_length));
    double high = std::min(z + middle(at[4]) / middle(c.length), z + middle(at[5]) / middle(c.other_length));
    const auto [lowest, highest] =
        std::ranges::minmax_element(polygon, {}, [](const kernel::IntervalVertex& q) { return q.at[2].low; });
    low = std::max(low, lowest->at[2].low);
    high = std::min(high, highest->at[2].low);
    if (!(low < high)) return false;
    p.at[2] = Interval(low + (high - low) / 2);
    const kernel::IntervalVector& line = f == 0 ? c.run : c.other_run;
    const auto turn = [&](const kernel::IntervalVertex& q, const kernel::IntervalVertex& r) {
      const kernel::IntervalVector to_q = {dot(kernel::run(p, q), line), q.at[2] - p.at[2]},
                                   to_r = {dot(kernel::run(p, r), line), r.at[2] - p.at[2]};
      return kernel::cross(to_q, to_r);
    };
    return surrounds(turn) && is_in_air(values(c, p, height), end);
  }
  if (!surrounds([&](const kernel::IntervalVertex& q, const kernel::IntervalVertex& r) {
        return kernel::cross(kernel::run(p, q), kernel::run(p, r));
      }))
    return false;
  p.at[2] = height_at(polygon, p);
  return is_in_air(values(c, p, height), end);
}

bool ColumnFilter::is_in_air(const Values& v, std::size_t end) {
  for (std::size_t f = 0; f < bounds; ++f)
    if (f < 2 ? v[f].low < 0 : !is_positive(v[f])) return false;
  return v[end].high <= 0;
}

bool ColumnFilter::is_on_line(std::uint32_t edge, std::uint32_t surface) {
  const auto [known, added] = on_line_.try_emplace(std::uint64_t{edge} << 32 | surface, true);
  if (!added) return known->second;
  const ExactPoint &from = edges_.from(edge), &to = edges_.to(edge);
  known->second = std::ranges::all_of(set_.corners_of(set_.surfaces[surface]), [&](kernel::PointId p) {
    return sgn(kernel::formulas::orient2d(from, to, exact_point(points_, p))) == 0;
  });
  return known->second;
}

// Tries the mean of the corners that are left, which is far from what bounds them.
bool ColumnFilter::has_point(const Outline& outline, std::size_t end) const {
  std::vector<double> weights(corners_.size(), 0.0);
  for (const Mix& p : outline)
    for (std::size_t k = 0; k < weights.size(); ++k) weights[k] += p.weights[k];
  return proved(weights, end);
}

// Whether the mixture of the corners by these weights is in the air. The weights need not add up to 1: only signs
// count, and rounded weights are weights of another point of the polygon.
bool ColumnFilter::proved(const std::vector<double>& weights, std::size_t end) const {
  if (std::ranges::any_of(weights, [](double w) { return !(w >= 0); }) ||
      std::ranges::all_of(weights, [](double w) { return w == 0; }))
    return false;
  Values total;
  for (std::size_t f = 0; f < functions; ++f) {
    total[f] = Interval(0.0);
    for (std::size_t k = 0; k < weights.size(); ++k) total[f] = total[f] + Interval(weights[k]) * corners_[k][f];
  }
  return is_in_air(total, end);
}

}  // namespace plumb::pipeline
