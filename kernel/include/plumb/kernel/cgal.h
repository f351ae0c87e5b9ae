// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
/// To and from CGAL, for those who live there: exact polygons of CGAL::Polygon_2, with holes or without, on the Epeck
/// kernel, all LGPL. Header only; the kernel itself does not need CGAL. Nothing is rounded in either direction.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/Polygon_with_holes_2.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <sstream>
#include <type_traits>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

using CgalKernel = CGAL::Exact_predicates_exact_constructions_kernel;
using CgalPolygon = CGAL::Polygon_2<CgalKernel>;
using CgalPolygonWithHoles = CGAL::Polygon_with_holes_2<CgalKernel>;

/// A CGAL number from a fraction, and the fraction that a CGAL number is. CGAL's exact rational is one of several
/// types, by how CGAL was built: where it does not show its GMP value, the text stands in.
inline CgalKernel::FT to_cgal(const mpq_class& v) {
  using Exact = std::decay_t<decltype(CGAL::exact(CgalKernel::FT()))>;
  if (const double near = v.get_d(); v == near) return CgalKernel::FT(near);
  if constexpr (std::is_constructible_v<Exact, mpq_srcptr>) return CgalKernel::FT(Exact(v.get_mpq_t()));
  else return CgalKernel::FT(Exact(v.get_str()));
}
template <class Number>
mpq_class from_cgal(const Number& v) {
  const auto& exact = CGAL::exact(v);
  if constexpr (requires { mpq_class(exact.mpq()); }) {
    return mpq_class(exact.mpq());
  } else if constexpr (requires { mpq_class(exact.backend().data()); }) {
    return mpq_class(exact.backend().data());
  } else {
    std::ostringstream text;
    text << exact;
    mpq_class r(text.str());
    r.canonicalize();
    return r;
  }
}

/// The cell as a polygon, counterclockwise as CGAL has them, in the input's units and plan (not relative to the
/// origin). Empty for a cell of fewer than three corners.
inline CgalPolygon to_cgal(const ImplicitPlan& plan, const ConvexCell& cell) {
  CgalPolygon out;
  if (cell.size() < 3) return out;
  const PointTable& points = plan.points();
  const mpq_class origin[] = {mpq_class(points.exact(plan.origin(), 0)), mpq_class(points.exact(plan.origin(), 1))};
  const auto vertices = exact_points(plan, cell);
  for (auto v = vertices.rbegin(); v != vertices.rend(); ++v)
    out.push_back({to_cgal(mpq_class(((*v)[0] + origin[0]) / points.denominator())),
                   to_cgal(mpq_class(((*v)[1] + origin[1]) / points.denominator()))});
  return out;
}

/// A ring as a polygon, and back, in its direction.
inline CgalPolygon to_cgal(const PlanRing& ring) {
  CgalPolygon out;
  for (const PlanPoint& p : ring) out.push_back({to_cgal(p[0]), to_cgal(p[1])});
  return out;
}
inline PlanRing from_cgal(const CgalPolygon& polygon) {
  PlanRing out;
  for (const auto& p : polygon.container()) out.push_back({from_cgal(p.x()), from_cgal(p.y())});
  return out;
}

/// A region as one polygon with holes: its first ring the outline, counterclockwise, the others holes, clockwise, as
/// CGAL has them. None if there is no ring or one of them crosses or touches itself; whether holes lie within the
/// outline is not looked at.
inline std::optional<CgalPolygonWithHoles> to_cgal(const PlanRegion& region) {
  std::vector<CgalPolygon> rings;
  for (const PlanRing& ring : region.rings) {
    CgalPolygon& polygon = rings.emplace_back(to_cgal(ring));
    if (polygon.size() < 3 || !polygon.is_simple() || polygon.orientation() == CGAL::COLLINEAR) return std::nullopt;
    if ((polygon.orientation() == CGAL::COUNTERCLOCKWISE) != (rings.size() == 1)) polygon.reverse_orientation();
  }
  if (rings.empty()) return std::nullopt;
  return CgalPolygonWithHoles(rings.front(), rings.begin() + 1, rings.end());
}
inline PlanRegion from_cgal(const CgalPolygonWithHoles& polygon) {
  PlanRegion out{{from_cgal(polygon.outer_boundary())}};
  for (auto hole = polygon.holes_begin(); hole != polygon.holes_end(); ++hole) out.rings.push_back(from_cgal(*hole));
  return out;
}

/// Polygons as points of one table at z = 0, and their corners, clockwise: what make_cell() takes.
struct CgalCorners {
  PointTable points;
  std::vector<std::vector<PointId>> corners;  ///< [i]: of polygon i
};

/// Requires simple, convex polygons with an area, in either orientation; corners inside a side are allowed. Scales all
/// coordinates to integers by their common denominator (PointTable::denominator()). None if a polygon is none of these.
inline std::optional<CgalCorners> corners_from_cgal(const std::vector<CgalPolygon>& polygons) {
  std::vector<mpq_class> coordinates;
  CgalCorners out;
  PointId next = 0;
  for (const CgalPolygon& polygon : polygons) {
    if (polygon.size() < 3 || !polygon.is_simple() || !polygon.is_convex() || polygon.orientation() == CGAL::COLLINEAR)
      return std::nullopt;
    for (const auto& p : polygon.container()) {
      coordinates.push_back(from_cgal(p.x()));
      coordinates.push_back(from_cgal(p.y()));
      coordinates.push_back(0);
    }
    std::vector<PointId> corners(polygon.size());
    std::iota(corners.begin(), corners.end(), next);
    next += static_cast<PointId>(corners.size());
    if (polygon.orientation() == CGAL::COUNTERCLOCKWISE) std::reverse(corners.begin(), corners.end());
    out.corners.push_back(std::move(corners));
  }
  mpz_class denominator = 1;
  for (const mpq_class& c : coordinates) denominator = lcm(denominator, c.get_den());
  std::vector<mpz_class> scaled;
  for (const mpq_class& c : coordinates) scaled.push_back(c.get_num() * (denominator / c.get_den()));
  out.points = PointTable::from_integers(std::move(scaled), denominator);
  return out;
}

}  // namespace plumb::kernel
