// SPDX-License-Identifier: LGPL-3.0-or-later
#include "subdivision_node.h"

#include <algorithm>

#include "plumb/kernel/exact_hash.h"

namespace plumb::kernel {

std::pair<PlanPoint, PlanPoint> plan_box(const PlanRing& ring) {
  PlanPoint low = ring[0], high = ring[0];
  for (const PlanPoint& p : ring)
    for (std::size_t k = 0; k < 2; ++k) {
      if (p[k] < low[k]) low[k] = p[k];
      if (p[k] > high[k]) high[k] = p[k];
    }
  return {low, high};
}

CellSubdivision::Node::Node(PlanRing r) : ring(std::move(r)), places(plan_refs(ring)) {
  std::tie(low, high) = plan_box(ring);
}

bool CellSubdivision::Node::has_inside(const PlanRef& p) const {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (orientation(places[i], places[i + 1 == places.size() ? 0 : i + 1], p) <= 0) return false;
  return true;
}

void CellSubdivision::Node::count_corners(const Part& part, bool more) {
  for (std::size_t i = 0; i < part.ring.size(); ++i) {
    if (!has_inside(part.places[i])) continue;
    const Lot lot{hash_of(part.ring[i]), part.ring[i]};
    if (more) {
      ++corners_[lot];
    } else {
      const auto at = corners_.find(lot);
      if (--at->second == 0) corners_.erase(at);
    }
  }
}

void CellSubdivision::Node::count_sides(const Part& part, bool more) {
  const std::size_t one = more ? 1 : static_cast<std::size_t>(-1);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (part.low[axis] < (*corner_)[axis]) sides_[axis][0] += one;
    if (part.high[axis] > (*corner_)[axis]) sides_[axis][1] += one;
  }
}

void CellSubdivision::Node::count(const Part& part, bool more) {
  if (crossing.size() <= CellSubdivision::most_areas) {
    corners_.clear();
    corner_.reset();
    counted_ = false;
    return;
  }
  if (counted_) {
    count_corners(part, more);
  } else {
    for (const Part* p : crossing) count_corners(*p, true);
    counted_ = true;
  }
  if (corner_) count_sides(part, more);
}

// Whether the line of that axis through the corner separates the areas: neither side keeps all of them, and both sides
// together have at most half as many again.
bool CellSubdivision::Node::pays(std::size_t axis) const {
  const auto& [below, above] = sides_[axis];
  return std::max(below, above) < crossing.size() && 2 * (below + above) <= 3 * crossing.size();
}

bool CellSubdivision::Node::choose_split() {
  const std::optional<AxisLine> before = split;
  split.reset();
  if (crossing.size() <= CellSubdivision::most_areas || corners_.empty()) {
    corner_.reset();
    return !before;
  }
  if (const PlanPoint& first = corners_.begin()->first.at; corner_ != first) {
    corner_ = first;
    sides_ = {};
    for (const Part* part : crossing) count_sides(*part, true);
  }
  const std::size_t longer = high[1] - low[1] > high[0] - low[0];
  for (const std::size_t axis : {longer, 1 - longer})
    if (!split && pays(axis)) split = {axis, (*corner_)[axis]};
  return split == before;
}

}  // namespace plumb::kernel
