// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

class CellRoutes;
class FloorLocator;

/// A length, between two rationals. The interval is one point if the length of every straight stretch is rational.
using LengthInterval = kernel::RationalInterval;

/// A path of an agent without width. It enters no cell twice.
struct Route {
  static constexpr std::uint32_t no_portal = 0xffffffffu;
  struct Corner {
    ExactPoint point;  ///< in the cell or on its boundary
    NavMesh::CellIndex cell = 0;
    std::uint32_t portal = no_portal;  ///< the portal that is passed here; none at the two ends
  };
  std::vector<NavMesh::CellIndex> cells;  ///< the corridor: the cells that the path passes, at least one
  std::vector<std::uint32_t> portals;     ///< [i]: the portal from cells[i] to cells[i + 1]
  /// The start, the turns in plan, and the goal. A step or a weld has two corners, whether the path turns there or not:
  /// where it leaves one side and where it reaches the other, above or below, or across the gap. At a turn where
  /// several flush portals meet, the first of them is named.
  std::vector<Corner> corners;
  /// The path in space, by the points where it bends. It follows the facets, goes straight up or down at steps, and
  /// goes straight across the gaps of welds.
  std::vector<ExactPoint> line;
  LengthInterval length;       ///< the length of `line`
  LengthInterval plan_length;  ///< the length of its projection, to which steps add nothing
};

/// Answers questions about a navmesh, to which it keeps a reference. All coordinates are in input units, with z up
/// (from_input_frame() in plumb/scene.h makes them from those of the input). Floors, heights and neighbours are exact.
/// Several threads may call const members at once.
class NavQuery {
 public:
  /// Requires a valid mesh (is_valid()). Builds an index, in N log N time.
  explicit NavQuery(const NavMesh& mesh);
  NavQuery(NavQuery&&) noexcept;
  ~NavQuery();

  /// A place on a floor: its height, and the cells that have it.
  struct Place {
    mpq_class height;
    std::vector<NavMesh::CellIndex> cells;  ///< ascending; these are several on a common boundary
  };
  /// The first floor at or below a point where a stance fits; the boundary of a floor belongs to it. If `reach` is
  /// given, floors deeper below the point do not count. Errors: no_floor, if there is none; bad_option, if there is no
  /// such stance, or a number has the denominator 0.
  Result<Place> locate(const ExactPoint& point, kernel::Label stance, const std::optional<mpq_class>& reach = {}) const;

  /// The height of a cell at (x, y); none outside of the cell's projection.
  std::optional<mpq_class> height(NavMesh::CellIndex cell, const mpq_class& x, const mpq_class& y) const;

  struct Neighbour {
    NavMesh::CellIndex cell = 0;
    std::uint32_t portal = 0;
  };
  /// The cells that a stance can reach from a cell through one portal, ascending by portal. A cell may be listed more
  /// than once. Requires that there is such a stance, and throws NotThere without it, as path() and prepare() do.
  std::vector<Neighbour> neighbours(NavMesh::CellIndex cell, kernel::Label stance) const;

  struct RouteOptions {
    kernel::Label stance = 1;
    std::optional<mpq_class> reach = std::nullopt;  ///< how deep below a point its floor may be (locate())
    /// With how many bits lengths are summed, at least 24. The width of such an interval, divided by the length, is
    /// less than (stretches + 2) 2^(2 - precision).
    int precision = 128;
  };
  /// A path between the first floors at or below two points. Errors: no_floor, if one of the points is over no floor;
  /// unreachable, if no portals lead from the one floor to the other; bad_option, as of locate().
  ///
  /// It is the shortest in plan, exactly, over all storeys (plan::CellPathSearch). Steps add nothing to its length,
  /// welds their width, which is crossed straight. Of paths whose lengths agree in 200 bits it is always the same one.
  /// There is one restriction: where a component has a weld whose two sides are not parallel and equally long, A*
  /// (Hart, Nilsson & Raphael 1968) chooses the cells, by distances between the midpoints of portals in doubles, and
  /// the path is the shortest through these; such a weld is crossed where the shortest path that may slip along the gap
  /// crosses it (halfway between where that path leaves one side and reaches the other). Costs that updates give to
  /// cells have no effect.
  Result<Route> route(const ExactPoint& from, const ExactPoint& to, const RouteOptions& options) const;

  /// The path in doubles, as an engine follows it.
  struct Path {
    std::vector<NavMesh::CellIndex> cells;      ///< passed, at least one
    std::vector<std::uint32_t> portals;         ///< [i]: from cells[i] to cells[i + 1]
    std::vector<std::array<double, 3>> points;  ///< those to follow straight, on the floor; rounded
    double length = 0;                          ///< in plan; errs by less than 2^-40 of it
  };
  enum class PathFound { found, no_start_floor, no_goal_floor, unreachable };
  /// The path of route(), written over `out`. Which path it is, and whether there is one, is decided exactly; its
  /// points are rounded. Where route() needs A*, or the path crosses a weld or turns back at a portal, this takes
  /// as long as route(); elsewhere it takes
  /// microseconds, and hardly allocates once `out` and what the query keeps for each thread have grown: where two paths
  /// are nearly as long, their lengths are compared as roots. Requires that the stance exists.
  PathFound path(const std::array<double, 3>& from, const std::array<double, 3>& to, const RouteOptions& options,
                 Path& out) const;

  /// Prepares a stance for many questions: landmarks (plan::CellLandmarks) let searches look at less. It takes as long
  /// as some hundred paths. No other thread may ask meanwhile. Paths are as long with it as without it.
  void prepare(kernel::Label stance);

  /// Closes a cell, such as a door's, or opens it again: all answers are those of a query of a mesh in which the cell
  /// is blocked and has no portals. What was prepared stays. Cost: that of the cells around it and, where a component
  /// comes apart or together, of the smaller part of it. No other thread may ask meanwhile.
  void set_closed(NavMesh::CellIndex cell, bool closed);
  bool is_closed(NavMesh::CellIndex cell) const;

  /// Cells and portals of a navmesh that changes where it is.
  struct Replaced {
    std::vector<NavMesh::CellIndex> cells_gone;  ///< their numbers are not used again
    std::vector<std::uint32_t> portals_gone;     ///< those of cells that are gone, too
    /// By new cell, the cell that is gone in which it lies.
    std::map<NavMesh::CellIndex, NavMesh::CellIndex> within;
    /// Whether there may be ways that were not there before. If not, each new cell lies within a cell that is gone, and
    /// each new portal between such cells on one that is gone.
    bool opens = true;
  };
  /// To be called when the mesh to which the query keeps a reference was changed: points, cells and portals were added
  /// at the end of their lists. Cells that are gone count as closed; they and portals that are gone must still be
  /// there, blocked (their stances). New cells are open. Costs and tags may change at any time. What was prepared is
  /// dropped where it opens. Cost: the cells of the change and those around them and, where components come apart or
  /// together, as for set_closed(); some logarithmic in all that came since the query was made. No other thread may ask
  /// meanwhile.
  void follow(const Replaced& replaced);
  /// Whether landmarks of a stance are at hand.
  bool is_prepared(kernel::Label stance) const;

 private:
  friend class SurfaceQuery;
  const NavMesh& mesh() const;
  const FloorLocator& floors() const;
  const CellRoutes& cell_routes(kernel::Label stance) const;
  std::uint64_t changes() const;  // how often a cell was closed or opened

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
