// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <set>

#include "edge_mesh.h"
#include "face_repair.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/number_grid.h"

namespace plumb::pipeline {

/// The area of a face in plan, about. at(e): the kernel::RoundedPlace where half-edge e starts.
template <class At>
double face_area(const EdgeMesh& mesh, const EdgeMesh::Face& face, At&& at) {
  const kernel::RoundedPlace first = at(face.first);
  EdgeMesh::Id e = mesh[face.first].next;
  double doubled = 0;
  for (kernel::RoundedPlace last = at(e); (e = mesh[e].next) != face.first;) {
    const kernel::RoundedPlace here = at(e);
    doubled += kernel::formulas::orient2d(first, last, here);
    last = here;
  }
  return doubled / 2;
}

/// Faces of at least a stance, joined where they are neighbours.
kernel::UnionFind islands_of(const EdgeMesh& mesh, kernel::Label stance);

/// Counts, again and again, how many islands there are more than components of which something is left, over all
/// stances that are wanted.
class SplitCounter {
 public:
  SplitCounter(const NavMesh& mesh, const WantedCells& wanted);
  std::uint64_t count(const EdgeMesh& edges);
  /// By stance, from the lowest wanted: islands_of() the mesh that was counted last. Whoever asks may join them.
  std::vector<kernel::UnionFind>& islands() { return islands_; }

 private:
  kernel::Label lowest_;
  std::vector<std::vector<NavMesh::CellIndex>> component_;  // by stance and cell
  std::vector<kernel::UnionFind> islands_;
  std::vector<std::uint8_t> seen_;
};

/// Notes islands, what is lost, and ways that are. `exact`: the mesh before anything was mended, with the areas of its
/// faces; vertex_of: by its vertex, that of `vertices`. known: islands_of() the edges, by stance, or null.
void count_islands(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges, const EdgeMesh& exact,
                   const std::vector<double>& exact_areas, const RoundedVertices& vertices,
                   const std::vector<std::uint32_t>& vertex_of, std::vector<kernel::UnionFind>* known,
                   ConformingFacts& facts);

/// A way that there was between what are two islands now: half-edges of the exact mesh, each of which leads on to the
/// face where the next one begins. Something is left of the first face and of the last one, nothing of those between.
using LostWay = std::vector<EdgeMesh::Id>;

/// Ways for those who have at least a stance that join the islands of what was one component, as few as do: those
/// through the fewest faces of which nothing is left, and the widest of them. `mesh`: the exact one after it was
/// rounded and mended. `islands`: of its faces; what ways join is one island afterwards, and so are the parts of a
/// face.
std::vector<LostWay> lost_ways(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points,
                               kernel::Label stance, kernel::UnionFind& islands);

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
