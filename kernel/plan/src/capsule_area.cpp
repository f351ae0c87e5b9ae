// SPDX-License-Identifier: LGPL-3.0-or-later
// The integral of weights over a capsule, the area that a disc sweeps on a straight way: in closed form, and by the
// estimators of Koutsoumpas (chapter 5).
// Problem. The capsule consists of a rectangle and two half discs. Of each triangle near it, or of each part of what
// floors count (FloorCover), the area within the capsule is needed: exactly for what is reported, and fast for what is
// compared. The source estimates it by random points or by parallel lines; these estimators are here for comparison.
// 1. CapsuleArea turns and enlarges the plane so that all that decides is rational. An area is a sum over directed
//    edges, each split at the ends of the way: before and beyond these in_disc() adds sectors and triangles of the
//    circle, between them in_strip() adds the integral of x dy between two lines.
// 2. WeightedArea::in_capsule() adds up the edges of the triangles near the way, those between two triangles once, with
//    the difference of their weights: where that is 0 nothing is added. in_both_discs() adds up what two covers have in
//    common. The same code runs with fractions and intervals of reals (IntervalNumbers) and with doubles.
// 3. by_points() draws random places in a polygon that stands for the capsule; the way's ends are the seed, so that an
//    estimate does not depend on the order of calls. by_lines() weighs lines parallel to the way, each for its length
//    or for the strip around it.
// Cost. A constant number of operations for an edge of a triangle near the way; by_points() tests every sample against
// every triangle at its distance, by_lines() sorts what each line meets.
// Exactness. With fractions all decisions are rational, and the result is an enclosure as narrow as `bits` asks.
// Doubles only steer searches and are reported as estimates.
#include "plumb/plan/weighted_area.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "edge_piece.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::plan {
namespace {

using Index = WeightedArea::Index;
using kernel::formulas::orient2d;

// All numbers are doubles.
struct DoubleNumbers {
  using Exact = double;
  using Real = double;
  double real(double v) const { return v; }
  double root(double v) const { return std::sqrt(std::max(v, 0.0)); }
  static double angle(double x, double y) { return std::atan2(y, x); }
};
// Rational numbers are fractions; irrational ones are enclosed by intervals.
struct IntervalNumbers {
  using Exact = mpq_class;
  using Real = kernel::RealInterval;
  int bits;
  Real real(const mpq_class& v) const { return Real(bits, v); }
  Real root(const mpq_class& v) const { return Real::root(bits, v); }
  static Real angle(const Real& x, const Real& y) { return kernel::angle_of(x, y); }
};

// The integral over the capsule of a disc that moves from p to q, in a frame where p is the origin and q = (length^2,
// 0): the plane is turned and enlarged by the length. In this frame everything that decides is rational, the square of
// the radius included. Where p and q are one point the capsule is the disc, and the frame is the plane, moved.
//
// It is a sum over the directed edges of polygons. Where one is split at x = 0 or x = length^2, the new edges along
// these lines add nothing to the discs, whose centres are on them, nor to the strip, if what lies beyond x = length^2
// counts as if it were on that line.
template <class Numbers>
class CapsuleArea {
 public:
  using Exact = typename Numbers::Exact;
  using Real = typename Numbers::Real;
  using Point = std::array<Exact, 2>;

  CapsuleArea(const Numbers& numbers, const Point& p, const Point& q, const Exact& squared_radius)
      : numbers_(numbers),
        p_(p),
        along_{q[0] - p[0], q[1] - p[1]},
        end_(along_[0] * along_[0] + along_[1] * along_[1]),
        others_(numbers.real(Exact(0))),
        angles_(others_) {
    scale_ = end_;
    if (end_ == 0) along_ = {1, 0}, scale_ = 1;
    square_ = squared_radius * scale_;
  }

