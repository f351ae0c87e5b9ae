// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// Of a computed distance, relative to the greatest |coordinate| M: a coordinate is within u M of the truth, a
/// difference within 4 u M; a vector of two, which is no longer than sqrt(8) M, within sqrt(2) 4 u M; and its squares,
/// their sum and the root add two roundings of it: sqrt(2) 4 + 2 sqrt(8) = 11.3.
inline constexpr kernel::ErrorBound distance_bound{12};
/// Coordinates whose squares neither overflow nor underflow beside them.
inline constexpr kernel::SafeRange safe_coordinates{400};

/// The points that a search over cells looks from and at: those of the map, ends, and images of points beyond gaps and
/// sides that lead back. Signs are exact; lengths know how far off they may be.
struct SightPoints {
  using Index = CellMap::Index;
  using FilteredPoint = kernel::FilteredPoint;
  using Interval = kernel::Interval;
  using Length = kernel::BoundedDouble;  // within its error, wholly: that needs not be enlarged
  using PlanPoint = kernel::PlanPoint;
  using Sign = kernel::Sign;
  static constexpr Index none = CellMap::none;

  // From a point through another.
  struct Ray {
    Index from, through;
  };
  // A point, rounded to nearest.
  struct Near {
    double x, y;
    bool exact;  // x and y are the coordinates themselves
  };

  explicit SightPoints(const CellMap& m) : map(m) { clear_points(); }
  // Those of the map are left.
  void clear_points() {
    near.resize(points_of_map);
    set_greatest(greatest_of_map);
    for (; points_of_map < map.points().size(); ++points_of_map) add_near(map.points()[points_of_map]);
    greatest_of_map = greatest;
  }

  void add_near(const FilteredPoint& p) {
    const bool exact = kernel::is_exact(p.ix) && kernel::is_exact(p.iy);
    const double x = exact ? p.ix.low : kernel::nearest_double(p.at[0]),
                 y = exact ? p.iy.low : kernel::nearest_double(p.at[1]);
    near.push_back({x, y, exact});
    if (const double size = std::max(std::fabs(x), std::fabs(y)); size > greatest) set_greatest(size);
  }
  void set_greatest(double coordinate) {
    greatest = coordinate;
    is_safe = std::fabs(std::logb(coordinate)) <= safe_coordinates;
    turn_error = is_safe ? kernel::rounded_turn_bound * (greatest * greatest) : HUGE_VAL;
    distance_error = distance_bound * greatest;
  }
  static kernel::Interval interval_around(double x) { return kernel::Interval(x); }
  static kernel::Interval interval_around(const mpq_class& x) { return kernel::interval_of(x); }
  // Numbers of earlier searches are written over, so that none is allocated.
  template <class Number>
  Index add_point(const std::array<Number, 2>& p) {
    const std::size_t k = near.size() - map.points().size();
    if (k == extra.size()) extra.push_back(FilteredPoint(PlanPoint()));
    FilteredPoint& to = extra[k];
    to.at[0] = p[0];
    to.at[1] = p[1];
    to.ix = interval_around(p[0]);
    to.iy = interval_around(p[1]);
    add_near(to);
    return static_cast<Index>(near.size()) - 1;
  }
  const FilteredPoint& at(Index p) const {
    return p < map.points().size() ? map.points()[p] : extra[p - map.points().size()];
  }

  // Within turn_error, where that is finite.
  double turn(Index a, Index b, Index c) const {
    const Near &p = near[a], &q = near[b], &r = near[c];
    return kernel::formulas::determinant(q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y);
  }
  Sign side(Index a, Index b, Index c) const {
    const double about = turn(a, b, c);
    if (about > turn_error) return Sign::positive;
    if (about < -turn_error) return Sign::negative;
    return exact_side(a, b, c);
  }
  Sign side(const Ray& ray, Index p) const { return side(ray.from, ray.through, p); }
  [[gnu::noinline]] Sign exact_side(Index a, Index b, Index c) const {
    if (a == b || b == c || a == c) return Sign::zero;
    const Near &p = near[a], &q = near[b], &r = near[c];
    if (p.exact && q.exact && r.exact)
      if (const auto sign = kernel::orientation_of_doubles(p.x, p.y, q.x, q.y, p.x, p.y, r.x, r.y)) return *sign;
    return kernel::orientation(at(a), at(b), at(c));
  }
  bool is_one_place(Index a, Index b) const {
    if (a == b) return true;
    const Near &p = near[a], &q = near[b];
    return p.exact && q.exact ? p.x == q.x && p.y == q.y : same_place(at(a), at(b));
  }

  static double near_length(double x, double y) { return std::sqrt(kernel::formulas::dot2d(x, y, x, y)); }
  Length distance(Index a, Index b) const {
    const Near &p = near[a], &q = near[b];
    if (is_safe) return {near_length(q.x - p.x, q.y - p.y), distance_error};
    return length_in(distance_around(a, b));
  }
  static Interval length_of(const Interval& x, const Interval& y) { return kernel::root(x * x + y * y); }
  Interval distance_around(Index a, Index b) const {
    const FilteredPoint &p = at(a), &q = at(b);
    return length_of(p.ix - q.ix, p.iy - q.iy);
  }
  static Length length_in(const Interval& i) {
    const double middle = i.low / 2 + i.high / 2;
    if (!(middle < HUGE_VAL)) return {0, HUGE_VAL};
    return {middle, kernel::enlarged((i.high - i.low) / 2 + kernel::rounded_error * middle)};
  }
  static Interval around(const Length& l) {
    const Interval i = kernel::around(l.at, l.error);
    return {std::max(i.low, 0.0), l.at == 0 && l.error == 0 ? 0.0 : i.high};
  }
  static Length sum(const Length& a, const Length& b) {
    const Length s = a + b;
    return {s.at, kernel::enlarged(s.error)};
  }
  // Certainly.
  static bool is_longer(const Length& a, const Length& b) { return a.at - b.at > kernel::enlarged(a.error + b.error); }

  // Where a point of the plan before a way is seen beyond it.
  Index image(Index p, const CellMap::Way& w) {
    if (w.shift == none && !w.mirrored) return p;
    PlanPoint q = at(p).at;
    if (w.shift != none)
      for (std::size_t k = 0; k < 2; ++k) q[k] += map.shift(w.shift).by[k];
    if (!w.mirrored) return add_point(q);
    const PlanPoint &a = at(map.from(w.to)).at, &b = at(map.to(w.to)).at;
    const mpq_class ex = b[0] - a[0], ey = b[1] - a[1], square = kernel::formulas::dot2d(ex, ey, ex, ey);
    const mpq_class twice = 2 * kernel::formulas::orient2d(a, b, q) / square;
    return add_point(PlanPoint{q[0] + twice * ey, q[1] - twice * ex});
  }

  const CellMap& map;
  std::vector<Near> near;                    // of the map's points, then of extra ones
  std::deque<FilteredPoint> extra;           // of these near.size() says how many there are
  std::size_t points_of_map = 0;             // in `near`: the map may have grown
  double greatest = 0, greatest_of_map = 0;  // |coordinate| of them
  bool is_safe = false;
  double turn_error = HUGE_VAL, distance_error = HUGE_VAL;
};

}  // namespace plumb::plan
