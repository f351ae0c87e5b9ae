// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/decompose.h"
#include "plumb/kernel/int64.h"

namespace plumb::tests {

/// A polygon of small integers, clockwise (y up).
struct GridPoint {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const GridPoint&) const = default;
};
using Outline = std::vector<GridPoint>;

inline std::int64_t cross(GridPoint o, GridPoint a, GridPoint b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// The convex hull without corners inside a side, clockwise; empty if it has no area.
inline Outline hull(Outline p) {
  std::sort(p.begin(), p.end());
  p.erase(std::unique(p.begin(), p.end()), p.end());
  Outline h;
  for (int chain = 0; chain < 2 && p.size() > 2; ++chain) {
    const std::size_t base = h.size();
    for (const GridPoint q : p) {
      while (h.size() > base + 1 && cross(h[h.size() - 2], h.back(), q) >= 0) h.pop_back();
      h.push_back(q);
    }
    h.pop_back();
    std::reverse(p.begin(), p.end());
  }
  if (h.size() < 3) h.clear();
  return h;
}

inline Outline rotated(Outline o, std::size_t by) {
  std::rotate(o.begin(), o.begin() + static_cast<std::ptrdiff_t>(by), o.end());
  return o;
}

using Rational2 = std::array<mpq_class, 2>;

/// Twice the area common to two convex outlines: one clipped by the sides of the other, in fractions. Shares nothing
/// with the cutting.
inline mpq_class doubled_common_area(const Outline& a, const Outline& b) {
  std::vector<Rational2> p;
  for (const GridPoint q : a) p.push_back({mpq_class(kernel::to_gmp(q.x)), mpq_class(kernel::to_gmp(q.y))});
  for (std::size_t i = 0; i < b.size(); ++i) {
    const GridPoint o = b[i], d = b[(i + 1) % b.size()];
    const auto inside = [&](const Rational2& r) -> mpq_class {
      using kernel::to_gmp;
      return to_gmp(d.y - o.y) * (r[0] - to_gmp(o.x)) - to_gmp(d.x - o.x) * (r[1] - to_gmp(o.y));
    };
    std::vector<Rational2> kept;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Rational2 &from = p[k], &to = p[(k + 1) % p.size()];
      const mpq_class f = inside(from), g = inside(to);
      if (f >= 0) kept.push_back(from);
      if (f * g < 0) {
        const mpq_class s = f / (f - g);
        kept.push_back({from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1])});
      }
    }
    p = std::move(kept);
  }
  return kernel::doubled_area(p);
}

/// A traversable and a blocker at z = 0 in one plan.
struct PolygonPair {
  kernel::PointTable table;
  kernel::ImplicitPlan plan;
  kernel::ConvexCell traversable, blocker;

  /// `shared`: equal corners are one point of the table, else each polygon has its own.
  PolygonPair(const Outline& t, const Outline& b, bool shared = false)
      : table(table_of(t, b)), plan(table, 0), traversable(cell(0, t, b, shared)), blocker(cell(1, t, b, shared)) {}
  PolygonPair(const PolygonPair&) = delete;

 private:
  static std::vector<kernel::PointId> ids(const Outline& t, const Outline& b, bool shared) {
    std::vector<kernel::PointId> id;
    std::map<GridPoint, kernel::PointId> known;
    for (const Outline* o : {&t, &b})
      for (const GridPoint p : *o) {
        const auto next = static_cast<kernel::PointId>(id.size());
        id.push_back(shared ? known.emplace(p, next).first->second : next);
      }
    return id;
  }
  static kernel::PointTable table_of(const Outline& t, const Outline& b) {
    std::vector<double> xyz;
    for (const Outline* o : {&t, &b})
      for (const GridPoint p : *o) xyz.insert(xyz.end(), {static_cast<double>(p.x), static_cast<double>(p.y), 0.0});
    return kernel::PointTable::from_doubles(xyz);
  }
  kernel::ConvexCell cell(kernel::PolygonId which, const Outline& t, const Outline& b, bool shared) {
    const auto all = ids(t, b, shared);
    const std::span<const kernel::PointId> span(all);
    return kernel::make_cell(plan, which, which == 0 ? span.first(t.size()) : span.subspan(t.size()));
  }
};

