// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

// A drawing's view of a navmesh: plain doubles, for the eye alone.
namespace plumb::pipeline {

/// A cell in a drawing.
struct DrawnCell {
  NavMesh::CellIndex cell = 0;
  double height = 0;  ///< middle of its heights
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
};

/// A straight line over a cell, to be drawn besides.
struct DrawnLine {
  std::array<double, 3> from, to;  ///< z up
  NavMesh::CellIndex cell = 0;     ///< on whose storey it is drawn
};

/// A route, to be drawn over a plan.
struct RouteDrawing {
  std::vector<DrawnLine> line;
  double radius = 0;              ///< of the disc that goes along it; 0: a point
  std::vector<DrawnLine> points;  ///< that it was searched among: lines without length
};

/// What lies nowhere over each other: a panel of a drawing.
struct Storey {
  double floor = 0;              ///< its lowest height where somebody can stand: its name
  std::vector<DrawnCell> cells;  ///< from low to high: the order to paint in
};

}  // namespace plumb::pipeline
