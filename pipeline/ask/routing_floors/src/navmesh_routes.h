// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/storeys.h"
#include "plumb/plan/route_planner.h"

// What `plumb route` does with a navmesh, with and without a disc.
namespace plumb::pipeline {

/// The number of a stance by its name, the lowest if none is given. ErrorCode::bad_option: there is none of that name.
Result<kernel::Label> stance_number(const NavMesh& mesh, const char* option, const std::optional<std::string>& name);

/// What to say of a point, z up, that is over no floor of a stance: axes_advice().
std::string advice_over(const NavQuery& query, const ExactPoint& point, UpAxis up, kernel::Label stance,
                        std::string otherwise);

/// Plans ways on a navmesh for an agent without width, or for a disc, and what is drawn of them. Of the options only
/// the ends and the radius may change from one question to the next: what does not depend on these is made once. Keeps
/// a reference. Errors: those of find_navmesh_route(), except for reading.
class NavmeshRoutes {
 public:
  explicit NavmeshRoutes(const NavMesh& mesh);
  ~NavmeshRoutes();

  /// Whether the way is one for a disc, or of least cost where an update has priced cells.
  bool is_for_disc(const RouteOptions& options) const;
  const NavQuery& query() const { return query_; }

  Result<FoundNavmeshRoute> find(const RouteOptions& options, RouteDrawing& drawing);
  Result<FoundCorridorRoute> corridor(const RouteOptions& options, RouteDrawing& drawing);
  Result<FoundDiscRoute> disc(const RouteOptions& options, RouteDrawing& drawing);

 private:
  class DiscRoutes;

  const NavMesh& mesh_;
  NavQuery query_;
  std::unique_ptr<DiscRoutes> discs_;
};

/// Adds the plan of the navmesh to what is written.
void add_svg(OutputFiles& files, const std::string& file, const NavMesh& mesh, const RouteDrawing& drawing,
             Progress& progress);

/// Adds a straight line, which is drawn on the storeys of the cells in which it begins and ends.
void add_line(RouteDrawing& drawing, const ExactPoint& from, NavMesh::CellIndex from_cell, const ExactPoint& to,
              NavMesh::CellIndex to_cell);

/// A way over cells that is built stop by stop, z up, with the portals that it passes. Keeps references.
class CellRoute {
 public:
  using Stop = FoundDiscRoute::Stop;

  CellRoute(const NavMesh& mesh, const NavQuery& query, kernel::Label stance)
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

/// An end of a route on a navmesh that lies nowhere over itself, which is a map seen from above.
struct LayerEnd {
  kernel::PlanPoint at;
  NavQuery::Place place;
};

struct LayerRoute {
  kernel::RationalInterval length, plan_length;
  plan::RouteFacts route;
  std::array<ExactPoint, 2> colliding{}, border{};  ///< of route.collision
};

/// Plans ways in which border counts at any height and welds are not crossed. Keeps references.
class LayerPlanner {
 public:
  LayerPlanner(DerivedMesh& mesh, const NavFloorOptions& options, const plan::RouteSettings& settings);
  ~LayerPlanner();

  /// Errors: bad_option, if floors lie over one another, if the planner is none for maps, or if an end is on several
  /// floors and the route leaves it on another one; bad_face; unreachable, with the reason.
  Result<LayerRoute> find(const LayerEnd& from, const LayerEnd& to, const mpq_class& radius, CellRoute& way);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
