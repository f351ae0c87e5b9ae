// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <vector>

#include "plumb/kernel/cell.h"

namespace plumb::kernel {

/// Coordinates, made only on the way out. In integer units relative to the plan's origin unless said otherwise.

/// The vertex as (x, y) in lowest terms.
std::array<mpq_class, 2> exact_point(const ImplicitPlan& plan, VertexId vertex);
/// The cell's vertices, clockwise.
std::vector<std::array<mpq_class, 2>> exact_points(const ImplicitPlan& plan, const ConvexCell& cell);
/// Twice the area of the cell: positive for every valid cell, zero for one of fewer than three corners.
mpq_class doubled_area(const ImplicitPlan& plan, const ConvexCell& cell);
/// Twice the area of a clockwise polygon.
mpq_class doubled_area(const std::vector<std::array<mpq_class, 2>>& clockwise);

}  // namespace plumb::kernel
