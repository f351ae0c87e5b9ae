// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/derived_mesh.h"

#include <algorithm>

#include "convex_outline.h"
#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;

std::vector<PointIndex> without_straight_corners(std::span<const PointIndex> ring,
                                                 const std::vector<kernel::PlanRef>& places) {
  std::vector<PointIndex> out;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i)
    if (orientation(places[ring[i == 0 ? n - 1 : i - 1]], places[ring[i]], places[ring[i + 1 == n ? 0 : i + 1]]) != 0)
      out.push_back(ring[i]);
  return out;
}

std::span<const PointIndex> DerivedMesh::outline(NavMesh::CellIndex cell) {
  if (first_corner_.empty()) {
    const auto& at = places();
    first_corner_.reserve(mesh_.cells.size() + 1);
    first_corner_.push_back(0);
    for (const NavMesh::Cell& c : mesh_.cells) {
      std::vector<PointIndex> corners;
      if (c.facets.size() == 1) {
        corners = without_straight_corners(c.facets[0].corners, at);
        std::rotate(corners.begin(),
                    std::ranges::min_element(corners, [&](PointIndex p, PointIndex q) { return before(at[p], at[q]); }),
                    corners.end());
      } else {
        corners = convex_outline(c, [&](PointIndex p) -> const kernel::PlanRef& { return at[p]; });
      }
      corners_.insert(corners_.end(), corners.begin(), corners.end());
      first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));
    }
  }
  return {corners_.data() + first_corner_[cell], first_corner_[cell + 1] - first_corner_[cell]};
}

const std::vector<std::array<double, 3>>& DerivedMesh::doubles() {
  if (doubles_.empty()) {
    doubles_.reserve(mesh_.points.size());
    for (const ExactPoint& p : mesh_.points)
      doubles_.push_back({kernel::nearest_double(p[0]), kernel::nearest_double(p[1]), kernel::nearest_double(p[2])});
  }
  return doubles_;
}

const std::vector<std::array<float, 3>>& DerivedMesh::floats() {
  if (floats_.empty()) {
    const auto& near = doubles();
    floats_.reserve(mesh_.points.size());
    for (std::size_t i = 0; i < mesh_.points.size(); ++i) {
      auto& f = floats_.emplace_back();
      for (std::size_t axis = 0; axis < 3; ++axis)
        f[axis] = kernel::nearest_float(mesh_.points[i][axis], near[i][axis]);
    }
  }
  return floats_;
}

const std::vector<kernel::PlanRef>& DerivedMesh::places() {
  if (places_.empty()) {
    places_.reserve(mesh_.points.size());
    for (const ExactPoint& p : mesh_.points) places_.emplace_back(p);
  }
  return places_;
}

}  // namespace plumb::pipeline
