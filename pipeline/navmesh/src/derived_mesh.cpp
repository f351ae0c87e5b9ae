// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/derived_mesh.h"

#include <algorithm>

#include "convex_outline.h"
#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;

std::vector<PointIndex> without_straight_corners(std::span<const PointIndex> ring, const MeshPoints& points) {
  std::vector<PointIndex> out;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i)
    if (kernel::orientation(points.place(ring[i == 0 ? n - 1 : i - 1]), points.place(ring[i]),
                            points.place(ring[i + 1 == n ? 0 : i + 1])) != 0)
      out.push_back(ring[i]);
  return out;
}

std::span<const PointIndex> DerivedMesh::outline(NavMesh::CellIndex cell) {
  if (first_corner_.empty()) {
    first_corner_.reserve(mesh_.cells.size() + 1);
    first_corner_.push_back(0);
    for (const NavMesh::Cell& c : mesh_.cells) {
      std::vector<PointIndex> corners;
      if (c.facets.size() == 1) {
        corners = without_straight_corners(c.facets[0].corners, mesh_.points);
        std::rotate(corners.begin(),
                    std::ranges::min_element(corners,
                                             [&](PointIndex p, PointIndex q) {
                                               return kernel::before(mesh_.points.place(p), mesh_.points.place(q));
                                             }),
                    corners.end());
      } else {
        corners = convex_outline(c, mesh_.points);
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
    for (PointIndex i = 0; i < mesh_.points.size(); ++i)
      doubles_.push_back(
          {rounded_double(mesh_.points, i, 0), rounded_double(mesh_.points, i, 1), rounded_double(mesh_.points, i, 2)});
  }
  return doubles_;
}

const std::vector<std::array<float, 3>>& DerivedMesh::floats() {
  if (floats_.empty()) {
    floats_.reserve(mesh_.points.size());
    for (PointIndex i = 0; i < mesh_.points.size(); ++i)
      floats_.push_back(
          {rounded_float(mesh_.points, i, 0), rounded_float(mesh_.points, i, 1), rounded_float(mesh_.points, i, 2)});
  }
  return floats_;
}

}  // namespace plumb::pipeline
