// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_point.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Convex planar polygons in exact coordinates (z up, input units), none of them vertical: a floor as it is compared
/// with another. They may overlap.
struct FloorFaces {
  using Index = std::uint32_t;
  struct Face {
    boost::container::small_vector<Index, 4> corners;  ///< into points; counter-clockwise seen from above
    Index owner = 0;                                   ///< the cell, polygon or face that it is a part of
  };
  std::vector<ExactPoint> points;
  std::vector<Face> faces;
  mpz_class unit = 1;  ///< most coordinates are multiples of 1 / unit; it keeps numbers short, and decides nothing
  std::vector<kernel::IntervalPoint> near;  ///< doubles around the first points, as far as they are made

  /// Makes those of all points: for a floor that is looked at several times.
  void make_near();
  kernel::IntervalPoint near_point(Index point) const {
    return point < near.size() ? near[point] : kernel::interval_point(points[point]);
  }
  /// A face's corners in plan.
  kernel::PlanRing ring(Index face) const;
  /// Its plane.
  kernel::ExactPlane plane(Index face) const;
};

/// Indices in range; every face convex, planar, and counter-clockwise with an area in plan.
bool is_valid(const FloorFaces& floor);

/// What FloorFaces::unit is of a navmesh: what most of its coordinates are multiples of.
mpz_class unit_of(const NavMesh& mesh);

/// The facets of those cells of a navmesh that are chosen. Owners are cells.
FloorFaces facets_of(const NavMesh& mesh, const std::function<bool(const NavMesh::Cell&)>& chosen);

/// The box of a face's corners.
kernel::Box box_of(const FloorFaces& floor, FloorFaces::Index face);

}  // namespace plumb::pipeline
