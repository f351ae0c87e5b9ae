// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A length; one point where every straight stretch of it is rational.
using LengthInterval = kernel::RationalInterval;

/// A path of an agent without width. A cell is entered once.
struct Route {
  static constexpr std::uint32_t no_portal = 0xffffffffu;
  struct Corner {
    ExactPoint point;  ///< on the cell, its boundary included
    NavMesh::CellIndex cell = 0;
    std::uint32_t portal = no_portal;  ///< the one that is passed here; none at the two ends
  };
  std::vector<NavMesh::CellIndex> cells;  ///< the corridor: at least one
  std::vector<std::uint32_t> portals;     ///< [i]: from cells[i] to cells[i + 1]
  /// Start, turns in plan, goal. A step or weld gives two corners, turn or not: where it is left and where it is
  /// reached, over one another or across the gap. At a turn where several flush portals meet, the first of them is
  /// named.
  std::vector<Corner> corners;
  /// The path in space: it follows the facets, goes straight up or down at steps, straight across the gaps of welds;
  /// bends only.
  std::vector<ExactPoint> line;
  LengthInterval length;       ///< of `line`
  LengthInterval plan_length;  ///< of its projection: steps add nothing
};

/// Questions about a navmesh. Keeps a reference to it. All coordinates: z up, input units (from_input_frame in
/// export.h). Answers are exact; const members may be called from several threads.
class NavQuery {
 public:
  /// Requires a valid mesh. Builds its index: N log N.
  explicit NavQuery(const NavMesh& mesh);
  NavQuery(NavQuery&&) noexcept;
  ~NavQuery();

  struct Place {
    mpq_class height;
    std::vector<NavMesh::CellIndex> cells;  ///< ascending; several on a common boundary
  };
  /// The first floor at or below a point where a stance fits, its boundary included; at most `reach` below, if given.
  /// None: there is none.
  std::optional<Place> locate(const ExactPoint& point, kernel::Label stance,
                              const std::optional<mpq_class>& reach = {}) const;

  /// The cell's height over (x, y); none outside its projection.
  std::optional<mpq_class> height(NavMesh::CellIndex cell, const mpq_class& x, const mpq_class& y) const;

  struct Neighbour {
    NavMesh::CellIndex cell = 0;
    std::uint32_t portal = 0;
  };
  /// Where a stance gets from a cell through one portal. Ascending by portal; a cell may be there more than once.
  std::vector<Neighbour> neighbours(NavMesh::CellIndex cell, kernel::Label stance) const;

  struct RouteOptions {
    kernel::Label stance = 1;
    std::optional<mpq_class> reach = std::nullopt;  ///< see locate()
    int precision = 128;  ///< bits that lengths are summed with, 24 or more: they are less than (stretches + 2) 2^(2 -
                          ///< precision) wide, relatively
  };
  /// A path between the first floors at or below two points. ErrorCode::no_floor: one of them is over none;
  /// unreachable: no portals lead from the one to the other; bad_option: there is no such stance.
  ///
  /// A* (Hart, Nilsson & Raphael 1968) chooses the corridor: its costs are straight distances in space between the
  /// midpoints of portals, in doubles, so another corridor may be shorter. Within the corridor the path is the shortest
  /// in plan, exactly: a funnel, mirrored where a cell is left over the line that it was entered by. What an update
  /// says of costs is not looked at. One restriction: a weld whose two sides are not parallel is crossed where the
  /// shortest path that may slip along the gap crosses it (halfway between where it leaves one side and reaches the
  /// other), and the path is the shortest before and after.
  Result<Route> route(const ExactPoint& from, const ExactPoint& to, const RouteOptions& options) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace plumb::pipeline
