// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <vector>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// The points that a search over cells looks from and at: those of the map, ends, and images of points beyond gaps and
/// sides that lead back. Signs are exact, lengths are intervals.
struct SightPoints {
  using Index = CellMap::Index;
  using FilteredPoint = kernel::FilteredPoint;
  using Interval = kernel::Interval;
  using PlanPoint = kernel::PlanPoint;
  using Sign = kernel::Sign;
  static constexpr Index none = CellMap::none;

  // From a point through another.
  struct Ray {
    Index from, through;
  };
  // A point in doubles: rounded to nearest, and around it.
  struct Near {
    double x, y;
    Interval ix, iy;
    bool exact;  // x and y are the coordinates themselves
  };

  explicit SightPoints(const CellMap& m) : map(m) {
    for (const FilteredPoint& p : m.points()) add_near(p);
  }
  // Those of the map are left.
  void clear_points() { near.resize(map.points().size()); }

  void add_near(const FilteredPoint& p) {
    const bool exact = kernel::is_exact(p.ix) && kernel::is_exact(p.iy);
    const double x = exact ? p.ix.low : kernel::nearest_double(p.at[0]),
                 y = exact ? p.iy.low : kernel::nearest_double(p.at[1]);
    near.push_back({x, y, p.ix, p.iy, exact});
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

  Sign side(Index a, Index b, Index c) const {
    if (a == b || b == c || a == c) return Sign::zero;
    const Near &p = near[a], &q = near[b], &r = near[c];
    if (const auto sign = p.exact && q.exact && r.exact
                              ? kernel::orientation_of_doubles(p.x, p.y, q.x, q.y, p.x, p.y, r.x, r.y)
                              : side_of_rounded(p, q, r))
      return *sign;
    return kernel::orientation(at(a), at(b), at(c));
  }
  static std::optional<Sign> side_of_rounded(const Near& p, const Near& q, const Near& r) {
    const double x = std::max({std::abs(p.x), std::abs(q.x), std::abs(r.x)}),
                 y = std::max({std::abs(p.y), std::abs(q.y), std::abs(r.y)}), size = x * y;
    if (!(size >= kernel::least_whole_product)) return std::nullopt;
    return kernel::certified_sign(kernel::formulas::determinant(q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y),
                                  kernel::rounded_turn_bound * size);
  }
  Sign side(const Ray& ray, Index p) const { return side(ray.from, ray.through, p); }
  static Interval length_of(const Interval& x, const Interval& y) { return kernel::root(x * x + y * y); }
  [[gnu::flatten]] Interval distance(Index a, Index b) const {
    const Near &p = near[a], &q = near[b];
    return length_of(p.ix - q.ix, p.iy - q.iy);
  }
  bool is_one_place(Index a, Index b) const {
    if (a == b) return true;
    const Near &p = near[a], &q = near[b];
    return p.exact && q.exact ? p.x == q.x && p.y == q.y : same_place(at(a), at(b));
  }

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
  std::vector<Near> near;           // of the map's points, then of extra ones
  std::deque<FilteredPoint> extra;  // of these near.size() says how many there are
};

}  // namespace plumb::plan
