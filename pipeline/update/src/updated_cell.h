// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>

#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/convex_merge.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// A facet's polygon in space, and which facet of its cell it is a part of.
struct FacetPart {
  std::size_t facet;
  std::vector<ExactPoint> corners;  ///< counter-clockwise in plan
};

/// A convex part of a base cell under live updates.
struct CellPiece {
  kernel::PlanRing ring;          ///< counter-clockwise, strictly convex
  std::vector<UpdateId> updates;  ///< the live ones it is in, ascending
  std::vector<FacetPart> facets;  ///< at least one
};

/// A stretch that two pieces of a cell have in common, straight in space.
struct InnerPortal {
  std::uint32_t a, b;              ///< a < b
  std::array<ExactPoint, 2> on_a;  ///< counter-clockwise around a
};

/// A cell of a navmesh that live updates meet: its pieces and the portals between them.
class UpdatedCell {
 public:
  /// Keeps references to the mesh and the coordinates of its points.
  UpdatedCell(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell,
              kernel::Decomposition decomposition);

  /// @return whether the area meets the cell
  bool insert(UpdateId id, const UpdateArea& area);
  bool contains(UpdateId id) const { return subdivision_.contains(id); }
  void erase(UpdateId id) { subdivision_.erase(id); }
  bool empty() const { return subdivision_.empty(); }

  /// Makes pieces and portals of the areas that are live now.
  void make();
  const std::vector<CellPiece>& pieces() const { return pieces_; }
  const std::vector<InnerPortal>& portals() const { return portals_; }
  const kernel::CellSubdivision::Counts& counts() const { return subdivision_.counts(); }
  /// Cuts since this was asked for last.
  std::size_t take_cuts() { return counts().cuts - std::exchange(cuts_told_, counts().cuts); }

 private:
  std::vector<kernel::PlanRing> parts_within(const UpdateArea& area) const;
  std::vector<FacetPart> facets_of(const kernel::PlanRing& ring) const;
  void add_portals(std::uint32_t a, std::uint32_t b, const kernel::PlanPoint& from, const kernel::PlanPoint& to);
  std::vector<ExactPoint> corners_of(std::size_t facet) const;

  const NavMesh::Cell& cell_;
  const std::vector<ExactPoint>& points_;
  std::vector<kernel::ExactPlane> planes_;  // by facet
  mpq_class lowest_, highest_;
  kernel::CellSubdivision subdivision_;
  std::vector<CellPiece> pieces_;
  std::vector<InnerPortal> portals_;
  std::size_t cuts_told_ = 0;
};

}  // namespace plumb::pipeline
