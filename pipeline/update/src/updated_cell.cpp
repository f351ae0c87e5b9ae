// SPDX-License-Identifier: GPL-3.0-or-later
#include "updated_cell.h"

#include <algorithm>

#include "common_stretches.h"
#include "plumb/kernel/line_numbering.h"

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

// A side of a piece, from its lower end by x, then y. Its reach is along x, or along y if it is upright.
struct LineSide {
  std::uint32_t piece;
  const PlanPoint *low, *high;

  std::size_t axis() const { return (*low)[0] == (*high)[0] ? 1 : 0; }
};

std::vector<Contact> contacts_of(const std::vector<kernel::SubdivisionPiece>& pieces) {
  kernel::LineNumbering number;
  // By line: the sides whose piece is to the left of the way from low to high, and those whose piece is to the right.
  std::map<std::uint32_t, std::array<std::vector<LineSide>, 2>> lines;
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    const PlanRing& ring = pieces[i].ring;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const PlanPoint &from = ring[k], &to = ring[k + 1 == ring.size() ? 0 : k + 1];
      const bool ascends = from < to;
      const std::uint32_t line = pieces[i].lines.empty() ? number(from, to) : pieces[i].lines[k];
      lines[line][ascends ? 0 : 1].push_back({i, ascends ? &from : &to, ascends ? &to : &from});
    }
  }
  std::vector<Contact> out;
  out.reserve(3 * pieces.size());
  const auto from = [](const LineSide& s) -> const mpq_class& { return (*s.low)[s.axis()]; };
  const auto to = [](const LineSide& s) -> const mpq_class& { return (*s.high)[s.axis()]; };
  for (auto& [line, sides] : lines)
    each_common_stretch(sides[0], sides[1], from, to,
                        [&](const LineSide& left, const LineSide& right, const mpq_class& begin, const mpq_class& end) {
                          const PlanPoint &low = begin == from(left) ? *left.low : *right.low,
                                          &high = end == to(left) ? *left.high : *right.high;
                          if (left.piece < right.piece) out.push_back({left.piece, right.piece, low, high});
                          else out.push_back({right.piece, left.piece, high, low});
                        });
  return out;
}

// The part of a segment on the boundary of a cell that a piece has.
std::optional<kernel::ExactInterval> share_of(const CellPortal& portal, std::span<const kernel::PlanRef> ring) {
  const ExactPoint &from = portal.segment[0], &to = portal.segment[1];
  const kernel::PlanRef start(from), end(to);
  const std::size_t axis = from[0] != to[0] ? 0 : 1;
  const auto share = [&](const kernel::PlanRef& p) {
    return mpq_class(((axis == 0 ? p.x() : p.y()) - from[axis]) / (to[axis] - from[axis]));
  };
  bool last_on = kernel::orientation(start, end, ring.back()) == 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const bool on = kernel::orientation(start, end, ring[i]) == 0;
    if (on && last_on) {
      kernel::ExactInterval side{share(ring[i == 0 ? ring.size() - 1 : i - 1]), share(ring[i])};
      if (side.to < side.from) std::swap(side.from, side.to);
      const kernel::IntervalSet common = kernel::common({side}, {{0, 1}});
      return common.empty() ? std::nullopt : std::optional(common[0]);
    }
    last_on = on;
  }
  return std::nullopt;
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
  out.contacts = contacts_of(*leaf.pieces);
  for (std::uint32_t i = 0; i < leaf.pieces->size(); ++i) {
    const PlanRing& ring = (*leaf.pieces)[i].ring;
    const std::vector<kernel::PlanRef> places = kernel::plan_refs(ring);
    const PlanBox box(ring);
    for (const CellPortal& portal : cell_portals_) {
      if (!box.touches(portal.box)) continue;
      if (auto share = share_of(portal, places))
        out.shares.push_back({portal.portal, portal.on_b, i, std::move(*share)});
    }
    for (const auto& split : leaf.splits)
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const PlanPoint &p = ring[k], &q = ring[k + 1 == ring.size() ? 0 : k + 1];
        if (p[split.axis] != split.at || q[split.axis] != split.at) continue;
        // Rings run counter-clockwise: upwards along the right side of a piece, to the left along its upper side.
        const std::size_t other = 1 - split.axis;
        const bool ascends = p[other] < q[other];
        out.split_sides.push_back(
            {split, ascends == (split.axis == 0), i,
             ascends ? kernel::ExactInterval{p[other], q[other]} : kernel::ExactInterval{q[other], p[other]}});
      }
  }
  return out;
}

std::vector<UpdatedCell::Piece> UpdatedCell::pieces() const {
  std::vector<Piece> out;
  for (const Leaf& leaf : subdivision_.leaves())
    for (const kernel::SubdivisionPiece& p : *leaf.pieces) out.push_back({&p.ring, kernel::all_areas(leaf, p)});
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

std::vector<Contact> UpdatedCell::contacts() const {
  std::vector<Contact> out;
  std::map<std::pair<std::size_t, mpq_class>, std::array<std::vector<SplitSide>, 2>> along;  // below, above
  std::uint32_t first = 0;
  for (const Leaf& leaf : subdivision_.leaves()) {
    const LeafParts& parts = leaves_.at(leaf.number);
    for (Contact contact : parts.contacts) {
      contact.a += first;
      contact.b += first;
      out.push_back(std::move(contact));
    }
    for (SplitSide side : parts.split_sides) {
      side.piece += first;
      along[{side.line.axis, side.line.at}][side.below ? 0 : 1].push_back(std::move(side));
    }
    first += static_cast<std::uint32_t>(leaf.pieces->size());
  }
  for (auto& [line, sides] : along) {
    const auto axis = line.first;
    const mpq_class& at = line.second;
    each_common_stretch(
        sides[0], sides[1], &SplitSide::reach,
        [&](const SplitSide& below, const SplitSide& above, const mpq_class& begin, const mpq_class& end) {
          const auto place = [&](const mpq_class& u) { return axis == 0 ? PlanPoint{at, u} : PlanPoint{u, at}; };
          // Counter-clockwise around the piece below, a line x = at is followed upwards, and a line y = at downwards;
          // around the piece above in the other direction.
          const bool ascends = (axis == 0) == (below.piece < above.piece);
          out.push_back({std::min(below.piece, above.piece), std::max(below.piece, above.piece),
                         place(ascends ? begin : end), place(ascends ? end : begin)});
        });
  }
  return out;
}

}  // namespace plumb::pipeline
