// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/kernel/constrained_delaunay.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// Shares of a segment, from its first end on.
struct Shares {
  mpq_class low, high;
};

/// The stretch within a circle, which runs through three points that turn left, of the line that a segment lies on. Its
/// shares may be below 0 or above 1; its true ends are at most 2^-20 of the segment farther out. None if the line does
/// not cross the circle.
std::optional<Shares> within_circle(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                    const std::array<const kernel::PlanPoint*, 3>& circle);

/// Where to split an obstacle, as a share of the whole of it. The circle of the disturbance cuts a stretch off; of
/// the middle half of that stretch, and within the circle of the traversal's triangle as well if that is possible, the
/// dyadic number of the shortest denominator is taken. So both triangles get an edge to the new point (Kallmann 2010;
/// the middle itself would double the length of numbers with each refinement). Requires that the first circle runs
/// around some of the part.
mpq_class refinement_point(const std::array<kernel::PlanPoint, 2>& whole, const Shares& part,
                           const std::array<const kernel::PlanPoint*, 3>& disturbance,
                           const std::array<const kernel::PlanPoint*, 3>& traversal);

/// The dyadic number of the shortest denominator between two numbers.
mpq_class shortest_dyadic(const mpq_class& low, const mpq_class& high);

/// A constrained Delaunay triangulation of a map's obstacles, whose obstacles can be split by more points. A side of a
/// triangle is a half-edge; the side opposite to a corner is the one after the corner's own half-edge. Splits may
/// change the numbers of sides and triangles.
class ObstacleDelaunay {
 public:
  using Index = PlanTriangulation::Index;
  using Mesh = kernel::ConstrainedDelaunay;

  explicit ObstacleDelaunay(const PlanMap& map);

  /// The number of half-edges; those of blocked triangles, and of triangles beyond the hull, among them.
  Index side_count() const { return mesh_ ? mesh_->half_edge_count() : 0; }
  static Index next(Index side) { return Mesh::next(side); }
  static Index prev(Index side) { return Mesh::prev(side); }
  Index twin(Index side) const { return mesh_->twin(side); }
  bool is_free(Index triangle) const { return is_free_[triangle]; }
  const kernel::FilteredPoint& at(Index point) const { return points_[point]; }
  const kernel::FilteredPoint& begin(Index side) const { return points_[mesh_->from(side)]; }
  const kernel::FilteredPoint& end(Index side) const { return points_[mesh_->to(side)]; }
  const kernel::FilteredPoint& apex(Index side) const { return points_[mesh_->from(prev(side))]; }
  bool is_obstacle(Index side) const { return mesh_->name(side) != Mesh::none; }

  /// The points of the map that obstacles have, in the order of the map; insertions keep them.
  std::vector<Index> vertices() const;
  /// The sides opposite to a vertex of the free triangles around it.
  std::vector<Index> free_sides_around(Index vertex) const;
  /// Whether an obstacle goes straight on at a vertex.
  bool is_straight(Index vertex) const;

  /// The ends of the whole obstacle of which a side is a stretch.
  std::array<kernel::PlanPoint, 2> whole(Index side) const;
  /// The shares of the whole obstacle at which the side's ends lie; the lesser first.
  Shares shares(Index side) const;
  /// Inserts a new point, strictly between the ends of an obstacle's side.
  void insert_on(Index side, const mpq_class& share_of_whole);

  /// Returns the triangulation in the form that the other classes use: free triangles first, each in the order of its
  /// number here.
  PlanTriangulation take();

 private:
  const PlanMap::Segment& segment(Index side) const { return map_.segments[mesh_->name(side)]; }
  void spread_free();
  mpq_class share(Index side, Index point) const;

  const PlanMap& map_;
  std::vector<kernel::FilteredPoint> points_;  // those of obstacles, in the order of insertion, and then new ones
  std::vector<Index> number_in_map_;           // by point that is of the map
  std::vector<mpq_class> shares_;              // by new point: of its obstacle
  std::optional<Mesh> mesh_;                   // names are numbers of the map's segments; none without triangles
  std::vector<bool> is_free_;                  // by triangle
};

}  // namespace plumb::plan
