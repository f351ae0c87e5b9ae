// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/clearance_triangulation.h"
#include "plumb/pipeline/oriented_walk.h"

namespace plumb::pipeline {

/// The parts of a map: triangles that are joined over open edges.
class MapParts {
 public:
  using Index = PlanTriangulation::Index;

  explicit MapParts(PlanTriangulation triangulation);
  MapParts(const MapParts&) = delete;

  const PlanTriangulation& triangulation() const { return triangulation_; }
  /// The lowest triangle of the part to which a triangle belongs.
  Index part(Index triangle) { return sets_.find(triangle); }
  /// Whether both points are in or on triangles of one part.
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

/// Answers whether discs pass on one map. What does not depend on the radius is made once; what depends on it is kept
/// until another radius is asked about. Keeps a reference.
class PassabilityQuery {
 public:
  explicit PassabilityQuery(const PlanMap& map);

  const PlanMap& map() const { return map_; }
  const Obstacles& obstacles() const { return obstacles_; }
  const ClearanceTriangulation& clearance() const { return clearance_; }

  Passability operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const mpq_class& squared_radius);

 private:
  // The map with the barriers of one radius.
  struct Left {
    mpq_class squared_radius;
    std::vector<Passage> barriers;
    std::unique_ptr<MapParts> parts;
  };
  std::optional<Passage> narrowest(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                   std::vector<Passage> barriers) const;
  std::unique_ptr<MapParts> parts(std::span<const Passage> barriers) const;

  const PlanMap& map_;
  Obstacles obstacles_;
  ClearanceTriangulation clearance_;
  std::unique_ptr<MapParts> open_;  // for points
  std::optional<Left> left_;
};

}  // namespace plumb::pipeline
