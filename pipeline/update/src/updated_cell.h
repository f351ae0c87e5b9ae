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

/// A stretch that two pieces of a cell have in common.
struct Contact {
  std::uint32_t a, b;          ///< pieces, a < b
  kernel::PlanPoint from, to;  ///< counter-clockwise around a
};

/// What a piece has of a portal of its cell: a part of the way along the portal's segment on it.
struct PortalShare {
  std::uint32_t portal;
  bool on_b;            ///< which segment
  std::uint32_t piece;  ///< in its leaf
  kernel::ExactInterval of;
};

/// A side of a piece on a line that parts the leaves of its cell.
struct SplitSide {
  kernel::CellSubdivision::AxisLine line;
  bool below;                   ///< the piece is
  std::uint32_t piece;          ///< in its leaf
  kernel::ExactInterval reach;  ///< along the other axis
};

/// A portal of a cell, as leaves need it.
struct CellPortal {
  std::uint32_t portal;
  bool on_b;
  std::array<ExactPoint, 2> segment;
  PlanBox box;
};

/// Where the pieces of a leaf meet, one another and others.
struct LeafParts {
  std::vector<Contact> contacts;
  std::vector<PortalShare> shares;
  std::vector<SplitSide> split_sides;
};

/// A cell of a navmesh that live updates meet: its pieces, and the portals between them.
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

  /// Makes the parts of leaves that are new.
  void make();

  /// A piece of the cell, in the order that the live updates decide.
  struct Piece {
    const kernel::PlanRing* ring;
    std::vector<UpdateId> updates;  ///< the live ones it is in, ascending
  };
  std::vector<Piece> pieces() const;
  std::size_t piece_count() const { return piece_count_; }
  /// By the pieces' numbers in pieces(). Those along lines that part the cell are put together here.
  std::vector<Contact> contacts() const;
  /// By their numbers in pieces().
  std::vector<PortalShare> shares() const;

  const CellSurface& surface() const { return surface_; }
  const kernel::CellSubdivision::Counts& counts() const { return subdivision_.counts(); }
  /// Cuts since this was asked for last.
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
