// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <span>
#include <utility>

#include "cell_surface.h"
#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

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

  /// @return whether the area meets the cell
  bool insert(UpdateId id, const UpdateArea& area) {
    return subdivision_.insert(id, surface_.parts_within(area), area.unit);
  }
  void erase(UpdateId id) { subdivision_.erase(id); }
  bool empty() const { return subdivision_.empty(); }

  /// Finds the contacts and portals of leaves that are new.
  void make();

  /// A piece of the cell. The live updates determine the order of pieces.
  struct Piece {
    const kernel::PlanRing* ring;
    std::vector<UpdateId> updates;  ///< the live updates that it is in, ascending
  };
  std::vector<Piece> pieces() const;
  std::size_t piece_count() const { return piece_count_; }
  /// The contacts, by the numbers of pieces in pieces(). Contacts across lines between leaves are joined here.
  std::vector<Contact> contacts() const;
  /// The parts of portals, by the numbers of pieces in pieces().
  std::vector<PortalShare> shares() const;

  const CellSurface& surface() const { return surface_; }
  const kernel::CellSubdivision::Counts& counts() const { return subdivision_.counts(); }
  /// The number of cuts since the last call.
  std::size_t take_cuts() { return counts().cuts - std::exchange(cuts_told_, counts().cuts); }

 private:
  LeafParts parts_of(const kernel::CellSubdivision::Leaf& leaf) const;

  CellSurface surface_;
  std::vector<CellPortal> cell_portals_;
  kernel::CellSubdivision subdivision_;
  std::map<std::uint64_t, LeafParts> leaves_;  // by number
  std::size_t piece_count_ = 1, cuts_told_ = 0;
};

}  // namespace plumb::pipeline
