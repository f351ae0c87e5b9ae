// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

// A drawing's view of a navmesh: plain doubles, for the eye alone.
namespace plumb::pipeline {

/// The nearest doubles of NavMesh::points, z up.
using PlanPoints = std::vector<std::array<double, 3>>;
PlanPoints plan_points(const NavMesh& mesh);

/// A cell on the plan.
struct PlanCell {
  NavMesh::CellIndex cell = 0;
  double height = 0;  ///< middle of its heights
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
};

struct Storey {
  double floor = 0;             ///< its lowest height where somebody can stand: its name
  std::vector<PlanCell> cells;  ///< from low to high: the order to paint in
};

/// The cells in storeys: the layers of the lowest stance (by min_cut, or van_toll where it is large), as many in one storey as lie nowhere over each other
/// (panels.h). Cells where nobody stands are with the rest of their surface, or else with what is next below.
/// Empty if there are no cells or a coordinate is beyond the range of double.
std::vector<Storey> split_storeys(const NavMesh& mesh, const PlanPoints& points);

}  // namespace plumb::pipeline
