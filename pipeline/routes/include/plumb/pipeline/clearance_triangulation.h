// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "plumb/pipeline/passages.h"
#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// A triangulation of a map's obstacles in which a disc's way from edge to edge is told to be wide enough, or not, by
/// looking at the triangles passed alone (Kallmann 2010, 2014).
///
/// A *traversal* of a triangle goes around one of its corners, from one side at it to the other. Its *clearance* is the
/// length of the shorter of these sides or, if that is less, the distance from the corner to the nearest obstacle
/// straight beyond the side opposite to it.
struct ClearanceTriangulation {
  using Index = PlanTriangulation::Index;
  struct Clearance {
    mpq_class squared;       ///< of the distance
    kernel::PlanPoint foot;  ///< where it is reached
  };

  PlanTriangulation triangulation;    ///< KeptSegments::obstacles; its points are the map's, then those of refinement
  std::vector<Clearance> clearances;  ///< by half-edge: of the traversal around the corner where it begins
  std::size_t refinements = 0;
  std::size_t longest_numerator = 0;  ///< in bits, of the coordinates of refinement points
};

/// From the constrained Delaunay triangulation, by points added to obstacles until no traversal has a disturbance.
ClearanceTriangulation clearance_triangulation(const PlanMap& map);

/// The traversals that stop a disc: where their clearances are measured, each line once. Obstacles are left out.
std::vector<Passage> narrow_traversals(const ClearanceTriangulation& triangulation, const mpq_class& squared_radius);

}  // namespace plumb::pipeline