  // Adds an edge with some weight on its left.
  void add(const Point& from, const Point& to, const Exact& weight) {
    const Point a = moved(from), b = moved(to);
    const Exact zero = 0;
    if (end_ == 0) return in_disc(a, b, zero, weight);
    const auto limited = [&](const Point& p, const Exact& least, const Exact& most) {
      return p[0] < least ? meet(a, b, least) : p[0] > most ? meet(a, b, most) : p;
    };
    const auto& [low, high] = std::minmax(a[0], b[0]);
    if (low < zero) in_disc(limited(a, low, zero), limited(b, low, zero), zero, weight);
    if (!(low > end_) && high > zero) in_strip(limited(a, zero, end_), limited(b, zero, end_), weight);
    if (!(high > end_)) return;
    const Point p = limited(a, end_, high), q = limited(b, end_, high);
    in_disc(p, q, end_, weight);
    in_strip({end_, p[1]}, {end_, q[1]}, weight);
  }
  void add(const std::vector<Point>& polygon, const Exact& weight) {
    for (std::size_t i = 0; i < polygon.size(); ++i)
      add(polygon[i], polygon[i + 1 == polygon.size() ? 0 : i + 1], weight);
  }

  Real sum() const {
    const Real discs = numbers_.real(twice_) + others_ + numbers_.real(square_) * angles_;
    const Real strip = numbers_.real(strip_) + numbers_.real(strip_h_) * numbers_.root(square_);
    return (discs + strip) * numbers_.real(Exact(0.5)) / numbers_.real(scale_);
  }

 private:
  Point moved(const Point& at) const {
    const Exact x = at[0] - p_[0], y = at[1] - p_[1];
    return {x * along_[0] + y * along_[1], kernel::formulas::determinant(along_[0], along_[1], x, y)};
  }
  static Point meet(const Point& p, const Point& q, const Exact& x) {
    const Exact y = p[1] + (q[1] - p[1]) * (x - p[0]) / (q[0] - p[0]);
    return Point{x, y};
  }

  // Between the lines y = -h and y = h, where h^2 = square_: twice the integral of x dy over the part of the edge
  // between these lines is a + b h with fractions a and b.
  void in_strip(const Point& p, const Point& q, const Exact& weight) {
    if (p[1] == q[1]) return;
    const int at_p = level(p), at_q = level(q);
    if (at_p == at_q && at_p != 0) return;
    const Exact slope = (q[0] - p[0]) / (q[1] - p[1]);
    // Where the edge enters and leaves: x and y as a + b h.
    const std::array<Exact, 4> from = clamped(p, slope, at_p), to = clamped(q, slope, at_q);
    const Exact dy = to[2] - from[2], dy_h = to[3] - from[3], x = to[0] + from[0], x_h = to[1] + from[1];
    strip_ += weight * (dy * x + dy_h * x_h * square_);
    strip_h_ += weight * (dy * x_h + dy_h * x);
  }
  int level(const Point& p) const {
    const Exact y2 = p[1] * p[1];
    return y2 <= square_ ? 0 : p[1] > 0 ? 1 : -1;
  }
  static std::array<Exact, 4> clamped(const Point& p, const Exact& slope, int level) {
    if (level == 0) return {p[0], 0, p[1], 0};
    const Exact x = p[0] - p[1] * slope, x_h = slope * level;
    return {x, x_h, Exact(0), Exact(level)};
  }

  // Within the circle around (at, 0): twice the part of the edge's triangle with the centre that is inside.
  void in_disc(const Point& p, const Point& q, const Exact& at, const Exact& weight) {
    const Point a{p[0] - at, p[1]}, b{q[0] - at, q[1]};
    const Exact cross = kernel::formulas::determinant(a[0], a[1], b[0], b[1]);
    if (cross == 0) return;
    const Exact aa = dot(a, a), bb = dot(b, b);
    const bool a_inside = aa <= square_, b_inside = bb <= square_;
    if (a_inside && b_inside) {
      twice_ += weight * cross;
      return;
    }
    const Point e{b[0] - a[0], b[1] - a[1]};
    const Exact ab = dot(a, b), ee = dot(e, e), ae = dot(a, e), be = dot(b, e), root = ae * ae - ee * (aa - square_);
    const Real w = numbers_.real(weight), c = numbers_.real(cross);
    // The line meets the circle at the shares (-ae - root) / ee and (-ae + root) / ee of the edge.
    const bool meets = a_inside || b_inside || (root > 0 && ae < 0 && be > 0);
    if (!meets) {
      angles_ += w * Numbers::angle(numbers_.real(ab), c);
      return;
    }
    const Real r = numbers_.root(root), length = numbers_.real(ee), one = numbers_.real(Exact(1));
    const Real first = (numbers_.real(-ae) - r) / length, last = (numbers_.real(-ae) + r) / length;
    if (!a_inside) angles_ += w * Numbers::angle(numbers_.real(aa) + first * numbers_.real(ae), first * c);
    if (!b_inside) angles_ += w * Numbers::angle(numbers_.real(ab) + last * numbers_.real(be), (one - last) * c);
    others_ += w * c * (a_inside ? last : b_inside ? one - first : last - first);
  }
  static Exact dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1]; }

  Numbers numbers_;
  Point p_, along_;
  Exact end_, scale_, square_;  // q's x, the factor of areas, the squared radius in the frame
  // Sums, twice as large: of triangles and of the strip, as fractions a + b h; of triangles that the circle cuts, and
  // of angles.
  Exact twice_ = 0, strip_ = 0, strip_h_ = 0;
  Real others_, angles_;
};

