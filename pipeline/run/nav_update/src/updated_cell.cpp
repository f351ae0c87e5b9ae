// SPDX-License-Identifier: LGPL-3.0-or-later
// A cell of a navmesh that live updates meet: its surface in space, its pieces, and where they meet one another and
// portals.
//
// 1. CellSurface holds the facets of a cell with their planes. parts_within() returns the part of an area in which the
//    cell lies within the area's heights: a facet that slopes is clipped by two lines. over() clips facets to a ring;
//    straight_ways() splits a segment in plan where the surface bends under it.
// 2. UpdatedCell keeps the subdivision of the cell by the areas (kernel::CellSubdivision), whose leaves hold pieces.
//    find_parts() finds, for each leaf that is new, the contacts of its pieces (contacts_of()), what they have of
//    portals (share_of()), and their sides on the lines that separate leaves (parts_of()): when a navmesh is asked for.
// 3. pieces(), shares() and contacts() put the leaves together; contacts across a line between leaves are stretches
//    that pieces on both sides have in common (each_common_stretch()).
//
// Cost: linear in the facets for each area; n log n for n sides in a leaf; asking is linear in the pieces. Memory: the
// pieces of the cell.
// Exact: everything, in fractions; boxes in doubles only find candidates.
// Source: *Trivial navigation mesh generation I* (2010) has the subdivision; heights and contacts are ours.
#include "updated_cell.h"

#include <algorithm>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;

// The part of a convex ring where a linear function is not negative.
template <class Value>
void keep_where(PlanRing& ring, const Value& value) {
  kernel::clip_half_plane(ring, value,
                          [](const PlanPoint& p, const mpq_class& at_p, const PlanPoint& q, const mpq_class& at_q) {
                            return kernel::point_along(p, q, mpq_class(at_p / (at_p - at_q)));
                          });
}

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

// Most floors are level.
ExactPoint CellSurface::Facet::over(const PlanPoint& p) const {
  const auto& [a, b, c] = plane.x;
  return {p[0], p[1], a == 0 && b == 0 ? c : plane.height(p[0], p[1])};
}

CellSurface::CellSurface(const NavMesh::Cell& cell, const std::vector<ExactPoint>& points) {
  lowest_ = highest_ = points[cell.facets[0].corners[0]][2];
  for (const NavMesh::Facet& facet : cell.facets) {
    std::vector<ExactPoint> corners;
    for (const NavMesh::PointIndex p : facet.corners) corners.push_back(points[p]);
    for (const ExactPoint& p : corners) {
      lowest_ = std::min(lowest_, p[2]);
      highest_ = std::max(highest_, p[2]);
    }
    // Some corners may be collinear: the plane is that of the first three that are not.
    std::size_t k = 2;
    while (kernel::orient2d(corners[0], corners[1], corners[k]) == 0) ++k;
    const kernel::ExactPlane plane = kernel::exact_plane(corners[0], corners[1], corners[k]);
    const PlanBox box(corners);
    facets_.push_back({std::move(corners), plane, box});
  }
}

std::vector<PlanRing> CellSurface::parts_within(const UpdateArea& area) const {
  if (!area.heights || (area.heights->low <= lowest_ && highest_ <= area.heights->high)) return area.parts;
  std::vector<PlanRing> out;
  if (highest_ < area.heights->low || lowest_ > area.heights->high) return out;
  for (const PlanRing& part : area.parts) {
    const PlanBox box(part);
    for (const Facet& f : facets_) {
      if (!f.box.touches(box)) continue;
      PlanRing ring = part;
      const auto height = [&](const PlanPoint& p) { return f.plane.height(p[0], p[1]); };
      keep_where(ring, [&](const PlanPoint& p) { return mpq_class(height(p) - area.heights->low); });
      keep_where(ring, [&](const PlanPoint& p) { return mpq_class(area.heights->high - height(p)); });
      for (std::size_t i = 0; i < f.corners.size() && facets_.size() > 1; ++i)
        keep_where(ring, [&](const PlanPoint& p) {
          return mpq_class(kernel::orient2d(f.corners[i], f.corners[i + 1 == f.corners.size() ? 0 : i + 1], p));
        });
      if (ring.size() < 3) continue;
      ring = kernel::normal_convex_ring(std::move(ring));
      if (!ring.empty()) out.push_back(std::move(ring));
    }
  }
  return out;
}