inline Outline box(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
  return {{x0, y0}, {x0, y1}, {x1, y1}, {x1, y0}};
}

/// A vertex as "x,y" in input units.
inline std::string place(const kernel::ImplicitPlan& plan, kernel::VertexId v) {
  const auto [x, y] = kernel::exact_point(plan, v);
  const mpz_class& d = plan.points().denominator();
  const mpq_class ax = (x + plan.points().exact(plan.origin(), 0)) / d,
                  ay = (y + plan.points().exact(plan.origin(), 1)) / d;
  return ax.get_str() + "," + ay.get_str();
}

/// A cell as its vertices, clockwise, from the least string on: "0,0 0,4 4,4".
inline std::string shape(const kernel::ImplicitPlan& plan, const kernel::ConvexCell& cell) {
  std::vector<std::string> v;
  for (const kernel::Corner& c : cell) v.push_back(place(plan, c.vertex));
  if (v.empty()) return {};
  std::rotate(v.begin(), std::min_element(v.begin(), v.end()), v.end());
  std::string out = v[0];
  for (std::size_t i = 1; i < v.size(); ++i) out += " " + v[i];
  return out;
}

inline std::vector<std::string> shapes(const kernel::ImplicitPlan& plan, const std::vector<kernel::ConvexCell>& cells) {
  std::vector<std::string> out;
  for (const kernel::ConvexCell& c : cells) out.push_back(shape(plan, c));
  std::sort(out.begin(), out.end());
  return out;
}

/// What lies between consecutive intersection points, judged point by point: the rows of Table 3 that a pair reaches.
struct Stretch {
  kernel::BetweenPoints blocker, traversable;
  bool operator==(const Stretch&) const = default;
};
inline std::vector<Stretch> stretches(const PolygonPair& pair, std::span<const kernel::IntersectionPoint> points) {
  using namespace kernel;
  const auto judge = [&](const ConvexCell& cell, const ConvexCell& other, IntermediateVertices iv) {
    if (iv.count == 0) return BetweenPoints::none;
    return contains(pair.plan, other, cell[iv.first].vertex) == Sign::negative ? BetweenPoints::outside
                                                                               : BetweenPoints::inside;
  };
  std::vector<Stretch> out;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const IntersectionPoint &p = points[k], &q = points[(k + 1) % points.size()];
    const bool one_edge = !p.on_blocker.at_corner && !q.on_blocker.at_corner && p.on_blocker.edge == q.on_blocker.edge;
    const bool ordered =
        one_edge && pair.plan.order_along(pair.blocker[p.on_blocker.edge].line, p.vertex, q.vertex) == Sign::negative;
    out.push_back({judge(pair.blocker, pair.traversable,
                         intermediate_vertices(static_cast<std::uint32_t>(pair.blocker.size()), p.on_blocker,
                                               q.on_blocker, ordered)),
                   judge(pair.traversable, pair.blocker,
                         intermediate_vertices(static_cast<std::uint32_t>(pair.traversable.size()), p.on_traversable,
                                               q.on_traversable, k + 1 < points.size()))});
  }
  return out;
}

/// A pair with its sides and intersection points.
struct MetPair : PolygonPair {
  kernel::OutlineSides sides;
  kernel::IntersectionPoints points;
  MetPair(const Outline& t, const Outline& b) : PolygonPair(t, b) {
    kernel::classify_outlines(plan, traversable, blocker, false, sides);
    points = kernel::intersect_outlines(plan, traversable, blocker, sides);
  }
  kernel::Pieces cut(kernel::Decomposition decomposition, bool coplanar = false) {
    kernel::Pieces pieces;
    kernel::cut_coplanar(plan, traversable, blocker, sides, {points.data(), points.size()}, decomposition, coplanar,
                         pieces);
    return pieces;
  }
};