// Whether a part may be within a distance of the way from p to q, given in doubles.
bool may_be_near(const FloorCover::Polygon& part, const DoublePoint& p, const DoublePoint& q, double distance) {
  for (std::size_t k = 0; k < 2; ++k)
    if (part.low[k] > std::max(p[k], q[k]) + distance || part.high[k] < std::min(p[k], q[k]) - distance) return false;
  return true;
}
bool may_be_near(const FloorCover::Polygon& part, const kernel::Box& box) {
  for (std::size_t k = 0; k < 2; ++k)
    if (part.low[k] > box.high[k] || part.high[k] < box.low[k]) return false;
  return true;
}

// The way from p to q in doubles, where p comes before q: its direction, and the direction to its left.
struct CapsuleAxis {
  DoublePoint p, q, along, left;
};
CapsuleAxis axis_between(DoublePoint p, DoublePoint q) {
  if (q < p) std::swap(p, q);
  const double x = q[0] - p[0], y = q[1] - p[1], length = kernel::hypotenuse(x, y);
  const DoublePoint along = length > 0 ? DoublePoint{x / length, y / length} : DoublePoint{1, 0};
  return {p, q, along, {-along[1], along[0]}};
}
DoublePoint moved(const DoublePoint& p, const DoublePoint& a, double by_a, const DoublePoint& b, double by_b) {
  return {p[0] + a[0] * by_a + b[0] * by_b, p[1] + a[1] * by_a + b[1] * by_b};
}

std::vector<DoublePoint> polygon(const CapsuleAxis& axis, double radius, std::size_t arc_points) {
  std::vector<DoublePoint> out;
  for (const double end : {1.0, -1.0})
    for (std::size_t k = 0; k < arc_points; ++k) {
      const double t = std::numbers::pi * static_cast<double>(k) / static_cast<double>(arc_points - 1);
      out.push_back(moved(end > 0 ? axis.q : axis.p, axis.along, end * radius * std::sin(t), axis.left,
                          -end * radius * std::cos(t)));
    }
  return out;
}

// The distance of a place to the left of the way.
double left_of(const CapsuleAxis& axis, const DoublePoint& p) {
  return kernel::formulas::dot2d(p[0] - axis.p[0], p[1] - axis.p[1], axis.left[0], axis.left[1]);
}

// Calls visit(half-edge, the triangle beyond) for the edges of triangles, given ascending; once for an edge between two
// of them; none: it is not one of them.
template <class Visit>
void each_edge(const PlanTriangulation& t, const std::vector<Index>& triangles, Visit&& visit) {
  for (const Index i : triangles)
    for (Index h = 3 * i; h < 3 * i + 3; ++h) {
      const Index twin = t.twin(h);
      const bool both = twin != PlanTriangulation::none && std::ranges::binary_search(triangles, twin / 3);
      if (!both || h < twin) visit(h, both ? twin / 3 : PlanTriangulation::none);
    }
}