std::vector<FacetPart> CellSurface::over(const PlanRing& ring) const {
  std::vector<FacetPart> out;
  if (facets_.size() == 1) {
    FacetPart& part = out.emplace_back(FacetPart{0, {}});
    for (const PlanPoint& p : ring) part.corners.push_back(facets_[0].over(p));
    return out;
  }
  kernel::FacetPolygon outline;
  for (const PlanPoint& p : ring) outline.emplace_back(ExactPoint{p[0], p[1], 0});
  const PlanBox box(ring);
  for (std::size_t f = 0; f < facets_.size(); ++f) {
    if (!facets_[f].box.touches(box)) continue;
    kernel::FacetPolygon polygon(facets_[f].corners.begin(), facets_[f].corners.end());
    polygon = kernel::part_within(std::move(polygon), outline);
    if (polygon.size() < 3) continue;
    FacetPart& part = out.emplace_back(FacetPart{f, {}});
    for (kernel::FacetCorner& c : polygon) part.corners.push_back(std::move(c.at));
  }
  return out;
}

std::vector<std::array<ExactPoint, 2>> CellSurface::straight_ways(const PlanPoint& from, const PlanPoint& to) const {
  const PlanPoint run{to[0] - from[0], to[1] - from[1]};
  if (facets_.size() == 1) return {{facets_[0].over(from), facets_[0].over(to)}};
  struct Over {
    kernel::ExactInterval reach;
    const Facet* facet;
  };
  std::vector<Over> over;
  std::vector<mpq_class> breaks{0, 1};
  const PlanBox box(std::array{from, to});
  for (const Facet& f : facets_) {
    if (!f.box.touches(box)) continue;
    const auto reach = kernel::part_over({0, 1}, from, run, f.corners.size(),
                                         [&](std::size_t i) -> const ExactPoint& { return f.corners[i]; });
    if (!reach) continue;
    over.push_back({*reach, &f});
    breaks.insert(breaks.end(), {reach->from, reach->to});
  }
  std::ranges::sort(breaks);
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  const auto slope = [&](const Facet& f) { return mpq_class(f.plane.x[0] * run[0] + f.plane.x[1] * run[1]); };
  std::vector<std::array<ExactPoint, 2>> out;
  const Facet* last = nullptr;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    const auto at = std::ranges::find_if(
        over, [&](const Over& o) { return o.reach.from <= breaks[k] && breaks[k + 1] <= o.reach.to; });
    if (at == over.end()) continue;  // facets that leave a gap, in a file
    const Facet& facet = *at->facet;
    const auto end = [&](const mpq_class& share) { return facet.over(kernel::point_along(from, to, share)); };
    // Neighbouring stretches of one slope are one, since the surface is continuous.
    if (last != nullptr && slope(*last) == slope(facet)) out.back()[1] = end(breaks[k + 1]);
    else out.push_back({end(breaks[k]), end(breaks[k + 1])});
    last = &facet;
  }
  return out;
}

UpdatedCell::UpdatedCell(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell,
                         std::vector<CellPortal> portals, kernel::Decomposition decomposition)
    : surface_(mesh.cells[cell], points),
      cell_portals_(std::move(portals)),
      subdivision_(outline_ring(mesh, points, cell), mesh.denominator, decomposition) {}

void UpdatedCell::begin(bool tells) {
  subdivision_.defer(!tells);
  if (!tells) return;
  subdivision_.settle();
  pieces_before_ = subdivision_.empty() ? 1 : piece_count();
  cuts_before_ = counts().cuts;
}

void UpdatedCell::find_parts() {
  subdivision_.settle();
  std::map<std::uint64_t, LeafParts> made;
  for (const Leaf& leaf : subdivision_.leaves()) {
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
