// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/oriented_walk.h"

#include <algorithm>
#include <random>

namespace plumb::pipeline {

// A linear congruential generator: walks need no better one, and it is the same everywhere.
std::uint32_t OrientedWalk::draw(std::uint32_t count) {
  state_ = std::minstd_rand(state_)();
  return state_ % count;
}

std::optional<OrientedWalk::Index> OrientedWalk::locate(const kernel::FilteredPoint& point) {
  const PlanTriangulation& t = triangulation_;
  const auto is_beyond = [&](Index h) {
    return kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], point) < 0;
  };
  if (t.half_edges.empty()) return std::nullopt;
  Index start = draw(static_cast<Index>(t.half_edges.size()));
  if (is_beyond(start) && t.twin(start) != PlanTriangulation::none) start = t.twin(start);
  ++walk_;
  for (Index triangle = start / 3;;) {
    ++steps_;
    seen_[triangle] = walk_;
    std::array<Index, 3> leaving;
    std::uint32_t count = 0;
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (is_beyond(h)) leaving[count++] = h;
    if (count == 0) return triangle;
    Index out = leaving[0];
    if (count == 2) {
      const auto is_new = [&](Index h) {
        return t.twin(h) != PlanTriangulation::none && seen_[t.twin(h) / 3] != walk_;
      };
      const bool first = is_new(leaving[0]), second = is_new(leaving[1]);
      out = leaving[first == second ? draw(2) : second ? 1 : 0];
    }
    // The hull is convex: a walk that has to leave it looks for a point outside.
    if (t.twin(out) == PlanTriangulation::none) return std::nullopt;
    triangle = t.twin(out) / 3;
  }
}

std::vector<OrientedWalk::Index> OrientedWalk::triangles_at(const kernel::FilteredPoint& point) {
  const PlanTriangulation& t = triangulation_;
  std::vector<Index> out;
  const auto first = locate(point);
  if (!first) return out;
  // To all triangles around the point, over sides on which it lies.
  out.push_back(*first);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (Index h = 3 * out[i]; h < 3 * out[i] + 3; ++h) {
      if (t.twin(h) == PlanTriangulation::none) continue;
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], point) != 0) continue;
      if (std::ranges::find(out, t.twin(h) / 3) == out.end()) out.push_back(t.twin(h) / 3);
    }
  std::erase_if(out, [&](Index triangle) { return t.is_blocked(triangle); });
  std::ranges::sort(out);
  return out;
}

}  // namespace plumb::pipeline