// A triangle near the way, and the least and greatest distance to the left at which it lies.
struct NearTriangle {
  const WeightedArea::Triangle* triangle;
  double low, high;
};
std::vector<NearTriangle> near_triangles(const WeightedArea& area, const CapsuleAxis& axis,
                                         const std::vector<Index>& triangles) {
  std::vector<NearTriangle> out;
  for (const Index t : triangles) {
    const auto& corners = area.near(t).corners;
    const auto [low, high] =
        std::minmax({left_of(axis, corners[0]), left_of(axis, corners[1]), left_of(axis, corners[2])});
    out.push_back({&area.near(t), low, high});
  }
  return out;
}

// Whether a point is in a triangle or on its boundary: barycentric coordinates (equations 11 to 21).
bool contains(const WeightedArea::Triangle& triangle, const DoublePoint& p) {
  const DoublePoint& v = triangle.corners[0];
  const double x1 = triangle.corners[1][0] - v[0], y1 = triangle.corners[1][1] - v[1];
  const double x2 = triangle.corners[2][0] - v[0], y2 = triangle.corners[2][1] - v[1];
  const double x = p[0] - v[0], y = p[1] - v[1];
  const double whole = kernel::formulas::determinant(x1, y1, x2, y2);
  const double b1 = kernel::formulas::determinant(x, y, x2, y2), b2 = kernel::formulas::determinant(x1, y1, x, y);
  return b1 >= 0 && b2 >= 0 && b1 + b2 <= whole;
}

double by_points(const WeightedArea& area, const AreaSampling& sampling, const CapsuleAxis& axis, double radius,
                 const RouteTriangles& in) {
  const std::vector<DoublePoint> outline = polygon(axis, radius, sampling.arc_points);
  std::vector<double> areas;  // of the fan of triangles at the first corner
  for (std::size_t k = 2; k < outline.size(); ++k)
    areas.push_back(std::max(orient2d(outline[0], outline[k - 1], outline[k]), 0.0));
  std::array<std::uint32_t, 8> seed;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto bits = std::bit_cast<std::uint64_t>((k < 2 ? axis.p : axis.q)[k % 2] + 0.0);
    seed[2 * k] = static_cast<std::uint32_t>(bits), seed[2 * k + 1] = static_cast<std::uint32_t>(bits >> 32);
  }
  std::seed_seq sequence(seed.begin(), seed.end());
  std::mt19937 random(sequence);
  std::discrete_distribution<std::size_t> pick(areas.begin(), areas.end());
  std::uniform_real_distribution<double> share(0, 1);
  const std::vector<NearTriangle> triangles =
      near_triangles(area, axis, area.triangles_near(axis.p, axis.q, radius, in));
  double sum = 0;
  for (std::size_t k = 0; k < sampling.samples; ++k) {
    const std::size_t i = pick(random);
    const DoublePoint &u = outline[0], &v = outline[i + 1], &w = outline[i + 2];
    double a = share(random), b = share(random);
    // A point beyond the far side of the triangle is turned back into it, by half a turn about that side's middle.
    if (a + b > 1) a = 1 - a, b = 1 - b;
    const DoublePoint at = moved(u, {v[0] - u[0], v[1] - u[1]}, a, {w[0] - u[0], w[1] - u[1]}, b);
    const double left = left_of(axis, at);
    // Where floors lie over one another the lightest counts.
    double least = HUGE_VAL;
    for (const NearTriangle& t : triangles) {
      if (t.low > left || left > t.high || !contains(*t.triangle, at)) continue;
      least = std::min(least, t.triangle->weight);
      if (area.triangulation().is_flat()) break;
    }
    if (least < HUGE_VAL) sum += least;
  }
  return capsule_size(axis.p, axis.q, radius) * sum / static_cast<double>(sampling.samples);
}

// The share of the way from p to q that is in a triangle, or no farther outside than `slack` times its sides.
std::optional<std::array<double, 2>> share_in(const WeightedArea::Triangle& triangle, const DoublePoint& p,
                                              const DoublePoint& q, double slack = 0) {
  double low = 0, high = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const DoublePoint &a = triangle.corners[k], &b = triangle.corners[(k + 1) % 3];
    const double more = slack > 0 ? slack * ((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])) : 0;
    const double at_p = orient2d(a, b, p) + more, at_q = orient2d(a, b, q) + more;
    if (at_p < 0 && at_q < 0) return std::nullopt;
    if (at_p < 0) low = std::max(low, at_p / (at_p - at_q));
    else if (at_q < 0) high = std::min(high, at_p / (at_p - at_q));
  }
  if (low >= high) return std::nullopt;
  return std::array<double, 2>{low, high};
}

