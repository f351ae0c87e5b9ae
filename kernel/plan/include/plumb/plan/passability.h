// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/union_find.h"
#include "plumb/plan/passages.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// A triangulation of a map's obstacles that tells, by the triangles passed alone, whether a disc's way from edge to
/// edge is wide enough (Kallmann 2010, 2014).
///
/// A *traversal* of a triangle goes around one of its corners, from one of the two sides at it to the other. Its
/// *clearance* is the length of the shorter of these sides or, if that is less, the distance from the corner to the
/// nearest obstacle straight beyond the opposite side.
struct ClearanceTriangulation {
  using Index = PlanTriangulation::Index;
  struct Clearance {
    mpq_class squared;       ///< of the distance
    kernel::PlanPoint foot;  ///< where it is reached
  };

  /// A line from a vertex straight across to an obstacle that it sees through a triangle at it. There is none where a
  /// corner of that triangle is nearer to the line's middle than its ends are.
  struct View {
    Passage line;
    mpq_class squared;  ///< of its length
  };

  PlanTriangulation triangulation;    ///< KeptSegments::obstacles; points of the map, then those of refinement
  std::vector<Clearance> clearances;  ///< by half-edge: of the traversal around the corner where it begins
  std::vector<View> views;
  std::size_t refinements = 0;
  std::size_t longest_numerator = 0;  ///< in bits, of the coordinates of refinement points
};

/// What counts as a disturbance of a traversal that enters over side ab of a triangle and leaves over side bc. It is a
/// vertex v whose straight way to the nearest obstacle beyond ac crosses bc and ac, and is shorter than the traversal's
/// clearance, than vc, and than the sides at v of the triangle that it leaves first. At v no obstacle goes straight on.
enum class DisturbanceRule : std::uint8_t {
  complete,
  connected,  ///< as in 2010, quoted by the source: v has an edge to c and a foot on ac; misses some
  none,       ///< nothing counts: the Delaunay triangulation as it is
};

/// Makes it from the constrained Delaunay triangulation, by inserting points on obstacles until no traversal has a
/// disturbance.
ClearanceTriangulation clearance_triangulation(const PlanMap& map, DisturbanceRule rule = DisturbanceRule::complete);

/// The lines that stop a disc: edges and views that are too short, ascending. With the obstacles they part the plane as
/// all narrow passages do (passages.h). The lines of traversals alone, which the source takes, are too few: where a
/// side at a corner is as short as the way straight across, both lines are needed for a disc that starts between them.
std::vector<Passage> barriers(const ClearanceTriangulation& triangulation, const mpq_class& squared_radius);

/// The components of a map: triangles that are joined over open edges.
class MapComponents {
 public:
  using Index = PlanTriangulation::Index;

  explicit MapComponents(PlanTriangulation triangulation);
  MapComponents(const MapComponents&) = delete;

  const PlanTriangulation& triangulation() const { return triangulation_; }
  /// The lowest triangle of the component to which a triangle belongs.
  Index component(Index triangle) { return sets_.find(triangle); }
  /// Whether both points are in or on triangles of one component.
  bool joined(const kernel::PlanPoint& p, const kernel::PlanPoint& q);
  std::vector<Index> triangles_at(const kernel::PlanPoint& p) { return walk_.triangles_at(kernel::FilteredPoint(p)); }

 private:
  const PlanTriangulation triangulation_;
  OrientedWalk walk_;
  kernel::UnionFind sets_;
};

/// The answer to whether a disc gets from one place of a map to another, and why not.
struct Passability {
  enum class Answer : std::uint8_t {
    passable,
    start_blocked,  ///< the start is in no free triangle
    goal_blocked,
    start_touched,  ///< an obstacle is nearer to the start than the radius
    goal_touched,
    too_narrow,   ///< a smaller disc gets there
    unreachable,  ///< not even a point does
  };
  Answer answer = Answer::passable;
  std::optional<PlanMap::Index> obstacle;  ///< the segment of the map that is too near to the start or the goal
  std::optional<Passage> passage;          ///< the narrowest place of the widest way, if that is too narrow
};

/// Answers whether discs pass on one map, and knows its passages by width. Everything is made once, for discs of every
/// radius: an answer costs two walks to the ends and a logarithmic number of steps. Keeps a reference.
class PassabilityQuery {
 public:
  explicit PassabilityQuery(const PlanMap& map);
  PassabilityQuery(const PassabilityQuery&) = delete;

  const PlanMap& map() const { return map_; }
  const Obstacles& obstacles() const { return obstacles_; }
  const ClearanceTriangulation& clearance() const { return clearance_; }

  /// The barriers of a radius, those of barriers(), but the narrowest first.
  std::span<const Passage> barriers(const mpq_class& squared_radius) const {
    return std::span(passages_).first(narrower(4 * squared_radius));
  }
  /// The lines between barriers that are hardly wider than the disc: from 2 up to, but without, 9/4 radii.
  std::span<const Passage> hardly_wider(const mpq_class& squared_radius) const;

  Passability operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const mpq_class& squared_radius);

 private:
  using Index = PlanTriangulation::Index;
  static constexpr Index none = PlanTriangulation::none;

  void sort_passages();
  void find_ways();
  std::size_t narrower(const mpq_class& square) const;
  Index narrowest(Index a, Index b) const;

  const PlanMap& map_;
  Obstacles obstacles_;
  ClearanceTriangulation clearance_;
  std::vector<Passage> passages_;   // all open edges and views, the narrowest first
  std::vector<mpq_class> squares_;  // of their widths
  PlanTriangulation cut_;           // by all passages
  std::optional<OrientedWalk> walk_;
  // A forest of the triangles: over the edges to a common ancestor leads the widest way. An edge has the number of the
  // passage that it crosses, as many as there are passages if none; numbers do not grow toward the root.
  std::vector<Index> parent_, over_;
};

}  // namespace plumb::plan
