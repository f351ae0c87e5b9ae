// SPDX-License-Identifier: GPL-3.0-or-later
#include "portal_parts.h"

#include <algorithm>

#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

struct Share {
  std::uint32_t piece;
  kernel::ExactInterval of;
};

// Which part of a segment on the boundary of a cell each of its pieces has.
std::vector<Share> shares(const std::array<ExactPoint, 2>& segment, const std::vector<CellPiece>* pieces) {
  if (pieces == nullptr) return {{0, {0, 1}}};
  const kernel::PlanPoint from{segment[0][0], segment[0][1]}, run{segment[1][0] - from[0], segment[1][1] - from[1]};
  std::vector<Share> out;
  for (std::uint32_t i = 0; i < pieces->size(); ++i) {
    const kernel::PlanRing& ring = (*pieces)[i].ring;
    const auto part = kernel::part_over({0, 1}, from, run, ring.size(),
                                        [&](std::size_t k) -> const kernel::PlanPoint& { return ring[k]; });
    if (part) out.push_back({i, *part});
  }
  return out;
}

}  // namespace

std::vector<PortalPart> portal_parts(const NavMesh::Portal& portal, const std::vector<ExactPoint>& points,
                                     const std::vector<CellPiece>* a, const std::vector<CellPiece>* b) {
  const auto ends = [&](const std::array<NavMesh::PointIndex, 2>& on) {
    return std::array{points[on[0]], points[on[1]]};
  };
  const std::vector<Share> of_a = shares(ends(portal.on_a), a), of_b = shares(ends(portal.on_b), b);
  std::vector<PortalPart> out;
  for (const Share& s : of_a)
    for (const Share& t : of_b)
      for (kernel::ExactInterval& both : kernel::common({s.of}, {t.of}))
        out.push_back({s.piece, t.piece, std::move(both)});
  return out;
}

}  // namespace plumb::pipeline
