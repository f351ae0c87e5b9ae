// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <vector>

#include "delaunay_cgal.h"
#include "plumb/pipeline/plan_triangulation.h"
#include "refinement_point.h"

namespace plumb::pipeline {

/// A constrained Delaunay triangulation of a map's obstacles, whose obstacles can be split by more points.
class ObstacleDelaunay {
 public:
  using Index = PlanTriangulation::Index;
  using Delaunay = delaunay::Triangulation;
  using Face = Delaunay::Face_handle;
  using Vertex = Delaunay::Vertex_handle;
  /// The side of a face that is opposite to a corner: from the corner after that one to the next.
  struct Side {
    Face face;
    int corner;
  };

  explicit ObstacleDelaunay(const PlanMap& map);

  std::vector<Face> faces() const;  ///< free faces first
  std::vector<Face> free_faces() const;
  bool is_free(Face f) const { return f->info() != 0; }
  Index point(Face f, int corner) const { return f->vertex(corner)->info(); }
  const kernel::NearPoint& at(Face f, int corner) const { return points_[point(f, corner)]; }
  const kernel::NearPoint& at(Index point) const { return points_[point]; }
  const kernel::NearPoint& begin(Side s) const { return at(s.face, Delaunay::ccw(s.corner)); }
  const kernel::NearPoint& end(Side s) const { return at(s.face, Delaunay::cw(s.corner)); }
  bool is_obstacle(Side s) const { return s.face->is_constrained(s.corner); }
  /// The same side, seen from the face beyond it.
  Side twin(Side s) const { return {s.face->neighbor(s.corner), delaunay_.mirror_index(s.face, s.corner)}; }

  /// The vertices of the map's points, as they were when the triangulation was made; insertions keep them.
  std::vector<Vertex> vertices() const;
  /// The free faces around a vertex, each by its side opposite to that.
  std::vector<Side> free_faces_at(Vertex v) const;
  /// Whether an obstacle goes straight on at a vertex.
  bool is_straight(Vertex v) const;

  /// The ends of the whole obstacle of which a side is a part.
  std::array<kernel::PlanPoint, 2> whole(Side s) const;
  /// The shares of the whole obstacle at which the side's ends lie; the lesser first.
  Shares shares(Side s) const;
  /// Inserts a new point, strictly between the ends of an obstacle's side.
  void insert_on(Side s, const mpq_class& share_of_whole);

  /// Returns the triangulation in the form that the other classes use.
  PlanTriangulation take();

 private:
  std::pair<Index, Index> key(Side s) const {
    return std::minmax(point(s.face, Delaunay::ccw(s.corner)), point(s.face, Delaunay::cw(s.corner)));
  }
  void spread_free();
  mpq_class share(Index segment, Index point) const;

  const PlanMap& map_;
  Delaunay delaunay_;
  std::vector<kernel::NearPoint> points_;
  std::vector<mpq_class> shares_;                        // by point beyond the map's, of its obstacle
  std::map<std::pair<Index, Index>, Index> segment_of_;  // by the ends of a part: the map's segment
};

}  // namespace plumb::pipeline
