// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>

#include "plumb/kernel/filtered_point.h"

namespace plumb::pipeline {

/// Shares of the way from one end of a segment to the other.
struct Shares {
  mpq_class low, high;
};

/// A part of a segment that lies within the circle through three points that turn left; the true ends are at most 2^-20
/// of the segment farther out. None if there is no such part.
std::optional<Shares> within_circle(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                    const std::array<const kernel::PlanPoint*, 3>& circle);

/// Where to split an obstacle, as a share of the whole of it. The circle of the disturbance cuts a part off; of the
/// middle half of that part, and within the circle of the traversal's triangle as well if that is possible, the dyadic
/// number of the shortest denominator is taken. So both triangles get an edge to the new point (Kallmann 2010; the
/// middle itself would double the length of numbers with each refinement). Requires that the first circle runs around
/// some of the part.
mpq_class refinement_point(const std::array<kernel::PlanPoint, 2>& whole, const Shares& part,
                           const std::array<const kernel::PlanPoint*, 3>& disturbance,
                           const std::array<const kernel::PlanPoint*, 3>& traversal);

/// The dyadic number of the shortest denominator between two numbers.
mpq_class shortest_dyadic(const mpq_class& low, const mpq_class& high);

}  // namespace plumb::pipeline
