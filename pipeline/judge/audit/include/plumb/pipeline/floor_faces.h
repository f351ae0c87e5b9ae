// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/segment_frame.h"
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

/// Places in plan as points of a floor's faces. Fastest face by face. Keeps a reference.
class FaceLift {
 public:
  explicit FaceLift(const FloorFaces& floor) : floor_(floor) {}

  ExactPoint operator()(FloorFaces::Index face, const kernel::PlanPoint& p) {
    const auto height = [&](FloorFaces::Index corner) -> const mpq_class& { return floor_.points[corner][2]; };
    const auto& corners = floor_.faces[face].corners;
    if (face != face_) {
      face_ = face;
      is_level_ = std::ranges::all_of(corners, [&](auto c) { return height(c) == height(corners[0]); });
      if (!is_level_) set_plane(floor_.plane(face));
    }
    return {p[0], p[1], is_level_ ? height(corners[0]) : z_over(p)};
  }
  std::vector<ExactPoint> operator()(FloorFaces::Index face, const kernel::PlanRing& ring) {
    std::vector<ExactPoint> out;
    for (const kernel::PlanPoint& p : ring) out.push_back((*this)(face, p));
    return out;
  }

 private:
  void set_plane(const kernel::ExactPlane& plane) {
    denominator_ = lcm(lcm(plane.x[0].get_den(), plane.x[1].get_den()), plane.x[2].get_den());
    for (std::size_t k = 0; k < 3; ++k) plane_[k] = denominator_ / plane.x[k].get_den() * plane.x[k].get_num();
  }
  // In integers, which are reduced once: fractions would be reduced at every step.
  mpq_class z_over(const kernel::PlanPoint& p) const {
    const mpz_class &d = p[0].get_den(), &e = p[1].get_den(), w = d == e ? d : lcm(d, e), all = plane_[2] * w;
    mpq_class out(d == e ? kernel::formulas::linear(plane_[0], plane_[1], all, p[0].get_num(), p[1].get_num())
                         : kernel::formulas::linear(plane_[0], plane_[1], all, mpz_class(w / d * p[0].get_num()),
                                                    mpz_class(w / e * p[1].get_num())),
                  denominator_ * w);
    out.canonicalize();
    return out;
  }

  const FloorFaces& floor_;
  FloorFaces::Index face_ = static_cast<FloorFaces::Index>(-1);
  bool is_level_ = false;
  // Unless it is level: its height is plane_[0] x + plane_[1] y + plane_[2], over the denominator.
  std::array<mpz_class, 3> plane_;
  mpz_class denominator_;
};

/// The plane of a floor's face in doubles. It knows nothing of a face that doubles do not tell from one without area.
class NearPlane {
 public:
  NearPlane(std::span<const kernel::PlanRef> plan, std::span<const kernel::Interval> heights);

  /// The plane's height over a place.
  kernel::Interval height(const kernel::PlanPoint& at) const;
  /// How high a point is above the plane.
  kernel::Interval over(const kernel::PlanRef& p, const kernel::Interval& z) const;

 private:
  using Vector = std::array<kernel::Interval, 3>;
  Vector to(const kernel::Interval& x, const kernel::Interval& y, const kernel::Interval& z) const {
    return {x - at_[0], y - at_[1], z - at_[2]};
  }

  Vector at_;
  Vector normal_{};  // upward; zero where doubles do not tell
};

/// A floor with doubles around its corners. Keeps a reference.
class NearFloor {
 public:
  using Index = FloorFaces::Index;

  explicit NearFloor(const FloorFaces& floor);

  const FloorFaces& exact() const { return floor_; }
  kernel::Box box(Index face) const;
  std::span<const kernel::PlanRef> plan(Index face) const {
    return std::span(plan_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  std::span<const kernel::Interval> heights(Index face) const {
    return std::span(heights_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  NearPlane plane(Index face) const { return {plan(face), heights(face)}; }

 private:
  const FloorFaces& floor_;
  // By corner of a face, face after face.
  std::vector<kernel::PlanRef> plan_;
  std::vector<kernel::Interval> heights_;
  std::vector<std::size_t> first_;  // by face, and the end
};

/// Points of a list with doubles around them. Keeps a reference to it.
class NearPoints {
 public:
  explicit NearPoints(const std::vector<kernel::ExactPoint>& points) : exact_(points) {
    near_.reserve(points.size());
    for (const kernel::ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
  }
  const std::vector<kernel::ExactPoint>& exact() const { return exact_; }
  /// Below, at or above along an axis, as cmp.
  int compare(std::uint32_t p, std::uint32_t q, std::size_t axis) const {
    if (p == q) return 0;
    return kernel::compare(
        near_[p][axis], [&]() -> const mpq_class& { return exact_[p][axis]; }, near_[q][axis],
        [&]() -> const mpq_class& { return exact_[q][axis]; });
  }

 private:
  const std::vector<kernel::ExactPoint>& exact_;
  std::vector<kernel::IntervalPoint> near_;
};

/// Points at the least and the greatest coordinates so far. Keeps a reference.
class PointBox {
 public:
  PointBox(const NearPoints& points, std::uint32_t first) : points_(&points) {
    ends_[0].fill(first);
    ends_[1].fill(first);
  }
  void grow(std::uint32_t p) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (points_->compare(p, ends_[0][k], k) < 0) ends_[0][k] = p;
      if (points_->compare(p, ends_[1][k], k) > 0) ends_[1][k] = p;
    }
  }
  std::array<kernel::ExactPoint, 2> box() const {
    std::array<kernel::ExactPoint, 2> out;
    for (std::size_t end = 0; end < 2; ++end)
      for (std::size_t k = 0; k < 3; ++k) out[end][k] = points_->exact()[ends_[end][k]][k];
    return out;
  }

 private:
  const NearPoints* points_;
  std::array<std::uint32_t, 3> ends_[2];
};

/// A point in the interior of a convex polygon: the middle of its corners, numbers of points.
template <class Corners>
kernel::ExactPoint middle_of(const std::vector<kernel::ExactPoint>& points, const Corners& corners) {
  kernel::ExactPoint out{0, 0, 0};
  for (const std::uint32_t p : corners)
    for (std::size_t k = 0; k < 3; ++k) out[k] += points[p][k];
  for (mpq_class& v : out) v /= kernel::to_gmp(corners.size());
  return out;
}

}  // namespace plumb::pipeline
