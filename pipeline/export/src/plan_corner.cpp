// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_corner.h"

#include <cmath>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/exact_doubles.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// In units of the points: exact if the product is a double.
Interval in_units_of(const MeshPoints& points, double coordinate) {
  const Interval& unit = points.near_unit();
  const double product = coordinate * unit.low;
  if (kernel::is_exact(unit) && kernel::is_exact_product(coordinate, unit.low, product)) return Interval(product + 0.0);
  return Interval(coordinate) * unit;
}

// Along an axis, of a cut; exact where the line or the edge runs across the axis.
Interval passing_coordinate(const Interval& p, const Interval& q, const Interval& from, const Interval& to,
                            const Interval& share) {
  if (kernel::is_exact(p) && kernel::is_exact(q) && p.low == q.low) return p;
  Interval at = from + share * (to - from);
  // Between its ends, whatever rounding says.
  at.low = std::max(at.low, std::min(from.low, to.low));
  at.high = std::min(at.high, std::max(from.high, to.high));
  return at;
}

// Whether a corner is known to lie on the line from p to q.
bool is_known_on(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner) {
  const auto is_end = [&](const PlanCorner& c) { return &c == &p || &c == &q; };
  return is_end(corner) || (corner.is_cut() && is_end(*corner.line()[0]) && is_end(*corner.line()[1]));
}

}  // namespace

PlanCorner::PlanCorner(const MeshPoints& points, const std::array<double, 3>& place, std::uint32_t number)
    : ix(in_units_of(points, place[0])),
      iy(in_units_of(points, place[1])),
      points_(&points),
      number_(number),
      place_{place[0], place[1]} {}

PlanCorner::PlanCorner(const MeshPoints& points, NavMesh::PointIndex point, std::uint32_t number)
    : points_(&points), point_(point), number_(number) {
  const FilteredPoint near = points.near(point);
  ix = near[0], iy = near[1];
}

PlanCorner::PlanCorner(const PlanCorner& p, const PlanCorner& q, const PlanCorner& from, const PlanCorner& to)
    : points_(p.points_), line_{&p, &q}, edge_{&from, &to} {
  const auto away = [&](const PlanCorner& c) {
    return kernel::formulas::determinant(q.ix - p.ix, q.iy - p.iy, c.ix - p.ix, c.iy - p.iy);
  };
  const Interval before = away(from), share = before / (before - away(to));
  ix = passing_coordinate(p.ix, q.ix, from.ix, to.ix, share);
  iy = passing_coordinate(p.iy, q.iy, from.iy, to.iy, share);
}

std::span<const mpq_class> PlanCorner::exact() const {
  if (is_mesh_point()) return (*points_)[point_];
  if (!exact_) {
    exact_ = std::make_unique<std::array<mpq_class, 2>>();
    if (!is_cut()) {
      *exact_ = {mpq_class(place_[0]), mpq_class(place_[1])};
    } else {
      const auto plan = [](const PlanCorner& c) { return std::array<mpq_class, 2>{c.x(), c.y()}; };
      const std::array<mpq_class, 2> p = plan(*line_[0]), q = plan(*line_[1]), from = plan(*edge_[0]),
                                     to = plan(*edge_[1]);
      *exact_ = kernel::passing_point(p, q, from, to);
    }
  }
  return *exact_;
}

int side_of(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner) {
  if (is_known_on(p, q, corner)) return 0;
  if (const auto sign = kernel::turn_near(p, q, p, corner)) return static_cast<int>(*sign);
  // A cut lies strictly between the ends of an edge, so where these are, or on the line if both are.
  if (corner.is_cut()) {
    const int from = side_of(p, q, *corner.edge()[0]), to = side_of(p, q, *corner.edge()[1]);
    if (from == to) return from;
    if (from == 0 || to == 0) return from + to;
  }
  if (corner.is_mesh_point()) return turn_exact(p.place(), q.place(), p.place(), corner.place());
  return kernel::turn_exact(p, q, p, corner);
}

bool same_corner(const PlanCorner& a, const PlanCorner& b) { return &a == &b || kernel::same_place(a, b); }

}  // namespace plumb::pipeline
