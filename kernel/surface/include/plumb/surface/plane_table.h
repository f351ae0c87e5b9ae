// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plane.h"
#include "plumb/surface/triangle_mesh.h"

namespace plumb::surface {

/// An upward normal of a plane z = u x + v y + w in integers: a multiple of (-u, -v, 1).
kernel::ExactNormal normal_of(const kernel::ExactPlane& plane);

/// Stores planes that are not vertical, each once, by number; and their directions, which parallel planes share.
class PlaneTable {
 public:
  using Index = TriangleMesh::Index;

  struct Plane {
    Index direction = 0;
    std::array<kernel::Interval, 3> near;  ///< doubles around its coefficients
    kernel::Interval cos_squared;          ///< doubles around cos^2 of its slope: squared distance / squared height
  };
  struct Direction {
    kernel::ExactNormal normal;            ///< upward
    std::array<kernel::Interval, 3> near;  ///< doubles around (-u, -v, 1)
  };

  PlaneTable() : number_plane_(exact_planes_), number_direction_(exact_directions_) {}
  PlaneTable(const PlaneTable&) = delete;

  /// The number of a plane, which is stored if it is new.
  Index add(const kernel::ExactPlane& plane);
  const Plane& operator[](Index plane) const { return planes_[plane]; }
  kernel::ExactPlane exact(Index plane) const { return {exact_planes_[plane]}; }
  const Direction& direction(Index number) const { return directions_[number]; }
  /// Whether a point is on a plane. `near` has doubles around its coordinates.
  bool holds(Index plane, const ExactPoint& p, const std::array<kernel::Interval, 3>& near) const;
  /// The height of a point over a plane, exactly and between doubles.
  mpq_class height_over(Index plane, const ExactPoint& p) const;
  kernel::Interval height_interval_over(Index plane, const std::array<kernel::Interval, 3>& near) const;

 private:
  std::vector<ExactPoint> exact_planes_, exact_directions_;
  kernel::PointNumbering number_plane_, number_direction_;
  std::vector<Plane> planes_;
  std::vector<Direction> directions_;
};

/// By triangle, the number of its plane. Requires that triangles of one surface lie in one plane.
std::vector<PlaneTable::Index> planes_of(const TriangleMesh& mesh, PlaneTable& planes);

/// Planes whose squared distances are added up (Garland & Heckbert 1997, who store the sum as a matrix, a quadric). The
/// planes are stored ascending by number. So each plane counts once, however many triangles lie in it, and with few
/// planes the sum is a short fraction.
class PlaneSet {
 public:
  using Index = PlaneTable::Index;

  void add(Index plane) { add(std::vector{plane}); }
  void add(const PlaneSet& other) { add(other.planes_); }
  std::span<const Index> planes() const { return planes_; }

 private:
  void add(const std::vector<Index>& planes);

  std::vector<Index> planes_;
};

/// A place, and doubles around its coordinates. It refers to both.
struct Place {
  const ExactPoint& at;
  const std::array<kernel::Interval, 3>& near;
};

/// The sum of the squared distances from a place to the planes of two sets, where a plane of both counts once: between
/// doubles, and exactly.
kernel::Interval error_interval(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const Place& place);
mpq_class error(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const ExactPoint& place);
/// Whether that sum is at most a limit >= 0.
bool error_is_within(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const Place& place,
                     const mpq_class& limit);

}  // namespace plumb::surface
