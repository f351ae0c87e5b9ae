// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/kernel/interval_set.h"
#include "updated_cell.h"

namespace plumb::pipeline {

/// A part of a base portal, between a piece of its first cell and one of its second.
struct PortalPart {
  std::uint32_t on_a, on_b;     ///< pieces; 0 of a cell that is whole
  kernel::ExactInterval share;  ///< of the portal, along both its segments
  bool operator==(const PortalPart&) const = default;
};

/// The parts of a portal, ascending by pieces. `a` and `b`: the cells' pieces, null of a cell that is whole.
std::vector<PortalPart> portal_parts(const NavMesh::Portal& portal, const std::vector<ExactPoint>& points,
                                     const std::vector<CellPiece>* a, const std::vector<CellPiece>* b);

}  // namespace plumb::pipeline
