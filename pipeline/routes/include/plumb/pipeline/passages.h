// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tuple>
#include <vector>

#include "plumb/pipeline/obstacles.h"

namespace plumb::pipeline {

/// A passage: a straight line from a vertex of an obstacle to the nearest point of another one, which crosses no
/// obstacle. It stops a disc of radius r if and only if its squared length is below 4 r^2: on the line the centre would
/// be nearer than r to an end.
struct Passage {
  kernel::PlanPoint from, to;
  bool operator==(const Passage&) const = default;
  bool operator<(const Passage& other) const { return std::tie(from, to) < std::tie(other.from, other.to); }
};
mpq_class squared_width(const Passage& passage);
/// The ends of passages, in the form in which triangulate() takes barriers.
std::vector<std::array<kernel::PlanPoint, 2>> segments_of(std::span<const Passage> passages);

/// All passages that stop a disc, each from the lesser of its ends by x, then y, ascending; none is a segment of the
/// map. Looks at every vertex and the obstacles near it, so it is quadratic where a disc covers them all.
std::vector<Passage> narrow_passages(const Obstacles& obstacles, const mpq_class& squared_radius);

}  // namespace plumb::pipeline
