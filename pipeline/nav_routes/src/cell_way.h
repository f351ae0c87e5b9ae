// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/find_disc_route.h"
#include "plumb/pipeline/nav_query.h"

namespace plumb::pipeline {

/// A way over cells that is built stop by stop, z up, with the portals that it passes. Keeps references.
class CellWay {
 public:
  using Stop = FoundDiscRoute::Stop;

  CellWay(const NavMesh& mesh, const NavQuery& query, kernel::Label stance)
      : mesh_(mesh), query_(query), stance_(stance) {}

  void begin(const ExactPoint& at, NavMesh::CellIndex cell);
  bool has_begun() const { return !stops_.empty(); }
  /// The present place of the way, and its cell.
  const Stop& last() const { return stops_.back(); }
  /// Enters another cell at the same place in plan: over a flush portal, or up or down over a step.
  void enter(const ExactPoint& at, NavMesh::CellIndex cell);
  /// Continues straight within the cell.
  void go(const ExactPoint& to);
  /// Crosses a gap.
  void cross(const ExactPoint& to, NavMesh::CellIndex cell);

  /// Returns all stops, and writes bends, cells and portals to a route.
  const std::vector<Stop>& stops() const { return stops_; }
  void tell(FoundDiscRoute& found) const;

 private:
  void pass(NavMesh::CellIndex cell, const std::optional<std::uint32_t>& portal);

  const NavMesh& mesh_;
  const NavQuery& query_;
  const kernel::Label stance_;
  std::vector<Stop> stops_;
  std::vector<NavMesh::CellIndex> cells_;
  std::vector<std::uint32_t> portals_;
};

}  // namespace plumb::pipeline