// The integral of weights along a line, over its length; along an edge, where two triangles overlap, the least weight
// counts.
double mean_along(const std::vector<NearTriangle>& triangles, double left, const DoublePoint& p, const DoublePoint& q,
                  double slack = 0) {
  std::vector<std::pair<std::array<double, 2>, double>> parts;
  std::vector<double> ends;
  for (const NearTriangle& t : triangles) {
    if (slack == 0 && (left < t.low || left > t.high)) continue;
    if (const auto share = share_in(*t.triangle, p, q, slack)) {
      parts.push_back({*share, t.triangle->weight});
      ends.insert(ends.end(), share->begin(), share->end());
    }
  }
  std::ranges::sort(ends);
  double sum = 0;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    double least = HUGE_VAL;
    for (const auto& [share, weight] : parts)
      if (share[0] <= ends[k - 1] && share[1] >= ends[k]) least = std::min(least, weight);
    if (least < HUGE_VAL) sum += least * (ends[k] - ends[k - 1]);
  }
  return sum;
}

double by_lines(const WeightedArea& area, const AreaSampling& sampling, const CapsuleAxis& axis, double radius,
                const RouteTriangles& in) {
  const std::size_t n = std::max<std::size_t>(sampling.samples, 3);
  const double whole = kernel::hypotenuse(axis.q[0] - axis.p[0], axis.q[1] - axis.p[1]);
  const auto angle = [&](std::size_t k) {
    return std::numbers::pi * static_cast<double>(k) / static_cast<double>(n - 1);
  };
  const std::vector<NearTriangle> triangles =
      near_triangles(area, axis, area.triangles_near(axis.p, axis.q, radius, in));
  double cost = 0, lengths = 0, strips = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double up = radius * std::cos(angle(k)), ahead = k == 0 || k + 1 == n ? 0 : radius * std::sin(angle(k));
    const double length = whole + 2 * ahead;
    if (length == 0) continue;
    const double line = length * mean_along(triangles, up, moved(axis.p, axis.along, -ahead, axis.left, up),
                                            moved(axis.q, axis.along, ahead, axis.left, up));
    const double above = radius * std::cos(angle(k > 0 ? k - 1 : 0)),
                 below = radius * std::cos(angle(std::min(k + 1, n - 1)));
    cost += line, lengths += length, strips += line * (above - below) / 2;
  }
  if (sampling.estimator == AreaEstimator::strips) return strips;
  return lengths > 0 ? capsule_size(axis.p, axis.q, radius) * cost / lengths : 0;
}

}  // namespace

kernel::RealInterval WeightedArea::in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                              const mpq_class& radius, int bits, const RouteTriangles& in) const {
  CapsuleArea<IntervalNumbers> capsule(IntervalNumbers{bits}, p, q, radius * radius);
  const PlanTriangulation& t = triangulation_;
  if (floors_) {
    const kernel::Box box = box_around(p, q, radius);
    for (const FloorCover::Polygon& part : cover(in, kernel::interval_of(radius).high)->polygons)
      if (const mpq_class& weight = t.weight(part.triangle); weight > 0 && may_be_near(part, box))
        capsule.add(part.corners, weight);
    return capsule.sum();
  }
  each_edge(t, triangles_near(p, q, radius), [&](Index h, Index other) {
    mpq_class weight = t.weight(h / 3);
    if (other != PlanTriangulation::none) weight -= t.weight(other);
    if (weight != 0) capsule.add(t.points[t.from(h)].at, t.points[t.to(h)].at, weight);
  });
  return capsule.sum();
}

