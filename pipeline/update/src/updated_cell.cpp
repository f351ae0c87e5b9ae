// SPDX-License-Identifier: GPL-3.0-or-later
#include "updated_cell.h"

#include <algorithm>
#include <set>

#include "common_stretches.h"
#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;
using Leaf = kernel::CellSubdivision::Leaf;

PlanRing outline_ring(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell) {
  PlanRing ring;
  for (const NavMesh::PointIndex p : outline(mesh, cell)) ring.push_back({points[p][0], points[p][1]});
  return ring;
}

// Two pieces that have a stretch of boundary in common.
struct Contact {
  std::uint32_t a, b;  // a < b
  PlanPoint from, to;  // counter-clockwise around a
};

std::vector<Contact> contacts(const std::vector<kernel::SubdivisionPiece>& pieces) {
  constexpr std::uint32_t none = 0xffffffffu;
  kernel::ConformingRings rings;
  for (const kernel::SubdivisionPiece& p : pieces) rings.add(p.ring);
  const auto all = rings.conforming();
  const auto start_of = [](const auto& ring, std::size_t i) { return ring[i == 0 ? ring.size() - 1 : i - 1].point; };
  // Of each edge, the piece to its left.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> left;
  for (std::uint32_t piece = 0; piece < all.size(); ++piece)
    for (std::size_t i = 0; i < all[piece].size(); ++i) left[{start_of(all[piece], i), all[piece][i].point}] = piece;
  const auto beyond = [&](const auto& ring, std::size_t i) {
    const auto at = left.find({ring[i].point, start_of(ring, i)});
    return at == left.end() ? none : at->second;
  };
  std::vector<Contact> out;
  for (std::uint32_t piece = 0; piece < all.size(); ++piece) {
    const auto& ring = all[piece];
    const std::size_t n = ring.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t other = beyond(ring, i);
      if (other == none || other < piece) continue;
      // Two convex pieces have one stretch in common: its first edge stands for all.
      if (beyond(ring, i == 0 ? n - 1 : i - 1) == other) continue;
      std::size_t last = i;
      while (beyond(ring, (last + 1) % n) == other) last = (last + 1) % n;
      out.push_back({piece, other, rings.point(start_of(ring, i)), rings.point(ring[last].point)});
    }
  }
  return out;
}

// Which part of a segment on the boundary of a cell a piece of it has.
std::optional<kernel::ExactInterval> share_of(const std::array<ExactPoint, 2>& segment, const PlanRing& ring) {
  const PlanPoint from{segment[0][0], segment[0][1]}, run{segment[1][0] - from[0], segment[1][1] - from[1]};
  return kernel::part_over({0, 1}, from, run, ring.size(), [&](std::size_t k) -> const PlanPoint& { return ring[k]; });
}

}  // namespace

UpdatedCell::UpdatedCell(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell,
                         std::vector<CellPortal> portals, kernel::Decomposition decomposition)
    : surface_(mesh.cells[cell], points),
      cell_portals_(std::move(portals)),
      subdivision_(outline_ring(mesh, points, cell), mesh.denominator, decomposition) {}

void UpdatedCell::make() {
  std::map<std::uint64_t, LeafParts> made;
  piece_count_ = 0;
  for (const Leaf& leaf : subdivision_.leaves()) {
    piece_count_ += leaf.pieces->size();
    if (auto known = leaves_.extract(leaf.number)) made.insert(std::move(known));
    else made.emplace(leaf.number, parts_of(leaf));
  }
  leaves_ = std::move(made);
}

