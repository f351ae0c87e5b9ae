// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A navmesh whose steps and welds are cells, so that what joins polygons at equal edges finds the way across them.
struct LinkCells {
  /// First the points and cells of the navmesh, in their order, though cells may be smaller; then what was cut off
  /// them; then links. Only flush portals.
  NavMesh mesh;
  NavMesh::CellIndex first_link = 0;
  std::vector<PortalKind> kinds;  ///< of the links, in their order: what they stand for
  std::uint64_t linked = 0;       ///< portals that have a link; of a weld and its reverse, one
  std::uint64_t left_out = 0;     ///< the others: there was no room, or no edge left
  /// Of these, one for each place where cells are parted that steps and welds join, the widest ones.
  struct Lost {
    PortalKind kind = PortalKind::step;
    std::array<kernel::ExactPoint, 2> ends;  ///< of its stretch on cell a
    bool operator==(const Lost&) const = default;
  };
  std::vector<Lost> lost;
};

/// A link is one or two triangles with an edge in common with both cells of a step or a weld, and of its stance. The
/// sides of a step lie over one another, which leaves no room between them: there, and where a gap is narrow, one of
/// the cells gives up a strip along its edge, a 512th of the step high (without a step, of the reach of welds) wide,
/// if it has that much. The strip is narrower than the way to the next corner or portal. No link is shorter than 2^-18
/// of the greatest coordinate, nor narrower, so that it is there in binary32, too; where neither cell has so much room,
/// a strip may be as narrow as an eighth of that. Along one edge each stretch has one
/// portal or link: flush portals first, then steps, then welds. Exact.
LinkCells link_cells(const NavMesh& mesh);

}  // namespace plumb::pipeline
