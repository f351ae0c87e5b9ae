// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <set>

#include "islands.h"
#include "lost_ways.h"
#include "plumb/pipeline/number_grid.h"

namespace plumb::pipeline {

/// A mesh that was rounded and mended, with what mending has noted.
struct RoundedMesh {
  const EdgeMesh& mesh;
  const RoundedVertices& vertices;
  const FaceRepair& repair;
  const std::vector<std::uint32_t>& vertex_of;  ///< by point, before anything was mended; or none
  /// By stance, from the lowest that is asked about: islands_of() the mesh. What is opened is joined.
  std::vector<kernel::UnionFind>& islands;
};

/// Moves rounded points to next numbers where rounding has parted what was joined.
class Reopener {
 public:
  using Position = RoundedVertices::Position;

  /// `exact`: the mesh before it was rounded. `at`: by point, the numbers that it is rounded to, which open() changes.
  /// Keeps references.
  Reopener(const EdgeMesh& exact, const MeshPoints& points, const NumberGrid& grid, std::vector<Position>& at)
      : exact_(exact), points_(points), grid_(grid), at_(at) {}

  /// Moves points by one number to open the ways that are lost for any stance from the lowest up, in another manner for
  /// each attempt 0, 1, ... Moves that earlier attempts made for these ways are undone first. Returns whether any point
  /// was moved.
  bool open(const RoundedMesh& rounded, kernel::Label lowest, unsigned attempt);
  /// Whether a point is elsewhere than it was rounded to at first.
  bool is_moved(MeshPoints::Index point) const { return !rounded_.empty() && at_[point] != rounded_[point]; }

 private:
  using Point = MeshPoints::Index;
  using Id = EdgeMesh::Id;

  void open_partings(const RoundedMesh& rounded, kernel::UnionFind& islands);
  void put_back(const LostWay& way);
  void open_way(const LostWay& way, unsigned attempt);
  void part_ends(const LostWay& way, std::size_t i, unsigned attempt);
  std::vector<kernel::PlanPoint> leftward(const LostWay& way, std::size_t i) const;
  std::vector<Position> places_beside(Point point, const std::vector<kernel::PlanPoint>& towards) const;
  void widen(std::uint32_t face, bool outer_side);
  bool is_closed(Id e) const;
  bool is_flat(std::uint32_t face) const;
  std::vector<Point> corners(std::uint32_t face) const;
  template <class Wanted>
  void move_alike(Point point, const Position& to, Wanted&& wanted);
  void sort_points(const std::vector<std::uint32_t>& vertex_of);

  const EdgeMesh& exact_;
  const MeshPoints& points_;
  const NumberGrid& grid_;
  std::vector<Position>& at_;
  std::vector<Position> rounded_;                                          // `at` before the first attempt
  std::vector<std::uint32_t> vertex_of_;                                   // by point, in the first attempt
  std::vector<Point> alike_;                                               // points by that vertex
  std::vector<std::uint32_t> first_;                                       // by vertex: into alike_
  std::set<std::uint32_t> opened_edges_, opened_faces_, opened_vertices_;  // in this attempt
  bool moved_ = false;
};

}  // namespace plumb::pipeline
