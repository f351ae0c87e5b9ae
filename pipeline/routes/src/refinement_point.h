// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>

#include "plumb/kernel/near_point.h"

namespace plumb::pipeline {

/// Shares of the way from one end of a segment to the other.
struct Shares {
  mpq_class low, high;
};

/// A part of a segment that is within the circle through three points that turn left, its ends within 2^-20 of the
/// whole; none if there is no such part.
std::optional<Shares> within_circle(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                    const std::array<const kernel::PlanPoint*, 3>& circle);

/// Where to part an obstacle, as a share of the way along the whole of it: the number of the shortest denominator, a
/// power of two, in the middle half of what the disturbance's circle cuts off the part of it; within the circle of the
/// traversal's triangle as well, if that is possible. So both get an edge to it (Kallmann 2010; the middle itself would
/// double its length with each refinement).
/// Requires that the first circle runs around some of the part.
mpq_class refinement_point(const std::array<kernel::PlanPoint, 2>& whole, const Shares& part,
                           const std::array<const kernel::PlanPoint*, 3>& disturbance,
                           const std::array<const kernel::PlanPoint*, 3>& traversal);

/// The dyadic number of the shortest denominator between two numbers.
mpq_class shortest_dyadic(const mpq_class& low, const mpq_class& high);

}  // namespace plumb::pipeline