LeafParts UpdatedCell::parts_of(const Leaf& leaf) const {
  LeafParts out;
  for (const kernel::SubdivisionPiece& p : *leaf.pieces) out.facets.push_back(surface_.over(p.ring));
  for (const Contact& c : contacts(*leaf.pieces))
    for (const auto& way : surface_.straight_ways(c.from, c.to)) out.portals.push_back({c.a, c.b, way});
  std::vector<PlanBox> boxes;
  for (const CellPortal& p : cell_portals_) boxes.emplace_back(p.segment);
  for (std::uint32_t i = 0; i < leaf.pieces->size(); ++i) {
    const PlanRing& ring = (*leaf.pieces)[i].ring;
    const PlanBox box(ring);
    for (std::size_t k = 0; k < cell_portals_.size(); ++k) {
      if (!box.touches(boxes[k])) continue;
      if (auto share = share_of(cell_portals_[k].segment, ring))
        out.shares.push_back({cell_portals_[k].portal, cell_portals_[k].on_b, i, std::move(*share)});
    }
    for (const auto& median : leaf.medians)
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const PlanPoint &p = ring[k], &q = ring[k + 1 == ring.size() ? 0 : k + 1];
        if (p[median.axis] != median.at || q[median.axis] != median.at) continue;
        // Counter-clockwise: on the right side of a piece up, on its upper side to the left.
        const std::size_t other = 1 - median.axis;
        const bool ascends = p[other] < q[other];
        out.median_sides.push_back(
            {median, ascends == (median.axis == 0), i,
             ascends ? kernel::ExactInterval{p[other], q[other]} : kernel::ExactInterval{q[other], p[other]}});
      }
  }
  return out;
}

std::vector<UpdatedCell::Piece> UpdatedCell::pieces() const {
  std::vector<Piece> out;
  for (const Leaf& leaf : subdivision_.leaves()) {
    const LeafParts& parts = leaves_.at(leaf.number);
    for (std::size_t i = 0; i < leaf.pieces->size(); ++i)
      out.push_back({&(*leaf.pieces)[i].ring, kernel::all_areas(leaf, (*leaf.pieces)[i]), &parts.facets[i]});
  }
  return out;
}

std::vector<PortalShare> UpdatedCell::shares() const {
  std::vector<PortalShare> out;
  std::uint32_t first = 0;
  for (const Leaf& leaf : subdivision_.leaves()) {
    const LeafParts& parts = leaves_.at(leaf.number);
    for (PortalShare share : parts.shares) {
      share.piece += first;
      out.push_back(std::move(share));
    }
    first += static_cast<std::uint32_t>(leaf.pieces->size());
  }
  return out;
}

std::vector<InnerPortal> UpdatedCell::portals() const {
  std::vector<InnerPortal> out;
  std::map<std::pair<std::size_t, mpq_class>, std::array<std::vector<MedianSide>, 2>> along;  // below, above
  std::uint32_t first = 0;
  for (const Leaf& leaf : subdivision_.leaves()) {
    const LeafParts& parts = leaves_.at(leaf.number);
    for (InnerPortal portal : parts.portals) {
      portal.a += first;
      portal.b += first;
      out.push_back(std::move(portal));
    }
    for (MedianSide side : parts.median_sides) {
      side.piece += first;
      along[{side.median.axis, side.median.at}][side.below ? 0 : 1].push_back(std::move(side));
    }
    first += static_cast<std::uint32_t>(leaf.pieces->size());
  }
  for (auto& [line, sides] : along) {
    const auto [axis, at] = line;
    each_common_stretch(
        sides[0], sides[1], &MedianSide::reach,
        [&](const MedianSide& below, const MedianSide& above, const kernel::ExactInterval& both) {
          const auto place = [&](const mpq_class& u) { return axis == 0 ? PlanPoint{at, u} : PlanPoint{u, at}; };
          // Around the piece below, a line x = at is gone along upward, a line y = at downward; around the other one
          // the other way.
          const bool ascends = (axis == 0) == (below.piece < above.piece);
          for (const auto& way :
               surface_.straight_ways(place(ascends ? both.from : both.to), place(ascends ? both.to : both.from)))
            out.push_back({std::min(below.piece, above.piece), std::max(below.piece, above.piece), way});
        });
  }
  return out;
}

}  // namespace plumb::pipeline
