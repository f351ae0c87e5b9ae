// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// A box in plan, in doubles around points.
struct PlanBox {
  template <class Points>
  explicit PlanBox(const Points& points) {
    for (const auto& p : points)
      for (std::size_t k = 0; k < 2; ++k) {
        const kernel::Interval i = kernel::interval_of(p[k]);
        low[k] = std::min(low[k], i.low);
        high[k] = std::max(high[k], i.high);
      }
  }
  bool touches(const PlanBox& o) const {
    return low[0] <= o.high[0] && o.low[0] <= high[0] && low[1] <= o.high[1] && o.low[1] <= high[1];
  }
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
};

/// A part of a facet of a cell.
struct FacetPart {
  std::size_t facet;                ///< of its cell
  std::vector<ExactPoint> corners;  ///< counter-clockwise in plan
};

/// A cell of a navmesh in space.
class CellSurface {
 public:
  CellSurface(const NavMesh::Cell& cell, const std::vector<ExactPoint>& points);

  /// The part of an area in which the cell lies within the area's heights: all of it or, on slopes, parts facet by
  /// facet, each between two lines.
  std::vector<kernel::PlanRing> parts_within(const UpdateArea& area) const;
  /// The parts of facets over a convex ring.
  std::vector<FacetPart> over(const kernel::PlanRing& ring) const;
  /// The straight way in plan between two places of the cell, in stretches that are straight in space.
  std::vector<std::array<ExactPoint, 2>> straight_ways(const kernel::PlanPoint& from,
                                                       const kernel::PlanPoint& to) const;

 private:
  struct Facet {
    std::vector<ExactPoint> corners;
    kernel::ExactPlane plane;
    PlanBox box;
    ExactPoint over(const kernel::PlanPoint& p) const;
  };
  std::vector<Facet> facets_;
  mpq_class lowest_, highest_;
};

/// Calls visit(one of a, one of b, begin, end) for every stretch that two lists of stretches of one line have in
/// common. from(s) and to(s) are the ends of a stretch; stretches of one list do not overlap. Sorts the lists.
template <class T, class From, class To, class Visit>
void each_common_stretch(std::vector<T>& a, std::vector<T>& b, From&& from, To&& to, Visit&& visit) {
  for (auto* list : {&a, &b}) std::ranges::sort(*list, [&](const T& s, const T& t) { return from(s) < from(t); });
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const mpq_class &begin = std::max(from(a[i]), from(b[k])), &end = std::min(to(a[i]), to(b[k]));
    if (begin < end) visit(a[i], b[k], begin, end);
    ++(to(a[i]) <= to(b[k]) ? i : k);
  }
}
/// The same where the stretch is a member.
template <class T, class Visit>
void each_common_stretch(std::vector<T>& a, std::vector<T>& b, kernel::ExactInterval T::*stretch, Visit&& visit) {
  each_common_stretch(
      a, b, [&](const T& s) -> const mpq_class& { return (s.*stretch).from; },
      [&](const T& s) -> const mpq_class& { return (s.*stretch).to; }, visit);
}

/// A stretch of boundary that two pieces of a cell share.
struct Contact {
  std::uint32_t a, b;          ///< pieces, a < b
  kernel::PlanPoint from, to;  ///< counter-clockwise around a
};

/// The part of a portal of the cell that a piece has: an interval of the portal's segment on the cell.
struct PortalShare {
  std::uint32_t portal;
  bool on_b;            ///< whether the segment is that on cell b
  std::uint32_t piece;  ///< in its leaf
  kernel::ExactInterval of;
};

/// A side of a piece on a line that separates leaves of its cell.
struct SplitSide {
  kernel::CellSubdivision::AxisLine line;
  bool below;                   ///< the piece is below the line
  std::uint32_t piece;          ///< in its leaf
  kernel::ExactInterval reach;  ///< along the other axis
};

/// A portal of a cell, in the form that leaves need.
struct CellPortal {
  std::uint32_t portal;
  bool on_b;
  std::array<ExactPoint, 2> segment;
  PlanBox box;
};

/// Where the pieces of a leaf meet one another, portals, and other leaves.
struct LeafParts {
  std::vector<Contact> contacts;
  std::vector<PortalShare> shares;
  std::vector<SplitSide> split_sides;
};

/// A cell of a navmesh that live updates meet: its pieces, and where they meet.
class UpdatedCell {
 public:
  /// Keeps references to the mesh and the coordinates of its points.
  UpdatedCell(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell,
              std::vector<CellPortal> portals, kernel::Decomposition decomposition);

  /// `tells`: cuts at once, so that cuts() and pieces_before() tell of it; else find_parts() makes the pieces.
  /// @return whether the area meets the cell
  bool insert(UpdateId id, const UpdateArea& area, bool tells) {
    begin(tells);
    return subdivision_.insert(id, surface_.parts_within(area), area.unit);
  }
  void erase(UpdateId id, bool tells) {
    begin(tells);
    subdivision_.erase(id);
  }
  bool empty() const { return subdivision_.empty(); }

  /// Makes the pieces that are wanting, and finds the contacts and portals of leaves that are new. What follows
  /// requires it.
  void find_parts();

  /// A piece of the cell. The live updates determine the order of pieces.
  struct Piece {
    const kernel::PlanRing* ring;
    std::vector<UpdateId> updates;  ///< the live updates that it is in, ascending
  };
  std::vector<Piece> pieces() const;
  std::size_t piece_count() const { return subdivision_.piece_count(); }
  /// The contacts, by the numbers of pieces in pieces(). Contacts across lines between leaves are joined here.
  std::vector<Contact> contacts() const;
  /// The parts of portals, by the numbers of pieces in pieces().
  std::vector<PortalShare> shares() const;

  const CellSurface& surface() const { return surface_; }
  const kernel::CellSubdivision::Counts& counts() const { return subdivision_.counts(); }
  /// What the last insert() or erase() cut that tells, and how many pieces there were before.
  std::size_t cuts() const { return counts().cuts - cuts_before_; }
  std::size_t pieces_before() const { return pieces_before_; }

 private:
  void begin(bool tells);
  LeafParts parts_of(const kernel::CellSubdivision::Leaf& leaf) const;

  CellSurface surface_;
  std::vector<CellPortal> cell_portals_;
  kernel::CellSubdivision subdivision_;
  std::map<std::uint64_t, LeafParts> leaves_;  // by number
  std::size_t pieces_before_ = 1, cuts_before_ = 0;
};

}  // namespace plumb::pipeline
