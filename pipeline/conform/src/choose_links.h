// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <vector>

#include "cut_strips.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A link in plan: two triangles with area, counter-clockwise.
struct LinkShape {
  using Triangles = std::array<std::array<std::size_t, 3>, 2>;

  std::uint32_t portal = 0;
  std::array<kernel::PlanPoint, 4> corners;  ///< the first two along cell b of the portal, the others along a
  Triangles triangles;                       ///< into corners: the first has 0 and 1, the second 2 and 3
};

struct ChosenLinks {
  std::vector<LinkShape> links;  ///< ascending by kind of portal, then portal
  /// Of cells that gave up a strip: what is left of them, in convex pieces, the greatest first.
  std::map<NavMesh::CellIndex, std::vector<std::vector<kernel::PlanPoint>>> parts;
  std::uint64_t left_out = 0;  ///< steps and welds without a link
};

/// Which stretches of steps and welds have a link, as link_cells() says, and what it takes from cells. `points`: those
/// of the mesh.
ChosenLinks choose_links(const NavMesh& mesh, const std::vector<ExactPoint>& points);

}  // namespace plumb::pipeline
