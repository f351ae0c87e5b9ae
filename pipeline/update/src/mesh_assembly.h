// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <map>

#include "plumb/kernel/point_numbering.h"
#include "updated_cell.h"

namespace plumb::pipeline {

/// Builds a navmesh with pieces in place of cells: all cells are added in their order, then portals.
class MeshAssembly {
 public:
  using CellIndex = NavMesh::CellIndex;

  /// `points`: the base's. Keeps a reference to the base.
  MeshAssembly(const NavMesh& base, std::vector<ExactPoint> points);

  /// Adds a cell that no update meets.
  void add_whole(CellIndex c);
  /// Adds the pieces of a cell. state_of(updates): the state of a piece that lies in these updates.
  void add_pieces(CellIndex c, const UpdatedCell& updated,
                  const std::function<CellState(const std::vector<UpdateId>&)>& state_of);
  /// Adds a portal of the base or, where cells are cut, its parts: what a piece on each side has of it.
  void add_portal(std::uint32_t portal);
  NavMesh take();

 private:
  void add(const NavMesh::Portal& p);
  std::array<NavMesh::PointIndex, 2> part(const std::array<NavMesh::PointIndex, 2>& segment, CellIndex cell,
                                          const mpq_class& begin, const mpq_class& end);
  std::vector<PortalShare> shares_on(std::uint32_t portal, bool on_b, CellIndex cell) const;

  const NavMesh& base_;
  NavMesh out_;
  std::vector<ExactPoint> points_;
  kernel::PointNumbering number_{points_};
  std::vector<CellIndex> first_;                                             // by cell of the base
  std::map<std::uint32_t, std::array<std::vector<PortalShare>, 2>> shares_;  // by portal, on a and on b
};

}  // namespace plumb::pipeline