/// What is wrong with the pieces of a traversable cut by a blocker, `common` being twice the area that they share;
/// empty if nothing is. `pieces` must be a partition of the traversable into the common part and the rest.
inline std::string violation(const kernel::ImplicitPlan& plan, const kernel::ConvexCell& traversable,
                             const kernel::ConvexCell& blocker, const kernel::Pieces& pieces, const mpq_class& common,
                             bool coplanar) {
  using namespace kernel;
  const auto inside = [&](const ConvexCell& part, const ConvexCell& whole) {
    return std::all_of(part.begin(), part.end(),
                       [&](const Corner& c) { return contains(plan, whole, c.vertex) != Sign::negative; });
  };
  const mpq_class obstructed = doubled_area(plan, pieces.obstructed);
  if (obstructed != (coplanar ? mpq_class(0) : common))
    return "the obstructed area is " + obstructed.get_str() + ", not " + common.get_str();
  if (pieces.obstructed.size() > 0) {
    if (!is_valid(plan, pieces.obstructed)) return "the obstructed part is no convex cell";
    if (!inside(pieces.obstructed, traversable) || !inside(pieces.obstructed, blocker))
      return "the obstructed part is not common";
  }
  mpq_class sum = common;
  for (std::size_t i = 0; i < pieces.free.size(); ++i) {
    const ConvexCell& piece = pieces.free[i];
    if (!is_valid(plan, piece)) return "piece " + std::to_string(i) + " is no convex cell";
    if (!inside(piece, traversable)) return "piece " + std::to_string(i) + " leaves the traversable";
    if (interiors_overlap(plan, piece, blocker)) return "piece " + std::to_string(i) + " meets the blocker";
    for (std::size_t j = 0; j < i; ++j)
      if (interiors_overlap(plan, piece, pieces.free[j]))
        return "pieces " + std::to_string(j) + " and " + std::to_string(i) + " overlap";
    sum += doubled_area(plan, piece);
  }
  const mpq_class whole = doubled_area(plan, traversable);
  if (sum != whole) return "the pieces sum to " + sum.get_str() + ", not " + whole.get_str();
  return {};
}

/// Cuts one outline by another in every way that the kernel offers; says what is wrong, or nothing.
inline std::string cut_violation(const Outline& t, const Outline& b, bool shared,
                                 kernel::OutlineRelation* relation = nullptr,
                                 kernel::IntersectionPoints* found = nullptr) {
  using namespace kernel;
  const mpq_class common = doubled_common_area(t, b);
  for (const Decomposition decomposition : {Decomposition::bounded, Decomposition::seed})
    for (const bool coplanar : {false, true}) {
      const std::string how = decomposition == Decomposition::bounded ? "bounded: " : "seed: ";
      PolygonPair pair(t, b, shared);
      OutlineSides sides;
      Pieces pieces;
      const bool cut =
          decompose_traversable(pair.plan, pair.traversable, pair.blocker, decomposition, coplanar, sides, pieces);
      if (cut != (common > 0)) return how + "an obstruction is where the interiors meet";
      if (cut)
        if (const std::string v = violation(pair.plan, pair.traversable, pair.blocker, pieces, common, coplanar);
            !v.empty())
          return how + v;
      if (relation) *relation = sides.relation;
      // Straight to the cutting, which takes every pair of outlines that meet.
      classify_outlines(pair.plan, pair.traversable, pair.blocker, false, sides);
      const IntersectionPoints points = intersect_outlines(pair.plan, pair.traversable, pair.blocker, sides);
      if (found) *found = points;
      if (points.empty()) continue;
      cut_coplanar(pair.plan, pair.traversable, pair.blocker, sides, {points.data(), points.size()}, decomposition,
                   coplanar, pieces);
      if (const std::string v = violation(pair.plan, pair.traversable, pair.blocker, pieces, common, coplanar);
          !v.empty())
        return how + "cut_coplanar: " + v;
    }
  return {};
}

}  // namespace plumb::tests
