// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/facet_edges.h"

namespace plumb::pipeline {

/// The convex hull of a cell in plan, counter-clockwise from its leftmost, then lowest corner, without collinear
/// corners. `edges`: of the cell, found before.
inline std::vector<NavMesh::PointIndex> hull_of_open_ends(const NavMesh::Cell& cell, const MeshPoints& points,
                                                          FacetEdges& edges) {
  using PointIndex = NavMesh::PointIndex;
  // All of its corners are ends of open edges.
  std::vector<PointIndex> corners;
  edges.add_open_ends(cell, corners);
  std::ranges::sort(corners);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  struct Corner {
    PointIndex index;
    MeshPoints::Place at;
  };
  std::vector<Corner> sorted;
  sorted.reserve(corners.size());
  for (const PointIndex i : corners) sorted.push_back({i, points.place(i)});
  std::ranges::sort(sorted, [](const Corner& a, const Corner& b) { return kernel::before(a.at, b.at); });

  // Andrew's monotone chain: the lower half, then the upper one.
  std::vector<const Corner*> hull;
  const auto run = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (; first != last; ++first) {
      while (hull.size() > base + 1 && kernel::orientation(hull[hull.size() - 2]->at, hull.back()->at, first->at) <= 0)
        hull.pop_back();
      hull.push_back(&*first);
    }
    hull.pop_back();
  };
  run(sorted.begin(), sorted.end());
  run(sorted.rbegin(), sorted.rend());
  std::vector<PointIndex> out;
  out.reserve(hull.size());
  for (const Corner* c : hull) out.push_back(c->index);
  return out;
}

/// Appends the same: the strict corners of the boundary, where that is plain, else the hull. `edges` and `ring` are
/// buffers.
inline void append_convex_outline(const NavMesh::Cell& cell, const MeshPoints& points, FacetEdges& edges,
                                  std::vector<NavMesh::PointIndex>& ring, std::vector<NavMesh::PointIndex>& out) {
  const bool alone = cell.facets.size() == 1;
  ring.clear();
  if (!alone) {
    edges.find(cell);
    if (!edges.add_boundary(cell, ring)) {
      const std::vector<NavMesh::PointIndex> hull = hull_of_open_ends(cell, points, edges);
      out.insert(out.end(), hull.begin(), hull.end());
      return;
    }
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  append_strict_corners(alone ? cell.facets[0].ring() : ring, points, out);
  auto least = out.begin() + first;
  MeshPoints::Place at_least = points.place(*least);
  for (auto i = least + 1; i != out.end(); ++i)
    if (const MeshPoints::Place at = points.place(*i); kernel::before(at, at_least)) least = i, at_least = at;
  std::rotate(out.begin() + first, least, out.end());
}

}  // namespace plumb::pipeline