double WeightedArea::mean_weight_near(const DoublePoint& p, const DoublePoint& q,
                                      const std::vector<Index>& triangles) const {
  // On an edge rounding must not leave out the lighter side.
  constexpr kernel::Hint slack{0x1p-40};
  const CapsuleAxis axis = axis_between(p, q);
  std::vector<NearTriangle> near = near_triangles(*this, axis, triangles);
  std::erase_if(near, [&](const NearTriangle& t) {
    if (t.low <= 0 && t.high >= 0) return false;
    const auto& [a, b, c] = t.triangle->corners;
    const double size = kernel::hypotenuse(b[0] - a[0], b[1] - a[1]) + kernel::hypotenuse(c[0] - a[0], c[1] - a[1]);
    return t.low > slack * size || t.high < -slack * size;
  });
  return mean_along(near, 0, p, q, slack);
}

kernel::RealInterval WeightedArea::in_both_discs(const kernel::PlanPoint& p, const mpq_class& radius, int bits,
                                                 Index before, Index after) const {
  if (!floors_ || before == after) return in_capsule(p, p, radius, bits, {after});
  CapsuleArea<IntervalNumbers> disc(IntervalNumbers{bits}, p, p, radius * radius);
  const kernel::Box box = box_around(p, p, radius);
  std::array<std::vector<const FloorCover::Polygon*>, 2> near;
  const double far = kernel::interval_of(radius).high;
  const std::array covers{cover({before}, far), cover({after}, far)};
  for (const std::size_t side : {0u, 1u})
    for (const FloorCover::Polygon& part : covers[side]->polygons)
      if (may_be_near(part, box)) near[side].push_back(&part);
  const auto add = [&](const std::vector<kernel::PlanPoint>& polygon, const mpq_class& weight) {
    if (weight > 0) disc.add(polygon, weight);
  };
  for (const FloorCover::Polygon* part : near[0]) {
    const mpq_class& weight = triangulation_.weight(part->triangle);
    const auto same = [&](const FloorCover::Polygon* other) {
      return other->triangle == part->triangle && part->whole && other->whole;
    };
    if (std::ranges::any_of(near[1], same)) {
      add(part->corners, weight);
      continue;
    }
    for (const FloorCover::Polygon* other : near[1])
      add(intersection_of(part->corners, other->corners), std::min(weight, triangulation_.weight(other->triangle)));
  }
  return disc.sum();
}

double WeightedArea::in_capsule(const DoublePoint& p, const DoublePoint& q, double radius,
                                const RouteTriangles& in) const {
  if (floors_) {
    CapsuleArea<DoubleNumbers> capsule({}, p, q, radius * radius);
    for (const FloorCover::Polygon& part : cover(in, radius)->polygons)
      if (const double weight = near_[part.triangle].weight; weight > 0 && may_be_near(part, p, q, radius))
        capsule.add(part.near, weight);
    return capsule.sum();
  }
  return in_capsule(p, q, radius, edges_of(triangles_near(p, q, radius, in)));
}

std::vector<WeightedArea::Edge> WeightedArea::edges_of(const std::vector<Index>& triangles) const {
  std::vector<Edge> out;
  each_edge(triangulation_, triangles, [&](Index h, Index other) {
    const Triangle& own = near_[h / 3];
    const double weight = own.weight - (other == PlanTriangulation::none ? 0 : near_[other].weight);
    if (weight != 0) out.push_back({own.corners[h % 3], own.corners[(h + 1) % 3], weight});
  });
  return out;
}
double WeightedArea::in_capsule(const DoublePoint& p, const DoublePoint& q, double radius,
                                std::span<const Edge> edges) {
  CapsuleArea<DoubleNumbers> capsule({}, p, q, radius * radius);
  for (const Edge& e : edges) capsule.add(e.from, e.to, e.weight);
  return capsule.sum();
}

double capsule_size(const DoublePoint& p, const DoublePoint& q, double radius) {
  return 2 * radius * kernel::hypotenuse(q[0] - p[0], q[1] - p[1]) + std::numbers::pi * radius * radius;
}

double estimate_area(const WeightedArea& area, const AreaSampling& sampling, const DoublePoint& p, const DoublePoint& q,
                     double radius, const RouteTriangles& in) {
  if (sampling.estimator == AreaEstimator::exact) return area.in_capsule(p, q, radius, in);
  const CapsuleAxis axis = axis_between(p, q);
  return sampling.estimator == AreaEstimator::points ? by_points(area, sampling, axis, radius, in)
                                                     : by_lines(area, sampling, axis, radius, in);
}

}  // namespace plumb::plan
